/** Preview facts of permission changes: of a role, or of a channel's overwrites. */
import { OverwriteType } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { bitsOf, type Permission, permissionsIn } from "../../errors/PermissionName.ts"
import { Bits, Id, nullish, whole } from "../../objects/schema/reply.ts"
import { getJson, getReadable } from "../dsl/getJson.ts"
import { compact } from "../dsl/view.ts"
import { type Overwrite, overwritesOf, PermissionChannel } from "../permissions/context.ts"
import { isDangerous } from "../permissions/dangerous.ts"
import {
  bitsFor,
  lostBy,
  mergeOverwrite,
  NO_OVERWRITE,
  type OverwriteBits,
  type OverwriteChange,
  replaceOverwrite
} from "../permissions/mergeOverwrite.ts"
import { firstItems, formatName } from "../shared/previewText.ts"
import type { PreviewFacts } from "../Tool.ts"
import { permissionNames } from "./view.ts"

interface RolePath {
  readonly guild_id: string
  readonly role_id: string
}

/** Returns the facts of a role change: added and removed permissions, number of members. */
export const roleChangeFacts = ({
  guild_id,
  permissions,
  role_id
}: RolePath & { readonly permissions?: ReadonlyArray<Permission> }): PreviewFacts =>
  permissions === undefined
    ? Effect.succeed({})
    : Effect.zipWith(roleIn(guild_id, role_id), memberCountFacts(guild_id, role_id), (role, members) => {
        const [before, after] = [BigInt(role?.permissions ?? 0), bitsOf(permissions)]
        return {
          ...compact({
            permissions_added: permissionsIn(after & ~before),
            permissions_removed: permissionsIn(before & ~after)
          }),
          ...members
        }
      })

/** Returns the facts of a role deletion: number of members, and the role's permissions. */
export const roleDeletionFacts = ({ guild_id, role_id }: RolePath): PreviewFacts =>
  Effect.zipWith(roleIn(guild_id, role_id), memberCountFacts(guild_id, role_id), (role, members) => ({
    ...members,
    ...(role !== undefined && compact({ permissions: permissionNames(role.permissions), managed: role.managed }))
  }))

/** An overwrite in a tool's input. */
interface OverwriteInput {
  readonly id: string
  readonly allow?: ReadonlyArray<Permission>
  readonly deny?: ReadonlyArray<Permission>
}

/** Returns the facts of changing or deleting one overwrite. Without a type, it is deleted. */
export const overwriteFacts = ({
  channel_id,
  overwrite_id,
  type,
  ...change
}: OverwriteChange & {
  readonly channel_id: string
  readonly overwrite_id: string
  readonly type?: string
}): PreviewFacts =>
  Effect.map(channelOf(channel_id), (channel) => {
    const before = bitsFor(overwritesOf(channel), overwrite_id)
    return changeOf(before, type === undefined ? NO_OVERWRITE : mergeOverwrite(before, change))
  })

/** Returns the facts of replacing all overwrites of a channel: those lost and those set. */
export const overwritesFacts = ({
  channel_id,
  permission_overwrites: overwrites
}: {
  readonly channel_id: string
  readonly permission_overwrites?: ReadonlyArray<OverwriteInput>
}): PreviewFacts =>
  overwrites === undefined
    ? Effect.succeed({})
    : Effect.gen(function* () {
        const channel = yield* channelOf(channel_id)
        const { guild_id } = channel
        const names = yield* guild_id == null ? Effect.succeed(new Map<string, string>()) : roleNames(guild_id)
        const before = overwritesOf(channel)
        const removed = before.filter(({ id }) => overwrites.every((it) => it.id !== id))
        const set = overwrites.flatMap((overwrite) => {
          const present = bitsFor(before, overwrite.id)
          const change = changeOf(present, replaceOverwrite(present, overwrite))
          const text = changeText(change)
          return text === ""
            ? []
            : [{ text: `${names.get(overwrite.id) ?? overwrite.id}: ${text}`, grants: isGrant(change) }]
        })
        return compact({
          overwrites_removed: removed.map(
            (it) =>
              `${ownerName(it, names)}: ${changeText(changeOf(bitsFor(before, it.id), NO_OVERWRITE)) || "no effective change"}`
          ),
          overwrites_set: grantsFirst(set)
        })
      })

