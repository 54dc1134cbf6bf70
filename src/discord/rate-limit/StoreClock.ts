/**
 * The store's clock, which all replicas use. The store answers between the question and the arrival of
 * the answer, so both bounds of the store's time are known. A request counts as sent at the lower
 * bound, and a response as received at the upper bound.
 */
export class StoreClock {
  #earliest = Number.NaN
  #latest = Number.NaN
  /** The store's time at the last answer. */
  storeTime = 0

  get isKnown(): boolean {
    return !Number.isNaN(this.#earliest)
  }

  learn(before: number, after: number, at: number): void {
    this.#earliest = at - after
    this.#latest = at - before
    this.storeTime = at
  }

  earliest(now: number): number {
    return now + this.#earliest
  }

  latest(now: number): number {
    return now + this.#latest
  }
}
