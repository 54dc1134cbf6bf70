import { Console, type Effect } from "effect"
import { firstChars } from "../../text/words.ts"
import { styleFor, widthOf, wrap } from "../rendering/text.ts"

/** Prints the steps, calls and results of the demo. */
export interface Transcript {
  readonly step: (title: string, why: string) => Effect.Effect<void>
  readonly note: (text: string) => Effect.Effect<void>
  readonly call: (tool: string, input: object) => Effect.Effect<void>
  /** Prints the beginning of the structured content of a result. */
  readonly result: (structured: object, ms: number) => Effect.Effect<void>
  /** Prints the full text of a result, as a model receives it. */
  readonly text: (text: string, ms: number) => Effect.Effect<void>
  /** Prints the full text of a failure, as a model receives it. */
  readonly failure: (text: string, ms: number) => Effect.Effect<void>
  /** Prints the first line of a failure. Used for a failure that was shown before. */
  readonly firstLine: (text: string, ms: number) => Effect.Effect<void>
  /** Prints the result of one step of a plan. */
  readonly stepResult: (name: string, isOk: boolean, text: string) => Effect.Effect<void>
}

/** The options of a transcript. */
export interface TranscriptOptions {
  readonly coloured: boolean
  /** The width of the terminal. */
  readonly columns: number
  /** Names that replace ids, because ids of 19 digits are hard to read. */
  readonly names: ReadonlyMap<string, string>
}

/** The maximum width of a line, indentation included. This width fits a terminal beside an editor. */
const COLUMNS_MAX = 100

/** The column where the text of a plan step begins. */
const STEP_INDENT = 23

/** The indentation of blocks that have a mark. */
const INDENT = 4

/** The maximum number of characters of a result to print. */
const SHOWN_CHARS = 190

/** Makes a transcript. */
export const make = ({ coloured, columns: available, names }: TranscriptOptions): Transcript => {
  const { bold, cyan, dim, green, red, yellow } = styleFor(coloured)
  const columns = Math.min(available, COLUMNS_MAX)
  const wrapLine = (line: string) => wrap(line, columns - INDENT)
  const withNames = (text: string) =>
    [...names].reduce((all, [id, name]) => all.replaceAll(`"${id}"`, name).replaceAll(id, name), text)
  /** Prints a text under its mark. `style` receives each wrapped line and its original line. */
  const block = (mark: string, text: string, ms: number, style: (part: string, line: string) => string) => {
    const parts = text.split("\n").flatMap((line) => wrapLine(line).map((part) => style(part, line)))
    return Console.log(indented(mark, withTime(parts, ms)))
  }
  /** Adds the duration to the last line. If the line is too long, the duration gets its own line. */
  const withTime = (parts: ReadonlyArray<string>, ms: number): ReadonlyArray<string> => {
    const time = `(${ms} ms)`
    const last = parts.at(-1) ?? ""
    return widthOf(last) + 2 + time.length + INDENT <= columns
      ? [...parts.slice(0, -1), `${last}  ${dim(time)}`]
      : [...parts, dim(time)]
  }
  const plain = (part: string) => part
  const delimited = (part: string) => part.replaceAll(/<\/?written-on-discord [0-9a-f]{12}>/g, yellow)
  const failing = (part: string, line: string) => {
    if (line.startsWith("Error ")) return part.replace(/^Error \w+/, red)
    if (line.startsWith("Recovery: ")) return part.replace(/^Recovery:/, bold)
    return line.includes("<written-on-discord ") ? delimited(part) : dim(part)
  }
  return {
    step: (title, why) =>
      Console.log(
        `\n${bold(`━━ ${title} `.padEnd(columns, "━"))}\n${wrap(why, columns - 3)
          .map((line) => dim(`   ${line}`))
          .join("\n")}\n`
      ),
    note: (text) => Console.log(indented(dim("·"), wrapLine(text).map(dim))),
    call: (tool, input) =>
      Console.log(indented(cyan("→"), wrapLine(`${tool} ${withNames(jsonLine(input))}`).map(cyan))),
    result: (structured, ms) => block(green("←"), shorten(withNames(jsonLine(structured))), ms, plain),
    text: (text, ms) => block(green("←"), withNames(text), ms, delimited),
    failure: (text, ms) => block(red("✗"), withNames(text), ms, failing),
    firstLine: (text, ms) => block(red("✗"), withNames(text.split("\n")[0] ?? ""), ms, failing),
    stepResult: (name, isOk, text) => {
      const isNarrow = columns < STEP_INDENT * 3
      const indent = isNarrow ? 8 : STEP_INDENT
      const lines = wrap(withNames(text), columns - indent).map(isOk ? dim : (it) => it)
      const head = `      ${isOk ? green("✓") : red("✗")} `
      const rest = lines.map((line) => " ".repeat(indent) + line)
      return Console.log(
        (isNarrow
          ? [head + name, ...rest]
          : [`${head}${name.padEnd(STEP_INDENT - 9)} ${lines[0] ?? ""}`, ...rest.slice(1)]
        ).join("\n")
      )
    }
  }
}

/** Formats JSON on one line that can be wrapped at spaces. Line breaks within texts are escaped. */
const jsonLine = (value: object): string => JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, " ")

const shorten = (text: string): string => (text.length <= SHOWN_CHARS ? text : `${firstChars(text, SHOWN_CHARS)}…`)

const indented = (mark: string, lines: ReadonlyArray<string>): string =>
  lines.map((line, at) => `${at === 0 ? `  ${mark} ` : "    "}${line}`).join("\n")
