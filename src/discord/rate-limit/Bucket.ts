/**
 * One rate-limit bucket, learned from headers. Discord does not document how a bucket
 * refills, or when it writes the headers. So a request is sent only if one of these rules
 * proves that it fits, for fixed windows, sliding windows and token buckets:
 *
 * 1. `Remaining` of a response, minus all requests that it may not include, is positive.
 * 2. No request is in flight, and each response's `Reset-After` has passed since the
 *    response arrived. Then at least one request fits again.
 *
 * Times are monotonic milliseconds.
 */

/** The rate-limit headers of a response (Discord docs, rate limits). */
export interface RateLimitHeaders {
  readonly bucket: string | undefined
  readonly limit: number
  readonly remaining: number
  readonly resetAfterMs: number
}

/** A sent request. */
export interface SentRequest {
  readonly sentAt: number
  /** The number of this request. The first request has the number 1. */
  readonly order: number
  /** The number of other requests in flight when this request was sent. */
  readonly concurrent: number
}

/** What the end of a request says about its bucket. */
export interface BucketOutcome {
  readonly response: "none" | "limited" | "other"
  readonly headers: RateLimitHeaders | undefined
  /** A successful response without headers: as far as is known, Discord does not limit the bucket. */
  readonly isUnlimited: boolean
  /** Set for a 429 about the bucket. */
  readonly blockMs: number | undefined
}

/** `Reset-After` is rounded to milliseconds, and timers are inexact. */
const MARGIN_MS = 5

/** No response comes after this time (the longest `MCP_TIMEOUT_LONG_MS`). */
const LONGEST_CALL_MS = 300_000

/**
 * The maximum time in which a sent request reaches Discord. A request without a response counts for
 * this time and the window. So a hung call does not block all other calls forever.
 */
const ARRIVAL_MS = 1000

const NEVER = Number.NEGATIVE_INFINITY
const UNLIMITED = Number.POSITIVE_INFINITY

/** The state of a bucket, as plain data. */
export interface BucketState {
  readonly inFlight: ReadonlyArray<SentRequest>
  readonly sent: number
  readonly lastEndedAt: number
  readonly limit: number | undefined
  readonly windowMs: number
  readonly proven: number
  readonly resetAt: number
  readonly blockedUntil: number
  readonly latest: number
}

/** The requests in flight that Discord may still count in a window. */
export class InFlight {
  /** By number, in sending order. */
  readonly #requests = new Map<number, SentRequest>()
  /** The number of all sent requests. */
  sent: number

  constructor(requests: ReadonlyArray<SentRequest> = [], sent = 0) {
    for (const request of requests) this.#requests.set(request.order, request)
    this.sent = sent
  }

  /** All requests without a response, including those that no longer count. */
  get all(): ReadonlyArray<SentRequest> {
    return [...this.#requests.values()]
  }

  get isEmpty(): boolean {
    return this.#requests.size === 0
  }

  has({ order, sentAt }: SentRequest): boolean {
    return this.#requests.get(order)?.sentAt === sentAt
  }

  /** Returns the number of requests that count, and when the first and the last one stop counting. */
  counted(now: number, windowMs: number): { readonly count: number; readonly first: number; readonly last: number } {
    let [count, first, last] = [0, UNLIMITED, NEVER]
    for (const { sentAt } of this.#requests.values()) {
      last = sentAt + windowMs + ARRIVAL_MS
      if (last <= now) continue
      if (count++ === 0) first = last
    }
    return { count, first, last }
  }

  /** Records that a request is sent. */
  start(now: number, windowMs: number): SentRequest {
    const { count } = this.counted(now, windowMs)
    const request = { sentAt: now, order: ++this.sent, concurrent: count }
    this.#requests.set(request.order, request)
    return request
  }

  /** Records that a request has ended. */
  end({ order }: SentRequest): void {
    this.#requests.delete(order)
  }
}

/** A bucket. At first nothing is known about it. */
export class Bucket {
  /** The number of calls of this process that wait for the bucket. */
  waiting = 0
  readonly #requests: InFlight
  #lastEndedAt: number
  /** `undefined` until a response states it. */
  #limit: number | undefined
  /** The longest `Reset-After` seen. */
  #windowMs: number
  /** Rule 1: the number of further requests that certainly fit. */
  #proven: number
  /** Rule 2: the time at which each `Reset-After` has passed. */
  #resetAt: number
  /** After a 429: no request is sent before this time. */
  #blockedUntil: number
  /** The number of the latest request whose response had headers. Its `Remaining` bounds rule 1, because others may use the bucket too. */
  #latest: number

  constructor(state?: BucketState) {
    this.#requests = new InFlight(state?.inFlight, state?.sent)
    this.#lastEndedAt = state?.lastEndedAt ?? NEVER
    this.#limit = state?.limit
    this.#windowMs = state?.windowMs ?? 0
    this.#proven = state?.proven ?? 0
    this.#resetAt = state?.resetAt ?? NEVER
    this.#blockedUntil = state?.blockedUntil ?? NEVER
    this.#latest = state?.latest ?? 0
  }

