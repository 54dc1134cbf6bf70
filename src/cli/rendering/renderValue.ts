import { Predicate } from "effect"
import type { JsonObject } from "../JsonObject.ts"
import { inlineText } from "./inlineText.ts"
import { longestWord } from "./longestWord.ts"
import { renderTable } from "./renderTable.ts"
import type { RenderOptions } from "./Style.ts"
import { sanitizeName } from "./sanitize.ts"
import { padToWidth, widthOf } from "./width.ts"
import { wrap } from "./wrap.ts"

/** Renders any JSON value completely: objects as a table or field by field, nested values indented. */
export const renderValue = (value: unknown, options: RenderOptions): ReadonlyArray<string> => {
  const text = inlineText(value)
  if (text !== undefined) return wrap(text, options.columns)
  if (!Array.isArray(value)) return renderFields(Object(value), options)
  return (
    (value.every(Predicate.isReadonlyRecord) ? renderTable(value, options, renderRest) : undefined) ??
    renderItems(value, options)
  )
}

/** Renders the fields of an object, each value beside its name. `name` styles the names. */
export const renderFields = (
  record: JsonObject,
  options: RenderOptions,
  name = options.style.cyan
): ReadonlyArray<string> => {
  const all = Object.entries(record).map(([key, value]) => ({ key: sanitizeName(key), value, text: inlineText(value) }))
  const beside = all.filter(({ key, text }) => text !== undefined && widthOf(key) <= NAME_MAX)
  const width = Math.max(0, ...beside.map(({ key }) => widthOf(key))) + GAP
  return all.flatMap(({ key, text, value }) => {
    if (text === undefined || widthOf(key) > NAME_MAX || !fitsIn(options.columns - width, options, text)) {
      const head = wrap(Array.isArray(value) && text === undefined ? `${key} (${value.length})` : key, options.columns)
      return [...head.map(name), ...indent(GAP, options, value, (inside) => renderValue(value, inside))]
    }
    return wrap(text, options.columns - width).map((line, at) =>
      at === 0 ? name(padToWidth(key, width)) + line : " ".repeat(width) + line
    )
  })
}

/** The columns between a name and its value, and the indentation of nested values. */
const GAP = 2

/** A longer name gets its own line. */
const NAME_MAX = 30

/** Below this width a text is unreadable, so nested values are not indented further. */
const TEXT_MIN = 16

const renderRest = (rest: JsonObject, options: RenderOptions): ReadonlyArray<string> =>
  indent(GAP, options, rest, (inside) => renderFields(rest, inside))

/** Renders a list with numbered items. */
const renderItems = (list: ReadonlyArray<unknown>, options: RenderOptions): ReadonlyArray<string> => {
  const width = String(list.length).length + GAP
  return list.flatMap((item, at) => {
    const mark = options.style.dim(
      String(at + 1)
        .padStart(width - GAP)
        .padEnd(width)
    )
    const [first = "", ...more] = indent(width, options, item, (inside) => renderValue(item, inside))
    return first.startsWith(" ".repeat(width)) ? [mark + first.slice(width), ...more] : [mark, first, ...more]
  })
}

const indent = (
  by: number,
  options: RenderOptions,
  value: unknown,
  content: (options: RenderOptions) => ReadonlyArray<string>
): ReadonlyArray<string> =>
  fitsIn(options.columns - by, options, value)
    ? content({ ...options, columns: options.columns - by }).map((line) => (line === "" ? "" : " ".repeat(by) + line))
    : content(options)

/** Returns whether a value is readable in `columns`: every word that fits the whole width fits there too. */
const fitsIn = (columns: number, options: RenderOptions, value: unknown): boolean =>
  columns >= Math.max(TEXT_MIN, longestWord(value, options.columns))
