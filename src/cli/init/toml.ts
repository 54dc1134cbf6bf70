/** TOML config files. */
import { parse, patch, stringify, TomlFormat } from "@decimalturn/toml-patch"
import { Either, Option } from "effect"
import type { JsonObject } from "../rendering/renderValue.ts"
import { type ConfigChange, type ConfigFormat, lineEndOf, type ParseFailure } from "./ConfigFormat.ts"

/**
 * The TOML format. A new server becomes a table at the end of the file. If TOML forbids that
 * (for example after an inline table), and for every other change, the text is patched.
 */
export const toml: ConfigFormat = {
  read: (text) => Either.try({ try: () => Object(parse(text)), catch: unreadable }),
  change: (text, changes, content) => [...appended(text, changes), ...patched(text, content)]
}

const patched = (text: string, content: JsonObject): ReadonlyArray<string> =>
  Option.toArray(Option.liftThrowable(() => patch(text, content))())

/** Appends one new server to the text. Returns an empty list for any other change. */
const appended = (text: string, [change, ...more]: ReadonlyArray<ConfigChange>): ReadonlyArray<string> => {
  if (change === undefined || change.remove || more.length > 0 || change.path.length > 2) return []
  const [servers = "", name] = change.path
  const block = stringify({ [servers]: name === undefined ? change.value : { [name]: change.value } }, tables())
  const end = lineEndOf(text)
  const before = text.trim() === "" ? "" : `${text.replace(/\s*$/, "")}${end}${end}`
  return [`${before}${block.replace(`[${servers}]\n\n`, "").trimEnd().replaceAll("\n", end)}${end}`]
}

/** Formats tables under headers, and lists without spaces inside the brackets. */
const tables = (): TomlFormat => {
  const format = TomlFormat.default()
  format.inlineTableStart = 3
  format.bracketSpacing = false
  return format
}

/** Converts an error that the library throws. Its column counts from 0. The last line of its message is the reason. */
const unreadable = (error: unknown): ParseFailure => {
  const { column, line, message }: JsonObject = Object(error)
  return {
    line: typeof line === "number" ? line : 1,
    column: typeof column === "number" ? column + 1 : 1,
    problem: String(message).split("\n").at(-1) ?? ""
  }
}