  /** Returns the state, without requests whose response can no longer arrive. */
  state(now: number): BucketState {
    const oldest = now - this.#windowMs - ARRIVAL_MS - LONGEST_CALL_MS
    return {
      inFlight: this.#requests.all.filter(({ sentAt }) => sentAt >= oldest),
      sent: this.#requests.sent,
      lastEndedAt: this.#lastEndedAt,
      limit: this.#limit,
      windowMs: this.#windowMs,
      proven: this.#proven,
      resetAt: this.#resetAt,
      blockedUntil: this.#blockedUntil,
      latest: this.#latest
    }
  }

  /** Returns whether a request was sent as part of this bucket and has not ended. */
  has(request: SentRequest): boolean {
    return this.#requests.has(request)
  }

  /** Returns the number of requests in flight that Discord may still count. */
  inFlight(now: number): number {
    return this.#requests.counted(now, this.#windowMs).count
  }

  /** Returns how long this state stays useful, from now on. */
  lifeMs(now: number): number {
    return Math.max(0, this.#blockedUntil - now, this.#resetAt - now) + this.#windowMs + LONGEST_CALL_MS
  }

  /** Whether a request is in flight, or a call waits. */
  get isUsed(): boolean {
    return this.waiting > 0 || !this.#requests.isEmpty
  }

  /** Returns how long the next request must wait, if no response arrives before. */
  waitMs(now: number): number {
    const blocked = Math.max(0, this.#blockedUntil - now)
    if (this.#limit === UNLIMITED || this.#proven > 0) return blocked
    const { count, last } = this.#requests.counted(now, this.#windowMs)
    return Math.max(blocked, Math.max(count > 0 ? last : NEVER, this.#resetAt) - now)
  }

  /** Returns the minimum wait of a request behind `ahead` others, as far as it is known. */
  minimumMs(now: number, ahead: number): number {
    const blocked = Math.max(0, this.#blockedUntil - now)
    const free = Math.max(0, this.#proven)
    if (this.#limit === undefined || this.#limit === UNLIMITED || this.#resetAt <= now || ahead < free) return blocked
    const windows = Math.floor((ahead - free) / Math.max(1, this.#limit))
    return Math.max(blocked, this.#resetAt - now + windows * this.#windowMs)
  }

  /** Records that a request is sent. */
  start(now: number): SentRequest {
    this.#proven--
    return this.#requests.start(now, this.#windowMs)
  }

  /** Records that a request has ended. It may have been sent as part of another bucket. */
  end(request: SentRequest, now: number, outcome: BucketOutcome, isOwn = true): void {
    if (isOwn) this.#endOwn(request, now, outcome)
    else this.#join(request, now, outcome)
    if (outcome.isUnlimited) this.#limit ??= UNLIMITED
    if (outcome.blockMs !== undefined) this.#block(now, outcome.blockMs)
  }

  /** Records the end of a request that belongs to another bucket. */
  leave(request: SentRequest, now: number): void {
    this.#requests.end(request)
    this.#lastEndedAt = now
  }

  #endOwn(request: SentRequest, now: number, { headers, response }: BucketOutcome): void {
    this.leave(request, now)
    if (response === "none" && this.#limit !== undefined && this.#limit !== UNLIMITED) {
      // Discord may have counted the request at any time up to now.
      this.#resetAt = Math.max(this.#resetAt, now + this.#windowMs + MARGIN_MS)
    }
    if (headers === undefined) return
    const isLatest = request.order > this.#latest
    if (isLatest) {
      this.#latest = request.order
      this.#limit = headers.limit
    }
    if (response === "limited") return
    this.#learnTimes(headers, now)
    const uncounted = request.concurrent + this.#requests.sent - request.order
    this.#proven = Math.max(this.#proven, headers.remaining - uncounted)
    if (isLatest) this.#proven = Math.min(this.#proven, headers.remaining)
  }

  /** Counts a request that was sent as part of another bucket but belongs to this one. */
  #join(request: SentRequest, now: number, { headers, response }: BucketOutcome): void {
    const alone = this.#requests.isEmpty && this.#lastEndedAt <= request.sentAt
    this.#lastEndedAt = now
    this.#proven--
    if (headers === undefined || response === "limited") return
    this.#limit = headers.limit
    this.#learnTimes(headers, now)
    if (alone) this.#proven = Math.max(this.#proven, headers.remaining)
  }

  /** Records a 429. The requested wait replaces earlier knowledge. */
  #block(now: number, retryAfterMs: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, now + retryAfterMs + MARGIN_MS)
    this.#resetAt = this.#blockedUntil
    this.#proven = Math.min(this.#proven, 0)
  }

  #learnTimes({ resetAfterMs }: RateLimitHeaders, now: number): void {
    this.#windowMs = Math.max(this.#windowMs, resetAfterMs)
    this.#resetAt = Math.max(this.#resetAt, now + resetAfterMs + MARGIN_MS)
  }
}
