/** Reads over HTTP the messages that a gap of the connection has left out of the log. */

import { Clock, DateTime, Duration, Effect, Option, Schema } from "effect"
import type { Discord } from "../discord/Discord.ts"
import type { DiscordRequest } from "../discord/DiscordRequest.ts"
import type { Permit } from "../discord/Permit.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { describe } from "../errors/DiscordMcpError.ts"
import { createdAtMs, firstIdAt, Id } from "../objects/schema/snowflake.ts"
import { isoTime } from "../text/words.ts"
import { ALL_GUILDS, type WatchedChannel } from "./connection/GatewayStore.ts"
import { recoveredMessage } from "./decodeDispatch.ts"
import type { Gap, GatewayEvent, NewEvent } from "./GatewayEvent.ts"
import { READ_UNEXPLAINED } from "./reads.ts"

/** The bounds of one repair: requests, messages, and how long ago a channel or a guild was last asked for. */
export const repairBounds = { requests: 200, messages: 10_000, asked: Duration.days(7) } as const

/** The number of messages of one request. */
const PAGE = 100

/** The number of channels and guilds that can only be read later, at which a repair ends at once. */
const LATER_MAX = 5

/**
 * How much earlier the repair of a channel begins whose messages were never logged, or whose newest logged one is not older
 * than this: an event arrives after its time and can be overtaken by a later one, and clocks differ.
 */
const OVERLAP = Duration.seconds(10)

/** What to repair. */
export interface RepairOptions {
  readonly discord: Discord["Type"]
  readonly botId: string
  readonly watched: Readonly<Record<string, WatchedChannel>>
  /** The guilds of which every channel is repaired, and when they were last asked for. */
  readonly guilds: Readonly<Record<string, number>>
  /** Whether the events of a guild may be logged; those of direct messages without a guild. */
  readonly isAllowed: (channel: { readonly guild_id?: string | undefined }) => boolean
  /** Until when all events have arrived, in milliseconds since 1970. */
  readonly sinceMs: number
  readonly reason: (typeof Gap.Type)["reason"]
  /** Identifies the gap: it is logged once, also if its repair is repeated. */
  readonly key: string
  readonly append: (events: ReadonlyArray<NewEvent>) => Effect.Effect<number>
}

/**
 * Reads the messages of the watched channels since they were last logged, newest channels first. Then it reads those of the
 * other channels of watched guilds, and logs the gap. Returns the number of messages that the log did not have. Fails while
 * Discord is not available, for all channels or at the end for some: nothing is lost, and the same repair can be tried again.
 */
export const repair = Effect.fn("events.repair")(function* (options: RepairOptions) {
  return yield* new Repair(options, yield* Clock.currentTimeMillis).run()
})

/** One repair, with what it has read so far. */
class Repair {
  readonly #options: RepairOptions
  readonly #nowMs: number
  /** The id before the first message that may be missing. */
  readonly #start: string
  /** The watched channels that were asked for recently. */
  readonly #channels: ReadonlyArray<WithId>
  readonly #channelIds: ReadonlySet<string>
  #requests = 0
  #messages = 0
  #recovered = 0
  /** The guilds of the channels that could be read. */
  readonly #guildOf = new Map<string, string>()
  readonly #unread: Array<Unread & { readonly why: DiscordFailure | "limit" }> = []
  readonly #later: Array<DiscordFailure> = []

