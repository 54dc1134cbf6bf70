/** The value of `after` for the first page of a list by id. */
export const OLDEST = "0"

/** Sorts a page by id, because Discord's order varies. */
export const oldestFirst = <Item extends { readonly id: string }>(items: ReadonlyArray<Item>): ReadonlyArray<Item> =>
  items.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
