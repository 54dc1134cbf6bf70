/**
 * The calls that Discord's limits delay. First come, first served, except that clients take turns. A call that
 * waits for its bucket or its route does not delay calls of other buckets. Has no clock and no effects.
 */
import type { Bucket } from "./Bucket.ts"
import { type Delayed, delayed, type Limits, type LocalLimits, type RateLimitKey } from "./Limits.ts"

/** A call that may have to wait. */
export interface NewCall<Signal> {
  readonly key: RateLimitKey
  readonly client: string | undefined
  /** The time at which the call is rejected. */
  readonly until: number
  /** How to wake the call. */
  readonly signal: Signal
}

/** A call in the queue. */
export interface WaitingCall<Signal> extends NewCall<Signal> {
  signal: Signal
  /** The number of this call, in the order of arrival. */
  readonly order: number
  line: Line<Signal>
  /** In each round, each waiting client has one call. A call has the round after the last one of its client. */
  round: number
  /** The same among the calls that only the global limit delays; 0 before that. */
  globalRound: number
}

/** The calls that wait for one bucket. */
interface Line<Signal> {
  readonly bucket: Bucket
  /** In the order in which they are sent. */
  readonly calls: Array<WaitingCall<Signal>>
  /** The round of the call that was sent last. */
  round: number
  /** The call that asks for its admission now. */
  asking: WaitingCall<Signal> | undefined
  /** What the limits answered last, and when. */
  answer: { readonly delay: Delayed; readonly at: number } | undefined
}

/** A call that is rejected, and what delays it for too long. */
export interface RejectedCall<Signal> {
  readonly call: WaitingCall<Signal>
  readonly delay: Pick<Delayed, "minimumMs" | "scope">
}

/** What to do now. */
export interface Step<Signal> {
  /** The calls that may ask for their admission. */
  readonly wake: ReadonlyArray<WaitingCall<Signal>>
  /** The calls that would wait too long. They are no longer in the queue. */
  readonly reject: ReadonlyArray<RejectedCall<Signal>>
  /** The time of the next step, if nothing changes before. */
  readonly at: number
}

/** How much faster than the global limit calls leave while more calls wait. */
const PACE = 1.5

/** The time by which a timer may be late. Calls that were due in it leave together. */
const TIMER_MS = 10

/** The queue. Times are monotonic milliseconds. */
export class CallQueue<Signal> {
  /** Has no line without a call. */
  readonly lines = new Map<Bucket, Line<Signal>>()
  /** Whether the global limit delays a call. Then no other call goes before it. */
  waitsForGlobal = false
  readonly #local: LocalLimits
  readonly #bucketDelay: Limits["bucketDelay"]
  /** The time between calls that leave while more calls wait, and the time of the next one. */
  readonly #spacingMs: number
  #pacedAt = Number.NEGATIVE_INFINITY
  #order = 0
  #globalRound = 0

  constructor(local: LocalLimits, bucketDelay: Limits["bucketDelay"]) {
    this.#local = local
    this.#spacingMs = 1000 / (local.global.perSecond * PACE)
    this.#bucketDelay = bucketDelay
  }

