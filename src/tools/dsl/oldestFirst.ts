/** What a list that goes on from its last id says: the first page begins at the very first id. */
export const OLDEST = "0"

/** A page in the order it is read on in, whichever way Discord sorts it. */
export const oldestFirst = <Item extends { readonly id: string }>(items: ReadonlyArray<Item>): ReadonlyArray<Item> =>
  items.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
