import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto"
import type { APIMessage } from "discord-api-types/v10"
import { type Deferred, Schema } from "effect"

const Positive = Schema.Int.pipe(Schema.positive())

/** How the gateway behaves. Times are in milliseconds. */
export const GatewaySettings = Schema.Struct({
  heartbeat_interval_ms: Positive,
  /** How long a session can be resumed after its connection closed. */
  session_ms: Schema.NonNegativeInt,
  /** How many events of a session can be replayed. */
  replay_events: Schema.NonNegativeInt,
  /** The number of shards that `GET /gateway/bot` recommends. */
  shards: Positive,
  /** Identifies per day. The bot that exceeds them loses its token. */
  identify_total: Schema.NonNegativeInt,
  /** Identifies of this day so far. */
  identify_used: Schema.NonNegativeInt,
  /** How many shards can identify in one `identify_window_ms`. */
  max_concurrency: Positive,
  identify_window_ms: Schema.NonNegativeInt,
  /** Whether a session can be resumed at another address than its `resume_gateway_url`. Discord does not promise it. */
  resume_elsewhere: Schema.Boolean,
  /**
   * Whether the application may read what people write. If not, HTTP and the gateway leave it out, the search of messages
   * is refused, and so is the intent (Discord docs, message content intent).
   */
  message_content: Schema.Boolean
})
export type GatewaySettings = typeof GatewaySettings.Type

const TOKEN_MS = 15 * 60_000

const DAY_MS = 24 * 60 * 60_000

/** An IDENTIFY that the gateway received, and what it answered: `READY`, or why it refused. */
export interface Identify {
  readonly at_ms: number
  readonly shard: number
  readonly intents: number
  readonly outcome: string
}

/** A RESUME that the gateway received, and what it answered. `own`: whether it came to the address of its session. */
export interface Resume {
  readonly at_ms: number
  readonly own: boolean
  readonly outcome: string
}

/** What people see beside the bot. A custom status has its text in `state`. */
export interface SandboxPresence {
  readonly status: string
  readonly activities: ReadonlyArray<{
    readonly name: string
    readonly type: number
    readonly state?: string | undefined
  }>
}

/** The data of IDENTIFY. */
export interface IdentifyData {
  readonly token: string
  readonly intents: number
  readonly shard?: readonly [id: number, count: number]
}

/** The data of RESUME. */
export interface ResumeData {
  readonly token: string
  readonly session_id: string
  readonly seq: number | null
}

/** The state of the gateway, for tests. */
export interface GatewayView {
  readonly settings: GatewaySettings
  readonly sessions: ReadonlyArray<{
    readonly id: string
    readonly shard: number
    readonly intents: number
    readonly sequence: number
    /** The number of events that can be replayed. */
    readonly replayable: number
    readonly connected: boolean
    /** What people see beside the bot. Unset: online. */
    readonly presence?: SandboxPresence
  }>
  readonly identifies: ReadonlyArray<Identify>
  readonly resumes: ReadonlyArray<Resume>
}

/** The answer of the application to an interaction. */
export interface InteractionAnswer {
  readonly type: number
  readonly data: unknown
}

/** An interaction that the sandbox created, and the application's first answer to it. */
export interface Interaction {
  readonly id: string
  readonly token: string
  readonly createdMs: number
  readonly channelId: string
  /** The message whose component was used. Unset for a command. */
  readonly messageId?: string
  readonly userId: string
  readonly answered: Deferred.Deferred<InteractionAnswer>
  /** The message that `@original` means: absent until there is an answer. */
  originalId?: string
  /** An answer that only the user sees. It is in no channel. */
  ephemeral?: APIMessage
}

/** Maximum number of recorded identifies, and of interactions. */
const MAX_RECORDED = 10_000

/** The part of the gateway that exists before a client connects: its settings and the count of identifies. */
export class GatewayStatus {
  /** `ws://127.0.0.1:PORT`. */
  url = ""
  settings: GatewaySettings = {
    heartbeat_interval_ms: 41_250,
    session_ms: 180_000,
    replay_events: 1000,
    shards: 1,
    identify_total: 1000,
    identify_used: 0,
    max_concurrency: 1,
    identify_window_ms: 5000,
    resume_elsewhere: true,
    message_content: true
  }
  /** Whether the bot identified too often. Discord then resets the token. */
  tokenReset = false
  readonly identifies: Array<Identify> = []
  readonly resumes: Array<Resume> = []
  /** The newest interactions by id, oldest first. */
  readonly interactions = new Map<string, Interaction>()
  #dayStartMs = Number.NEGATIVE_INFINITY

  /** Returns `session_start_limit` of `GET /gateway/bot`. */
  limit(nowMs: number) {
    this.#startDay(nowMs)
    const { identify_total: total, identify_used: used, max_concurrency } = this.settings
    return {
      total,
      remaining: Math.max(0, total - used),
      reset_after: used === 0 ? 0 : this.#dayStartMs + DAY_MS - nowMs,
      max_concurrency
    }
  }

  /** Counts an identify. Returns `false` if the day has none left. */
  count(nowMs: number): boolean {
    this.#startDay(nowMs)
    const { identify_total: total, identify_used: used } = this.settings
    if (used >= total) return false
    this.settings = { ...this.settings, identify_used: used + 1 }
    return true
  }

  record(identify: Identify): void {
    this.identifies.push(identify)
    if (this.identifies.length > MAX_RECORDED) this.identifies.shift()
  }

  recordResume(resume: Resume): void {
    this.resumes.push(resume)
    if (this.resumes.length > MAX_RECORDED) this.resumes.shift()
  }

  open(interaction: Interaction): void {
    this.interactions.set(interaction.id, interaction)
    const [oldest] = this.interactions.keys()
    if (this.interactions.size > MAX_RECORDED && oldest !== undefined) this.interactions.delete(oldest)
  }

  /** Returns the interaction with a token, if the token is valid: fifteen minutes. */
  interactionOf(token: string, nowMs: number): Interaction | undefined {
    for (const interaction of this.interactions.values())
      if (interaction.token === token && nowMs - interaction.createdMs <= TOKEN_MS) return interaction
    return undefined
  }

  #startDay(nowMs: number): void {
    if (nowMs - this.#dayStartMs < DAY_MS) return
    // The first day starts when something is first counted or asked.
    if (this.#dayStartMs > Number.NEGATIVE_INFINITY) this.settings = { ...this.settings, identify_used: 0 }
    this.#dayStartMs = nowMs
  }
}

/** The key pair of the sandbox's application. Every sandbox has the same one. */
export const privateKey: KeyObject = createPrivateKey({
  key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.alloc(32, "effect-discord-mcp")]),
  format: "der",
  type: "pkcs8"
})

/** The public key as `verify_key` of the application: 32 bytes in hexadecimal digits. */
export const verifyKey: string = createPublicKey(privateKey)
  .export({ format: "der", type: "spki" })
  .subarray(-32)
  .toString("hex")
