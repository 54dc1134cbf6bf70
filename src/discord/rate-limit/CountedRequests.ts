/**
 * The requests that Discord may still count in a window of `windowMs`. A request
 * counts from the moment it leaves until `windowMs` after its response arrives.
 * Discord counts it at an unknown moment in between, so it surely no longer counts
 * then. Times are monotonic milliseconds.
 */

/** A request that has left. */
export interface SentRequest {
  readonly sentAt: number
  /** The number of this request: the first is 1. */
  readonly order: number
  /** How many other requests were in flight when it left. */
  readonly concurrent: number
}

/**
 * A request reaches Discord at most so long after it leaves. Without a response it counts
 * for this time and the window: a hung call must not hold up all others for ever.
 */
export const ARRIVAL_MS = 1000

/** Counts requests from the moment they leave. */
export class CountedRequests {
  /** In the order they left. */
  readonly #inFlight = new Set<SentRequest>()
  /** When requests ended, oldest first, from `#firstEnd` on. */
  #ends: Array<number> = []
  #firstEnd = 0
  #sent = 0
  #lastEndedAt = Number.NEGATIVE_INFINITY
  readonly #marginMs: number

  /** A response's request counts for the window and `marginMs`. */
  constructor(marginMs: number) {
    this.#marginMs = marginMs
  }

  /** How many requests have left in all. */
  get sent(): number {
    return this.#sent
  }

  /** When the latest request ended. */
  get lastEndedAt(): number {
    return this.#lastEndedAt
  }

  /** How many requests are in flight, those without a response for a long time included. */
  get open(): number {
    return this.#inFlight.size
  }

  /** How many requests are in flight that Discord may still count. */
  inFlight(now: number, windowMs: number): number {
    let count = this.#inFlight.size
    for (const { sentAt } of this.#inFlight) {
      if (sentAt + windowMs + ARRIVAL_MS > now) break
      count--
    }
    return count
  }

  /** When the last request in flight stops counting, if no response comes before. */
  inFlightUntil(windowMs: number): number {
    let until = Number.NEGATIVE_INFINITY
    for (const { sentAt } of this.#inFlight) until = sentAt + windowMs + ARRIVAL_MS
    return until
  }

  /** How many requests Discord may still count. */
  count(now: number, windowMs: number): number {
    while (this.#firstEnd < this.#ends.length && this.#endAt(windowMs) <= now) this.#firstEnd++
    if (this.#firstEnd > 64 && this.#firstEnd * 2 > this.#ends.length) {
      this.#ends = this.#ends.slice(this.#firstEnd)
      this.#firstEnd = 0
    }
    return this.#ends.length - this.#firstEnd + this.inFlight(now, windowMs)
  }

  /** When the next request stops counting, if no response comes before. Call `count` first. */
  nextFreeAt(now: number, windowMs: number): number {
    let next = this.#endAt(windowMs)
    for (const { sentAt } of this.#inFlight) {
      const until = sentAt + windowMs + ARRIVAL_MS
      if (until <= now) continue
      next = Math.min(next, until)
      break
    }
    return next
  }

  /** A request leaves. */
  start(now: number, windowMs: number): SentRequest {
    const request = { sentAt: now, order: ++this.#sent, concurrent: this.inFlight(now, windowMs) }
    this.#inFlight.add(request)
    return request
  }

  /** A request has ended. Its end is kept where it `counts`. */
  end(request: SentRequest, now: number, counts: boolean): void {
    this.#inFlight.delete(request)
    this.#lastEndedAt = now
    if (counts) this.#ends.push(now)
  }

  #endAt(windowMs: number): number {
    return (this.#ends[this.#firstEnd] ?? Number.POSITIVE_INFINITY) + windowMs + this.#marginMs
  }
}
