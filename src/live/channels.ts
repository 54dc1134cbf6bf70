/** The channels and threads of guilds: an event in a thread names the channel that the thread is in. */

import { ChannelType } from "discord-api-types/v10"
import { Duration, Effect, Option, Schema } from "effect"
import type { Discord } from "../discord/Discord.ts"
import type { DiscordRequest } from "../discord/DiscordRequest.ts"
import type { Permit } from "../discord/Permit.ts"
import { channelKindOf } from "../discord/permissions/effectivePermissions.ts"
import { Id } from "../objects/schema/snowflake.ts"
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

/** The memory of channels. It learns from what Discord sends, and reads what it does not know. */
export class Channels {
  readonly #discord: Discord["Type"]
  readonly #channels = new BoundedMap<string, typeof Channel.Type>(CHANNELS_MAX)
  readonly #readAt = new BoundedMap<string, number>(CHANNELS_MAX)
  #windowMs = Number.NEGATIVE_INFINITY
  #reads = 0

  constructor(discord: Discord["Type"]) {
    this.#discord = discord
  }

  /** Learns the channels of a dispatch. */
  learn({ data, type }: Received): void {
    const { channel, channels: all = [], threads = [] } = Object(data)
    if (type === "GUILD_CREATE" || type === "THREAD_LIST_SYNC") this.#learnLists([all, threads])
    // An interaction has its channel.
    else if (type === "INTERACTION_CREATE") this.#learnLists([channel])
    else if (type.startsWith("THREAD_") || type.startsWith("CHANNEL_")) this.#learnLists([data])
  }

  /** Returns an event with the channel of its thread. */
  place({ event, ...rest }: NewEvent): Effect.Effect<NewEvent, never, Permit> {
    return Effect.map(this.#placed(event), (placed) => ({ ...rest, event: placed }))
  }

  #placed(event: GatewayEvent): Effect.Effect<GatewayEvent, never, Permit> {
    return Effect.gen(this, function* () {
      const channels = this.#channels
      const { channel_id, guild_id, type } = event
      if (channel_id === undefined || guild_id === undefined) return event
      const isOwn = type === "thread_create" || type === "thread_delete" || type === "channel_delete"
      if (!isOwn && !channels.has(channel_id)) yield* this.#find({ channel_id, guild_id })
      const channel = channels.get(channel_id)
      if (channel === undefined && !isOwn) return { ...event, parent_unknown: true }
      const thread = channel === undefined ? {} : threadOf(channel)
      const thread_name = isOwn || thread.parent_id === undefined ? undefined : channel?.name
      const placed = { ...event, ...thread, ...(thread_name != null && { thread_name }) }
      const parent_name = channels.get(placed.parent_id ?? "")?.name
      return { ...placed, ...(parent_name != null && { parent_name }) }
    })
  }

  #learnLists(lists: ReadonlyArray<unknown>): void {
    for (const one of lists.flat()) {
      const channel = Option.getOrUndefined(decodeChannel(one))
      // A deletion does not tell the name.
      if (channel !== undefined) this.#channels.set(channel.id, { ...this.#channels.get(channel.id), ...channel })
    }
  }

  /** Reads an unknown channel: by the lists of its guild, and then alone. */
  #find({ channel_id, guild_id }: Place) {
    return Effect.gen(this, function* () {
      const path = { guild_id }
      yield* this.#read(guild_id, { route: "/guilds/{guild_id}/channels", path }, (body) => body)
      const active = { route: "/guilds/{guild_id}/threads/active", path } as const
      yield* this.#read(`${guild_id}/threads`, active, (body) => Object(body).threads)
      if (this.#channels.has(channel_id)) return
      yield* this.#read(channel_id, { route: "/channels/{channel_id}", path: { channel_id } }, (body) => body)
    }).pipe(Effect.interruptible, Effect.timeoutOption(READ_WITHIN))
  }

  /** Learns the lists of a request, unless the same was read shortly before. A failure teaches nothing. */
  #read(key: string, request: Pick<DiscordRequest, "route" | "path">, listsOf: (body: unknown) => unknown) {
    return Effect.gen(this, function* () {
      const nowMs = yield* monotonicMs
      if (nowMs - this.#windowMs >= READ_AGAIN_MS) {
        this.#windowMs = nowMs
        this.#reads = 0
      }
      const readMs = this.#readAt.get(key) ?? Number.NEGATIVE_INFINITY
      if (this.#reads >= READS_MAX || nowMs - readMs < READ_AGAIN_MS) return
      this.#reads += 1
      this.#readAt.set(key, nowMs)
      const { body } = yield* this.#discord.request({ ...READ_UNEXPLAINED, ...request })
      this.#learnLists([listsOf(body)])
    }).pipe(Effect.ignore)
  }
}

interface Place {
  readonly channel_id: string
  readonly guild_id: string
}
