/** Converts Markdown tables, which Discord shows as pipes, to code blocks with aligned columns, or to lists. */
import { type Align, divideWidth, GAP, rowLines, widthOf } from "../../text/columns.ts"

/** A converted text, and how many of its tables are now code blocks and lists. */
export interface Converted {
  readonly text: string
  readonly blocks: number
  readonly lists: number
}

/** `columns`: the width of a code block that readers see without wrapped lines. `blockMax`: its most characters. */
interface Bounds {
  readonly columns: number
  readonly blockMax: number
}

/**
 * Converts the tables of a text. A table becomes a code block; above `blockMax` several, each with the header. It becomes a
 * list if it has mentions, links or custom emoji, which a code block shows as text, or too many columns. Tables in code stay.
 */
export const convertTables = (text: string, bounds: Bounds): Converted => {
  if (!text.includes("|")) return { text, blocks: 0, lists: 0 }
  const lines = text.split("\n").map(lineOf)
  const result: Array<string> = []
  let [blocks, lists, marker] = [0, 0, ""]
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]?.text ?? ""
    const table = marker === "" ? tableAt(lines, at) : undefined
    if (table === undefined) {
      marker = markerAfter(line, marker)
      result.push(line)
      at++
      continue
    }
    const block = hasLiveText(table) ? undefined : toBlock(table, bounds)
    if (block === undefined) lists++
    else blocks++
    const [first = "", ...others] = block ?? toList(table)
    result.push(table.first + first, ...others.map((other) => `${table.next}${other}`.trimEnd()))
    at = table.end
  }
  return { text: result.join("\n"), blocks, lists }
}

/** Returns the marker of the code block that is open after a line; empty outside code. Discord closes a block anywhere. */
const markerAfter = (line: string, open: string): string => {
  for (const [marker] of line.matchAll(MARKERS)) {
    if (open === "") open = marker.trim().slice(0, 3)
    else if (marker.includes(open)) open = ""
  }
  return open
}

