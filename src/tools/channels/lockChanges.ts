/** What locks and unlocks of a channel change: its overwrites, before and after. Pure. */
import { ChannelType, OverwriteType } from "discord-api-types/v10"
import {
  type ChannelPermissions,
  channelKindOf,
  effectivePermissions,
  grantedPermissions,
  type MemberPermissions
} from "../../discord/permissions/effectivePermissions.ts"
import { bitsOf, type PermissionName, permissionBits } from "../../errors/PermissionName.ts"
import type { GuildContext } from "../permissions/context.ts"
import { NO_OVERWRITE, type OverwriteBits } from "../permissions/mergeOverwrite.ts"

/** The overwrite of one role or member. */
export interface StoredOverwrite extends OverwriteBits {
  readonly id: string
  readonly type: number
}

/** A changed overwrite. `before` is absent if it is new, `after` if it is deleted. */
export interface ChangedOverwrite {
  readonly id: string
  readonly type: number
  readonly before?: OverwriteBits
  readonly after?: OverwriteBits
}

/** A channel, and who is in its guild. */
export interface LockPlace {
  readonly type: number
  readonly overwrites: ReadonlyArray<StoredOverwrite>
  readonly guild: GuildContext
  readonly bot: MemberPermissions
}

const TEXT: ReadonlyArray<PermissionName> = [
  "SEND_MESSAGES",
  "SEND_MESSAGES_IN_THREADS",
  "CREATE_PUBLIC_THREADS",
  "CREATE_PRIVATE_THREADS"
]
const VOICE: ReadonlyArray<PermissionName> = ["SEND_MESSAGES", "CONNECT", "SPEAK"]
const FORUM: ReadonlyArray<PermissionName> = ["SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS"]

/** The permissions to write in a channel of a type, or to speak there. In a forum, SEND_MESSAGES creates posts. */
const writingIn = (type: number): ReadonlyArray<PermissionName> => {
  if (type === ChannelType.GuildCategory) return [...TEXT, ...VOICE]
  if (type === ChannelType.GuildStageVoice) return ["SEND_MESSAGES", "CONNECT", "REQUEST_TO_SPEAK"]
  const kind = channelKindOf(type)
  return kind === "voice" ? VOICE : kind === "forum" ? FORUM : TEXT
}

/** Returns the bits of the permissions to write in a channel of a type. */
export const writingBits = (type: number): bigint => bitsOf(writingIn(type))

/** Returns the permissions of a channel with these overwrites. */
export const permissionsWith = (type: number, overwrites: ReadonlyArray<StoredOverwrite>): ChannelPermissions => ({
  kind: channelKindOf(type),
  overwrites: overwrites.map(({ allow, deny, id, type: of }) => ({
    id,
    of: of === OverwriteType.Role ? "role" : "member",
    allow,
    deny
  }))
})

/** Returns the overwrites after changes. */
export const withChanges = (
  overwrites: ReadonlyArray<StoredOverwrite>,
  changes: ReadonlyArray<ChangedOverwrite>
): ReadonlyArray<StoredOverwrite> => [
  ...overwrites.filter(({ id }) => changes.every((change) => change.id !== id)),
  ...changes.flatMap(({ after, id, type }) => (after === undefined ? [] : [{ id, type, ...after }]))
]

/** Returns the change of one overwrite; none if it stays as it is. */
export const changeTo = (
  overwrites: ReadonlyArray<StoredOverwrite>,
  { id, type, ...after }: StoredOverwrite
): ReadonlyArray<ChangedOverwrite> => {
  const before = overwrites.find((it) => it.id === id)
  const { allow, deny } = before ?? NO_OVERWRITE
  if (allow === after.allow && deny === after.deny) return []
  return [{ id, type, ...(before && { before: { allow, deny } }), after }]
}

/** Returns a member who has only this role. */
export const onlyWith = (role: string): MemberPermissions => ({ id: "", roles: [role], timedOut: false })

/** Returns whether a role has ADMINISTRATOR, which no overwrite restricts. */
export const isAdministrator = ({ permissions }: { readonly permissions: string }): boolean =>
  (BigInt(permissions) & permissionBits.ADMINISTRATOR) !== 0n

/**
 * Returns what a lock changes, in the order to send: first what the bot and the excepted roles keep. `@everyone` is denied
 * to write. Other roles and members lose what allows them to. A second lock changes nothing.
 */
export const lockChanges = (place: LockPlace, except: ReadonlyArray<string>): ReadonlyArray<ChangedOverwrite> => {
  const { bot, guild, overwrites, type } = place
  const locked = deniable(place)
  const ownRoles = guild.roles.filter(({ id, managed }) => managed === true && bot.roles.includes(id))
  const keeps = new Set([bot.id, ...ownRoles.map(({ id }) => id), ...except])
  const of = (id: string, kind: number) => overwrites.find((it) => it.id === id) ?? { id, type: kind, ...NO_OVERWRITE }

  const allowed = except.flatMap((id) => {
    const role = guild.roles.find((it) => it.id === id)
    if (role === undefined || isAdministrator(role)) return []
    const { allow, deny, ...rest } = of(id, OverwriteType.Role)
    const kept = keptBy(id, place) & locked
    return changeTo(overwrites, { ...rest, allow: allow | kept, deny: deny & ~kept })
  })
  const everyone = of(guild.id, OverwriteType.Role)
  const denied = changeTo(overwrites, {
    ...everyone,
    allow: everyone.allow & ~locked,
    deny: everyone.deny | locked
  })
  const taken = overwrites.flatMap((it) =>
    it.id === guild.id || keeps.has(it.id) ? [] : changeTo(overwrites, { ...it, allow: it.allow & ~locked })
  )
  const changes = [...allowed, ...denied, ...taken]
  const can = (all: ReadonlyArray<StoredOverwrite>) =>
    effectivePermissions(guild.permissions, { ...bot, timedOut: false }, permissionsWith(type, all)) & locked
  const lost = can(overwrites) & ~can(withChanges(overwrites, changes))
  const { allow, deny, ...own } = of(bot.id, OverwriteType.Member)
  return [...changeTo(overwrites, { ...own, allow: allow | lost, deny: deny & ~lost }), ...changes]
}

