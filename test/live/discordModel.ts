/** A Discord in virtual time: its gateway without sockets, its messages over HTTP, and its faults. */
import { Clock, Deferred, Effect, Queue } from "effect"
import { Discord } from "../../src/discord/Discord.ts"
import type { DiscordRequest } from "../../src/discord/DiscordRequest.ts"
import * as KnownNames from "../../src/discord/KnownNames.ts"
import { DiscordRestUnavailable } from "../../src/errors/DiscordMcpError.ts"
import type * as GatewayShard from "../../src/live/connection/GatewayShard.ts"
import type { Ended } from "../../src/live/connection/identifyRules.ts"
import { firstIdAt } from "../../src/objects/schema/snowflake.ts"

export const BOT = "1248328050337120200"
export const GUILD = "1248328050337120201"
/** The channels whose messages are repaired, and one that is repaired only with its guild. */
export const CHANNELS = ["1248328050337120271", "1248328050337120272", "1248328050337120273"] as const

/** A channel of direct messages. It is in no list. */
export const DIRECT = "1248328050337120274"

/** What happens to the next event on its way: its number is used in any case. */
export type WireFault = "reorder" | "duplicate" | "omit" | "skip"

interface Connection {
  readonly offer: (dispatch: GatewayShard.Dispatch) => void
  readonly end: (how: Ended) => void
  held: GatewayShard.Dispatch | undefined
}

interface Session {
  readonly id: string
  seq: number
  readonly replay: Array<GatewayShard.Dispatch>
  connection: Connection | undefined
}

/** How long a step of the handshake takes. */
const STEP = "20 millis"

const DAY_MS = 24 * 60 * 60_000

/** How many identifies the bot has a day, and how many of them it may not use. */
const IDENTIFIES = { total: 1000, kept: 50 }

/** The longest time from a reading of the limit to the IDENTIFY that it permits. */
const UNREAD_MS = 4000

/** What is asserted of each IDENTIFY: `unneeded` if the bot could resume. */
export interface SeenIdentify {
  readonly atMs: number
  readonly remaining: number
  readonly unneeded: boolean
}

export class DiscordModel {
  readonly messages = new Map<string, Array<string>>([...CHANNELS, DIRECT].map((channel) => [channel, []]))
  /** The times of reactions, by the name of their emoji. */
  readonly reactions = new Map<string, number>()
  readonly identifies: Array<SeenIdentify> = []
  readonly faults: Array<WireFault> = []
  /** The number of connections that cannot be made, and of requests for messages without an answer. */
  unreachable = 0
  unavailable = 0
  /** How long a request takes. */
  requestMs = 20
  /** How long RESUMED comes after the events. */
  resumedLateMs = 0
  /** Identifies of today, also of others, and the last ones of others: the bot may not have read the limit since. */
  used = 0
  #others = { identifies: 0, atMs: Number.NEGATIVE_INFINITY }
  #dayMs = 0
  #count = 0
  #session: Session | undefined
  /** Returns the id of the session that the bot has on its disk. */
  readonly #sessionOnDisk: () => string | undefined

  constructor(sessionOnDisk: () => string | undefined) {
    this.#sessionOnDisk = sessionOnDisk
  }

  /** Whether the bot is connected. */
  get isConnected(): boolean {
    return this.#session?.connection !== undefined
  }

