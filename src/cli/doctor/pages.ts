/** What the doctor tells people: a paragraph for each check, and a line in the end. */
import type { Paint } from "../style.ts"
import { checks } from "./checks.ts"
import type { Examined } from "./examine.ts"
import { counted, type Status } from "./Finding.ts"

/** Where a page is read: on a terminal with signs, elsewhere in plain words. */
export interface Look {
  readonly paint: Paint
  readonly signs: boolean
}

/** One check as a paragraph. */
export const paragraph = ({ details = [], found, name, status, todo = [] }: Examined, look: Look): string => {
  const sign = look.signs ? `${signs[status]} ` : status.padEnd(STATUS_WIDTH)
  const margin = " ".repeat(sign.length + NAME_WIDTH)
  const head = colourOf(look.paint)[status](sign) + look.paint.bold(name.padEnd(NAME_WIDTH))
  const arrow = look.signs ? "→ " : "- "
  const wrapped = (text: string, first: string, rest: string) =>
    wrap(text, COLUMNS - margin.length).map((line, at) => (at === 0 ? first : rest) + line)
  return [
    ...wrapped(found, head, margin),
    ...details.flatMap((line) => wrapped(line, margin, margin)),
    ...todo.flatMap((line) => wrapped(line, margin + look.paint.cyan(arrow), margin + " ".repeat(arrow.length)))
  ].join("\n")
}

/** How many checks ended how. */
export const summary = (all: ReadonlyArray<Examined>, { paint }: Look): string =>
  statuses
    .map((status) => [status, all.filter((it) => it.status === status).length] as const)
    .filter(([, count]) => count > 0)
    .map(([status, count]) =>
      colourOf(paint)[status](status === "warning" ? counted(count, status) : `${count} ${status}`)
    )
    .join(", ")

const statuses = ["ok", "warning", "failed", "skipped"] as const satisfies ReadonlyArray<Status>

const signs = { ok: "✔", warning: "!", failed: "✖", skipped: "–" } as const

const colourOf = ({ dim, green, red, yellow }: Paint) => ({ ok: green, warning: yellow, failed: red, skipped: dim })

const COLUMNS = 110
const STATUS_WIDTH = Math.max(...statuses.map((status) => status.length)) + 2
const NAME_WIDTH = Math.max(...checks.map(({ name }) => name.length)) + 2

/** Lines of so many characters at most; a word that is longer, as a link, has a line to itself. */
const wrap = (text: string, columns: number): ReadonlyArray<string> => {
  const lines = [""]
  // What stands in brackets stays with what it is about.
  for (const word of text.split(/ (?!\()/)) {
    const last = lines.at(-1) ?? ""
    if (last === "") lines.splice(-1, 1, word)
    else if (last.length + 1 + word.length <= columns) lines.splice(-1, 1, `${last} ${word}`)
    else lines.push(word)
  }
  return lines
}
