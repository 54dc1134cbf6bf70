import { Predicate } from "effect"
import type { Change } from "./changes.ts"
import type { Fields } from "./Entry.ts"

/** The content of a file after the changes: what its text must then say. */
export const changed = (file: Fields, changes: ReadonlyArray<Change>): Fields => changes.reduce(changedOnce, file)

const changedOnce = (fields: Fields, { path: [field = "", ...path], ...change }: Change): Fields => {
  const value = fields[field]
  if (path.length > 0) {
    return { ...fields, [field]: changedOnce(Predicate.isReadonlyRecord(value) ? value : {}, { ...change, path }) }
  }
  return { ...fields, [field]: change.item ? [...(Array.isArray(value) ? value : []), change.value] : change.value }
}