  /** Writes a message. Returns what dispatches it, which can be later. */
  write(channel: string, nowMs: number): () => void {
    const id = String(firstIdAt(nowMs) + BigInt(++this.#count % 4096))
    this.messages.get(channel)?.push(id)
    return () => this.#dispatch("MESSAGE_CREATE", messageOf(channel, id, channel === DIRECT ? undefined : GUILD))
  }

  react(channel: string, nowMs: number): void {
    const name = `emoji${++this.#count}`
    this.reactions.set(name, nowMs)
    const place = { channel_id: channel, guild_id: GUILD, message_id: "1248328050337120299" }
    this.#dispatch("MESSAGE_REACTION_ADD", { ...place, user_id: "1248328050337120298", emoji: { id: null, name } })
  }

  /** Others use the same token. */
  identifyOthers(identifies: number, atMs: number): void {
    this.used += identifies
    this.#others = { identifies, atMs }
  }

  /** Ends the connection. The session stays. */
  drop(how: Ended): void {
    const connection = this.#session?.connection
    if (this.#session !== undefined) this.#session.connection = undefined
    connection?.end(how)
  }

  /** The connection is silent from now on: events do not arrive, and nobody notices yet. */
  silence(): () => void {
    const connection = this.#session?.connection
    if (this.#session !== undefined) this.#session.connection = undefined
    return () => connection?.end({ by: "connection" })
  }

  /** Ends the session. It reports the end to the connection, or leaves it to find out. */
  endSession(isReported: boolean): void {
    const connection = this.#session?.connection
    this.#session = undefined
    connection?.end(isReported ? { by: "invalid_session" } : { by: "connection" })
  }

  #dispatch(t: string, d: unknown): void {
    const session = this.#session
    if (session === undefined) return
    const fault = this.faults.shift()
    if (fault === "skip") session.seq += 3
    const dispatch = { t, s: ++session.seq, d }
    session.replay.push(dispatch)
    const { connection } = session
    if (connection === undefined) return
    if (fault === "reorder" && connection.held === undefined) {
      connection.held = dispatch
      return
    }
    if (fault !== "omit") connection.offer(dispatch)
    if (fault === "duplicate") connection.offer(dispatch)
    if (connection.held !== undefined) connection.offer(connection.held)
    connection.held = undefined
  }

  /** Replaces a connection over a WebSocket. */
  readonly open: typeof GatewayShard.connect = Effect.fnUntraced(function* (
    this: DiscordModel,
    options: GatewayShard.ShardOptions
  ) {
    const dispatches = yield* Queue.unbounded<GatewayShard.Dispatch>()
    const ended = yield* Deferred.make<Ended>()
    const connection: Connection = {
      offer: (dispatch) => void dispatches.unsafeOffer(dispatch),
      end: (how) => Deferred.unsafeDone(ended, Effect.succeed(how)),
      held: undefined
    }
    const close = Effect.sync(() => {
      if (this.#session?.connection === connection) this.#session.connection = undefined
      connection.end({ by: "connection" })
    })
    yield* Effect.addFinalizer(() => close)
    yield* Effect.forkScoped(
      Effect.gen(this, function* () {
        yield* Effect.sleep(STEP)
        if (this.unreachable > 0) {
          this.unreachable--
          return connection.end({ by: "connection" })
        }
        if (options.session === undefined) {
          if (!(yield* options.mayIdentify)) return connection.end({ by: "connection" })
          this.#identify(connection, yield* Clock.currentTimeMillis)
          return
        }
        const { id, seq } = options.session
        const session = this.#session
        if (session?.id !== id) return connection.end({ by: "invalid_session" })
        if (seq > session.seq) return connection.end({ by: "code", code: 4007 })
        session.connection?.end({ by: "code", code: 4000 })
        session.connection = connection
        for (const dispatch of session.replay) if (dispatch.s > seq) connection.offer(dispatch)
        yield* Effect.sleep(this.resumedLateMs)
        if (session.connection === connection) connection.offer({ t: "RESUMED", s: ++session.seq, d: {} })
      })
    )
    return {
      take: Effect.map(Queue.takeBetween(dispatches, 1, 100), (taken) => [...taken]),
      rest: Effect.map(Queue.takeAll(dispatches), (taken) => [...taken]),
      ended: Deferred.await(ended),
      present: () => Effect.void,
      close
    }
  }).bind(this)

  #identify(connection: Connection, nowMs: number): void {
    this.#startDay(nowMs)
    const isLive = this.#session !== undefined && this.#session.id === this.#sessionOnDisk()
    const unread = nowMs - this.#others.atMs < UNREAD_MS ? this.#others.identifies : 0
    this.identifies.push({ atMs: nowMs, remaining: IDENTIFIES.total - this.used + unread, unneeded: isLive })
    this.used++
    this.#session?.connection?.end({ by: "code", code: 4000 })
    this.#session = { id: `session-${this.identifies.length}`, seq: 1, replay: [], connection }
    const { id } = this.#session
    connection.offer({ t: "READY", s: 1, d: { session_id: id, resume_gateway_url: "wss://gateway.example.com" } })
    // The first events of a later session arrive together with READY.
    if (this.identifies.length > 1) this.write(CHANNELS[0], nowMs)()
  }

  #startDay(nowMs: number): void {
    if (nowMs - this.#dayMs < DAY_MS) return
    this.#dayMs = nowMs
    this.used = 0
  }

  /** Discord's API over HTTP. */
  readonly rest: Discord["Type"] = Discord.of({
    identified: Effect.void,
    names: KnownNames.make(),
    request: (request) =>
      Effect.gen(this, function* () {
        yield* Effect.sleep(this.requestMs)
        if (this.unavailable > 0 && request.route !== "/gateway/bot") {
          this.unavailable--
          return yield* new DiscordRestUnavailable({ network: "ECONNREFUSED", outcome_unknown: false, attempts: 3 })
        }
        return { body: this.#answer(request, yield* Clock.currentTimeMillis), attempts: 1, alreadyApplied: false }
      })
  })

  #answer({ path, query, route }: DiscordRequest, nowMs: number): unknown {
    if (route === "/gateway/bot") {
      this.#startDay(nowMs)
      const remaining = Math.max(0, IDENTIFIES.total - this.used)
      const limit = { total: IDENTIFIES.total, remaining, reset_after: this.#dayMs + DAY_MS - nowMs }
      return { url: "wss://gateway.example.com", session_start_limit: limit }
    }
    if (route === "/users/@me/guilds") return [{ id: GUILD }]
    if (route === "/guilds/{guild_id}/threads/active") return { threads: [] }
    if (route === "/guilds/{guild_id}/channels") {
      return CHANNELS.map((id) => ({ id, last_message_id: this.messages.get(id)?.at(-1) ?? null }))
    }
    const channel = String(path.channel_id)
    const ids = this.messages.get(channel) ?? []
    if (route === "/channels/{channel_id}") return { id: channel, last_message_id: ids.at(-1) ?? null }
    const after = BigInt(String(query?.after ?? 0))
    const page = ids.filter((id) => BigInt(id) > after).slice(0, Number(query?.limit ?? 50))
    return page.map((id) => messageOf(channel, id)).reverse()
  }
}

const messageOf = (channel_id: string, id: string, guild_id?: string) => ({
  id,
  channel_id,
  content: "",
  author: { id: "1248328050337120298", username: "ann" },
  ...(guild_id !== undefined && { guild_id })
})
