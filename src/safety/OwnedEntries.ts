import { type BudgetLimits, type Owner, SharedBudget } from "../resilience/SharedBudget.ts"

/** The bounds of the entries: numbers of entries, and their life in milliseconds. */
export interface EntryBounds extends BudgetLimits {
  readonly lifeMs: number
}

interface Entry<Value> {
  readonly value: Value
  readonly expiresMs: number
}

/**
 * Entries that expire, with a share for each owner, so that no owner pushes out the entries of another. The only owner of
 * a server without authentication has a share too. Times are milliseconds that never go back.
 */
export class OwnedEntries<Value> {
  /** By the name of the owner, oldest first. Has no owner without an entry. */
  readonly #byOwner = new Map<string, Map<string, Entry<Value>>>()
  readonly #budget: SharedBudget
  readonly #lifeMs: number

  constructor({ lifeMs, ...limits }: EntryBounds) {
    this.#budget = new SharedBudget(limits)
    this.#lifeMs = lifeMs
  }

  /** The number of entries, including expired entries that are not removed yet. */
  get size(): number {
    return this.#budget.used
  }

  get(owner: Owner, key: string, nowMs: number): Value | undefined {
    const entry = this.#byOwner.get(nameOf(owner))?.get(key)
    return entry !== undefined && entry.expiresMs > nowMs ? entry.value : undefined
  }

  /** Sets an entry without regard to the bounds. Check `hasCapacity` first. */
  set(owner: Owner, key: string, value: Value, nowMs: number): void {
    this.delete(owner, key)
    const name = nameOf(owner)
    const entries = this.#byOwner.get(name) ?? new Map<string, Entry<Value>>()
    this.#byOwner.set(name, entries.set(key, { value, expiresMs: nowMs + this.#lifeMs }))
    this.#budget.add(name, 1)
  }

  delete(owner: Owner, key: string): void {
    const name = nameOf(owner)
    const entries = this.#byOwner.get(name)
    if (entries?.delete(key) !== true) return
    this.#budget.give(name, 1)
    if (entries.size === 0) this.#byOwner.delete(name)
  }

  /** Returns whether an owner can have more entries. */
  hasCapacity(owner: Owner, more: number, nowMs: number): boolean {
    const fits = () => this.#budget.excess(nameOf(owner), more) === undefined
    this.#removeExpired(nameOf(owner), nowMs)
    if (fits()) return true
    for (const other of [...this.#byOwner.keys()]) this.#removeExpired(other, nowMs)
    return fits()
  }

  /** Removes the oldest entry of the owner that must have fewer before another entry fits. */
  dropOldest(owner: Owner): void {
    const excess = this.#budget.excess(nameOf(owner), 1)
    if (excess === undefined) return
    const from = this.#budget.mustShrink(nameOf(owner), excess)
    const [oldest] = this.#byOwner.get(nameOf(from))?.keys() ?? []
    if (oldest !== undefined) this.delete(from, oldest)
  }

  #removeExpired(name: string, nowMs: number): void {
    for (const [key, { expiresMs }] of this.#byOwner.get(name) ?? []) {
      if (expiresMs > nowMs) return
      this.delete(name, key)
    }
  }
}

/** Returns the name of an owner in the budget. No client has an empty name. */
const nameOf = (owner: Owner): string => owner ?? ""
