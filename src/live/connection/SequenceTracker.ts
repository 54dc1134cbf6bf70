import { Option, Schema } from "effect"
import type { Dispatch } from "./GatewayShard.ts"
import type { Session } from "./identifyRules.ts"

/** An event of Discord. `origin` identifies it: the session and the sequence number. */
export interface Received {
  readonly type: string
  readonly data: unknown
  readonly origin: string
}

/** What dispatches mean for the session. */
export interface Accepted {
  /** The events that have not arrived before. */
  readonly events: ReadonlyArray<Received>
  /** The session after these dispatches. Unset if the bot has no session. */
  readonly session: Session | undefined
  /** Whether a session has begun, and whether one was resumed. */
  readonly ready: boolean
  readonly resumed: boolean
}

/** Follows the sequence numbers of a session: no event counts twice, and a RESUME begins before the first missing one. */
export class SequenceTracker {
  #session: Session | undefined
  /** The numbers that have arrived after a missing one. */
  #ahead = new Set<number>()
  #isUsable = false

  /** Begins a connection. What has arrived of the same session before does not count again. */
  begin(session: Session | undefined): void {
    if (session === undefined || session.id !== this.#session?.id) this.#ahead = new Set()
    this.#session = session
    this.#isUsable = false
  }

  /** Whether the session has begun or was resumed on this connection. */
  get isUsable(): boolean {
    return this.#isUsable
  }

  /** The number after which one has not arrived, although later ones have. Unset: none is missing. */
  get missingAfter(): number | undefined {
    return this.#ahead.size > 0 ? this.#session?.seq : undefined
  }

  /** Passes over the missing numbers up to the next that has arrived. Returns the session. */
  skipMissing(): Session | undefined {
    if (this.#ahead.size > 0) this.#advance(Math.min(...this.#ahead) - 1)
    return this.#session
  }

  /** What was accepted is not in the log: it counts when it comes again. Nothing more counts on this connection. */
  forget(): void {
    this.begin(undefined)
  }

  accept(dispatches: ReadonlyArray<Dispatch>, url: string, nowMs: number): Accepted {
    const events: Array<Received> = []
    let [ready, resumed] = [false, false]
    for (const { d, s, t } of dispatches) {
      if (t === "READY") {
        const begun = Option.getOrUndefined(decodeReady(d))
        if (begun === undefined) continue
        this.#session = {
          id: begun.session_id,
          resume_url: resumeUrl(begun.resume_gateway_url, url),
          // Without a number that can be kept, the next events would not count.
          seq: Number.isSafeInteger(s) && s > 0 ? s : READY_SEQ,
          ready_at: nowMs
        }
        this.#ahead = new Set()
        ready = true
        continue
      }
      if (this.#session === undefined || !Number.isSafeInteger(s)) continue
      const isNew = s > this.#session.seq && !this.#ahead.has(s)
      if (t === "RESUMED") resumed = true
      else if (isNew) events.push({ type: t, data: d, origin: `${this.#session.id}:${s}` })
      if (!isNew) continue
      this.#ahead.add(s)
      this.#advance(this.#session.seq)
    }
    if (ready || resumed) this.#isUsable = true
    return { events, session: this.#session, ready, resumed }
  }

  /** Moves to a number, and over those that have arrived after it. */
  #advance(to: number): void {
    if (this.#session === undefined) return
    let seq = to
    while (this.#ahead.delete(seq + 1)) seq++
    this.#session = { ...this.#session, seq }
  }
}

/** The number of READY: a session begins with it. */
const READY_SEQ = 1

const decodeReady = Schema.decodeUnknownOption(
  Schema.Struct({ session_id: Schema.NonEmptyString, resume_gateway_url: Schema.optional(Schema.Unknown) })
)

/** Returns the address for a RESUME. It gets the bot's token, so it must be as well protected as the first one. */
const resumeUrl = (address: unknown, url: string): string =>
  typeof address === "string" && URL.canParse(address) && new URL(address).protocol === new URL(url).protocol
    ? address
    : url
