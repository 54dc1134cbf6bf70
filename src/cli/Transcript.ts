import { Console, type Effect } from "effect"

/** Prints what happens, for a person to read: scenes, calls and answers. */
export interface Transcript {
  readonly scene: (title: string, why: string) => Effect.Effect<void>
  readonly note: (text: string) => Effect.Effect<void>
  readonly call: (tool: string, input: object) => Effect.Effect<void>
  readonly answer: (text: string, ms: number) => Effect.Effect<void>
  readonly refusal: (text: string, ms: number) => Effect.Effect<void>
}

/** The longest text shown of an answer: enough to see what it is. */
const SHOWN_CHARS = 420

/** Makes a transcript, with colours where somebody sees them. */
export const make = (coloured: boolean): Transcript => {
  const paint = (code: number) => (text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text)
  const [bold, dim, red, green, cyan] = [paint(1), paint(2), paint(31), paint(32), paint(36)]
  const block = (mark: string, text: string, ms: number) =>
    Console.log(
      `${shorten(text)
        .split("\n")
        .map((line, at) => `${at === 0 ? `  ${mark} ` : "    "}${line}`)
        .join("\n")} ${dim(`(${ms} ms)`)}`
    )
  return {
    scene: (title, why) => Console.log(`\n${bold(title)}\n${dim(`  ${why}`)}`),
    note: (text) => Console.log(dim(`  · ${text}`)),
    call: (tool, input) => Console.log(`  ${cyan("→")} ${cyan(tool)} ${shorten(JSON.stringify(input))}`),
    answer: (text, ms) => block(green("←"), text, ms),
    refusal: (text, ms) => block(red("✗"), text, ms)
  }
}

const shorten = (text: string): string => (text.length <= SHOWN_CHARS ? text : `${text.slice(0, SHOWN_CHARS)}…`)
