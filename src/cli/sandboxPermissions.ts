import { Either, Option } from "effect"
import { isBlank } from "../config/Setting.ts"
import { bitsOf, type PermissionName, permissionBits } from "../errors/PermissionName.ts"
import { didYouMean } from "../text/nearestName.ts"

/** The permissions that the sandbox's bot has in addition to the basic ones, so that users can try moderation. */
export const moderationBits: bigint = bitsOf([
  "KICK_MEMBERS",
  "BAN_MEMBERS",
  "MODERATE_MEMBERS",
  "MANAGE_NICKNAMES",
  "MANAGE_ROLES",
  "MANAGE_THREADS",
  "PIN_MESSAGES",
  "MANAGE_EVENTS",
  "CREATE_EVENTS",
  "VIEW_AUDIT_LOG"
])

/** Parses comma-separated names, or `none`, to bits. Returns a message that names all unknown names. */
export const parsePermissions = (text: string): Either.Either<bigint, string> => {
  const parts = text.split(",").map((name) => name.trim().toUpperCase())
  if (parts.some(isBlank)) return Either.left("a name is blank. For no permissions, use none")
  const names = parts.filter((name) => name !== "NONE")
  const unknown = names.filter((name) => !isPermissionName(name)).map((name) => name + didYouMean(name, known))
  if (unknown.length === 0) return Either.right(bitsOf(names.filter(isPermissionName)))
  const all = unknown.every((text) => text.includes("did you mean")) ? "" : `. The permissions are: ${known.join(", ")}`
  return Either.left(`unknown permissions: ${unknown.join(", ")}${all}`)
}

/** Returns the bits of an option, or the bits of a moderator if it is unset. */
export const permissionsOrDefault = (text: Option.Option<string>): Either.Either<bigint, string> =>
  Option.match(text, { onNone: () => Either.right(moderationBits), onSome: parsePermissions })

const known = Object.keys(permissionBits)

const isPermissionName = (name: string): name is PermissionName => Object.hasOwn(permissionBits, name)
