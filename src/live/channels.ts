/** The channels and threads of guilds: an event in a thread names the channel that the thread is in. */

import { ChannelType } from "discord-api-types/v10"
import { Duration, Effect, Option, Schema } from "effect"
import type { Discord } from "../discord/Discord.ts"
import type { DiscordRequest } from "../discord/DiscordRequest.ts"
import type { Permit } from "../discord/Permit.ts"
import { channelKindOf } from "../discord/permissions/effectivePermissions.ts"
import { Id } from "../discord/snowflake.ts"
import { BoundedMap } from "../resilience/BoundedMap.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import type { Received } from "./connection/SequenceTracker.ts"
import type { GatewayEvent, NewEvent } from "./GatewayEvent.ts"
import { READ_UNEXPLAINED } from "./reads.ts"

/** The maximum number of channels and threads that are remembered. Others are read again. */
const CHANNELS_MAX = 50_000

/** The same guild or channel is not read again in this time, and all together at most so often. */
const READ_AGAIN_MS = 60_000
const READS_MAX = 60

/** How long the events of an unknown channel wait until it is read. */
const READ_WITHIN = Duration.seconds(2)

const Channel = Schema.Struct({
  id: Id,
  type: Schema.Number,
  name: Schema.optional(Schema.NullOr(Schema.String)),
  parent_id: Schema.optional(Schema.NullOr(Id))
})
const decodeChannel = Schema.decodeUnknownOption(Channel)

/** Returns the channel of a thread, and whether the thread is private. Of a channel that is no thread: nothing. */
export const threadOf = ({
  parent_id,
  type
}: {
  readonly parent_id?: string | null | undefined
  readonly type?: number | null | undefined
}): Pick<GatewayEvent, "parent_id" | "private_thread"> =>
  type == null || parent_id == null || channelKindOf(type) !== "thread"
    ? {}
    : { parent_id, ...(type === ChannelType.PrivateThread && { private_thread: true }) }

/** Makes the memory of channels. It learns from what Discord sends, and reads what it does not know. */
export const make = (discord: Discord["Type"]) => {
  const channels = new BoundedMap<string, typeof Channel.Type>(CHANNELS_MAX)
  const readAt = new BoundedMap<string, number>(CHANNELS_MAX)
  let [windowMs, reads] = [Number.NEGATIVE_INFINITY, 0]

  const learn = (lists: ReadonlyArray<unknown>) => {
    for (const one of lists.flat()) {
      const channel = Option.getOrUndefined(decodeChannel(one))
      // A deletion does not tell the name.
      if (channel !== undefined) channels.set(channel.id, { ...channels.get(channel.id), ...channel })
    }
  }

  /** Learns the lists of a request, unless the same was read shortly before. A failure teaches nothing. */
  const read = (key: string, request: Pick<DiscordRequest, "route" | "path">, listsOf: (body: unknown) => unknown) =>
    Effect.gen(function* () {
      const nowMs = yield* monotonicMs
      if (nowMs - windowMs >= READ_AGAIN_MS) [windowMs, reads] = [nowMs, 0]
      if (reads >= READS_MAX || nowMs - (readAt.get(key) ?? Number.NEGATIVE_INFINITY) < READ_AGAIN_MS) return
      reads += 1
      readAt.set(key, nowMs)
      const { body } = yield* discord.request({ ...READ_UNEXPLAINED, ...request })
      learn([listsOf(body)])
    }).pipe(Effect.ignore)

  /** Reads an unknown channel: by the lists of its guild, and then alone. */
  const find = ({ channel_id, guild_id }: Place) =>
    Effect.gen(function* () {
      const path = { guild_id }
      yield* read(guild_id, { route: "/guilds/{guild_id}/channels", path }, (body) => body)
      const active = { route: "/guilds/{guild_id}/threads/active", path } as const
      yield* read(`${guild_id}/threads`, active, (body) => Object(body).threads)
      if (channels.has(channel_id)) return
      yield* read(channel_id, { route: "/channels/{channel_id}", path: { channel_id } }, (body) => body)
    }).pipe(Effect.interruptible, Effect.timeoutOption(READ_WITHIN))

  /** Returns an event with the channel of its thread. */
  const place = Effect.fnUntraced(function* (event: GatewayEvent): Effect.fn.Return<GatewayEvent, never, Permit> {
    const { channel_id, guild_id, type } = event
    if (channel_id === undefined || guild_id === undefined) return event
    const isOwn = type === "thread_create" || type === "thread_delete" || type === "channel_delete"
    if (!isOwn && !channels.has(channel_id)) yield* find({ channel_id, guild_id })
    const channel = channels.get(channel_id)
    if (channel === undefined && !isOwn) return { ...event, parent_unknown: true }
    const thread = channel === undefined ? {} : threadOf(channel)
    const thread_name = isOwn || thread.parent_id === undefined ? undefined : channel?.name
    const placed = { ...event, ...thread, ...(thread_name != null && { thread_name }) }
    const parent_name = channels.get(placed.parent_id ?? "")?.name
    return { ...placed, ...(parent_name != null && { parent_name }) }
  })

  return {
    /** Learns the channels of a dispatch. */
    learn: ({ data, type }: Received) => {
      const { channel, channels: all = [], threads = [] } = Object(data)
      if (type === "GUILD_CREATE" || type === "THREAD_LIST_SYNC") learn([all, threads])
      // An interaction has its channel.
      else if (type === "INTERACTION_CREATE") learn([channel])
      else if (type.startsWith("THREAD_") || type.startsWith("CHANNEL_")) learn([data])
    },
    place: ({ event, ...rest }: NewEvent) =>
      Effect.map(place(event), (placed): NewEvent => ({ ...rest, event: placed }))
  }
}

interface Place {
  readonly channel_id: string
  readonly guild_id: string
}
