/**
 * Overwrites as a change leaves them. Discord replaces a whole overwrite, so what a call does not name is read first and
 * sent again, with the bits that have no name here.
 */
import { Effect, Schema } from "effect"
import { channelKindOf } from "../../discord/permissions/effectivePermissions.ts"
import { bitsOf, NAMED, type Permission, permissionsIn } from "../../errors/PermissionName.ts"
import { Bits, decisive, Id, nullish, whole } from "../../objects/schema/reply.ts"
import { getJson } from "../dsl/getJson.ts"
import { compact } from "../dsl/view.ts"

type Names = ReadonlyArray<Permission>

/** A change of one overwrite. Permissions in no list stay as they are. */
export interface OverwriteChange {
  readonly allow?: Names
  readonly deny?: Names
  /** Permissions that are neither allowed nor denied from now on. */
  readonly inherit?: Names
}

/** The bits of an overwrite. */
export interface OverwriteBits {
  readonly allow: bigint
  readonly deny: bigint
}

/** An overwrite in Discord's format. */
interface TextOverwrite {
  readonly id: string
  readonly allow: string
  readonly deny: string
}

/** Returns the bits of the overwrite of a role or member. Without an overwrite, nothing is allowed or denied. */
export const bitsFor = (overwrites: ReadonlyArray<TextOverwrite>, id: string): OverwriteBits => {
  const { allow, deny } = overwrites.find((it) => it.id === id) ?? { allow: 0, deny: 0 }
  return { allow: BigInt(allow), deny: BigInt(deny) }
}

/** Returns an overwrite after a change. */
export const mergeOverwrite = (
  before: OverwriteBits,
  { allow = [], deny = [], inherit = [] }: OverwriteChange
): OverwriteBits => {
  const [allows, denies, neither] = [bitsOf(allow), bitsOf(deny), bitsOf(inherit)]
  return {
    allow: (before.allow & ~denies & ~neither) | allows,
    deny: (before.deny & ~allows & ~neither) | denies
  }
}

/** Returns an overwrite that is replaced: the bits without a name stay. */
export const replaceOverwrite = (
  before: OverwriteBits,
  { allow = [], deny = [] }: Omit<OverwriteChange, "inherit">
): OverwriteBits => ({
  allow: (before.allow & ~NAMED & ~bitsOf(deny)) | bitsOf(allow),
  deny: (before.deny & ~NAMED & ~bitsOf(allow)) | bitsOf(deny)
})

/** An overwrite that is deleted. */
export const NO_OVERWRITE: OverwriteBits = { allow: 0n, deny: 0n }

/** Returns the permissions that an overwrite no longer allows or denies. */
export const lostBy = (before: OverwriteBits, after: OverwriteBits) =>
  compact({
    no_longer_allowed: permissionsIn(before.allow & ~after.allow),
    no_longer_denied: permissionsIn(before.deny & ~after.deny)
  })

// Without the overwrites, a change would drop all that it keeps. Only threads and direct messages have none.
const Overwritten = Schema.Struct({
  type: nullish(Schema.Number),
  guild_id: nullish(Id),
  permission_overwrites: decisive(whole(Schema.Struct({ id: Id, allow: Bits, deny: Bits })))
}).pipe(
  Schema.filter(
    ({ guild_id, permission_overwrites: overwrites, type }) =>
      overwrites != null || guild_id == null || channelKindOf(type ?? -1) === "thread"
  )
)

/** Reads the overwrites of a channel. Fails if they cannot be read: what a change keeps is not known then. */
const presentOverwrites = (channel_id: string) =>
  Effect.map(
    getJson(Overwritten, "/channels/{channel_id}", { channel_id }),
    ({ permission_overwrites }) => permission_overwrites ?? []
  )

/** Returns the merged overwrite for the request, and what the result says was lost. */
export const keptInOverwrite = ({
  channel_id,
  overwrite_id,
  ...change
}: OverwriteChange & { readonly channel_id: string; readonly overwrite_id: string }) =>
  Effect.map(presentOverwrites(channel_id), (overwrites) => {
    const before = bitsFor(overwrites, overwrite_id)
    const after = mergeOverwrite(before, change)
    return { body: { allow: String(after.allow), deny: String(after.deny) }, result: lostBy(before, after) }
  })

/** Returns what the result of a deleted overwrite says was lost; nothing if that cannot be read. */
export const lostByDeletion = ({
  channel_id,
  overwrite_id
}: {
  readonly channel_id: string
  readonly overwrite_id: string
}) =>
  Effect.map(presentOverwrites(channel_id), (overwrites) => ({
    body: {},
    result: lostBy(bitsFor(overwrites, overwrite_id), NO_OVERWRITE)
  })).pipe(Effect.orElseSucceed(() => ({ body: {}, result: {} })))

/** Returns the replaced overwrites of a channel for the request, and what the result says was lost, by role or member. */
export const keptInOverwrites = (
  channel_id: string,
  overwrites: ReadonlyArray<Omit<OverwriteChange, "inherit"> & { readonly id: string; readonly type: number }>
) =>
  Effect.map(presentOverwrites(channel_id), (present) => {
    const after = overwrites.map(({ id, type, ...change }) => ({
      id,
      type,
      ...replaceOverwrite(bitsFor(present, id), change)
    }))
    const losses = present.flatMap(({ id }) => {
      const lost = lostBy(bitsFor(present, id), after.find((it) => it.id === id) ?? NO_OVERWRITE)
      return Object.keys(lost).length === 0 ? [] : [{ id, ...lost }]
    })
    return {
      body: {
        permission_overwrites: after.map(({ allow, deny, ...it }) => ({
          ...it,
          allow: String(allow),
          deny: String(deny)
        }))
      },
      result: losses.length === 0 ? {} : { overwrites_lost: losses }
    }
  })

/** Returns the permissions of a changed role for the request: the bits that have no name here stay. */
export const keptInRole = ({
  guild_id,
  permissions,
  role_id
}: {
  readonly guild_id: string
  readonly role_id: string
  readonly permissions?: Names
}) =>
  permissions &&
  Effect.map(getJson(Roles, "/guilds/{guild_id}/roles", { guild_id }), (roles) => {
    const present = BigInt(roles.find(({ id }) => id === role_id)?.permissions ?? 0)
    const dropped = permissionsIn(present & ~bitsOf(permissions))
    return {
      body: { permissions: String((present & ~NAMED) | bitsOf(permissions)) },
      result: compact({ permissions_removed: dropped })
    }
  })

const Roles = Schema.Array(Schema.Struct({ id: Id, permissions: Bits }))