  constructor(options: RepairOptions, nowMs: number) {
    this.#options = options
    this.#nowMs = nowMs
    this.#start = String(firstIdAt(options.sinceMs - Duration.toMillis(OVERLAP)))
    this.#channels = Object.entries(options.watched)
      .filter(([, { asked_at }]) => this.#isRecent(asked_at))
      .map(([id, channel]) => ({ id, ...channel }))
      .sort(newestFirst)
    this.#channelIds = new Set(this.#channels.map(({ id }) => id))
  }

  run() {
    return Effect.gen(this, function* () {
      yield* Effect.forEach(this.#channels, (channel) =>
        this.#attempt(Effect.as(this.#repairChannel(channel), []), channel)
      )
      yield* Effect.forEach(yield* this.#findChannels(), ({ guild_id, id, parent_id }) =>
        this.#attempt(
          // None of its messages was logged, as far as is known.
          Effect.as(this.#repairChannel({ id, guild_id, asked_at: this.#nowMs }), []),
          { id, parent_id: parent_id ?? undefined }
        )
      )
      if (this.#later[0] !== undefined) return yield* Effect.fail(this.#later[0])
      const event = { type: "gap", time: DateTime.formatIso(yield* DateTime.now), gap: this.#gap() } as const
      yield* this.#options.append([{ event, origin: this.#options.key }])
      return this.#recovered
    })
  }

  /** Returns the other channels and threads that have messages since the gap began, newest first. */
  #findChannels() {
    return Effect.gen(this, function* () {
      const { guilds, isAllowed } = this.#options
      const asked = Object.keys(guilds).filter((guild) => this.#isRecent(guilds[guild] ?? 0))
      const ids = (asked.includes(ALL_GUILDS) ? yield* this.#attempt(this.#ownGuilds(), {}) : asked).filter(
        (guild_id) => isAllowed({ guild_id })
      )
      const others = yield* Effect.forEach(ids, (guild_id) => this.#attempt(this.#channelsOf(guild_id), {}))
      // A watched channel includes its threads and posts.
      const guildOf = this.#guildOf
      const threads = yield* Effect.forEach(
        [...guildOf.values()].filter((guild_id, at, all) => all.indexOf(guild_id) === at && !ids.includes(guild_id)),
        (guild_id) => this.#attempt(this.#activeThreads(guild_id), {})
      )
      const inWatched = threads.flat().filter(({ parent_id }) => parent_id != null && guildOf.has(parent_id))
      return [...others.flat(), ...inWatched].sort((a, b) =>
        Number(BigInt(b.last_message_id) - BigInt(a.last_message_id))
      )
    })
  }

  /** Returns what the log says about the gap. */
  #gap(): typeof Gap.Type {
    const { reason, sinceMs } = this.#options
    const unread = this.#unread
    // A reader of a channel reads its threads, too.
    const ids = new Set(unread.flatMap(({ id, parent_id }) => [id, parent_id].flatMap((one) => one ?? [])))
    const channels = [...ids].slice(0, LISTED_MAX)
    return {
      reason: unread.some(({ why }) => why === "limit") ? "limit" : unread.length > 0 ? "unreadable" : reason,
      since: isoTime(sinceMs),
      messages_recovered: unread.length === 0,
      ...(channels.length > 0 && { channels })
    }
  }

  #isRecent(asked_at: number): boolean {
    return this.#nowMs - asked_at < Duration.toMillis(repairBounds.asked)
  }

  /** Sends one of the requests that the repair may send. */
  #read(request: Pick<DiscordRequest, "route" | "path" | "query">) {
    return Effect.suspend(
      (): Effect.Effect<unknown, DiscordFailure | "limit", Permit> =>
        this.#requests++ < repairBounds.requests
          ? Effect.map(this.#options.discord.request({ ...READ_UNEXPLAINED, ...request }), ({ body }) => body)
          : Effect.fail("limit" as const)
    )
  }

  #readChannel(channel_id: string) {
    return Effect.map(this.#read({ route: "/channels/{channel_id}", path: { channel_id } }), (body) =>
      Option.getOrElse(decodeChannel(body), (): typeof Channel.Type => ({}))
    )
  }

  /**
   * Fails if a channel with an empty list has newer messages. Without READ_MESSAGE_HISTORY, Discord returns an empty
   * list, and refuses only the message itself. A deleted message is not missing, and one that can be read is new.
   */
  #checkHistory(channel_id: string, newest: string) {
    return Effect.gen(this, function* () {
      const { last_message_id: message_id } = yield* this.#readChannel(channel_id)
      if (message_id == null || BigInt(message_id) <= BigInt(newest)) return
      const route = "/channels/{channel_id}/messages/{message_id}"
      yield* Effect.catchIf(
        this.#read({ route, path: { channel_id, message_id } }),
        (unread) => unread !== "limit" && unread._tag === "DiscordNotFoundError",
        () => Effect.void
      )
    })
  }

