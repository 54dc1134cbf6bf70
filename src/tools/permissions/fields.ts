/** Input fields for permissions and overwrites, and their request bodies. */
import { OverwriteType } from "discord-api-types/v10"
import { Schema } from "effect"
import { bitsOf, type PermissionName, permissionBits } from "../../discord/permissions/PermissionName.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { didYouMean } from "../../errors/nearestName.ts"
import { named } from "../../errors/quoted.ts"
import type { Risk } from "../../safety/Permit.ts"
import { textOf } from "../shared/enums.ts"
import { brief, choice, described, listOf, object, optional } from "../shared/fields.ts"
import { OverwriteId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { isDangerous } from "./dangerous.ts"

// Object.keys loses the key type; the keys are those of `permissionBits`.
const names = Object.keys(permissionBits) as Array<PermissionName>

/** One permission, by its documented name. */
const permission = Schema.Literal(...names).annotations({
  message: ({ actual }) => ({
    message: `${named(textOf(actual))} is not a Discord permission${didYouMean(textOf(actual), names)}`,
    override: true
  }),
  // A full enum of fifty names in every schema would cost too many tokens.
  jsonSchema: { type: "string", description: "Such as SEND_MESSAGES." }
})

/** Returns the schema of a list of permissions. */
export const permissions = (description: string) => listOf(description, permission, 0, names.length)

/** Converts permissions to Discord's format: the sum of their bits, as a decimal string. */
export const permissionsText = (permissions: ReadonlyArray<PermissionName>): string => String(bitsOf(permissions))

/** A permission overwrite: what a role or member may do in one channel. */
export const overwrite = object("A permission overwrite of one role or member in this channel.", {
  id: described("The role or user. The guild's id means @everyone.", OverwriteId),
  type: choice("What the id refers to.", "role", "member"),
  allow: optional(permissions("Allowed permissions.")),
  deny: optional(permissions("Denied permissions."))
})

/** All overwrites of a channel. */
export const overwrites = brief(
  "All permission overwrites: [{id: role or user id (the guild's id means @everyone), type: role or member, allow?: [SEND_MESSAGES, …], deny?: […]}].",
  listOf("All permission overwrites.", overwrite, 0, Limits.OVERWRITES_MAX)
)

/** Names of overwrite types, mapped to Discord's numbers. */
export const overwriteTypes = { role: OverwriteType.Role, member: OverwriteType.Member } as const

/** Converts overwrites to Discord's format. */
export const overwritesBody = (list: typeof overwrites.Type) =>
  list.map(({ allow = [], deny = [], id, type }) => ({
    id,
    type: overwriteTypes[type],
    allow: permissionsText(allow),
    deny: permissionsText(deny)
  }))

/** Returns the risk of overwrites: destructive if one allows a dangerous permission. */
export const overwritesRisk = (list: typeof overwrites.Type | undefined): Risk =>
  (list ?? []).some(({ allow = [] }) => isDangerous(allow)) ? "destructive" : "write"

/** Validates that no permission is both allowed and denied. `prefix` is prepended to the issue path. */
export const allowDenyIssues = (
  {
    allow = [],
    deny = []
  }: { readonly allow?: ReadonlyArray<PermissionName>; readonly deny?: ReadonlyArray<PermissionName> },
  prefix = ""
): ReadonlyArray<ValidationIssue> =>
  deny
    .filter((name) => allow.includes(name))
    .map((name) => ({ path: `${prefix}deny`, message: `${name} cannot be both allowed and denied`, code: "exclusive" }))

/** Validates a list of overwrites, whose path is `path`. */
export const overwritesIssues = (
  list: typeof overwrites.Type | undefined,
  path: string
): ReadonlyArray<ValidationIssue> => (list ?? []).flatMap((it, index) => allowDenyIssues(it, `${path}[${index}].`))
