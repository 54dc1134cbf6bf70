import { fold } from "./fold.ts"
import { harmlessName } from "./harmless.ts"
import { inline } from "./inline.ts"
import type { Look } from "./Style.ts"
import { type Fields, table } from "./table.ts"
import { padded, widthOf } from "./width.ts"

/** Any value of JSON as lines for a person, complete: records as a table or field by field, what is inside them moved in. */
export const lines = (value: unknown, look: Look): ReadonlyArray<string> => {
  const text = inline(value)
  if (text !== undefined) return fold(text, look.columns)
  if (!Array.isArray(value)) return fields(Object(value), look)
  return (value.every(isRecord) ? table(value, look, below) : undefined) ?? items(value, look)
}

/** The fields of a record, their values side by side with their names; `name` colours these. */
export const fields = (record: Fields, look: Look, name = look.paint.cyan): ReadonlyArray<string> => {
  const all = Object.entries(record).map(([key, value]) => ({ key: harmlessName(key), value, text: inline(value) }))
  const beside = all.filter(({ key, text }) => text !== undefined && widthOf(key) <= NAME_MAX)
  const width = Math.max(0, ...beside.map(({ key }) => widthOf(key))) + GAP
  return all.flatMap(({ key, text, value }) => {
    if (text === undefined || widthOf(key) > NAME_MAX || look.columns - width < TEXT_MIN) {
      const head = fold(Array.isArray(value) && text === undefined ? `${key} (${value.length})` : key, look.columns)
      return [...head.map(name), ...movedIn(GAP, look, (inside) => lines(value, inside))]
    }
    return fold(text, look.columns - width).map((line, at) =>
      at === 0 ? name(padded(key, width)) + line : " ".repeat(width) + line
    )
  })
}

/** Columns between a name and its value, and those that what is inside something is moved in by. */
const GAP = 2

/** A longer name has a line of its own. */
const NAME_MAX = 30

/** In fewer columns a text is not read, and nothing is moved in any further. */
const TEXT_MIN = 16

const below = (rest: Fields, look: Look): ReadonlyArray<string> => movedIn(GAP, look, (inside) => fields(rest, inside))

/** A list, its items numbered. */
const items = (list: ReadonlyArray<unknown>, look: Look): ReadonlyArray<string> => {
  const width = String(list.length).length + GAP
  return list.flatMap((item, at) => {
    const mark = look.paint.dim(
      String(at + 1)
        .padStart(width - GAP)
        .padEnd(width)
    )
    const [first = "", ...more] = movedIn(width, look, (inside) => lines(item, inside))
    return first.startsWith(" ".repeat(width)) ? [mark + first.slice(width), ...more] : [mark, first, ...more]
  })
}

const movedIn = (by: number, look: Look, content: (look: Look) => ReadonlyArray<string>): ReadonlyArray<string> =>
  look.columns - by < TEXT_MIN
    ? content(look)
    : content({ ...look, columns: look.columns - by }).map((line) => (line === "" ? "" : " ".repeat(by) + line))

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)