/** The bot can deny only what it has in the guild. It leaves out what it lacks if nobody has it. */
const deniable = ({ bot, guild, overwrites, type }: LockPlace): bigint =>
  [
    grantedPermissions(guild.permissions, bot),
    ...guild.roles.filter((it) => !isAdministrator(it)).map(({ permissions }) => BigInt(permissions)),
    ...overwrites.map(({ allow }) => allow)
  ].reduce((all, bits) => all | bits, 0n) & writingBits(type)

/** Returns what an excepted role may do: what it can do now. If it cannot write now, what it can do in the guild, and write. */
const keptBy = (role: string, { guild, overwrites, type }: LockPlace): bigint => {
  const held = effectivePermissions(guild.permissions, onlyWith(role), permissionsWith(type, overwrites))
  if ((held & permissionBits.SEND_MESSAGES) !== 0n) return held
  const main = channelKindOf(type) === "voice" ? writingBits(type) : permissionBits.SEND_MESSAGES
  return held | grantedPermissions(guild.permissions, onlyWith(role)) | main
}

/** An entry of the audit log: what a lock or unlock changed of one overwrite. Unchanged bits are unset on both sides. */
export interface LockEntry {
  readonly id: string
  readonly type: number
  readonly does: "lock" | "unlock"
  readonly isNew: boolean
  readonly before: OverwriteBits
  readonly after: OverwriteBits
}

/** What an unlock changes, and the ids of overwrites that somebody else has changed since the lock. */
export interface Unlock {
  readonly changes: ReadonlyArray<ChangedOverwrite>
  readonly kept: ReadonlyArray<string>
}

/**
 * Returns what restores the overwrites as they were before the lock, from the entries of the audit log, newest first. A
 * permission that somebody else has changed since stays. The bot's own overwrite comes last, because it may need it.
 */
export const unlockChanges = (
  { bot, guild, overwrites, type }: LockPlace,
  entries: ReadonlyArray<LockEntry>
): Unlock | undefined => {
  const open = [...new Set(entries.map(({ id }) => id))].flatMap((id) => {
    const own = entries.filter((it) => it.id === id)
    const end = own.findIndex(({ does }) => does === "unlock")
    const locks = own.slice(0, end === -1 ? own.length : end).toReversed()
    return locks[0] === undefined ? [] : [restored(overwrites, locks, locks[0], writingBits(type))]
  })
  if (open.length === 0) return undefined
  const rank = ({ id }: ChangedOverwrite) => (id === bot.id ? 2 : id === guild.id ? 1 : 0)
  return {
    changes: open.flatMap(({ changes }) => changes).toSorted((a, b) => rank(a) - rank(b)),
    kept: open.flatMap(({ kept }) => kept)
  }
}

/** Returns what an overwrite was before its locks, the oldest of which comes first. */
const restored = (
  overwrites: ReadonlyArray<StoredOverwrite>,
  locks: ReadonlyArray<LockEntry>,
  { id, isNew, type }: LockEntry,
  lockable: bigint
): Unlock => {
  const current = overwrites.find((it) => it.id === id)
  let [touched, allowBefore, denyBefore, allowAfter, denyAfter] = [0n, 0n, 0n, 0n, 0n]
  for (const { after, before } of locks) {
    const bits = ((before.allow ^ after.allow) | (before.deny ^ after.deny)) & lockable
    allowBefore |= before.allow & bits & ~touched
    denyBefore |= before.deny & bits & ~touched
    allowAfter = (allowAfter & ~bits) | (after.allow & bits)
    denyAfter = (denyAfter & ~bits) | (after.deny & bits)
    touched |= bits
  }
  // Somebody has deleted the overwrite. That is kept, unless it was new with the lock.
  if (current === undefined) return { changes: [], kept: isNew ? [] : [id] }
  const same = touched & ~((current.allow ^ allowAfter) | (current.deny ^ denyAfter))
  const other = touched & ~same & ((current.allow ^ allowBefore) | (current.deny ^ denyBefore))
  const after = {
    allow: (current.allow & ~same) | (allowBefore & same),
    deny: (current.deny & ~same) | (denyBefore & same)
  }
  const kept = other === 0n ? [] : [id]
  if (isNew && after.allow === 0n && after.deny === 0n) return { changes: [deletion(current)], kept }
  return { changes: changeTo(overwrites, { id, type, ...after }), kept }
}

/** Returns what removes the denials of `@everyone` to write. An overwrite that then is empty is deleted. */
export const withoutDenials = ({ guild, overwrites, type }: LockPlace): ReadonlyArray<ChangedOverwrite> => {
  const everyone = overwrites.find(({ id }) => id === guild.id)
  if (everyone === undefined || (everyone.deny & writingBits(type)) === 0n) return []
  const deny = everyone.deny & ~writingBits(type)
  return everyone.allow === 0n && deny === 0n ? [deletion(everyone)] : changeTo(overwrites, { ...everyone, deny })
}

const deletion = ({ allow, deny, id, type }: StoredOverwrite): ChangedOverwrite => ({
  id,
  type,
  before: { allow, deny }
})
