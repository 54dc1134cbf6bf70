/** TOML. */
import { parse, patch, stringify, TomlFormat } from "@decimalturn/toml-patch"
import { Either, Option } from "effect"
import type { Change } from "./changes.ts"
import type { Fields } from "./Entry.ts"
import { type Format, lineEndOf, type Unreadable } from "./Format.ts"

/**
 * The format. A new server is a table of its own at the end of the file, which
 * disturbs nothing; where that is not allowed, as after a table in one line, and
 * for everything else the text is patched.
 */
export const toml: Format = {
  read: (text) => Either.try({ try: () => Object(parse(text)), catch: unreadable }),
  change: (text, changes, content) => [...appended(text, changes), ...patched(text, content)]
}

const patched = (text: string, content: Fields): ReadonlyArray<string> =>
  Option.toArray(Option.liftThrowable(() => patch(text, content))())

/** The text with its one new server at its end; none where something else changes. */
const appended = (text: string, [change, ...more]: ReadonlyArray<Change>): ReadonlyArray<string> => {
  if (change === undefined || more.length > 0 || change.path.length > 2) return []
  const [servers = "", name] = change.path
  const block = stringify({ [servers]: name === undefined ? change.value : { [name]: change.value } }, tables())
  const end = lineEndOf(text)
  const before = text.trim() === "" ? "" : `${text.replace(/\s*$/, "")}${end}${end}`
  return [`${before}${block.replace(`[${servers}]\n\n`, "").trimEnd().replaceAll("\n", end)}${end}`]
}

/** Tables under headers of their own, lists as people write them. */
const tables = (): TomlFormat => {
  const format = TomlFormat.default()
  format.inlineTableStart = 3
  format.bracketSpacing = false
  return format
}

/** What the library throws has a place, counted from 0 within its line, and a message whose last line says why. */
const unreadable = (error: unknown): Unreadable => {
  const { column, line, message }: Fields = Object(error)
  return {
    line: typeof line === "number" ? line : 1,
    column: typeof column === "number" ? column + 1 : 1,
    problem: String(message).split("\n").at(-1) ?? ""
  }
}
