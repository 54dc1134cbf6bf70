/** The value of `after` for the first page of a list by id. */
export const OLDEST = "0"

/** Sorts a page by id, because Discord's order varies. Items without id come first: no page starts after them. */
export const oldestFirst = <Item extends { readonly id?: string | undefined }>(
  items: ReadonlyArray<Item>
): ReadonlyArray<Item> => items.toSorted((a, b) => (BigInt(a.id ?? 0) < BigInt(b.id ?? 0) ? -1 : 1))
