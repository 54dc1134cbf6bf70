import type { RESTPatchAPIGuildRolePositionsJSONBody, RESTPostAPIGuildRoleJSONBody } from "discord-api-types/v10"
import { Effect, Schema, Struct } from "effect"
import type { FileSource } from "../../discord/FileSource.ts"
import type { ValidationError } from "../../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { inputsOf } from "../../objects/fields.ts"
import type { Frozen } from "../../objects/fits.ts"
import { roleBody, roleFields } from "../../objects/role.ts"
import { described, integer, listOf, nullable, object, optional } from "../../objects/schema/fields.ts"
import { guild_id, RoleId, role_id } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { atLeastOne, atMostOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { unpaged } from "../dsl/paging.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { one, view, viewOf } from "../dsl/view.ts"
import { granting } from "../permissions/dangerous.ts"
import { keptInRole } from "../permissions/mergeOverwrite.ts"
import { roleNotice } from "../permissions/ownAccess.ts"
import { reasons } from "../shared/failures.ts"
import { image, imageBody } from "../shared/files.ts"
import { moveIssues, orderResult, sendRoleMoves } from "./order.ts"
import { roleChangeFacts, roleDeletionFacts } from "./preview.ts"
import { roleMoveRisk } from "./risk.ts"
import { createdRole, highestFirst, Role, role } from "./view.ts"

/** The settings of a role. */
const settings = {
  ...inputsOf(roleFields),
  icon: optional(nullable(described("Image shown with the name.", image)))
}

type RoleFields = Schema.Struct.Type<typeof settings>

/** Converts the settings of a role to Discord's format. */
const settingsBody = (input: RoleFields): Effect.Effect<RESTPostAPIGuildRoleJSONBody, ValidationError, FileSource> =>
  Effect.map(imageBody(Struct.pick(input, "icon")), (images) => ({ ...images, ...roleBody(input) }))

/** A role has either one colour or a gradient, and either one icon or an emoji. */
const roleIssues = (input: RoleFields): ReadonlyArray<ValidationIssue> => [
  ...atMostOne("color", "colors")(input),
  ...(input.icon != null && input.unicode_emoji != null ? atMostOne("icon", "unicode_emoji")(input) : []),
  ...(input.colors?.tertiary_color !== undefined && input.colors.secondary_color === undefined
    ? [{ path: "colors.secondary_color", message: "is required together with tertiary_color", code: "required" }]
    : [])
]

const synonyms = {
  roles_list:
    "ranks, what roles are there, role list, list roles, which roles, show roles, all roles, list every role, which roles exist, which ranks, fetch roles",
  roles_create:
    "new role, make a role, rank, create a role, add a role, set up a role, role called, colored role, add a new role, role named, new role with a color, make a rank, create a colored role",
  roles_modify:
    "rename a role, role color, colour, role permissions, hoist, mentionable, role icon, change a role, edit a role, what a role may do, permissions of a role, change the name of a role, give a role a permission, allow a role to do something, let a role manage, make a role blue, allow a role to, change the color of a role, edit a role's permissions, remove a permission from a role, take a permission from a role, permission of the role, edit role, role name, set color, set permissions of a role, recolor a role, hoist a role, separate role in the list, update a role, gradient role",
  roles_modify_positions:
    "reorder roles, role hierarchy, role above, role below, role order, put a role above another, put a role below another, put the admin role above, move a role up, move a role down, role position, sort roles, set positions, raise a role",
  roles_member_counts:
    "how many members have a role, role sizes, members per role, how many people have a role, how many in each role, count of role members, size of a role, how many members have the role, how popular is a role, count role members, biggest role",
  roles_delete:
    "remove a role from the server, drop a role, get rid of a role, delete an unused role, erase a role, delete role, remove a role completely",
  roles_get:
    "role info, details of a role, fetch role, one role, color of a role, what may a role do, what can a role do, colour of a role"
}

/** Roles, their order and permissions. */
export const tools = group({ category: "roles", synonyms }, [
  get("roles_list", "/guilds/{guild_id}/roles", {
    description:
      "List all roles of a guild with permissions, highest first. For member counts use roles_member_counts.",
    path: { guild_id },
    ...unpaged({
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
    title: "Count role members",
    description: "Count the members of each role, most first. @everyone is not counted.",
    path: { guild_id },
    ...unpaged({
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
    options: settings,
    auditReason: true,
    failures: reasons("roles_full", "boosts_missing", "image_too_large", "two_factor_required"),
    ...granting((role: RoleFields) => [
      { permissions: role.permissions, to: () => (role.name === undefined ? "the new role" : `"${role.name}"`) }
    ]),
    validate: roleIssues,
    toBody: settingsBody,
    toResult: one(createdRole)
  }),
  patch("roles_modify", "/guilds/{guild_id}/roles/{role_id}", {
    description:
      "Change a role below the bot's highest role. permissions replaces the whole list, except bits without a name: call roles_get first. For the position use roles_modify_positions.",
    path: { guild_id, role_id },
    options: settings,
    auditReason: true,
    failures: reasons(
      "role_above_bot",
      "role_not_assignable",
      "boosts_missing",
      "image_too_large",
      "two_factor_required"
    ),
    ...granting((role: RoleFields & { readonly role_id: string }) => [
      { permissions: role.permissions, id: () => role.role_id }
    ]),
    validate: (input) => [...atLeastOne("name", ...Object.keys(settings).slice(1))(input), ...roleIssues(input)],
    toBody: settingsBody,
    keeps: keptInRole,
    toResult: one(role),
    afterwards: roleNotice,
    preview: roleChangeFacts
  }),
  patch("roles_modify_positions", "/guilds/{guild_id}/roles", {
    description:
      "Move roles above or below another role, or to a position. They must be below the bot's highest role. Shows the order after it.",
    path: { guild_id },
    options: {
      positions: listOf(
        "The roles to move.",
        object("A role with its new place: above, below or position.", {
          id: described("Role id.", RoleId),
          above: optional(described("Directly above this role.", RoleId)),
          below: optional(described("Directly below this role.", RoleId)),
          position: optional(integer("Position from the bottom, from 1; @everyone is 0.", 1, Limits.ROLES_MAX))
        }).pipe(
          // `moveIssues` allows one of the three. Generated moves have a position.
          Schema.filter(() => true, {
            jsonSchema: {},
            arbitrary: (moves) => (fc) =>
              moves(fc).map(({ above: _, below: __, position = 1, ...move }) => ({ ...move, position }))
          })
        ),
        1,
        Limits.ROLES_MAX
      )
    },
    auditReason: true,
    failures: reasons("unknown_role", "role_above_bot", "role_not_assignable", "two_factor_required"),
    asks: ["grants"],
    resolveRisk: ({ guild_id, positions }) => roleMoveRisk(guild_id, positions),
    validate: ({ positions }) => moveIssues(positions),
    // The list is the whole body, so Discord's path [0] means positions[0].
    toBody: ({ positions }): Frozen<RESTPatchAPIGuildRolePositionsJSONBody> =>
      positions.map(({ id, position }) => ({ id, ...(position !== undefined && { position }) })),
    renames: { "": "positions" },
    send: sendRoleMoves,
    toResult: orderResult
  }),
  del("roles_delete", "/guilds/{guild_id}/roles/{role_id}", {
    description: "Delete a role permanently. All members lose it.",
    path: { guild_id, role_id },
    auditReason: true,
    failures: reasons("role_above_bot", "role_not_assignable", "two_factor_required"),
    preview: roleDeletionFacts
  })
])
