import { Data } from "effect"

/** The generator has used all its random numbers. */
export class RandomExhausted extends Data.TaggedError("RandomExhausted") {
  override get message() {
    return "a filter rejects nearly all generated values"
  }
}

/**
 * A bounded generator of random numbers for fast-check (mulberry32). Otherwise a filter
 * that no value passes would run forever, and no timeout could stop it.
 */
export class BoundedRandom {
  #state: number
  #left: number

  constructor(seed: number, left: number) {
    this.#state = seed | 0
    this.#left = left
  }

  clone(): BoundedRandom {
    return new BoundedRandom(this.#state, this.#left)
  }

  next(): [number, BoundedRandom] {
    const after = this.clone()
    return [after.unsafeNext(), after]
  }

  unsafeNext(): number {
    if (this.#left-- <= 0) throw new RandomExhausted()
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return mixed ^ (mixed >>> 14)
  }

  unsafeJump(): void {
    this.#state = Math.imul(this.#state ^ 0x9e3779b9, 0x85ebca6b)
  }
}
