/** Permissions as inputs name them, and as Discord takes them. */
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

// Object.keys forgets the key type; the keys are those of `permissionBits`.
const names = Object.keys(permissionBits) as Array<PermissionName>

/** One permission, by the name Discord's documentation uses. */
const permission = Schema.Literal(...names).annotations({
  message: ({ actual }) => ({
    message: `${named(textOf(actual))} is no permission of Discord${didYouMean(textOf(actual), names)}`,
    override: true
  }),
  // All fifty names in every schema would cost more than they tell.
  jsonSchema: { type: "string", description: "Such as SEND_MESSAGES." }
})

/** A list of permissions. */
export const permissions = (description: string) => listOf(description, permission, 0, names.length)

/** Permissions as Discord takes them: the sum of their bits, as a decimal string. */
export const permissionsText = (asked: ReadonlyArray<PermissionName>): string => String(bitsOf(asked))

/** What a role or a member may do in a channel, other than elsewhere. */
export const overwrite = object("What one role or member may and may not do here, whatever it may elsewhere.", {
  id: described("The role or user. The guild's own id stands for @everyone.", OverwriteId),
  type: choice("Whether id is a role or a member.", "role", "member"),
  allow: optional(permissions("Permissions to allow here.")),
  deny: optional(permissions("Permissions to deny here."))
})

/** The overwrites of a channel: all of them. */
export const overwrites = brief(
  "All permission overwrites: [{id: of a role or user (the guild's own is @everyone), type: role or member, allow?: [SEND_MESSAGES, …], deny?: […]}].",
  listOf("All permission overwrites.", overwrite, 0, Limits.OVERWRITES_MAX)
)

/** Kinds of overwrites by their words. */
export const overwriteTypes = { role: OverwriteType.Role, member: OverwriteType.Member } as const

/** Overwrites as Discord takes them. */
export const overwritesBody = (asked: typeof overwrites.Type) =>
  asked.map(({ allow = [], deny = [], id, type }) => ({
    id,
    type: overwriteTypes[type],
    allow: permissionsText(allow),
    deny: permissionsText(deny)
  }))

/** To give a dangerous permission by overwrite is destructive. */
export const overwritesRisk = (asked: typeof overwrites.Type | undefined): Risk =>
  (asked ?? []).some(({ allow = [] }) => isDangerous(allow)) ? "destructive" : "write"

/** A permission cannot be allowed and denied at once. */
export const allowAndDeny = (
  {
    allow = [],
    deny = []
  }: { readonly allow?: ReadonlyArray<PermissionName>; readonly deny?: ReadonlyArray<PermissionName> },
  at = ""
): ReadonlyArray<ValidationIssue> =>
  deny
    .filter((name) => allow.includes(name))
    .map((name) => ({ path: `${at}deny`, message: `${name} cannot be allowed and denied at once`, code: "exclusive" }))

/** The same for a whole list of overwrites that stands at `at`. */
export const overwritesIssues = (
  asked: typeof overwrites.Type | undefined,
  at: string
): ReadonlyArray<ValidationIssue> => (asked ?? []).flatMap((it, index) => allowAndDeny(it, `${at}[${index}].`))
