/** The sessions of the gateway: who identified, what each session receives, and what can be replayed. */
import { GatewayOpcodes as Op } from "discord-api-types/v10"
import { Hash, Utils } from "effect"
import type { Faults } from "../Fault.ts"
import type { SandboxState } from "../State.ts"
import { type RoutedEvent, receivedBy } from "./audience.ts"
import { guildData } from "./eventData.ts"
import { eventsOf } from "./eventsOf.ts"
import type { GatewayView, IdentifyData, ResumeData, SandboxPresence } from "./GatewayStatus.ts"
import { allowedFlags, type EventName, refusedIntents, type SandboxEvent } from "./intents.ts"

/** What the gateway sends over a connection. */
export type Outgoing =
  | { readonly kind: "payload"; readonly op: Op; readonly d: unknown; readonly s?: number; readonly t?: EventName }
  /** Without a code, the connection ends without a close frame. */
  | { readonly kind: "close"; readonly code: number | undefined; readonly reason: string }

/** A connection, as the sessions see it. */
export interface Connection {
  /** The path that the client connected to. */
  readonly path: string
  session: Session | undefined
  readonly offer: (outgoing: Outgoing) => void
}

/** An event with its sequence number in a session. */
type Numbered = Extract<Outgoing, { readonly kind: "payload" }> & { readonly s: number; readonly t: EventName }

/** A session: it lives longer than its connection. */
export interface Session {
  readonly id: string
  readonly intents: number
  readonly shard: readonly [id: number, count: number]
  sequence: number
  /** The newest events, oldest first. */
  readonly replay: Array<Numbered>
  /** The sequence number of the newest event that cannot be replayed. */
  forgotten: number
  connection: Connection | undefined
  /** When its connection closed. */
  detachedMs: number
  /** What people see beside the bot; online by default. */
  presence: SandboxPresence | undefined
  /** When it was changed in the last 20 seconds. */
  presentedMs: ReadonlyArray<number>
}

/** Close codes of the gateway (Discord docs, opcodes and status codes). */
export const reasons = {
  4000: "Unknown error.",
  4001: "Unknown opcode.",
  4002: "Error while decoding payload.",
  4003: "Not authenticated.",
  4004: "Authentication failed.",
  4005: "Already authenticated.",
  4007: "Invalid seq.",
  4008: "Rate limited.",
  4009: "Session timed out.",
  4010: "Invalid shard.",
  4012: "Invalid API version.",
  4013: "Invalid intent(s).",
  4014: "Disallowed intent(s)."
} as const

/** A close code, or an invalid session that cannot be resumed. */
type Refused = keyof typeof reasons | "invalid session"

/** Close codes of the client that end its session. */
const ENDING: ReadonlyArray<number> = [1000, 1001]

/** Close codes of the gateway after which a session cannot be resumed. */
const FINAL: ReadonlyArray<number> = [4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014]

/** The gateway of a sandbox. Its clients are served by `connection.ts`. */
export class Gateway {
  readonly sessions = new Map<string, Session>()
  readonly #listeners = new Set<(event: SandboxEvent) => void>()
  /** The times of the last identifies, by shard modulo `max_concurrency`. */
  readonly #identified = new Map<number, number>()
  readonly state: SandboxState
  readonly faults: Faults
  readonly #token: string
  readonly #random: Utils.PCGRandom

  constructor(state: SandboxState, faults: Faults, token: string, seed: number) {
    this.state = state
    this.faults = faults
    this.#token = token
    this.#random = new Utils.PCGRandom(seed)
    state.changes.listen((changes) => {
      for (const event of eventsOf(state, changes)) this.#send(event)
    })
  }

