/** What an object had before a change, in the names and formats of the result of the change. */
import { Predicate } from "effect"
import { canonicalJson } from "../../text/canonicalJson.ts"
import { type Asked, discordNames, flatFields, isToShow } from "./completeResult.ts"

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns the values that the changed fields had; `undefined` if none differs or is known. `before` is the result that
 * the object would have made before the change. `replaced`: the change has replaced a whole list by this one.
 */
export const previousIn = (
  before: unknown,
  after: unknown,
  asked: Asked,
  replaced: ReadonlyArray<unknown> | undefined
): Fields | undefined => {
  if (!Predicate.isReadonlyRecord(before) || !Predicate.isReadonlyRecord(after)) return undefined
  if (Array.isArray(before.items) && Array.isArray(after.items)) {
    const items = changedItems(before.items, after.items, replaced)
    return items.length === 0 ? undefined : { items }
  }
  // What the reply does not show is as it was sent.
  const nowOf = (name: string, field: string) => (name in after ? after[name] : asked.input[field])
  const changed = asked.fields.flatMap((field) =>
    namesOf(asked, field, before).filter((name) => !isSame(before[name], nowOf(name, field)))
  )
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((name) => [name, before[name]]))
}

/** Returns the names that a field has in a result. */
const namesOf = (asked: Asked, field: string, result: Fields): ReadonlyArray<string> => {
  if (!isToShow(asked, field)) return []
  const own = [asked.shownAs[field] ?? field, ...discordNames(asked, field)].find((name) => name in result)
  const flat = flatFields(asked, field).flatMap(([, name]) => (name in result ? [name] : []))
  return own === undefined ? flat : [own, ...flat]
}

/** Returns the items that a list has no longer, or with other values. Without `replaced`, absent items are only not shown. */
const changedItems = (
  before: ReadonlyArray<unknown>,
  after: ReadonlyArray<unknown>,
  replaced: ReadonlyArray<unknown> | undefined
): ReadonlyArray<unknown> =>
  before.filter((item) => {
    const now = after.find((other) => keyOf(other) === keyOf(item))
    return now === undefined ? replaced?.every((other) => keyOf(other) !== keyOf(item)) : !isSame(item, now)
  })

/** Returns what identifies an item of a list. */
const keyOf = (item: unknown): unknown => {
  const { id, key } = Object(item)
  return id ?? key
}

const isSame = (before: unknown, after: unknown): boolean =>
  canonicalJson(orNull(before)) === canonicalJson(orNull(after))

/** Makes empty values alike: a result has none of them, or names their field in `cleared`. */
const orNull = (value: unknown): unknown =>
  value === undefined || value === "" || (Array.isArray(value) && value.length === 0) ? null : value
