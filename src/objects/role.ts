/** The settings of roles. */
import type { RESTPatchAPIGuildRoleJSONBody } from "discord-api-types/v10"
import { Schema } from "effect"
import { permissionsIn } from "../errors/PermissionName.ts"
import { bodyOf, field } from "./fields.ts"
import type { Frozen } from "./fits.ts"
import { permissions, permissionsText } from "./overwrite.ts"
import { color, flag, object, optional, text } from "./schema/fields.ts"
import * as Limits from "./schema/limits.ts"
import { Bits, Color, nullish } from "./schema/reply.ts"

const hexColor = (description: string) => color(`${description}, as a number: 0xRRGGBB.`)

/** The settings of a role. Its icon is a picture: a call sends a file, and a reply has a hash. */
export const roleFields = {
  name: field({ value: text("The role's name.", { max: Limits.ROLE_NAME_MAX }), reply: Schema.String }),
  color: field({ value: hexColor("The colour (0 for none)"), reply: Color, unset: 0, harmless: true }),
  hoist: field({ value: flag("Show members separately."), reply: Schema.Boolean, unset: false, harmless: true }),
  mentionable: field({ value: flag("Everyone can mention it."), reply: Schema.Boolean, unset: false }),
  unicode_emoji: field({
    value: text("Emoji shown with the name.", { max: Limits.ROLE_EMOJI_MAX }),
    reply: Schema.String,
    unset: null,
    harmless: true,
    notInTemplates: true
  }),
  permissions: field({
    value: permissions("Replaces all permissions of the role, such as SEND_MESSAGES."),
    reply: Bits,
    show: (bits) => permissionsIn(BigInt(bits)),
    toDiscord: permissionsText
  }),
  colors: field({
    value: object("A gradient in place of color, if the guild has ENHANCED_ROLE_COLORS.", {
      primary_color: hexColor("The first colour"),
      secondary_color: optional(hexColor("The second colour")),
      tertiary_color: optional(hexColor("The third colour; makes it holographic, in fixed colours"))
    }),
    reply: Schema.Struct({
      primary_color: nullish(Color),
      secondary_color: nullish(Color),
      tertiary_color: nullish(Color)
    }),
    show: ({ primary_color, secondary_color, tertiary_color }) =>
      secondary_color == null
        ? undefined
        : {
            primary_color: primary_color ?? 0,
            secondary_color,
            ...(tertiary_color != null && { tertiary_color })
          },
    toDiscord: (colors) => ({ secondary_color: null, tertiary_color: null, ...colors }),
    harmless: true
  })
}

/** Makes Discord's form of the settings of a role. */
export const roleBody = (input: object) => bodyOf(roleFields, input) satisfies Frozen<RESTPatchAPIGuildRoleJSONBody>

/** Fields of Discord's that the compact view leaves out, each with its reason. `view: "full"` has them. */
export const leftOut = {
  icon: "A hash: an address of Discord's CDN has the picture.",
  flags: "Says only that the role is in a prompt of onboarding, which onboarding_get shows."
} as const
