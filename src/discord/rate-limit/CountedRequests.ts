/**
 * The requests that Discord may still count in a window of `windowMs`. A request counts from the
 * moment it is sent until `windowMs` after its response arrives. Discord counts it at an unknown
 * moment in between, so afterwards it certainly no longer counts. Times are monotonic milliseconds.
 */

/** A sent request. */
export interface SentRequest {
  readonly sentAt: number
  /** The number of this request. The first request has the number 1. */
  readonly order: number
  /** The number of other requests in flight when this request was sent. */
  readonly concurrent: number
}

/**
 * The maximum time in which a sent request reaches Discord. A request without a response counts for
 * this time and the window. So a hung call does not block all other calls forever.
 */
export const ARRIVAL_MS = 1000

/** The state of a counter, as plain data. */
export interface CountedRequestsState {
  readonly inFlight: ReadonlyArray<SentRequest>
  readonly ends: ReadonlyArray<number>
  readonly sent: number
  readonly lastEndedAt: number
}

/** Counts requests from the moment they are sent. */
export class CountedRequests {
  /** By number, in sending order. */
  readonly #inFlight = new Map<number, SentRequest>()
  /** The times at which requests ended, oldest first, from `#firstEnd` on. */
  #ends: Array<number> = []
  #firstEnd = 0
  #sent = 0
  #lastEndedAt = Number.NEGATIVE_INFINITY
  readonly #marginMs: number

  /** A request with a response counts for the window and `marginMs`. */
  constructor(marginMs: number, state?: CountedRequestsState) {
    this.#marginMs = marginMs
    if (state === undefined) return
    for (const request of state.inFlight) this.#inFlight.set(request.order, request)
    this.#ends = [...state.ends]
    this.#sent = state.sent
    this.#lastEndedAt = state.lastEndedAt
  }

  /** Returns the state, without requests in flight since before `oldest`. */
  stateSince(oldest: number): CountedRequestsState {
    return {
      inFlight: [...this.#inFlight.values()].filter(({ sentAt }) => sentAt >= oldest),
      ends: this.#ends.slice(this.#firstEnd),
      sent: this.#sent,
      lastEndedAt: this.#lastEndedAt
    }
  }

  /** The number of all sent requests. */
  get sent(): number {
    return this.#sent
  }

  /** The time at which the latest request ended. */
  get lastEndedAt(): number {
    return this.#lastEndedAt
  }

  /** The number of requests in flight, including those without a response for a long time. */
  get open(): number {
    return this.#inFlight.size
  }

  /** Returns whether a request is in flight. */
  has({ order, sentAt }: SentRequest): boolean {
    return this.#inFlight.get(order)?.sentAt === sentAt
  }

  /** Returns the number of requests in flight that Discord may still count. */
  inFlight(now: number, windowMs: number): number {
    let count = this.#inFlight.size
    for (const { sentAt } of this.#inFlight.values()) {
      if (sentAt + windowMs + ARRIVAL_MS > now) break
      count--
    }
    return count
  }

  /** Returns when the last request in flight stops counting, if no response arrives before. */
  inFlightUntil(windowMs: number): number {
    let until = Number.NEGATIVE_INFINITY
    for (const { sentAt } of this.#inFlight.values()) until = sentAt + windowMs + ARRIVAL_MS
    return until
  }

  /** Returns the number of requests that Discord may still count. */
  count(now: number, windowMs: number): number {
    while (this.#firstEnd < this.#ends.length && this.#endAt(windowMs) <= now) this.#firstEnd++
    this.#dropForgotten()
    return this.#ends.length - this.#firstEnd + this.inFlight(now, windowMs)
  }

  /** Returns when the next request stops counting, if no response arrives before. Call `count` first. */
  nextFreeAt(now: number, windowMs: number): number {
    let next = this.#endAt(windowMs)
    for (const { sentAt } of this.#inFlight.values()) {
      const until = sentAt + windowMs + ARRIVAL_MS
      if (until <= now) continue
      next = Math.min(next, until)
      break
    }
    return next
  }

  /** Records that a request is sent. */
  start(now: number, windowMs: number): SentRequest {
    const request = { sentAt: now, order: ++this.#sent, concurrent: this.inFlight(now, windowMs) }
    this.#inFlight.set(request.order, request)
    return request
  }

  /** Records that a request has ended. Its end is kept if it `counts`. */
  end(request: SentRequest, now: number, counts: boolean): void {
    this.#inFlight.delete(request.order)
    this.#lastEndedAt = now
    if (counts) this.#ends.push(now)
  }

  /** Records the end of a request from outside this counter, which counts it from now on. */
  endOther(now: number): void {
    this.#lastEndedAt = now
    this.#ends.push(now)
  }

  /** Drops all ends except the latest `max`, which decide whether fewer than `max` requests count. */
  keepEnds(max: number): void {
    this.#firstEnd = Math.max(this.#firstEnd, this.#ends.length - max)
    this.#dropForgotten()
  }

  #dropForgotten(): void {
    if (this.#firstEnd <= 64 || this.#firstEnd * 2 <= this.#ends.length) return
    this.#ends = this.#ends.slice(this.#firstEnd)
    this.#firstEnd = 0
  }

  #endAt(windowMs: number): number {
    return (this.#ends[this.#firstEnd] ?? Number.POSITIVE_INFINITY) + windowMs + this.#marginMs
  }
}
