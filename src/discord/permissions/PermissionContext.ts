import { OverwriteType } from "discord-api-types/v10"
import { Clock, DateTime, Effect, Option, Predicate } from "effect"
import { shapeOf } from "../Route.ts"
import { channelKindOf } from "./ChannelKind.ts"
import type { ChannelPermissions, GuildPermissions, MemberPermissions } from "./effectivePermissions.ts"
import type { PermissionTarget } from "./Need.ts"
import type { PermissionLookups } from "./PermissionLookups.ts"
import { pathValues, type RequestParts } from "./requiredPermissions.ts"

/** How the bot stands where a request acts: all that decides what it may do there. */
export interface PermissionContext {
  readonly guild: GuildPermissions
  readonly member: MemberPermissions
  /** None for what concerns the guild as a whole. */
  readonly channel: ChannelPermissions | undefined
  readonly target: PermissionTarget
  /** Positions of roles by id: what the hierarchy goes by. */
  readonly positions: ReadonlyMap<string, number>
  /** The guild wants moderators with two-factor authentication. */
  readonly twoFactor: boolean
}

/** Finds out how the bot stands; `hidden` when it may not see the channel, `nowhere` when it is in no guild there. */
export const resolvePermissionContext = Effect.fnUntraced(function* (
  lookups: PermissionLookups,
  request: RequestParts
) {
  const channelOf = (channel_id: string | null | undefined) =>
    typeof channel_id === "string" ? Effect.map(lookups.channel({ channel_id }), Option.some) : Effect.succeedNone
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
  const overwrites = (parent ?? channel)?.permission_overwrites ?? []
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
      overwrites: overwrites.map(({ allow, deny, id, type }) => ({
        id,
        of: type === OverwriteType.Role ? "role" : "member",
        allow,
        deny
      }))
    },
    target: {
      ...(kind !== undefined && { kind }),
      ...(channel?.thread_metadata?.locked !== undefined && { locked: channel.thread_metadata.locked }),
      ...(guild.features !== undefined && { features: guild.features }),
      ...(guild.emojis !== undefined && {
        expressions: new Set([...guild.emojis, ...(guild.stickers ?? [])].map(({ id }) => String(id)))
      })
    },
    positions: new Map(guild.roles.map(({ id, position }) => [id, position])),
    twoFactor: guild.mfa_level === 1
  }
  return context
})

interface RequestLocation {
  readonly guild?: string
  readonly channel?: string
}

/** Where a request acts: the place of its path, unless the body names the one whose permissions count. */
const locationOf = (request: RequestParts): RequestLocation => {
  const shape = shapeOf(request.route)
  const [first] = pathValues(request)
  const body = Predicate.isRecord(request.body) ? request.body : {}
  // Following a channel makes a webhook in another one.
  if (shape === "/channels/:id/followers") return channelLocation(body.webhook_channel_id)
  if (shape.startsWith("/channels/")) return channelLocation(first)
  if (shape.startsWith("/stage-instances")) return channelLocation(first ?? body.channel_id)
  if (!shape.startsWith("/guilds/") || first === undefined) return {}
  // Roles are given in the whole guild, whatever else a member's patch does in a channel.
  const inChannel = /\/(scheduled-events|voice-states|members)\b/.test(shape) && body.roles === undefined
  return { guild: first, ...(inChannel && channelLocation(body.channel_id)) }
}

const channelLocation = (id: unknown): RequestLocation => (typeof id === "string" ? { channel: id } : {})
