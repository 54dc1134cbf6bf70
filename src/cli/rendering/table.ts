import { fold } from "./fold.ts"
import { harmlessName } from "./harmless.ts"
import { inline } from "./inline.ts"
import type { Look } from "./Style.ts"
import { padded, widthOf } from "./width.ts"

/** A value with fields of its own names. */
export type Fields = Readonly<Record<string, unknown>>

/** How what finds no place in a row is shown below it. */
export type Below = (rest: Fields, look: Look) => ReadonlyArray<string>

/**
 * Records as a table: a column for each field that is short in all of them, as
 * many as there is room for; the rest of a record stands below its row. Texts are
 * folded inside their columns, none is cut. Nothing, where it would be no table.
 */
export const table = (records: ReadonlyArray<Fields>, look: Look, below: Below): ReadonlyArray<string> | undefined => {
  const rows = records.map((record) => new Map(Object.entries(record).map(([name, value]) => [name, inline(value)])))
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  const columns = fitting(
    names
      .filter((name) => rows.every((row) => !row.has(name) || row.get(name) !== undefined))
      .map((name) => columnOf(name, rows)),
    look.columns
  )
  if (columns.length < Math.max(1, Math.min(names.length, COLUMNS_MIN))) return undefined
  const widths = sharesOf(columns, look.columns)
  const inRow = new Set(columns.map(({ name }) => name))
  return [
    ...row(
      columns.map(({ head }) => head),
      widths
    ).map((line) => look.paint.bold(line)),
    ...records.flatMap((record, at) => {
      const rest = Object.entries(record).filter(([name]) => !inRow.has(name))
      return [
        ...row(
          columns.map(({ cells }) => cells[at] ?? ""),
          widths
        ),
        ...(rest.length === 0 ? [] : below(Object.fromEntries(rest), look))
      ]
    })
  ]
}

/** A field, with its texts in all records. */
interface Column {
  readonly name: string
  readonly head: string
  readonly cells: ReadonlyArray<string | undefined>
  /** How many records have it. */
  readonly told: number
  /** As wide as its widest line. */
  readonly width: number
  /** As narrow as it can be made. */
  readonly least: number
}

/** Columns between two columns. */
const GAP = 2

/** A column that would be wider can be made as narrow as this: an id still stands in it whole. */
const LEAST = 24

/** Records with more fields than fit are no table of fewer columns. */
const COLUMNS_MIN = 3

const columnOf = (name: string, rows: ReadonlyArray<ReadonlyMap<string, string | undefined>>): Column => {
  const head = harmlessName(name)
  const cells = rows.map((row) => row.get(name))
  const told = cells.filter((cell) => cell !== undefined)
  const width = told
    .flatMap((cell) => cell.split("\n"))
    .reduce((most, line) => Math.max(most, widthOf(line)), widthOf(head))
  return { name, head, cells, told: told.length, width, least: Math.min(width, LEAST) }
}

/** The columns there is room for: those that say something of the fewest records go first, and of them the last. */
const fitting = (columns: ReadonlyArray<Column>, room: number): ReadonlyArray<Column> => {
  const left = new Set(columns)
  let taken = columns.reduce((sum, { least }) => sum + least + GAP, -GAP)
  for (const column of columns.toReversed().toSorted((a, b) => a.told - b.told)) {
    if (taken <= room) break
    left.delete(column)
    taken -= column.least + GAP
  }
  return [...left]
}

/** How wide each column is: as it would be, or what is left for it when all narrower ones have what they need. */
const sharesOf = (columns: ReadonlyArray<Column>, room: number): ReadonlyArray<number> => {
  let spare = columns.reduce((left, { least }) => left - least - GAP, room + GAP)
  const widths = columns.map(({ least }) => least)
  const narrowFirst = [...columns.entries()].toSorted(([, a], [, b]) => a.width - b.width)
  for (const [done, [at, { least, width }]] of narrowFirst.entries()) {
    const more = Math.min(width - least, Math.floor(spare / (columns.length - done)))
    widths[at] = least + more
    spare -= more
  }
  return widths
}

/** A row, of as many lines as its highest cell. */
const row = (cells: ReadonlyArray<string>, widths: ReadonlyArray<number>): ReadonlyArray<string> => {
  const folded = cells.map((cell, at) => fold(cell, widths[at] ?? 0))
  const height = Math.max(...folded.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    folded
      .map((lines, at) => padded(lines[line] ?? "", widths[at] ?? 0))
      .join(" ".repeat(GAP))
      .trimEnd()
  )
}
