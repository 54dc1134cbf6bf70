/**
 * One rate-limit bucket, learned from headers. How Discord refills a bucket is not
 * documented, so a request may leave only if one of these rules proves that it fits,
 * for fixed and sliding windows and for token buckets, whenever headers are stamped:
 *
 * 1. `Remaining` of a response, less all requests that it may not include, is positive.
 * 2. Nothing is in flight, and each response's `Reset-After` has passed since the
 *    response arrived: at least one request fits again.
 * 3. Fewer than `Limit` requests are counted (`CountedRequests`), each for the longest
 *    `Reset-After` seen. This proves it only for a bucket that is full again after that
 *    time, so the rule waits until a response shows it (see `#learnRefill`).
 */
import { CountedRequests, type SentRequest } from "./CountedRequests.ts"
import type { RateLimitHeaders } from "./RateLimitHeaders.ts"

/** `Reset-After` is rounded to milliseconds, and timers are inexact. */
const MARGIN_MS = 5

const NEVER = Number.NEGATIVE_INFINITY
const UNLIMITED = Number.POSITIVE_INFINITY

/** What a response said, and when. */
interface Observation {
  readonly request: SentRequest
  readonly headers: RateLimitHeaders
  readonly at: number
  /** How many requests had left when the response arrived. */
  readonly sent: number
}

/** A bucket. It knows nothing at first; times are monotonic milliseconds. */
export class Bucket {
  readonly #requests = new CountedRequests(MARGIN_MS)
  /** `undefined` until a response tells it. */
  #limit: number | undefined
  /** The longest `Reset-After` seen. */
  #windowMs = 0
  /** Rule 1: how many more requests surely fit. */
  #proven = 0
  /** Rule 2: when each `Reset-After` has passed. */
  #resetAt = NEVER
  /** Rule 3: whether the bucket is full again after `#windowMs`. */
  #refillsWhole = false
  /** After a 429: nothing leaves before. */
  #blockedUntil = NEVER
  /** The response to the request that left last. Others may use the bucket, too: its `Remaining` bounds rules 1 and 3. */
  #latest: Observation | undefined
  /** The response that rule 3 compares later ones with. */
  #lowest: Observation | undefined

  /** Whether requests are in flight. */
  get isIdle(): boolean {
    return this.#requests.open === 0
  }

  /** Returns how long the next request must wait, if no response arrives before. */
  waitMs(now: number): number {
    const blocked = Math.max(0, this.#blockedUntil - now)
    if (this.#limit === UNLIMITED || this.#proven > 0) return blocked
    const silentAt =
      this.#requests.inFlight(now, this.#windowMs) > 0 ? this.#requests.inFlightUntil(this.#windowMs) : NEVER
    return Math.max(blocked, Math.min(Math.max(silentAt, this.#resetAt), this.#wholeAt(now)) - now)
  }

  /** Returns the least time a request behind `ahead` others must wait, as far as it is known. */
  projectedWaitMs(now: number, ahead: number): number {
    const blocked = Math.max(0, this.#blockedUntil - now)
    if (this.#limit === undefined || this.#limit === UNLIMITED || this.#resetAt <= now) return blocked
    const free = Math.max(0, this.#proven, this.#wholeAt(now) <= now ? this.#limit - this.#count(now) : 0)
    if (ahead < free) return blocked
    const windows = Math.floor((ahead - free) / Math.max(1, this.#limit))
    return Math.max(blocked, this.#resetAt - now + windows * this.#windowMs)
  }

  /** A request leaves. */
  start(now: number): SentRequest {
    this.#proven--
    return this.#requests.start(now, this.#windowMs)
  }

  /** A request of this bucket has ended; `headers` are those of its response, if there was one. */
  end(request: SentRequest, now: number, response: "none" | "limited" | "other", headers?: RateLimitHeaders): void {
    const wasLimited = this.#limit !== undefined && this.#limit !== UNLIMITED
    this.#requests.end(request, now, wasLimited || headers !== undefined)
    // Discord may have counted it at any time up to now.
    if (response === "none" && wasLimited) this.#resetAt = Math.max(this.#resetAt, now + this.#windowMs + MARGIN_MS)
    if (headers === undefined) return
    const uncounted = request.concurrent + this.#requests.sent - request.order
    this.#learn({ request, headers, at: now, sent: this.#requests.sent }, response === "limited", uncounted)
  }

  /** A request that left as part of another bucket turned out to belong to this one. */
  join(request: SentRequest, now: number, headers: RateLimitHeaders | undefined): void {
    const alone = this.isIdle && this.#requests.lastEndedAt <= request.sentAt
    this.#requests.end(request, now, true)
    this.#proven--
    if (headers === undefined) return
    this.#limit = headers.limit
    this.#learnTimes(headers, now)
    if (alone) this.#proven = Math.max(this.#proven, headers.remaining)
  }

  /** A good response without headers: Discord does not limit this bucket, as far as is known. */
  markUnlimited(): void {
    this.#limit ??= UNLIMITED
  }

  /** Discord answered 429. What it asks for replaces what was known before. */
  block(now: number, retryAfterMs: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, now + retryAfterMs + MARGIN_MS)
    this.#resetAt = this.#blockedUntil
    this.#proven = Math.min(this.#proven, 0)
    this.#refillsWhole = false
    this.#lowest = undefined
  }

  #learn(seen: Observation, limited: boolean, uncounted: number): void {
    const { headers, request } = seen
    const isLatest = this.#latest === undefined || request.order > this.#latest.request.order
    if (isLatest) {
      this.#latest = seen
      this.#limit = headers.limit
    }
    if (limited) return
    this.#learnTimes(headers, seen.at)
    this.#proven = Math.max(this.#proven, headers.remaining - uncounted)
    if (isLatest) this.#proven = Math.min(this.#proven, headers.remaining)
    this.#learnRefill(seen)
  }

  #learnTimes({ resetAfterMs }: RateLimitHeaders, now: number): void {
    this.#windowMs = Math.max(this.#windowMs, resetAfterMs)
    this.#resetAt = Math.max(this.#resetAt, now + resetAfterMs + MARGIN_MS)
  }

  /**
   * Learns whether the bucket is full again once `Reset-After` has passed. The other
   * possibility: it gets one unit at each reset, and `Reset-After` is never longer than
   * the interval of the units. More units than intervals rule this out.
   */
  #learnRefill(seen: Observation): void {
    const before = this.#lowest
    if (before !== undefined && seen.request.order > before.sent) {
      const units = seen.headers.remaining - before.headers.remaining + 1
      const longestMs = seen.at - before.request.sentAt - before.headers.resetAfterMs + MARGIN_MS
      if (units > 1 + longestMs / this.#windowMs) this.#refillsWhole = true
    }
    const isOver = before !== undefined && seen.at >= before.at + before.headers.resetAfterMs
    if (before === undefined || isOver || seen.headers.remaining <= before.headers.remaining) this.#lowest = seen
  }

  /** When rule 3 lets the next request leave. */
  #wholeAt(now: number): number {
    if (!this.#refillsWhole || this.#limit === undefined) return UNLIMITED
    const free = this.#count(now) < this.#limit ? now : this.#requests.nextFreeAt(now, this.#windowMs)
    const latest = this.#latest
    if (latest === undefined) return free
    const left = latest.headers.remaining - (this.#requests.sent - latest.sent)
    return left > 0 ? free : Math.max(free, latest.at + latest.headers.resetAfterMs + MARGIN_MS)
  }

  #count(now: number): number {
    return this.#requests.count(now, this.#windowMs)
  }
}
