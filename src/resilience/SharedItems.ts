import { type BudgetLimits, type Owner, SharedBudget } from "./SharedBudget.ts"

/** What happens to items that a budget has no capacity for. */
export interface SharedItemsOptions<Item> extends BudgetLimits {
  /** Called with each dropped item. */
  readonly onDrop?: (item: Item) => void
  /** Whether an item can be dropped now. The default is always. */
  readonly isDroppable?: (item: Item) => boolean
}

/**
 * Items of several owners within one budget. If an item does not fit, older items are dropped. An
 * owner above its share loses its own oldest. At the total, the owner that holds most loses its oldest.
 */
export class SharedItems<Item> {
  readonly #budget: SharedBudget
  readonly #options: SharedItemsOptions<Item>
  /** The items of each owner with their amounts, oldest first. Has no owner without an item. */
  readonly #items = new Map<Owner, Map<Item, number>>()
  #size = 0

  constructor(options: SharedItemsOptions<Item>) {
    this.#options = options
    this.#budget = new SharedBudget(options)
  }

  /** The number of items. */
  get size(): number {
    return this.#size
  }

  /** The amount of all items. */
  get used(): number {
    return this.#budget.used
  }

  /** Adds an item, and drops older ones until it fits. Returns `false`, and adds nothing, if it cannot fit. */
  add(owner: Owner, item: Item, amount = 1): boolean {
    if (amount > this.#budget.limitOf(owner)) return false
    while (!this.#budget.take(owner, amount)) if (!this.#dropFor(owner, amount)) return false
    const items = this.#items.get(owner) ?? new Map<Item, number>()
    this.#items.set(owner, items.set(item, amount))
    this.#size++
    return true
  }

  /** Makes an item the newest of its owner. */
  touch(owner: Owner, item: Item): void {
    const items = this.#items.get(owner)
    const amount = items?.get(item)
    if (items === undefined || amount === undefined) return
    items.delete(item)
    items.set(item, amount)
  }

  /** Removes an item without dropping it. Returns whether it was there. */
  remove(owner: Owner, item: Item): boolean {
    const items = this.#items.get(owner)
    const amount = items?.get(item)
    if (items === undefined || amount === undefined) return false
    items.delete(item)
    if (items.size === 0) this.#items.delete(owner)
    this.#size--
    this.#budget.give(owner, amount)
    return true
  }

  #dropFor(owner: Owner, amount: number): boolean {
    const excess = this.#budget.excess(owner, amount)
    if (excess === undefined) return false
    const first = this.#budget.mustShrink(owner, excess)
    const dropped = this.#dropOldest(first)
    if (dropped || excess === "share") return dropped
    // The owner that holds most can drop nothing now.
    for (const other of this.#items.keys()) if (other !== first && this.#dropOldest(other)) return true
    return false
  }

  #dropOldest(owner: Owner): boolean {
    const { isDroppable = () => true, onDrop } = this.#options
    for (const item of this.#items.get(owner)?.keys() ?? []) {
      if (!isDroppable(item)) continue
      this.remove(owner, item)
      onDrop?.(item)
      return true
    }
    return false
  }
}
