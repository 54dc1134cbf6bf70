/**
 * A map with a maximum number of entries. Above it, a new entry evicts the oldest one that is not
 * needed, or the oldest one if all are needed.
 */
export class BoundedMap<Key, Value> {
  /** Oldest first. */
  readonly #entries = new Map<Key, Value>()
  readonly #max: number
  readonly #isNeeded: (value: Value) => boolean

  /** `isNeeded` returns whether a value must not be evicted before others. By default none must not. */
  constructor(max: number, isNeeded: (value: Value) => boolean = () => false) {
    this.#max = max
    this.#isNeeded = isNeeded
  }

  get size(): number {
    return this.#entries.size
  }

  /** Returns the values, oldest first. */
  values(): IterableIterator<Value> {
    return this.#entries.values()
  }

  has(key: Key): boolean {
    return this.#entries.has(key)
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)
  }

  /** Sets an entry and makes it the newest. Returns the entry that it evicts. */
  set(key: Key, value: Value): readonly [Key, Value] | undefined {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return this.#entries.size > this.#max ? this.#evict(key) : undefined
  }

  /** Returns the value of a key, or a new one, and makes it the newest. */
  use(key: Key, make: () => Value): Value {
    const value = this.#entries.get(key) ?? make()
    this.set(key, value)
    return value
  }

  delete(key: Key): boolean {
    return this.#entries.delete(key)
  }

  #evict(newest: Key): readonly [Key, Value] | undefined {
    let evicted: readonly [Key, Value] | undefined
    for (const entry of this.#entries) {
      evicted ??= entry
      if (entry[0] === newest || this.#isNeeded(entry[1])) continue
      evicted = entry
      break
    }
    if (evicted !== undefined) this.#entries.delete(evicted[0])
    return evicted
  }
}