/** Matches three backticks anywhere, and three tildes at the beginning of a line. */
const MARKERS = /(?<![\\`])`{3,}|^[ \t>]{0,40}~{3,}/g

/** A line of a text. `quote`: the quote marks and spaces before its content. */
interface Line {
  readonly text: string
  readonly quote: string
  readonly content: string
}

const lineOf = (text: string): Line => {
  const [quote = ""] = /^(?:[ \t]*>)*[ \t]*/.exec(text) ?? []
  return { text, quote, content: text.slice(quote.length).trim() }
}

/** A table. `first` and `next` precede its first line and the others: quote marks, a bullet, indentation. */
interface Table {
  readonly first: string
  readonly next: string
  readonly end: number
  readonly header: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  readonly aligns: ReadonlyArray<Align>
}

/** Returns the table that begins at a line: a header, a delimiter row, and rows up to a line without a pipe. */
const tableAt = (lines: ReadonlyArray<Line>, at: number): Table | undefined => {
  const [head, delimiter] = [lines[at], lines[at + 1]]
  if (head === undefined || delimiter === undefined || head.content === "" || !delimiter.content.includes("|")) return
  if (!DELIMITER.test(delimiter.content)) return
  const marks = cellsOf(delimiter.content)
  if (!marks.every((mark) => MARK.test(mark))) return
  const [bullet = ""] = /^(?:[-*+•]|\d{1,9}[.)])[ \t]+/.exec(head.content) ?? []
  const header = cellsOf(head.content.slice(bullet.length))
  const isFramed = [head.content.slice(bullet.length), delimiter.content].every((row) => row.startsWith("|"))
  if (header.length !== marks.length && !isFramed) return
  const depth = depthOf(delimiter)
  // `>>>` quotes all lines that follow.
  if (depthOf(head) !== depth && !head.quote.includes(">>>")) return
  let end = at + 2
  while (isRow(lines[end]) && depthOf(lines[end]) === depth) end++
  return {
    first: spaced(head.quote) + bullet,
    next: spaced(delimiter.quote),
    end,
    header,
    rows: lines.slice(at + 2, end).map(({ content }) => cellsOf(content)),
    aligns: marks.map((mark) => (mark.endsWith(":") ? (mark.startsWith(":") ? "center" : "right") : "left"))
  }
}

/** Matches a line that can be a delimiter row. */
const DELIMITER = /^[|:\s–—-]+$/
const MARK = /^:?[-–—]+:?$/
const PIPE = /(?<!\\)\|/

const isRow = ({ content }: Line = NO_LINE): boolean => PIPE.test(content) && !content.startsWith(MARKER)
const NO_LINE: Line = { text: "", quote: "", content: "" }

const depthOf = (line: Line | undefined): number => line?.quote.split(">").length ?? 0

/** Discord reads a quote mark only with a space after it. */
const spaced = (quote: string): string => quote.replace(/>$/, "> ")

const cellsOf = (row: string): ReadonlyArray<string> =>
  row
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(PIPE)
    .map((cell) => cell.trim().replaceAll("\\|", "|"))

/** Matches what a code block shows as text: mentions, times, custom emoji and links. */
const LIVE = /<(?:[@#/]|t:|id:|a?:\w)|@(?:everyone|here)\b|https?:\/\/|\]\(\S/

const hasLiveText = ({ header, rows }: Table): boolean => [header, ...rows].flat().some((cell) => LIVE.test(cell))

/** Returns the lines of a table as code blocks. Returns `undefined` if it has too many columns. */
const toBlock = (
  { aligns, header, rows }: Table,
  { blockMax, columns: available }: Bounds
): ReadonlyArray<string> | undefined => {
  const cells = [header, ...rows].map((row) => row.map(plainText))
  const count = Math.max(...cells.map((row) => row.length))
  const columns = Array.from({ length: count }, (_, at) => {
    const width = Math.max(1, ...cells.map((row) => widthOf(row[at] ?? "")))
    return { width, least: Math.min(width, COLUMN_MIN) }
  })
  const totalOf = (name: "width" | "least") => columns.reduce((sum, one) => sum + one[name] + GAP, -GAP)
  if (totalOf("least") > available) return undefined
  const widths = totalOf("width") <= available ? columns.map(({ width }) => width) : divideWidth(columns, available)
  const [heads = [], ...body] = cells.map((row) =>
    rowLines(
      widths.map((_, at) => row[at] ?? ""),
      widths,
      aligns
    )
  )
  const rule = widths.map((width) => "-".repeat(width)).join(" ".repeat(GAP))
  return inBlocks(header.every((cell) => cell === "") ? [] : [...heads, rule], body, blockMax)
}

/** A column of longer cells is not narrowed below this width. */
const COLUMN_MIN = 8

/** Puts rows into code blocks of at most `max` characters if possible, each with the header. */
const inBlocks = (
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  max: number
): ReadonlyArray<string> => {
  const sizeOf = (lines: ReadonlyArray<string>) => lines.reduce((sum, line) => sum + line.length + 1, 0)
  const blocks: Array<Array<string>> = [[...head]]
  let size = sizeOf(head)
  for (const row of rows) {
    if (size + sizeOf(row) + MARKERS_SIZE > max && size > sizeOf(head)) {
      blocks.push([...head])
      size = sizeOf(head)
    }
    blocks.at(-1)?.push(...row)
    size += sizeOf(row)
  }
  return blocks.flatMap((lines) => [MARKER, ...lines, MARKER])
}

const MARKER = "```"
const MARKERS_SIZE = 2 * MARKER.length + 1

/** Returns the lines of a table as a list: an item for each row, with the names of the columns. */
const toList = ({ header, rows }: Table): ReadonlyArray<string> => {
  const itemOf = (row: ReadonlyArray<string>) =>
    row
      .flatMap((cell, at) => (cell === "" ? [] : [nameOf(header[at] ?? "") + cell.replaceAll(BREAK, "; ")]))
      .join(" · ")
  const items = rows.map(itemOf).filter((item) => item !== "")
  return items.length === 0 ? [header.join(" · ")] : items.map((item) => `- ${item}`)
}

const nameOf = (name: string): string => (name === "" ? "" : `**${name.replaceAll("**", "")}:** `)

const BREAK = /[ \t]{0,9}<br ?\/?>[ \t]{0,9}/gi

/** Removes the marks of Markdown from a cell, because a code block shows them. */
const plainText = (cell: string): string =>
  cell
    .replaceAll(BREAK, "; ")
    .replaceAll(
      MARKS,
      (match, _ticks, code?: string, strong?: string, struck?: string, italic?: string, escaped?: string) => {
        const inner = strong ?? struck ?? italic
        return inner === undefined ? (code?.trim() ?? escaped ?? match) : plainText(inner)
      }
    )
    // Three backticks would end the code block: an invisible character separates them.
    .replaceAll(/`(?=``)/g, "`\u200b")

const MARKS =
  /(?<!`)(`{1,9})(?!`)([^`]{1,500})\1(?!`)|\*\*(?=\S)([^\n]{1,500}?)\*\*|~~(?=\S)([^\n]{1,500}?)~~|(?<![\w*])\*(?![\s*])([^*\n]{1,500})(?<!\s)\*(?![\w*])|\\([\\`*_~#[\]()<>.!+-])/g