  /** Returns whether a new call of a key must wait for other calls. */
  isBehindOthers(key: RateLimitKey): boolean {
    return (this.waitsForGlobal && key.global) || this.lines.has(this.#local.bucketOf(key))
  }

  /** Adds a call, or rejects it because it would certainly wait too long. */
  enter(from: NewCall<Signal>, now: number): WaitingCall<Signal> | RejectedCall<Signal> {
    const { key, until } = from
    const line = this.#lineOf(key)
    const call = { ...from, order: ++this.#order, line, round: 0, globalRound: 0 }
    const minimumMs = line.bucket.minimumMs(now, placeOf(call, line).ahead)
    if (minimumMs > 0 && now + minimumMs > until) return { call, delay: { minimumMs, scope: this.#scopeOf(key, now) } }
    this.#add(call, line)
    return call
  }

  /** Removes a call. Only a call that is sent ends its round. */
  leave(call: WaitingCall<Signal>, isSent: boolean): void {
    const { globalRound, line, round } = call
    if (line.asking === call) line.asking = undefined
    const at = line.calls.indexOf(call)
    if (at < 0) return
    line.calls.splice(at, 1)
    line.bucket.waiting--
    if (line.calls.length === 0) this.lines.delete(line.bucket)
    if (!isSent) return
    line.round = Math.max(line.round, round)
    this.#globalRound = Math.max(this.#globalRound, globalRound)
  }

  /** Records that a call asked for its admission, and what delays it. From now on, `signal` wakes it. */
  delay(call: WaitingCall<Signal>, delay: Delayed, signal: Signal, now: number): void {
    const { line } = call
    call.signal = signal
    line.asking = undefined
    line.answer = { delay, at: now }
    this.#regroup(call.key, line.bucket)
  }

  /** Records that the limits of a key have changed. */
  change(key: RateLimitKey, bucket: Bucket): void {
    this.#regroup(key, bucket)
    for (const changed of [bucket, this.#local.bucketOf(key)]) {
      const line = this.lines.get(changed)
      if (line !== undefined) line.answer = undefined
    }
  }

  /** Decides which calls may ask for their admission, and which are rejected. */
  step(now: number): Step<Signal> {
    const global = this.#local.global.delay(now)
    let free = this.#local.global.free(now)
    let at = Number.POSITIVE_INFINITY
    const wake: Array<WaitingCall<Signal>> = []
    const ready: Array<WaitingCall<Signal>> = []
    const reject: Array<RejectedCall<Signal>> = []
    /** Lets a call wait, unless it is or will be too late. */
    const wait = (call: WaitingCall<Signal>, delay: Delayed | undefined) => {
      if (now < call.until && now + (delay?.minimumMs ?? 0) <= call.until) {
        at = Math.min(at, call.until, now + (delay?.ms ?? Number.POSITIVE_INFINITY))
        return
      }
      const { bucket, calls } = call.line
      const minimumMs = bucket.minimumMs(now, calls.indexOf(call))
      reject.push({ call, delay: delay ?? { minimumMs, scope: this.#scopeOf(call.key, now) } })
      this.leave(call, false)
    }
    for (const line of this.lines.values()) {
      if (line.asking?.key.global) free--
      let isBehind = line.asking !== undefined
      for (const call of [...line.calls]) {
        if (call === line.asking) continue
        const block = this.#local.blockDelay(call.key, now)
        const globalDelay = call.key.global ? global : undefined
        if (block !== undefined) wait(call, longer(block, globalDelay))
        else if (isBehind) wait(call, undefined)
        else {
          isBehind = true
          const delay = this.#lineDelay(line, now)
          if (delay !== undefined) wait(call, longer(delay, globalDelay))
          else (call.key.global ? ready : wake).push(call)
        }
      }
    }
    this.waitsForGlobal = ready.length > free
    if (this.waitsForGlobal) {
      this.#takeTurns(ready)
      const paced = this.#pace(Math.max(0, free), now)
      wake.push(...ready.splice(0, paced))
      const delay = global ?? (free > paced ? delayed("global", this.#pacedAt - now) : undefined)
      for (const call of ready) wait(call, delay)
    } else wake.push(...ready)
    for (const call of wake) call.line.asking = call
    return { wake, reject, at }
  }

  /** Returns the wait of a call as far as it is known; 0 if it is not. */
  expectedMs(call: WaitingCall<Signal>, now: number): number {
    const { key, line } = call
    const ahead = line.calls.indexOf(call)
    const delays = [
      this.#local.blockDelay(key, now)?.ms,
      key.global ? this.#local.global.delay(now)?.ms : undefined,
      ahead === 0 ? this.#lineDelay(line, now)?.ms : line.bucket.minimumMs(now, ahead)
    ]
    return Math.min(call.until - now, Math.max(...delays.map((ms) => ms ?? 0)))
  }

  /** Returns the scope of the limit that delays a key. */
  #scopeOf(key: RateLimitKey, now: number): Delayed["scope"] {
    return (
      (this.#local.blockDelay(key, now) ?? (key.global ? this.#local.global.delay(now) : undefined))?.scope ?? "user"
    )
  }

  /** Returns what delays the first call of a line, apart from the global limit. */
  #lineDelay({ answer, bucket }: Line<Signal>, now: number): Delayed | undefined {
    const since = answer === undefined ? 0 : now - answer.at
    return answer !== undefined && answer.delay.ms > since
      ? { ...answer.delay, ms: answer.delay.ms - since, minimumMs: answer.delay.minimumMs - since }
      : this.#bucketDelay(bucket, now)
  }

  #lineOf(key: RateLimitKey): Line<Signal> {
    const bucket = this.#local.bucketOf(key)
    return this.lines.get(bucket) ?? { bucket, calls: [], round: 0, asking: undefined, answer: undefined }
  }

  #add(call: WaitingCall<Signal>, line: Line<Signal>): void {
    const { ahead, round } = placeOf(call, line)
    call.line = line
    call.round = round
    line.calls.splice(ahead, 0, call)
    line.bucket.waiting++
    this.lines.set(line.bucket, line)
  }

  /** Moves the calls of a key from the line of a bucket if a response has named another bucket for the key. */
  #regroup(key: RateLimitKey, bucket: Bucket): void {
    const line = this.lines.get(bucket)
    if (line === undefined || this.#local.bucketOf(key) === bucket) return
    for (const call of line.calls.filter((waiting) => waiting.key.id === key.id)) {
      this.leave(call, false)
      this.#add(call, this.#lineOf(call.key))
    }
  }

  /**
   * Returns how many of `free` calls leave now, if more calls wait. Otherwise all would leave at once each second, and
   * a call that has to wait for the next second would wait twice as long as the others.
   */
  #pace(free: number, now: number): number {
    this.#pacedAt = Math.max(this.#pacedAt, now - TIMER_MS)
    let paced = 0
    for (; paced < free && this.#pacedAt <= now; paced++) this.#pacedAt += this.#spacingMs
    return paced
  }

  /** Sorts the calls that only the global limit delays by their rounds. */
  #takeTurns(ready: Array<WaitingCall<Signal>>): void {
    const added = ready.filter((call) => call.globalRound === 0)
    for (const call of added.toSorted((one, other) => one.order - other.order)) {
      const own = ready.filter(({ client }) => client === call.client).map((waiting) => waiting.globalRound)
      call.globalRound = Math.max(this.#globalRound, ...own) + 1
    }
    ready.sort((one, other) => one.globalRound - other.globalRound || one.order - other.order)
  }
}

/**
 * Returns the place of a call in a line: the round after the last one of its client, behind the calls of
 * that round. So no client waits for all calls of another.
 */
const placeOf = <Signal>(
  { client }: NewCall<Signal>,
  { calls, round }: Line<Signal>
): { readonly round: number; readonly ahead: number } => {
  const last = calls.findLast((call) => call.client === client)
  const own = Math.max(round, last?.round ?? 0) + 1
  return { round: own, ahead: calls.findLastIndex((call) => call.round <= own) + 1 }
}

/** Returns the delay with the longer minimum. */
const longer = (one: Delayed, other: Delayed | undefined): Delayed =>
  other === undefined || one.minimumMs >= other.minimumMs ? one : other
