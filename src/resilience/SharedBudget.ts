/** The client that holds a part of a budget. `undefined` is the only client of a server without authentication. */
export type Owner = string | undefined

/** The limits of a budget, in one unit: bytes, sessions, connections. */
export interface BudgetLimits {
  readonly total: number
  /** The maximum that one owner holds. Without authentication, it is the total. The default is a quarter of the total. */
  readonly share?: number
  /** An owner can always hold this much, even if others have used up the total. The default is 0. */
  readonly floor?: number
}

/** Why an amount does not fit: its owner is at its share, or all owners together are at the total. */
export type Excess = "share" | "total"

/**
 * A budget that many owners share. One owner cannot use it up, because each holds at most its share.
 * Several owners together can use it up. Then an owner still gets its floor, so the total can be
 * exceeded by one floor for each owner.
 */
export class SharedBudget {
  readonly #total: number
  readonly #share: number
  readonly #floor: number
  /** Has no owner that holds nothing. */
  readonly #amounts = new Map<Owner, number>()
  #used = 0

  constructor({ floor = 0, share, total }: BudgetLimits) {
    this.#total = total
    this.#share = share ?? Math.floor(total / 4)
    this.#floor = floor
  }

  /** The amount that all owners hold. */
  get used(): number {
    return this.#used
  }

  /** Returns the amount that an owner holds. */
  amountOf(owner: Owner): number {
    return this.#amounts.get(owner) ?? 0
  }

  /** Returns the maximum that an owner can hold. */
  limitOf(owner: Owner): number {
    return owner === undefined ? this.#total : Math.max(this.#share, this.#floor)
  }

  /** Adds an amount to what its owner holds. Returns `false`, and adds nothing, if it does not fit. */
  take(owner: Owner, amount: number): boolean {
    if (this.excess(owner, amount) !== undefined) return false
    this.add(owner, amount)
    return true
  }

  /** Adds an amount that fitted before, without another check. */
  add(owner: Owner, amount: number): void {
    this.#change(owner, amount)
  }

  /** Returns an amount to the budget. Its owner must hold that much. */
  give(owner: Owner, amount: number): void {
    this.#change(owner, -amount)
  }

  /** Returns why an amount does not fit. A store that can drop what it holds then drops it at `mustShrink`. */
  excess(owner: Owner, amount: number): Excess | undefined {
    const after = this.amountOf(owner) + amount
    if (after <= this.#floor) return undefined
    if (after > this.limitOf(owner)) return owner === undefined ? "total" : "share"
    return this.#used + amount > this.#total ? "total" : undefined
  }

  /** Returns the owner that must hold less before an amount fits: the owner at its share, else the one that holds most. */
  mustShrink(owner: Owner, excess: Excess): Owner {
    if (excess === "share") return owner
    let most = owner
    for (const [other, amount] of this.#amounts) if (amount > this.amountOf(most)) most = other
    return most
  }

  #change(owner: Owner, change: number): void {
    const amount = this.amountOf(owner) + change
    this.#used += change
    if (amount === 0) this.#amounts.delete(owner)
    else this.#amounts.set(owner, amount)
  }
}
