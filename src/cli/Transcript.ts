import { Console, type Effect } from "effect"
import { firstChars } from "../errors/truncate.ts"
import { paint } from "./style.ts"

/** Prints what happens, for a person to read: scenes, calls and answers. */
export interface Transcript {
  readonly scene: (title: string, why: string) => Effect.Effect<void>
  readonly note: (text: string) => Effect.Effect<void>
  readonly call: (tool: string, input: object) => Effect.Effect<void>
  /** The beginning of the structured half of an answer. */
  readonly answer: (structured: object, ms: number) => Effect.Effect<void>
  /** The text half of an answer as a model gets it, whole. */
  readonly told: (text: string, ms: number) => Effect.Effect<void>
  /** A failure, as a model gets it. */
  readonly refusal: (text: string, ms: number) => Effect.Effect<void>
  /** The first line of a failure, for one that was shown before. */
  readonly again: (text: string, ms: number) => Effect.Effect<void>
  /** What became of one part of a plan. */
  readonly part: (name: string, isOk: boolean, text: string) => Effect.Effect<void>
}

/** How a transcript looks. */
export interface Look {
  readonly coloured: boolean
  /** What ids are shown as: numbers of nineteen digits tell a reader nothing. */
  readonly names: ReadonlyMap<string, string>
}

/** Columns a line may take, with its indentation: what fits a terminal beside an editor. */
const COLUMNS = 100

/** Where the text about a part of a plan begins. */
const PART_INDENT = 23

/** The longest part of an answer that is shown: enough to see what it is. */
const SHOWN_CHARS = 190

/** Makes a transcript, with colours where somebody sees them. */
export const make = ({ coloured, names }: Look): Transcript => {
  const { bold, cyan, dim, green, red, yellow } = paint(coloured)
  const named = (text: string) =>
    [...names].reduce((all, [id, name]) => all.replaceAll(`"${id}"`, name).replaceAll(id, name), text)
  /** A text under its mark, each piece of a line in the look that the whole line has. */
  const block = (mark: string, text: string, ms: number, look: (piece: string, line: string) => string) => {
    const pieces = text.split("\n").flatMap((line) => folded(line).map((piece) => look(piece, line)))
    return Console.log(`${indented(mark, pieces)}  ${dim(`(${ms} ms)`)}`)
  }
  const plain = (piece: string) => piece
  const fenced = (piece: string) => piece.replaceAll(/<\/?written-on-discord [0-9a-f]{12}>/g, yellow)
  const failing = (piece: string, line: string) => {
    if (line.startsWith("Error ")) return piece.replace(/^Error \w+/, red)
    if (line.startsWith("Recovery: ")) return piece.replace(/^Recovery:/, bold)
    return line.includes("<written-on-discord ") ? fenced(piece) : dim(piece)
  }
  return {
    scene: (title, why) => Console.log(`\n${bold(`━━ ${title} `.padEnd(COLUMNS, "━"))}\n${dim(`   ${why}`)}\n`),
    note: (text) => Console.log(indented(dim("·"), folded(text).map(dim))),
    call: (tool, input) => Console.log(indented(cyan("→"), folded(`${tool} ${named(spaced(input))}`).map(cyan))),
    answer: (structured, ms) => block(green("←"), shorten(named(spaced(structured))), ms, plain),
    told: (text, ms) => block(green("←"), named(text), ms, fenced),
    refusal: (text, ms) => block(red("✗"), named(text), ms, failing),
    again: (text, ms) => block(red("✗"), named(text.split("\n")[0] ?? ""), ms, failing),
    part: (name, isOk, text) => {
      const [first = "", ...more] = folded(named(text), COLUMNS - PART_INDENT).map(isOk ? dim : (it) => it)
      const head = `      ${isOk ? green("✓") : red("✗")} ${name.padEnd(PART_INDENT - 9)} `
      return Console.log([head + first, ...more.map((line) => " ".repeat(PART_INDENT) + line)].join("\n"))
    }
  }
}

/** JSON on one line that can be broken at its spaces. A line break in a text is escaped, so all others are layout. */
const spaced = (value: object): string => JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, " ")

const shorten = (text: string): string => (text.length <= SHOWN_CHARS ? text : `${firstChars(text, SHOWN_CHARS)}…`)

const indented = (mark: string, lines: ReadonlyArray<string>): string =>
  lines.map((line, at) => `${at === 0 ? `  ${mark} ` : "    "}${line}`).join("\n")

/** A long line as several, broken at spaces where there are any. */
const folded = (text: string, room = COLUMNS - 4): ReadonlyArray<string> => {
  if (text.length <= room) return [text]
  const space = text.lastIndexOf(" ", room)
  const piece = firstChars(text, space > 0 ? space : room)
  return [piece, ...folded(text.slice(piece.length).trimStart(), room)]
}