/** Returns what a channel that takes the overwrites of its category no longer allows or denies, by role or member. */
export const replacedOverwrites = (
  before: ReadonlyArray<typeof Overwrite.Type>,
  after: ReadonlyArray<typeof Overwrite.Type>,
  names: ReadonlyMap<string, string>
): ReadonlyArray<string> =>
  before.flatMap((it) => {
    const text = changeText(lostBy(bitsFor(before, it.id), bitsFor(after, it.id)))
    return text === "" ? [] : [`${ownerName(it, names)}: ${text}`]
  })

/** Returns what the overwrites of a new channel allow and deny, by role or member. */
export const newOverwriteTexts = (
  overwrites: ReadonlyArray<typeof Overwrite.Type>,
  names: ReadonlyMap<string, string>
): ReadonlyArray<string> =>
  grantsFirst(
    overwrites.flatMap((overwrite) => {
      const change = changeOf(NO_OVERWRITE, bitsFor(overwrites, overwrite.id))
      const text = changeText(change)
      return text === "" ? [] : [{ text: `${ownerName(overwrite, names)}: ${text}`, grants: isGrant(change) }]
    })
  )

/** Returns all changes that grant dangerous permissions, then the first of the others. */
const grantsFirst = (changes: ReadonlyArray<{ readonly text: string; readonly grants: boolean }>) => {
  const texts = (grants: boolean) => changes.filter((it) => it.grants === grants).map(({ text }) => text)
  return [...texts(true), ...firstItems(texts(false), SHOWN_MAX)]
}

/** Maximum number of shown overwrites that grant nothing dangerous. */
const SHOWN_MAX = 20

/** Returns whether a change grants a dangerous permission. */
const isGrant = ({ no_longer_denied = [], newly_allowed = [] }: ReturnType<typeof changeOf>): boolean =>
  isDangerous([...newly_allowed, ...no_longer_denied])

/** Returns what a changed overwrite newly allows and denies, and what it no longer does. */
export const changeOf = (before: OverwriteBits, after: OverwriteBits) => ({
  ...compact({
    newly_allowed: permissionsIn(after.allow & ~before.allow),
    newly_denied: permissionsIn(after.deny & ~before.deny)
  }),
  ...lostBy(before, after)
})

/** Formats the result of `changeOf`. */
export const changeText = (change: object): string =>
  Object.entries(change)
    .map(([name, permissions]) => `${name.replaceAll("_", " ")} ${String(permissions).replaceAll(",", ", ")}`)
    .join("; ")

const ownerName = ({ id, type }: typeof Overwrite.Type, names: ReadonlyMap<string, string>): string =>
  names.get(id) ?? (type === OverwriteType.Role ? id : `member ${id}`)

const channelOf = (channel_id: string) => getReadable(PermissionChannel, "/channels/{channel_id}", { channel_id })

// A preview needs the role that changes.
const Guild = Schema.Struct({
  roles: whole(
    Schema.Struct({
      id: Id,
      permissions: Bits,
      name: nullish(Schema.String),
      managed: nullish(Schema.Boolean)
    })
  )
})

const guildRoles = (guild_id: string) =>
  Effect.map(getReadable(Guild, "/guilds/{guild_id}", { guild_id }), ({ roles }) => roles)

/** Returns the names of the roles of a guild, by id. */
export const roleNames = (guild_id: string) =>
  Effect.map(
    guildRoles(guild_id),
    (roles) => new Map(roles.map(({ id, name }) => [id, id === guild_id ? "@everyone" : formatName(name, "@")]))
  )

const roleIn = (guild_id: string, role_id: string) =>
  Effect.map(guildRoles(guild_id), (roles) => roles.find(({ id }) => id === role_id))

/** Returns the number of members with a role. Discord does not count @everyone. */
const memberCountFacts = (guild_id: string, role_id: string): PreviewFacts =>
  role_id === guild_id
    ? Effect.succeed({ members: "everyone" })
    : Effect.map(getJson(MemberCounts, "/guilds/{guild_id}/roles/member-counts", { guild_id }), (counts) => ({
        members: counts[role_id] ?? 0
      }))

const MemberCounts = Schema.Record({ key: Schema.String, value: Schema.Number })
