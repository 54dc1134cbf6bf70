/** Renders the report of the doctor: a paragraph for each check, and a summary. */

import { counted } from "../../text/words.ts"
import { padToWidth, type Style, widthOf } from "../rendering/text.ts"
import { checks } from "./checks.ts"
import type { Status } from "./Finding.ts"
import type { CheckResult } from "./runChecks.ts"

/** The style and width of the report. `signs` is true on a terminal: symbols replace the status words. */
export interface ReportOptions {
  readonly style: Style
  readonly signs: boolean
  readonly columns: number
}

/** Renders the result of one check as a paragraph. */
export const renderCheck = (
  { details = [], found, name, status, todo = [] }: CheckResult,
  options: ReportOptions
): string => {
  const sign = options.signs ? `${signs[status]} ` : padToWidth(status, STATUS_WIDTH)
  const isNarrow = options.columns < NARROW
  const margin = " ".repeat(widthOf(sign) + (isNarrow ? 0 : NAME_WIDTH))
  const colour = colourOf(options.style)[status]
  const head = colour(sign) + options.style.bold(isNarrow ? name : padToWidth(name, NAME_WIDTH))
  const arrow = options.signs ? "→ " : "- "
  const wrapped = (text: string, first: string, rest: string) =>
    wrapWords(text, Math.min(options.columns, COLUMNS_MAX) - margin.length).map(
      (line, at) => (at === 0 ? first : rest) + line
    )
  return [
    ...(isNarrow ? [head, ...wrapped(found, margin, margin)] : wrapped(found, head, margin)),
    ...details.flatMap((line) => wrapped(line, margin, margin)),
    ...todo.flatMap((line) => wrapped(line, margin + options.style.cyan(arrow), margin + " ".repeat(widthOf(arrow))))
  ].join("\n")
}

/** Renders the number of checks by status. */
export const renderSummary = (all: ReadonlyArray<CheckResult>, { style }: ReportOptions): string =>
  statuses
    .map((status) => [status, all.filter((it) => it.status === status).length] as const)
    .filter(([, count]) => count > 0)
    .map(([status, count]) =>
      colourOf(style)[status](status === "warning" ? counted(count, status) : `${count} ${status}`)
    )
    .join(", ")

const statuses = ["ok", "warning", "failed", "skipped"] as const satisfies ReadonlyArray<Status>

const signs = { ok: "✔", warning: "!", failed: "✖", skipped: "–" } as const

const colourOf = ({ dim, green, red, yellow }: Style) => ({ ok: green, warning: yellow, failed: red, skipped: dim })

/** A longer line is hard to read. */
const COLUMNS_MAX = 110

/** In a narrower terminal, the texts are below the names of the checks. */
const NARROW = 70

const STATUS_WIDTH = Math.max(...statuses.map(widthOf)) + 2
const NAME_WIDTH = Math.max(...checks.map(({ name }) => widthOf(name))) + 2

/** Wraps a text. A word that is longer than a line, such as a link, gets its own line. */
const wrapWords = (text: string, columns: number): ReadonlyArray<string> => {
  const lines = [""]
  // A line does not break before a bracket, so that a remark stays with its word.
  for (const word of text.split(/ (?!\()/)) {
    const last = lines.at(-1) ?? ""
    if (last === "") lines.splice(-1, 1, word)
    else if (widthOf(last) + 1 + widthOf(word) <= columns) lines.splice(-1, 1, `${last} ${word}`)
    else lines.push(word)
  }
  return lines
}
