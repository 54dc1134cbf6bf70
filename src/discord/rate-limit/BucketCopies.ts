import { Effect } from "effect"
import type { BucketState } from "./Bucket.ts"
import { nameOf, type SharedKey } from "./LimitsStore.ts"

/** The stored state as this process saw it last. */
export interface BucketCopy {
  version: string
  state: BucketState | undefined
  /** The number of this process's requests in flight. The end of a request notifies the calls that wait here. */
  own: number
  readonly mutex: Effect.Semaphore
}

/** The maximum number of copies without a request in flight. The oldest are dropped, and read again when needed. */
const MAX_COPIES = 2048

/** The copies of stored buckets. */
export class BucketCopies {
  readonly #byName = new Map<string, BucketCopy>()

  of(key: SharedKey): BucketCopy {
    const name = nameOf(key)
    const copy = this.#byName.get(name) ?? {
      version: "",
      state: undefined,
      own: 0,
      mutex: Effect.unsafeMakeSemaphore(1)
    }
    this.#byName.delete(name)
    this.#byName.set(name, copy)
    if (this.#byName.size > MAX_COPIES) this.#dropOldest(name)
    return copy
  }

  #dropOldest(kept: string): void {
    for (const [name, { own }] of this.#byName) {
      if (this.#byName.size <= MAX_COPIES) return
      if (own === 0 && name !== kept) this.#byName.delete(name)
    }
  }
}
