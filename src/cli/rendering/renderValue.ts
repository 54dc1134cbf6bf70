import { Predicate } from "effect"
import { divideWidth, GAP, rowLines, type Column as TextColumn } from "../../text/columns.ts"
import { longestWord, padToWidth, type RenderOptions, sanitize, sanitizeName, widthOf, wrap } from "./text.ts"

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Renders any JSON value completely: objects as a table or field by field, nested values indented. */
export const renderValue = (value: unknown, options: RenderOptions): ReadonlyArray<string> => {
  const text = inlineText(value)
  if (text !== undefined) return wrap(text, options.columns)
  if (!Array.isArray(value)) return renderFields(Object(value), options)
  return (
    (value.every(Predicate.isReadonlyRecord) ? renderTable(value, options) : undefined) ?? renderItems(value, options)
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

/** A longer name gets its own line. */
const NAME_MAX = 30

/** Below this width a text is unreadable, so nested values are not indented further. */
const TEXT_MIN = 16

/** Renders the fields of an object that have no column, below its row. */
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

/**
 * Renders objects as a table. A field that is short in all objects gets a column, if it fits. The
 * other fields of an object are below its row. Texts are wrapped within their column, never
 * truncated. Returns `undefined` if too few columns fit.
 */
const renderTable = (records: ReadonlyArray<JsonObject>, options: RenderOptions): ReadonlyArray<string> | undefined => {
  const rows = records.map(
    (record) => new Map(Object.entries(record).map(([name, value]) => [name, inlineText(value)]))
  )
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  const columns = fittingColumns(
    names
      .filter((name) => rows.every((row) => !row.has(name) || row.get(name) !== undefined))
      .map((name) => columnOf(name, rows, options.columns)),
    options.columns
  )
  if (columns.length < Math.max(1, Math.min(names.length, COLUMNS_MIN))) return undefined
  const widths = divideWidth(columns, options.columns)
  const inRow = new Set(columns.map(({ name }) => name))
  return [
    ...rowLines(
      columns.map(({ head }) => head),
      widths
    ).map((line) => options.style.bold(line)),
    ...records.flatMap((record, at) => {
      const rest = Object.entries(record).filter(([name]) => !inRow.has(name))
      return [
        ...rowLines(
          columns.map(({ cells }) => cells[at] ?? ""),
          widths
        ),
        ...(rest.length === 0 ? [] : renderRest(Object.fromEntries(rest), options))
      ]
    })
  ]
}

/** A field, with its text in each object. */
interface Column extends TextColumn {
  readonly name: string
  readonly head: string
  readonly cells: ReadonlyArray<string | undefined>
  /** The number of objects that have the field. */
  readonly count: number
}

/** A column is never narrowed below this width, so that an id fits, or below its longest word. */
const MIN_WIDTH = 24

/** Objects with at least this many fields need at least this many columns. */
const COLUMNS_MIN = 3

const columnOf = (
  name: string,
  rows: ReadonlyArray<ReadonlyMap<string, string | undefined>>,
  available: number
): Column => {
  const head = sanitizeName(name)
  const cells = rows.map((row) => row.get(name))
  const present = cells.filter((cell) => cell !== undefined)
  const width = present
    .flatMap((cell) => cell.split("\n"))
    .reduce((most, line) => Math.max(most, widthOf(line)), widthOf(head))
  return {
    name,
    head,
    cells,
    count: present.length,
    width,
    least: Math.min(width, Math.max(MIN_WIDTH, longestWord([head, ...present], available)))
  }
}

/** Returns the columns that fit. First drops the columns that the fewest objects have, from right to left. */
const fittingColumns = (columns: ReadonlyArray<Column>, available: number): ReadonlyArray<Column> => {
  const left = new Set(columns)
  let taken = columns.reduce((sum, { least }) => sum + least + GAP, -GAP)
  for (const column of columns.toReversed().toSorted((a, b) => a.count - b.count)) {
    if (taken <= available) break
    left.delete(column)
    taken -= column.least + GAP
  }
  return [...left]
}

/** Renders a scalar or a list of scalars on one line. Returns `undefined` for a value that needs its own lines. */
export const inlineText = (value: unknown): string | undefined => {
  if (typeof value === "string") return quoteIfAmbiguous(sanitize(value))
  if (typeof value !== "object" || value === null) return String(value)
  if (Object.keys(value).length === 0) return Array.isArray(value) ? "[]" : "{}"
  if (!Array.isArray(value)) return undefined
  const items = value.map((item) => (typeof item === "object" && item !== null ? undefined : inlineText(item)))
  return items.every((item) => item !== undefined && !SEPARATOR.test(item)) ? items.join(", ") : undefined
}

/** Quotes a text that looks like another JSON value, or that is blank or padded with spaces. */
const quoteIfAmbiguous = (text: string): string => (AMBIGUOUS.test(text) ? JSON.stringify(text) : text)

const AMBIGUOUS = /^(?:null|true|false|\[\]|\{\}| .*|.* |)$/

/** A list with such an item cannot be joined on one line. */
const SEPARATOR = /[,\n]/
