import type {
  RESTPatchAPIGuildRoleJSONBody,
  RESTPatchAPIGuildRolePositionsJSONBody,
  RESTPostAPIGuildRoleJSONBody
} from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import type { FileSource } from "../../discord/FileSource.ts"
import type { ValidationError } from "../../errors/ClientErrors.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import type { Risk } from "../../safety/Permit.ts"
import { atLeastOne, atMostOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { type Frozen, fits } from "../dsl/fits.ts"
import { whole } from "../dsl/paging.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { one, reading, view, viewOf } from "../dsl/view.ts"
import { isDangerous } from "../permissions/dangerous.ts"
import { permissions, permissionsText } from "../permissions/fields.ts"
import { reasons } from "../shared/failures.ts"
import { brief, described, flag, integer, listOf, nullable, object, optional, text } from "../shared/fields.ts"
import { image, imageOrNull } from "../shared/files.ts"
import { GuildId, RoleId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { roleChangeFacts, roleDeletionFacts } from "./preview.ts"
import { roleMoveRisk } from "./risk.ts"
import { highestFirst, Role, role } from "./view.ts"

const guild_id = described("The guild (server).", GuildId)
const role_id = described("The role.", RoleId)
const color = (description: string) => integer(`${description} 0xRRGGBB as a number.`, 0, Limits.COLOR_MAX)

/** Fields that are sent to Discord unchanged. */
const bodyFields = fits<RESTPostAPIGuildRoleJSONBody & RESTPatchAPIGuildRoleJSONBody>()({
  name: optional(text("The name.", { max: Limits.ROLE_NAME_MAX })),
  color: optional(color("The colour; 0: none.")),
  hoist: optional(flag("Whether members are listed separately.")),
  mentionable: optional(flag("Whether everyone may mention the role.")),
  unicode_emoji: optional(nullable(text("Emoji shown with the name; null removes it.", { max: Limits.ROLE_EMOJI_MAX })))
})

/** Fields that are converted to Discord's format. */
const localFields = {
  permissions: optional(permissions("All permissions from now on; an unlisted one is removed.")),
  colors: optional(
    brief(
      "Instead of color, if the guild has ENHANCED_ROLE_COLORS: {primary_color, secondary_color?, tertiary_color?}. tertiary_color makes it holographic, in fixed colours.",
      object("A gradient.", {
        primary_color: color("The first."),
        secondary_color: optional(color("The second.")),
        tertiary_color: optional(color("The third."))
      })
    )
  ),
  icon: optional(nullable(brief("Image shown with the name: {url}, {path} or {base64}; null removes it.", image)))
}

type RoleFields = Schema.Struct.Type<typeof bodyFields> & Schema.Struct.Type<typeof localFields>

/** Converts a role to Discord's format. */
const roleBody = ({
  color,
  colors,
  hoist,
  icon,
  mentionable,
  name,
  permissions,
  unicode_emoji
}: RoleFields): Effect.Effect<RESTPostAPIGuildRoleJSONBody, ValidationError, FileSource> =>
  Effect.map(imageOrNull(icon, "icon"), (icon) => ({
    name,
    permissions: permissions && permissionsText(permissions),
    color,
    colors: colors && { secondary_color: null, tertiary_color: null, ...colors },
    hoist,
    mentionable,
    unicode_emoji,
    icon
  }))

/** A role has one colour or a gradient, one icon or an emoji. */
const roleIssues = (input: RoleFields): ReadonlyArray<ValidationIssue> => [
  ...atMostOne("color", "colors")(input),
  ...(input.icon != null && input.unicode_emoji != null ? atMostOne("icon", "unicode_emoji")(input) : []),
  ...(input.colors?.tertiary_color !== undefined && input.colors.secondary_color === undefined
    ? [{ path: "colors.secondary_color", message: "is required together with tertiary_color", code: "required" }]
    : [])
]

const roleRisk = ({ permissions = [] }: RoleFields): Risk => (isDangerous(permissions) ? "destructive" : "write")

/** Roles, their order and permissions. */
export const tools = group("roles", [
  get("roles_list", "/guilds/{guild_id}/roles", {
    description:
      "List all roles of a guild with their permissions, highest first. For the number of members use roles_member_counts.",
    path: { guild_id },
    ...whole({
      body: Schema.Array(Role),
      items: highestFirst,
      view: role,
      empty: "Discord returned no roles for this guild."
    })
  }),
  get("roles_get", "/guilds/{guild_id}/roles/{role_id}", {
    description: "Get one role by id: colour, position, permissions.",
    path: { guild_id, role_id },
    options: view,
    toResult: one(role)
  }),
  get("roles_member_counts", "/guilds/{guild_id}/roles/member-counts", {
    description: "Count the members of each role, most first. @everyone is not counted.",
    path: { guild_id },
    ...whole({
      body: Schema.Record({ key: Schema.String, value: Schema.Number }),
      items: (counts) =>
        Object.entries(counts)
          .map(([role_id, members]) => ({ role_id, members }))
          .toSorted((a, b) => b.members - a.members),
      view: viewOf(Schema.Struct({ role_id: Schema.String, members: Schema.Number }), (it) => it),
      empty: "No role has members."
    })
  }),
  post("roles_create", "/guilds/{guild_id}/roles", {
    description:
      "Create a role. Without permissions it gets those of @everyone. The bot can grant only permissions that it has itself.",
    path: { guild_id },
    body: bodyFields,
    options: localFields,
    auditReason: true,
    permissions: ["MANAGE_ROLES"],
    failures: reasons("roles_full", "boosts_missing", "image_too_large", "two_factor_required"),
    riskOf: roleRisk,
    validate: roleIssues,
    toBody: roleBody,
    toResult: one(role)
  }),
  patch("roles_modify", "/guilds/{guild_id}/roles/{role_id}", {
    description:
      "Change a role below the bot's highest role. permissions replaces the whole list: call roles_get first. For the position use roles_modify_positions.",
    path: { guild_id, role_id },
    body: bodyFields,
    options: localFields,
    auditReason: true,
    permissions: ["MANAGE_ROLES"],
    failures: reasons(
      "role_above_bot",
      "role_not_assignable",
      "boosts_missing",
      "image_too_large",
      "two_factor_required"
    ),
    riskOf: roleRisk,
    validate: (input) => [
      ...atLeastOne("name", "permissions", "color", "colors", "hoist", "mentionable", "unicode_emoji", "icon")(input),
      ...roleIssues(input)
    ],
    toBody: roleBody,
    toResult: one(role),
    preview: roleChangeFacts
  }),
  patch("roles_modify_positions", "/guilds/{guild_id}/roles", {
    description: "Change the order of roles below the bot's highest role. Other roles shift accordingly.",
    path: { guild_id },
    options: {
      positions: listOf(
        "The roles to move.",
        object("A role with its new position.", {
          id: described("The role.", RoleId),
          position: integer("Position counted from the bottom; @everyone is 0.", 1, Limits.ROLES_MAX)
        }),
        1,
        Limits.ROLES_MAX
      )
    },
    auditReason: true,
    permissions: ["MANAGE_ROLES"],
    failures: reasons("unknown_role", "role_above_bot", "role_not_assignable", "two_factor_required"),
    resolveRisk: ({ guild_id, positions }) => roleMoveRisk(guild_id, positions),
    validate: ({ positions }) =>
      positions.flatMap(({ id }, at) =>
        positions.findIndex((other) => other.id === id) === at
          ? []
          : [{ path: `positions[${at}].id`, message: "is listed twice", code: "duplicate" }]
      ),
    // The list is the whole body, so Discord's path [0] means positions[0].
    toBody: ({ positions }): Frozen<RESTPatchAPIGuildRolePositionsJSONBody> => positions,
    renames: { "": "positions" },
    toResult: reading(Schema.Array(Role), (roles) => ({ value: { items: highestFirst(roles).map(role) } }))
  }),
  del("roles_delete", "/guilds/{guild_id}/roles/{role_id}", {
    description: "Delete a role permanently. All members lose it.",
    path: { guild_id, role_id },
    auditReason: true,
    permissions: ["MANAGE_ROLES"],
    failures: reasons("role_above_bot", "role_not_assignable", "two_factor_required"),
    preview: roleDeletionFacts
  })
])