  /** Calls a function with every event, even if no session receives it, until the returned function is called. */
  listen(listener: (event: SandboxEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sends an event to every session that receives it. */
  dispatch({ channelId, ...event }: SandboxEvent): void {
    const channel = this.state.channels.get(channelId ?? "")
    this.#send({ ...event, ...(channel && { channel }) })
  }

  #send({ channel, ...event }: RoutedEvent): void {
    for (const listener of this.#listeners) listener({ ...event, ...(channel && { channelId: channel.id }) })
    for (const session of this.sessions.values()) {
      if (this.#isExpired(session)) this.sessions.delete(session.id)
      else if (handles(session, event.guildId)) this.deliver(session, { ...event, ...(channel && { channel }) })
    }
  }

  /** Closes every connection: with a close frame and this code, or without a frame. Returns their number. */
  drop(code: number | undefined): number {
    const open = [...this.sessions.values()].flatMap(({ connection }) => connection ?? [])
    for (const connection of open) connection.offer({ kind: "close", code, reason: "" })
    return open.length
  }

  /** Returns the settings, the sessions and the received identifies. */
  get view(): GatewayView {
    const { identifies, resumes, settings } = this.state.gateway
    const sessions = [...this.sessions.values()].map(
      ({ connection, id, intents, presence, replay, sequence, shard }) => ({
        id,
        shard: shard[0],
        intents,
        sequence,
        replayable: replay.length,
        connected: connection !== undefined,
        ...(presence !== undefined && { presence })
      })
    )
    return { settings, sessions, identifies: [...identifies], resumes: [...resumes] }
  }

  /** Starts a session. Returns why it is refused. */
  identify(
    connection: Connection,
    { intents, shard = [0, 1], token }: IdentifyData,
    presence?: SandboxPresence
  ): Refused | undefined {
    const outcome = this.#start(connection, intents, shard, token)
    if (outcome === undefined && connection.session !== undefined) connection.session.presence = presence
    const { gateway, nowMs } = this.state
    gateway.record({ at_ms: nowMs, shard: shard[0], intents, outcome: String(outcome ?? "READY") })
    return outcome
  }

  #start(connection: Connection, intents: number, shard: Session["shard"], token: string): Refused | undefined {
    const { gateway, nowMs } = this.state
    if (connection.session !== undefined) return 4005
    if (!this.#accepts(token)) return 4004
    const [number, count] = shard
    if (!(number >= 0 && number < count)) return 4010
    const refused = refusedIntents(allowedFlags(this.state), intents)
    if (refused !== undefined) return refused
    if (!gateway.count(nowMs)) {
      gateway.tokenReset = true
      for (const { connection: open } of this.sessions.values()) open?.offer(closing(4004))
      this.sessions.clear()
      return 4004
    }
    const { identify_window_ms, max_concurrency } = gateway.settings
    const key = number % max_concurrency
    const last = this.#identified.get(key) ?? Number.NEGATIVE_INFINITY
    if (nowMs - last < identify_window_ms) return "invalid session"
    this.#identified.set(key, nowMs)

    for (const known of this.sessions.values()) if (this.#isExpired(known)) this.sessions.delete(known.id)
    const made = this.state.nextId()
    const part = (salt: number) => (Hash.string(`${salt}${made}`) >>> 0).toString(16).padStart(8, "0")
    const id = [0, 1, 2, 3].map(part).join("")
    const session: Session = {
      id,
      intents,
      shard,
      sequence: 0,
      replay: [],
      forgotten: 0,
      connection,
      detachedMs: 0,
      presence: undefined,
      presentedMs: []
    }
    this.sessions.set(id, session)
    connection.session = session
    this.#greet(session)
    return undefined
  }

  /** Continues a session and replays its missed events. Returns why it is refused. */
  resume(connection: Connection, data: ResumeData): Refused | undefined {
    const { gateway, nowMs } = this.state
    const own = connection.path === resumePath(data.session_id)
    const outcome = own || gateway.settings.resume_elsewhere ? this.#continue(connection, data) : "invalid session"
    gateway.recordResume({ at_ms: nowMs, own, outcome: String(outcome ?? "RESUMED") })
    return outcome
  }

  #continue(connection: Connection, { seq, session_id, token }: ResumeData): Refused | undefined {
    if (connection.session !== undefined) return 4005
    if (!this.#accepts(token)) return 4004
    const session = this.sessions.get(session_id)
    if (session === undefined || this.#isExpired(session)) return "invalid session"
    const last = seq ?? 0
    if (last > session.sequence) {
      this.sessions.delete(session.id)
      return 4007
    }
    if (last < session.forgotten) return "invalid session"
    // A session has one connection.
    session.connection?.offer(closing(4000))
    if (session.connection !== undefined) session.connection.session = undefined
    session.connection = connection
    connection.session = session
    for (const event of session.replay) if (event.s > last) connection.offer(event)
    connection.offer({ kind: "payload", op: Op.Dispatch, t: "RESUMED", s: ++session.sequence, d: {} })
    return undefined
  }

  /** Handles the end of a connection with a close code of the client, or of the gateway. */
  detach(connection: Connection, code: number, byClient: boolean): void {
    const { session } = connection
    if (session === undefined) return
    connection.session = undefined
    session.connection = undefined
    session.detachedMs = this.state.nowMs
    if ((byClient ? ENDING : FINAL).includes(code)) this.sessions.delete(session.id)
  }

  /** Ends a session that cannot be resumed. */
  forget(connection: Connection): void {
    const { session } = connection
    connection.session = undefined
    if (session !== undefined) this.sessions.delete(session.id)
  }

  /** Returns a number from 0 to below 1. The same seed gives the same numbers. */
  random(): number {
    return this.#random.number()
  }

  #accepts(token: string): boolean {
    return token === this.#token && !this.state.gateway.tokenReset
  }

  #isExpired({ connection, detachedMs }: Session): boolean {
    const { gateway, nowMs } = this.state
    return connection === undefined && nowMs - detachedMs > gateway.settings.session_ms
  }

  /** Sends READY, then every guild. Discord does not state the order of the fields, nor that of the guilds. */
  #greet(session: Session): void {
    const { application, bot, gateway, guilds } = this.state
    const own = this.#shuffle([...guilds.keys()].filter((id) => handles(session, id)))
    const fields = {
      v: 10,
      user: bot,
      guilds: own.map((id) => ({ id, unavailable: true })),
      session_id: session.id,
      session_type: "normal",
      resume_gateway_url: `${gateway.url}${resumePath(session.id)}`,
      shard: session.shard,
      application: { id: application.id, flags: application.flags },
      private_channels: [],
      relationships: []
    }
    this.#number(session, { t: "READY", d: Object.fromEntries(this.#shuffle(Object.entries(fields))) })
    for (const guildId of this.#shuffle(own))
      this.deliver(session, { t: "GUILD_CREATE", d: guildData(this.state, guildId), guildId })
  }

  /** Sends an event to a session, if the session receives it. */
  deliver(session: Session, event: RoutedEvent): void {
    const received = receivedBy(this.state, session.intents, event)
    if (received !== undefined) this.#number(session, received)
  }

  #number(session: Session, { d, t }: Pick<SandboxEvent, "d" | "t">): void {
    const numbered: Numbered = { kind: "payload", op: Op.Dispatch, t, s: ++session.sequence, d }
    session.replay.push(numbered)
    if (session.replay.length > this.state.gateway.settings.replay_events)
      session.forgotten = session.replay.shift()?.s ?? session.forgotten
    session.connection?.offer(numbered)
  }

  #shuffle<A>(items: ReadonlyArray<A>): ReadonlyArray<A> {
    return items
      .map((item) => [this.random(), item] as const)
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item)
  }
}

/** Each session has its own address. */
const resumePath = (session: string): string => `/resume/${session}`

/** Returns the close frame of a code. */
export const closing = (code: keyof typeof reasons): Outgoing => ({ kind: "close", code, reason: reasons[code] })

/** Returns whether a session receives the events of a guild. Direct messages go to shard 0. */
const handles = ({ shard: [number, count] }: Session, guildId: string | undefined): boolean =>
  guildId === undefined ? number === 0 : (BigInt(guildId) >> 22n) % BigInt(count) === BigInt(number)
