/** The client that an entry belongs to, by `Caller.clientId`. Unset if there is only one client. */
export type Owner = string | undefined

/** The bounds of the entries. */
export interface EntryBounds {
  /** The maximum number of entries of one owner, and of all owners. */
  readonly share: number
  readonly total: number
  /** An owner can always have this many entries, even if others have used up the total. */
  readonly floor: number
  /** The life of an entry, in milliseconds. */
  readonly lifeMs: number
}

interface Entry<Value> {
  readonly value: Value
  readonly expiresMs: number
}

/**
 * Entries that expire, with a share for each owner, so that no owner pushes out the entries of another.
 * Times are monotonic milliseconds.
 */
export class OwnedEntries<Value> {
  /** Oldest first. Has no owner without an entry. */
  readonly #byOwner = new Map<Owner, Map<string, Entry<Value>>>()
  readonly #bounds: EntryBounds
  #size = 0

  constructor(bounds: EntryBounds) {
    this.#bounds = bounds
  }

  /** The number of entries, including expired entries that are not removed yet. */
  get size(): number {
    return this.#size
  }

  get(owner: Owner, key: string, nowMs: number): Value | undefined {
    const entry = this.#byOwner.get(owner)?.get(key)
    return entry !== undefined && entry.expiresMs > nowMs ? entry.value : undefined
  }

  /** Sets an entry without regard to the bounds. Check `hasCapacity` first. */
  set(owner: Owner, key: string, value: Value, nowMs: number): void {
    this.delete(owner, key)
    const entries = this.#byOwner.get(owner) ?? new Map<string, Entry<Value>>()
    this.#byOwner.set(owner, entries.set(key, { value, expiresMs: nowMs + this.#bounds.lifeMs }))
    this.#size++
  }

  delete(owner: Owner, key: string): void {
    const entries = this.#byOwner.get(owner)
    if (entries?.delete(key) !== true) return
    this.#size--
    if (entries.size === 0) this.#byOwner.delete(owner)
  }

  /** Returns whether an owner can have more entries. */
  hasCapacity(owner: Owner, more: number, nowMs: number): boolean {
    const { floor, share, total } = this.#bounds
    this.#removeExpired(owner, nowMs)
    const own = (this.#byOwner.get(owner)?.size ?? 0) + more
    if (own > share) return false
    if (own <= floor || this.#size + more <= total) return true
    for (const other of [...this.#byOwner.keys()]) this.#removeExpired(other, nowMs)
    return this.#size + more <= total
  }

  /** Removes the oldest entry of the owner that is at its share, else of the owner with the most entries. */
  dropOldest(owner: Owner): void {
    let from = owner
    if ((this.#byOwner.get(owner)?.size ?? 0) < this.#bounds.share) {
      for (const [other, { size }] of this.#byOwner) if (size > (this.#byOwner.get(from)?.size ?? 0)) from = other
    }
    const [oldest] = this.#byOwner.get(from)?.keys() ?? []
    if (oldest !== undefined) this.delete(from, oldest)
  }

  #removeExpired(owner: Owner, nowMs: number): void {
    for (const [key, { expiresMs }] of this.#byOwner.get(owner) ?? []) {
      if (expiresMs > nowMs) return
      this.delete(owner, key)
    }
  }
}
