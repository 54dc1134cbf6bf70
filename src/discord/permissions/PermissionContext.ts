import { OverwriteType } from "discord-api-types/v10"
import { Clock, DateTime, Effect, Option } from "effect"
import {
  type ChannelPermissions,
  channelKindOf,
  type GuildPermissions,
  type MemberPermissions
} from "./effectivePermissions.ts"
import type { PermissionTarget } from "./needs.ts"
import type { PermissionLookups } from "./PermissionLookups.ts"
import { locationOf, type RequestParts } from "./requiredPermissions.ts"

/** The facts that decide what the bot may do at the location of a request. */
export interface PermissionContext {
  readonly guild: GuildPermissions
  readonly member: MemberPermissions
  /** `undefined` for requests on the guild as a whole. */
  readonly channel: ChannelPermissions | undefined
  readonly target: PermissionTarget
  /** Role positions by id, for the role hierarchy. */
  readonly positions: ReadonlyMap<string, number>
  /** Whether the guild requires two-factor authentication for moderation. */
  readonly twoFactor: boolean
  /** Whether the bot's owner has it. Unset: unknown. */
  readonly ownerHasTwoFactor?: boolean
  /** Whether the channel is an archived thread. */
  readonly archived: boolean
}

/** Looks up the permission context; `hidden` if the bot cannot see the channel, `nowhere` if no guild is known. */
export const resolvePermissionContext = Effect.fnUntraced(function* (
  lookups: PermissionLookups,
  request: RequestParts
) {
  const channelOf = (channel_id: string | null | undefined) =>
    typeof channel_id === "string" ? Effect.asSome(lookups.channel({ channel_id })) : Effect.succeedNone
  const location = locationOf(request)
  const [self, foundChannel] = yield* Effect.all([lookups.self({}), channelOf(location.channel)], { concurrency: 2 })
  const channel = Option.getOrUndefined(foundChannel)
  if (channel === "hidden") return channel
  const guild_id = location.guild ?? channel?.guild_id
  if (guild_id === undefined || self === "hidden") return "nowhere"

  const kind = channel && channelKindOf(channel.type)
  const [guild, member, foundParent] = yield* Effect.all(
    [
      lookups.guild({ guild_id }),
      lookups.member({ guild_id, user_id: self.id }),
      channelOf(kind === "thread" ? channel?.parent_id : undefined)
    ],
    { concurrency: 3 }
  )
  if (guild === "hidden" || member === "hidden") return "nowhere"
  const parent = Option.getOrUndefined(foundParent)
  if (parent === "hidden") return parent
  const overwrites = (parent ?? channel)?.permission_overwrites
  // Without the overwrites of the channel, what the bot may do there is unknown.
  if (channel !== undefined && overwrites === undefined) return "nowhere"
  const until = member.communication_disabled_until
  const nowMs = yield* Clock.currentTimeMillis

  const context: PermissionContext = {
    guild: {
      id: guild.id,
      ownerId: guild.owner_id,
      roles: new Map(guild.roles.map(({ id, permissions }) => [id, permissions]))
    },
    member: {
      id: self.id,
      roles: member.roles,
      timedOut: until !== undefined && until !== null && DateTime.toEpochMillis(until) > nowMs
    },
    channel: kind && {
      kind,
      overwrites: (overwrites ?? []).map(({ allow, deny, id, type }) => ({
        id,
        of: type === OverwriteType.Role ? "role" : "member",
        allow,
        deny
      }))
    },
    target: targetOf(kind, channel, guild),
    positions: new Map(guild.roles.map(({ id, position }) => [id, position])),
    twoFactor: guild.mfa_level === 1,
    ...(self.mfa_enabled !== undefined && { ownerHasTwoFactor: self.mfa_enabled }),
    archived: channel?.thread_metadata?.archived === true
  }
  return context
})

/** Returns what the needs of a request depend on beside its permissions. */
const targetOf = (
  kind: PermissionTarget["kind"],
  channel: VisibleChannel | undefined,
  guild: VisibleGuild
): PermissionTarget => ({
  ...(kind !== undefined && { kind }),
  ...(channel?.thread_metadata?.locked !== undefined && { locked: channel.thread_metadata.locked }),
  ...(guild.features !== undefined && { features: guild.features }),
  ...(guild.emojis !== undefined && {
    expressions: new Set([...guild.emojis, ...(guild.stickers ?? [])].map(({ id }) => String(id)))
  })
})

type VisibleChannel = Exclude<Effect.Effect.Success<ReturnType<PermissionLookups["channel"]>>, "hidden">
type VisibleGuild = Exclude<Effect.Effect.Success<ReturnType<PermissionLookups["guild"]>>, "hidden">
