import { Data } from "effect"

/** The generator has used its budget. */
export class OutOfDice extends Data.TaggedError("OutOfDice") {
  override get message() {
    return "a filter hardly ever holds for what is generated"
  }
}

/**
 * Random numbers for fast-check (mulberry32) that come to an end: a filter that
 * no generated value passes would else be tried for ever, and no timeout stops that.
 */
export class Dice {
  #state: number
  #left: number

  constructor(seed: number, left: number) {
    this.#state = seed | 0
    this.#left = left
  }

  clone(): Dice {
    return new Dice(this.#state, this.#left)
  }

  next(): [number, Dice] {
    const after = this.clone()
    return [after.unsafeNext(), after]
  }

  unsafeNext(): number {
    if (this.#left-- <= 0) throw new OutOfDice()
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return mixed ^ (mixed >>> 14)
  }

  unsafeJump(): void {
    this.#state = Math.imul(this.#state ^ 0x9e3779b9, 0x85ebca6b)
  }
}
