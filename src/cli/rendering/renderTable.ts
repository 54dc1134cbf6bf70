import type { JsonObject } from "../JsonObject.ts"
import { inlineText } from "./inlineText.ts"
import { longestWord } from "./longestWord.ts"
import type { RenderOptions } from "./Style.ts"
import { sanitizeName } from "./sanitize.ts"
import { padToWidth, widthOf } from "./width.ts"
import { wrap } from "./wrap.ts"

/** Renders the fields of an object that have no column, below its row. */
export type RenderRest = (rest: JsonObject, options: RenderOptions) => ReadonlyArray<string>

/**
 * Renders objects as a table. A field that is short in all objects gets a column, if it fits. The
 * other fields of an object are below its row. Texts are wrapped within their column, never
 * truncated. Returns `undefined` if too few columns fit.
 */
export const renderTable = (
  records: ReadonlyArray<JsonObject>,
  options: RenderOptions,
  renderRest: RenderRest
): ReadonlyArray<string> | undefined => {
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
  const widths = widthsOf(columns, options.columns)
  const inRow = new Set(columns.map(({ name }) => name))
  return [
    ...row(
      columns.map(({ head }) => head),
      widths
    ).map((line) => options.style.bold(line)),
    ...records.flatMap((record, at) => {
      const rest = Object.entries(record).filter(([name]) => !inRow.has(name))
      return [
        ...row(
          columns.map(({ cells }) => cells[at] ?? ""),
          widths
        ),
        ...(rest.length === 0 ? [] : renderRest(Object.fromEntries(rest), options))
      ]
    })
  ]
}

/** A field, with its text in each object. */
interface Column {
  readonly name: string
  readonly head: string
  readonly cells: ReadonlyArray<string | undefined>
  /** The number of objects that have the field. */
  readonly count: number
  /** The width of the widest line. */
  readonly width: number
  /** The minimum width. */
  readonly least: number
}

/** The spaces between two columns. */
const GAP = 2

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

/** Divides the available width. Narrow columns get their full width. Wide columns share the rest equally. */
const widthsOf = (columns: ReadonlyArray<Column>, available: number): ReadonlyArray<number> => {
  let spare = columns.reduce((left, { least }) => left - least - GAP, available + GAP)
  const widths = columns.map(({ least }) => least)
  const narrowFirst = [...columns.entries()].toSorted(([, a], [, b]) => a.width - b.width)
  for (const [done, [at, { least, width }]] of narrowFirst.entries()) {
    const more = Math.min(width - least, Math.floor(spare / (columns.length - done)))
    widths[at] = least + more
    spare -= more
  }
  return widths
}

/** Renders a row, with as many lines as its highest cell. */
const row = (cells: ReadonlyArray<string>, widths: ReadonlyArray<number>): ReadonlyArray<string> => {
  const wrapped = cells.map((cell, at) => wrap(cell, widths[at] ?? 0))
  const height = Math.max(...wrapped.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    wrapped
      .map((lines, at) => padToWidth(lines[line] ?? "", widths[at] ?? 0))
      .join(" ".repeat(GAP))
      .trimEnd()
  )
}
