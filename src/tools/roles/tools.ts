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
import { roleChangeFacts, roleFacts } from "./preview.ts"
import { movingRisk } from "./risk.ts"
import { highestFirst, Role, role } from "./view.ts"

const guild_id = described("The guild (server).", GuildId)
const role_id = described("The role.", RoleId)
const color = (description: string) => integer(`${description} 0xRRGGBB as a number.`, 0, Limits.COLOR_MAX)

/** What a role is, as far as it goes as it is given. */
const plain = fits<RESTPostAPIGuildRoleJSONBody & RESTPatchAPIGuildRoleJSONBody>()({
  name: optional(text("The name.", { max: Limits.ROLE_NAME_MAX })),
  color: optional(color("Its colour; 0 for none.")),
  hoist: optional(flag("Whether its members are listed apart.")),
  mentionable: optional(flag("Whether everyone may mention it.")),
  unicode_emoji: optional(nullable(text("An emoji beside its name; null removes it.", { max: Limits.ROLE_EMOJI_MAX })))
})

/** What takes another form on its way. */
const shaped = {
  permissions: optional(permissions("All that it allows: what is not named it does not.")),
  colors: optional(
    brief(
      "In place of color, where the guild has ENHANCED_ROLE_COLORS: {primary_color, secondary_color?, tertiary_color?}. With a third it is holographic, in colours of Discord's.",
      object("A gradient.", {
        primary_color: color("The first."),
        secondary_color: optional(color("The second.")),
        tertiary_color: optional(color("The third."))
      })
    )
  ),
  icon: optional(nullable(brief("A picture beside its name: {url}, {path} or {base64}; null removes it.", image)))
}

type RoleFields = Schema.Struct.Type<typeof plain> & Schema.Struct.Type<typeof shaped>

/** A role as Discord takes it. */
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

/** A role has one colour or a gradient, one picture or an emoji. */
const roleIssues = (input: RoleFields): ReadonlyArray<ValidationIssue> => [
  ...atMostOne("color", "colors")(input),
  ...(input.icon != null && input.unicode_emoji != null ? atMostOne("icon", "unicode_emoji")(input) : []),
  ...(input.colors?.tertiary_color !== undefined && input.colors.secondary_color === undefined
    ? [{ path: "colors.secondary_color", message: "is needed beside tertiary_color", code: "required" }]
    : [])
]

const roleRisk = ({ permissions = [] }: RoleFields): Risk => (isDangerous(permissions) ? "destructive" : "write")

/** Roles, their order, and what they allow. */
export const tools = group("roles", [
  get("roles_list", "/guilds/{guild_id}/roles", {
    description:
      "List all roles of a guild, highest first, with what they allow. How many have each: roles_member_counts.",
    path: { guild_id },
    ...whole({ body: Schema.Array(Role), items: highestFirst, view: role, empty: "This guild shows the bot no roles." })
  }),
  get("roles_get", "/guilds/{guild_id}/roles/{role_id}", {
    description: "Get one role by its id: colour, place, permissions.",
    path: { guild_id, role_id },
    options: view,
    toResult: one(role)
  }),
  get("roles_member_counts", "/guilds/{guild_id}/roles/member-counts", {
    description: "Count how many members have each role, most first. @everyone is not counted.",
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
      "Create a role. Without permissions it allows what @everyone may; a bot can give no permission it lacks itself.",
    path: { guild_id },
    body: plain,
    options: shaped,
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
      "Change a role below the bot's highest. permissions replaces all of them: read them first with roles_get. Its place: roles_modify_positions.",
    path: { guild_id, role_id },
    body: plain,
    options: shaped,
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
    description: "Change the order of roles below the bot's highest. Roles that are not named make room.",
    path: { guild_id },
    options: {
      positions: listOf(
        "The roles to move.",
        object("A role with its new place.", {
          id: described("The role.", RoleId),
          position: integer("Its place from below; @everyone is 0.", 1, Limits.ROLES_MAX)
        }),
        1,
        Limits.ROLES_MAX
      )
    },
    auditReason: true,
    permissions: ["MANAGE_ROLES"],
    failures: reasons("unknown_role", "role_above_bot", "role_not_assignable", "two_factor_required"),
    resolveRisk: ({ guild_id, positions }) => movingRisk(guild_id, positions),
    validate: ({ positions }) =>
      positions.flatMap(({ id }, at) =>
        positions.findIndex((other) => other.id === id) === at
          ? []
          : [{ path: `positions[${at}].id`, message: "is moved twice", code: "duplicate" }]
      ),
    // The list is the whole body: what Discord says of [0] is about positions[0].
    toBody: ({ positions }): Frozen<RESTPatchAPIGuildRolePositionsJSONBody> => positions,
    renames: { "": "positions" },
    toResult: reading(Schema.Array(Role), (roles) => ({ value: { items: highestFirst(roles).map(role) } }))
  }),
  del("roles_delete", "/guilds/{guild_id}/roles/{role_id}", {
    description: "Delete a role, for good: everyone who has it loses it.",
    path: { guild_id, role_id },
    auditReason: true,
    permissions: ["MANAGE_ROLES"],
    failures: reasons("role_above_bot", "role_not_assignable", "two_factor_required"),
    preview: roleFacts
  })
])
