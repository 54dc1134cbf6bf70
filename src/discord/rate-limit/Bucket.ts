/**
 * One rate-limit bucket, learned from headers. Discord does not document how a bucket
 * refills, or when it writes the headers. So a request is sent only if one of these rules
 * proves that it fits, for fixed windows, sliding windows and token buckets:
 *
 * 1. `Remaining` of a response, minus all requests that it may not include, is positive.
 * 2. No request is in flight, and each response's `Reset-After` has passed since the
 *    response arrived. Then at least one request fits again.
 * 3. Fewer than `Limit` requests are counted (`CountedRequests`), each for the longest
 *    `Reset-After` seen. This is proof only for a bucket that is full again after that
 *    time. So the rule applies only once a response shows it (see `#learnRefill`).
 */
import { ARRIVAL_MS, CountedRequests, type CountedRequestsState, type SentRequest } from "./CountedRequests.ts"
import type { RateLimitHeaders } from "./RateLimitHeaders.ts"

/** `Reset-After` is rounded to milliseconds, and timers are inexact. */
const MARGIN_MS = 5

/** No response comes after this time (the longest `MCP_TIMEOUT_LONG_MS`). */
const LONGEST_CALL_MS = 300_000

const NEVER = Number.NEGATIVE_INFINITY
const UNLIMITED = Number.POSITIVE_INFINITY

/** The facts of a response, and its time. */
export interface Observation {
  readonly request: SentRequest
  readonly headers: RateLimitHeaders
  readonly at: number
  /** The number of requests sent before the response arrived. */
  readonly sent: number
}

/** The state of a bucket, as plain data. */
export interface BucketState {
  readonly requests: CountedRequestsState
  readonly limit: number | undefined
  readonly windowMs: number
  readonly proven: number
  readonly resetAt: number
  readonly refillsWhole: boolean
  readonly blockedUntil: number
  readonly latest: Observation | undefined
  readonly lowest: Observation | undefined
}

/** A bucket. At first nothing is known about it. Times are monotonic milliseconds. */
export class Bucket {
  readonly #requests: CountedRequests
  /** `undefined` until a response states it. */
  #limit: number | undefined
  /** The longest `Reset-After` seen. */
  #windowMs = 0
  /** Rule 1: the number of further requests that certainly fit. */
  #proven = 0
  /** Rule 2: the time at which each `Reset-After` has passed. */
  #resetAt = NEVER
  /** Rule 3: whether the bucket is full again after `#windowMs`. */
  #refillsWhole = false
  /** After a 429: no request is sent before this time. */
  #blockedUntil = NEVER
  /**
   * The response to the request that was sent last. Its `Remaining` bounds rules 1 and 3, because
   * others may use the bucket too.
   */
  #latest: Observation | undefined
  /** The response that rule 3 compares later ones with. */
  #lowest: Observation | undefined

  constructor(state?: BucketState) {
    this.#requests = new CountedRequests(MARGIN_MS, state?.requests)
    if (state === undefined) return
    this.#limit = state.limit
    this.#windowMs = state.windowMs
    this.#proven = state.proven
    this.#resetAt = state.resetAt
    this.#refillsWhole = state.refillsWhole
    this.#blockedUntil = state.blockedUntil
    this.#latest = state.latest
    this.#lowest = state.lowest
  }

  /** Returns the state, without requests whose response can no longer arrive. */
  state(now: number): BucketState {
    return {
      requests: this.#requests.stateSince(now - this.#windowMs - ARRIVAL_MS - LONGEST_CALL_MS),
      limit: this.#limit,
      windowMs: this.#windowMs,
      proven: this.#proven,
      resetAt: this.#resetAt,
      refillsWhole: this.#refillsWhole,
      blockedUntil: this.#blockedUntil,
      latest: this.#latest,
      lowest: this.#lowest
    }
  }

  /** Returns whether a request was sent as part of this bucket and has not ended. */
  has(request: SentRequest): boolean {
    return this.#requests.has(request)
  }

  /** Returns the number of requests in flight that Discord may still count. */
  inFlight(now: number): number {
    return this.#requests.inFlight(now, this.#windowMs)
  }

  /** Returns how long this state stays useful, from now on. */
  lifeMs(now: number): number {
    return Math.max(0, this.#blockedUntil - now, this.#resetAt - now) + this.#windowMs + LONGEST_CALL_MS
  }

  /** Returns whether no request is in flight. */
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

  /** Returns the minimum wait of a request behind `ahead` others, as far as it is known. */
  projectedWaitMs(now: number, ahead: number): number {
    const blocked = Math.max(0, this.#blockedUntil - now)
    if (this.#limit === undefined || this.#limit === UNLIMITED || this.#resetAt <= now) return blocked
    const free = Math.max(0, this.#proven, this.#wholeAt(now) <= now ? this.#limit - this.#count(now) : 0)
    if (ahead < free) return blocked
    const windows = Math.floor((ahead - free) / Math.max(1, this.#limit))
    return Math.max(blocked, this.#resetAt - now + windows * this.#windowMs)
  }

  /** Records that a request is sent. */
  start(now: number): SentRequest {
    this.#proven--
    return this.#requests.start(now, this.#windowMs)
  }

  /** Records that a request of this bucket has ended. `headers` are those of its response, if there was one. */
  end(request: SentRequest, now: number, response: "none" | "limited" | "other", headers?: RateLimitHeaders): void {
    const wasLimited = this.#limit !== undefined && this.#limit !== UNLIMITED
    this.#requests.end(request, now, wasLimited || headers !== undefined)
    if (this.#limit !== undefined) this.#requests.keepEnds(this.#limit)
    // Discord may have counted the request at any time up to now.
    if (response === "none" && wasLimited) this.#resetAt = Math.max(this.#resetAt, now + this.#windowMs + MARGIN_MS)
    if (headers === undefined) return
    const uncounted = request.concurrent + this.#requests.sent - request.order
    this.#learn({ request, headers, at: now, sent: this.#requests.sent }, response === "limited", uncounted)
  }

  /** Adds a request that was sent as part of another bucket but belongs to this one. */
  join(request: SentRequest, now: number, headers: RateLimitHeaders | undefined): void {
    const alone = this.isIdle && this.#requests.lastEndedAt <= request.sentAt
    this.#requests.endOther(now)
    this.#proven--
    if (headers === undefined) return
    this.#limit = headers.limit
    this.#learnTimes(headers, now)
    if (alone) this.#proven = Math.max(this.#proven, headers.remaining)
  }

  /** Records a successful response without headers: as far as is known, Discord does not limit this bucket. */
  markUnlimited(): void {
    this.#limit ??= UNLIMITED
  }

  /** Records a 429. The requested wait replaces earlier knowledge. */
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
   * Checks whether the bucket is full again once `Reset-After` has passed. Otherwise it gets one unit
   * at each reset, and `Reset-After` is never longer than the interval between units. More new units
   * than intervals rule this out.
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

  /** Returns when rule 3 allows the next request. */
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