  /** Logs the messages of a channel. A channel whose guild is not known is read first, because messages do not name it. */
  #repairChannel({ direct, guild_id: watchedGuild, id, last_message_id }: WithId) {
    return Effect.gen(this, function* () {
      const { append, botId, isAllowed } = this.#options
      const newest = last_message_id ?? this.#start
      const isOld = BigInt(newest) <= BigInt(this.#start)
      const after = isOld ? newest : String(firstIdAt(createdAtMs(newest) - Duration.toMillis(OVERLAP)))
      const guild_id =
        watchedGuild ?? (direct === true ? undefined : ((yield* this.#readChannel(id)).guild_id ?? undefined))
      if (!isAllowed({ guild_id })) return
      let position: string | undefined = after
      while (position !== undefined) {
        const limit: number = Math.min(PAGE, repairBounds.messages - this.#messages)
        if (limit === 0) return yield* Effect.fail("limit" as const)
        const now = DateTime.formatIso(yield* DateTime.now)
        const page: ReadonlyArray<unknown> | undefined = yield* this.#readPage(id, position, limit)
        if (page?.length === 0 && position === after) yield* this.#checkHistory(id, newest)
        const sorted: ReadonlyArray<GatewayEvent> = (page ?? [])
          .flatMap((message) => recoveredMessage(message, guild_id, { botId, now }) ?? [])
          .toSorted((a, b) => Number(idOf(a) - idOf(b)))
        this.#messages += sorted.length
        this.#recovered += yield* append(sorted.map((event) => ({ event })))
        position = page === undefined || page.length < limit ? undefined : sorted.at(-1)?.message_id
      }
      if (guild_id !== undefined) this.#guildOf.set(id, guild_id)
    })
  }

  /** Reads messages of a channel. Unset: the channel cannot have messages. */
  #readPage(channel_id: string, after: string, limit: number) {
    return this.#read({ route: "/channels/{channel_id}/messages", path: { channel_id }, query: { after, limit } }).pipe(
      Effect.map((body): ReadonlyArray<unknown> | undefined => (Array.isArray(body) ? body : [])),
      // A forum has only posts.
      Effect.catchIf(
        (unread) =>
          unread !== "limit" && unread._tag === "ValidationError" && unread.upstream?.discord_code === NO_MESSAGES,
        () => Effect.succeed(undefined)
      )
    )
  }

  /** Returns those of a list of channels that have messages since the gap began, except those that are repaired already. */
  #freshIn(guild_id: string, list: unknown): ReadonlyArray<Listed> {
    return (Array.isArray(list) ? list : [])
      .flatMap((channel) => Option.toArray(decodeListed(channel)))
      .filter(({ id, last_message_id }) => !this.#channelIds.has(id) && BigInt(last_message_id) > BigInt(this.#start))
      .map((listed) => ({ ...listed, guild_id }))
  }

  #activeThreads(guild_id: string) {
    return Effect.map(this.#read({ route: "/guilds/{guild_id}/threads/active", path: { guild_id } }), (active) =>
      this.#freshIn(guild_id, Object(active).threads)
    )
  }

  /** Returns the other channels and active threads of a guild that have messages since the gap began. */
  #channelsOf(guild_id: string) {
    return Effect.gen(this, function* () {
      const all = yield* this.#read({ route: "/guilds/{guild_id}/channels", path: { guild_id } })
      // Their parents are categories.
      const channels = this.#freshIn(guild_id, all).map(({ parent_id: _, ...channel }) => channel)
      return [...channels, ...(yield* this.#activeThreads(guild_id))] as ReadonlyArray<Listed>
    })
  }

  /** Returns the guilds of the bot: at most one page of them. */
  #ownGuilds() {
    return Effect.map(this.#read({ route: "/users/@me/guilds", path: {} }), (body) =>
      (Array.isArray(body) ? body : []).flatMap((guild) => Option.toArray(decodeGuild(guild))).map(({ id }) => id)
    )
  }

  /** Remembers what cannot be read, or only later. Fails if so much can only be read later that Discord is not available. */
  #attempt<A>(reading: Effect.Effect<ReadonlyArray<A>, DiscordFailure | "limit", Permit>, { id, parent_id }: Unread) {
    return Effect.catchAll(reading, (why) => {
      if (why !== "limit" && describe(why).retriable) {
        this.#later.push(why)
        return this.#later.length === LATER_MAX ? Effect.fail(why) : Effect.succeed([])
      }
      this.#unread.push({ id, parent_id, why })
      return Effect.succeed([])
    })
  }
}

/** A channel that could not be read, and the channel of a thread. */
interface Unread {
  readonly id?: string | undefined
  readonly parent_id?: string | undefined
}

type WithId = WatchedChannel & { readonly id: string }

/** Orders channels by their newest logged message, and others by the time when they were last asked for. */
const newestFirst = (a: WithId, b: WithId): number =>
  Number(BigInt(b.last_message_id ?? 0) - BigInt(a.last_message_id ?? 0)) || b.asked_at - a.asked_at

const Channel = Schema.Struct({
  guild_id: Schema.optional(Schema.NullOr(Id)),
  last_message_id: Schema.optional(Schema.NullOr(Id))
})
const decodeChannel = Schema.decodeUnknownOption(Channel)

/** An element of the list of guilds, and of the channels of a guild. */
const decodeGuild = Schema.decodeUnknownOption(Schema.Struct({ id: Id }))
const Listed = Schema.Struct({ id: Id, last_message_id: Id, parent_id: Schema.optional(Schema.NullOr(Id)) })
const decodeListed = Schema.decodeUnknownOption(Listed)

/** A channel or thread of a guild. */
type Listed = typeof Listed.Type & { readonly guild_id: string }

/** Discord's code for an action that a type of channel does not have. */
const NO_MESSAGES = 50_024

/** The maximum number of channels that a gap names. */
const LISTED_MAX = 100

const idOf = ({ message_id = "0" }: GatewayEvent): bigint => BigInt(message_id)
