import { CountedRequests, type SentRequest } from "./CountedRequests.ts"

/** The window of the global limit: Discord counts requests over all routes per second (Discord docs, rate limits). */
const WINDOW_MS = 1000

/** The limit for all routes of a bot. Times are monotonic milliseconds. */
export class GlobalLimit {
  readonly #requests = new CountedRequests(0)
  readonly #perSecond: number
  #blockedUntil = Number.NEGATIVE_INFINITY

  constructor(perSecond: number) {
    this.#perSecond = perSecond
  }

  /** Returns how long the next request must wait. */
  waitMs(now: number): number {
    const free =
      this.#requests.count(now, WINDOW_MS) < this.#perSecond ? now : this.#requests.nextFreeAt(now, WINDOW_MS)
    return Math.max(0, this.#blockedUntil - now, free - now)
  }

  /** Records that a request is sent. */
  start(now: number): SentRequest {
    return this.#requests.start(now, WINDOW_MS)
  }

  /** Records that a request has ended. */
  end(request: SentRequest, now: number): void {
    this.#requests.end(request, now, true)
  }

  /** Records a 429 for all routes. */
  block(until: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, until)
  }
}
