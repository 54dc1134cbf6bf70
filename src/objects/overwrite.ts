/** Permissions and permission overwrites, in both directions. */
import { OverwriteType } from "discord-api-types/v10"
import { Schema } from "effect"
import {
  bitsOf,
  isUnnamed,
  type Permission,
  type PermissionName,
  permissionBits,
  permissionsIn
} from "../errors/PermissionName.ts"
import { didYouMean } from "../text/nearestName.ts"
import { named } from "../text/words.ts"
import { field } from "./fields.ts"
import { alsoTakes, type Conversion } from "./schema/alsoTakes.ts"
import { toBitNames, toEnumName } from "./schema/conversions.ts"
import { describeValue, enumChoice, enumName } from "./schema/enums.ts"
import { described, listOf, object, optional } from "./schema/fields.ts"
import { OverwriteId } from "./schema/ids.ts"
import * as Limits from "./schema/limits.ts"
import { Bits, expected, Id, nullish } from "./schema/reply.ts"

// Object.keys loses the key type; the keys are those of `permissionBits`.
const names = Object.keys(permissionBits) as Array<PermissionName>

/** Former names of permissions in Discord or its libraries, and their labels in Discord's client. */
const formerNames: Readonly<Record<string, PermissionName>> = {
  CREATE_INVITE: "CREATE_INSTANT_INVITE",
  MANAGE_EXPRESSIONS: "MANAGE_GUILD_EXPRESSIONS",
  "Mention @everyone, @here, and All Roles": "MENTION_EVERYONE",
  USE_VOICE_ACTIVITY: "USE_VAD",
  VIDEO: "STREAM",
  MANAGE_EMOJIS: "MANAGE_GUILD_EXPRESSIONS",
  MANAGE_EMOJIS_AND_STICKERS: "MANAGE_GUILD_EXPRESSIONS",
  MANAGE_PERMISSIONS: "MANAGE_ROLES",
  MANAGE_SERVER: "MANAGE_GUILD",
  READ_MESSAGES: "VIEW_CHANNEL",
  START_EMBEDDED_ACTIVITIES: "USE_EMBEDDED_ACTIVITIES",
  TIMEOUT_MEMBERS: "MODERATE_MEMBERS",
  USE_EXTERNAL_EMOJI: "USE_EXTERNAL_EMOJIS",
  USE_SLASH_COMMANDS: "USE_APPLICATION_COMMANDS",
  VIEW_CHANNELS: "VIEW_CHANNEL"
}

/** One permission, by its documented name. */
const permission = Schema.Literal(...names).annotations({
  message: ({ actual }) => ({
    message: `${named(describeValue(actual))} is not a Discord permission${didYouMean(describeValue(actual), names)}`,
    override: true
  }),
  ...alsoTakes(toEnumName(names, () => Object.entries(formerNames))),
  // A full enum of fifty names in every schema would cost too many tokens.
  jsonSchema: { type: "string", description: "Such as SEND_MESSAGES." }
})

/** Returns the schema of one permission. */
export const permissionName = (description: string): typeof permission =>
  permission.annotations({ jsonSchema: { type: "string", description } })

/** One permission of a list: its name, or bits without a name, as results have them. */
const anyPermission = Schema.Union(permission, Schema.String.pipe(Schema.filter(isUnnamed))).annotations({
  message: ({ actual }) => ({
    message: `${named(describeValue(actual))} is not a Discord permission${didYouMean(describeValue(actual), names)}`,
    override: true
  }),
  arbitrary: () => (fc) => fc.constantFrom(...names),
  jsonSchema: { type: "string", description: "Such as SEND_MESSAGES." },
  ...alsoTakes(toEnumName(names, () => Object.entries(formerNames)))
})

const toNames = toBitNames(permissionBits)

/** Converts sums of bits to names. What has no name becomes hexadecimal. */
const toPermissions: Conversion = (value) => {
  const converted = toNames(value)
  const isSum = (item: unknown): item is string => typeof item === "string" && /^\d{1,20}$/.test(item)
  return Array.isArray(converted) && converted.some(isSum)
    ? converted.map((item: unknown) => (isSum(item) ? `0x${BigInt(item).toString(16)}` : item))
    : converted
}

/** Returns the schema of a list of permissions. */
export const permissions = (description: string) =>
  listOf(description, anyPermission, 0, names.length + 1).annotations(alsoTakes(toPermissions))

/** Returns the schema of a list of permissions that all have a name. */
export const namedPermissions = (description: string) =>
  listOf(description, permission, 0, names.length).annotations(alsoTakes(toNames))

/** Converts permissions to Discord's format: the sum of their bits, as a decimal string. */
export const permissionsText = (permissions: ReadonlyArray<Permission>): string => String(bitsOf(permissions))

/** Names of overwrite types, mapped to Discord's numbers. */
export const overwriteTypes = { role: OverwriteType.Role, member: OverwriteType.Member } as const

/** Makes a field for the type of an overwrite. Many call a member a user. */
export const overwriteType = (description: string) =>
  enumChoice(description, overwriteTypes, { User: OverwriteType.Member })

/** A permission overwrite: what a role or member may do in one channel. */
export const overwrite = object("A permission overwrite of one role or member in this channel.", {
  id: described("Role or user id; the guild's id is @everyone.", OverwriteId),
  type: overwriteType("What the id is."),
  allow: optional(permissions("Allowed, such as SEND_MESSAGES.")),
  deny: optional(permissions("Denied, such as VIEW_CHANNEL."))
})

/** The overwrites of a channel. A change replaces all of them. */
export const overwritesField = field({
  value: listOf("All permission overwrites. Omitted ones are removed.", overwrite, 0, Limits.OVERWRITES_MAX),
  reply: Schema.Array(
    Schema.Struct({ id: expected(Id), type: expected(Schema.Number), allow: nullish(Bits), deny: nullish(Bits) })
  ),
  show: (overwrites) =>
    overwrites.map(({ allow, deny, id, type }) => {
      const [allowed = [], denied = []] = [allow, deny].map((bits) => permissionsIn(BigInt(bits ?? 0)))
      return {
        id,
        type: enumName(overwriteTypes, type),
        ...(allowed.length > 0 && { allow: allowed }),
        ...(denied.length > 0 && { deny: denied })
      } as typeof overwrite.Encoded // an id or a type that Discord left out is left out
    }),
  toDiscord: (overwrites) =>
    overwrites.map(({ allow = [], deny = [], id, type }) => ({
      id,
      type: overwriteTypes[type],
      allow: permissionsText(allow),
      deny: permissionsText(deny)
    })),
  unset: []
})
