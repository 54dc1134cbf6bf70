import { Console, type Effect } from "effect"
import { firstChars } from "../../errors/truncate.ts"
import { styleFor } from "../rendering/Style.ts"

/** Prints the steps, calls and results of the demo. */
export interface Transcript {
  readonly step: (title: string, why: string) => Effect.Effect<void>
  readonly note: (text: string) => Effect.Effect<void>
  readonly call: (tool: string, input: object) => Effect.Effect<void>
  /** Prints the beginning of the structured content of a result. */
  readonly result: (structured: object, ms: number) => Effect.Effect<void>
  /** Prints the full text of a result, as a model gets it. */
  readonly text: (text: string, ms: number) => Effect.Effect<void>
  /** Prints the full text of a failure, as a model gets it. */
  readonly failure: (text: string, ms: number) => Effect.Effect<void>
  /** Prints the first line of a failure. Used for a failure that was shown before. */
  readonly firstLine: (text: string, ms: number) => Effect.Effect<void>
  /** Prints the result of one step of a plan. */
  readonly stepResult: (name: string, isOk: boolean, text: string) => Effect.Effect<void>
}

/** The options of a transcript. */
export interface TranscriptOptions {
  readonly coloured: boolean
  /** Names that replace ids, because ids of 19 digits are hard to read. */
  readonly names: ReadonlyMap<string, string>
}

/** The maximum width of a line, indentation included. It fits a terminal beside an editor. */
const COLUMNS = 100

/** The column where the text of a plan step begins. */
const STEP_INDENT = 23

/** The maximum number of characters of a result to print. */
const SHOWN_CHARS = 190

/** Makes a transcript. */
export const make = ({ coloured, names }: TranscriptOptions): Transcript => {
  const { bold, cyan, dim, green, red, yellow } = styleFor(coloured)
  const withNames = (text: string) =>
    [...names].reduce((all, [id, name]) => all.replaceAll(`"${id}"`, name).replaceAll(id, name), text)
  /** Prints a text under its mark. `style` gets each wrapped line and the line it belongs to. */
  const block = (mark: string, text: string, ms: number, style: (part: string, line: string) => string) => {
    const parts = text.split("\n").flatMap((line) => wrapLine(line).map((part) => style(part, line)))
    return Console.log(`${indented(mark, parts)}  ${dim(`(${ms} ms)`)}`)
  }
  const plain = (part: string) => part
  const delimited = (part: string) => part.replaceAll(/<\/?written-on-discord [0-9a-f]{12}>/g, yellow)
  const failing = (part: string, line: string) => {
    if (line.startsWith("Error ")) return part.replace(/^Error \w+/, red)
    if (line.startsWith("Recovery: ")) return part.replace(/^Recovery:/, bold)
    return line.includes("<written-on-discord ") ? delimited(part) : dim(part)
  }
  return {
    step: (title, why) => Console.log(`\n${bold(`━━ ${title} `.padEnd(COLUMNS, "━"))}\n${dim(`   ${why}`)}\n`),
    note: (text) => Console.log(indented(dim("·"), wrapLine(text).map(dim))),
    call: (tool, input) =>
      Console.log(indented(cyan("→"), wrapLine(`${tool} ${withNames(jsonLine(input))}`).map(cyan))),
    result: (structured, ms) => block(green("←"), shorten(withNames(jsonLine(structured))), ms, plain),
    text: (text, ms) => block(green("←"), withNames(text), ms, delimited),
    failure: (text, ms) => block(red("✗"), withNames(text), ms, failing),
    firstLine: (text, ms) => block(red("✗"), withNames(text.split("\n")[0] ?? ""), ms, failing),
    stepResult: (name, isOk, text) => {
      const [first = "", ...more] = wrapLine(withNames(text), COLUMNS - STEP_INDENT).map(isOk ? dim : (it) => it)
      const head = `      ${isOk ? green("✓") : red("✗")} ${name.padEnd(STEP_INDENT - 9)} `
      return Console.log([head + first, ...more.map((line) => " ".repeat(STEP_INDENT) + line)].join("\n"))
    }
  }
}

/** Formats JSON on one line that can be wrapped at spaces. Line breaks within texts are escaped. */
const jsonLine = (value: object): string => JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, " ")

const shorten = (text: string): string => (text.length <= SHOWN_CHARS ? text : `${firstChars(text, SHOWN_CHARS)}…`)

const indented = (mark: string, lines: ReadonlyArray<string>): string =>
  lines.map((line, at) => `${at === 0 ? `  ${mark} ` : "    "}${line}`).join("\n")

/** Wraps a line, at spaces if possible. */
const wrapLine = (text: string, columns = COLUMNS - 4): ReadonlyArray<string> => {
  if (text.length <= columns) return [text]
  const space = text.lastIndexOf(" ", columns)
  const part = firstChars(text, space > 0 ? space : columns)
  return [part, ...wrapLine(text.slice(part.length).trimStart(), columns)]
}
