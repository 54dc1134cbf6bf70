/** Runs the binary on a pseudo-terminal, which `script` of util-linux makes. */
import { dirname } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { assert } from "@effect/vitest"
import { Effect, Hash } from "effect"
import { longestWord, widthOf } from "../../src/cli/rendering/text.ts"
import { runs } from "../turns.ts"
import { Binary } from "./binary.ts"
import { startProcess } from "./child.ts"

/** Starts the binary on a terminal of that many columns. Both streams arrive on `stdout`, as the terminal shows them. */
export const startOnTerminal = Effect.fn("startOnTerminal")(function* (
  args: ReadonlyArray<string>,
  columns: number,
  env: Readonly<Record<string, string>> = {}
) {
  const words = [process.execPath, yield* Binary, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`)
  const command = `stty cols ${columns} rows 50; exec ${words.join(" ")}`
  return yield* startProcess("/usr/bin/script", ["-qec", command, "/dev/null"], {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    TERM: "xterm-256color",
    ...env
  })
})

/** Runs the binary on a terminal to its end. Returns its exit code, and the text with and without control sequences. */
export const runOnTerminal = Effect.fn("runOnTerminal")(function* (
  args: ReadonlyArray<string>,
  columns: number,
  env: Readonly<Record<string, string>> = {}
) {
  const child = yield* startOnTerminal(args, columns, env)
  const { code } = yield* child.ended
  const raw = child.stdout.text.replaceAll("\r\n", "\n")
  return { code, raw, text: stripVTControlCharacters(raw) }
}, Effect.scoped)

/** Wide enough for every line, except the longest of the root's help. */
const WIDE = 200

/** A command, its exit code, and a word that its output must have at every width. */
export type WidthCase = readonly [args: ReadonlyArray<string>, code: number, shown: string]

/**
 * The widths of terminals. A command runs on one of them, so that each width has several commands. With
 * `PROPERTY_RUNS=4` each command runs on all.
 */
const WIDTHS = [40, 60, 80]

/** Runs a command on a wide and on narrow terminals. Fails if its exit code or output is wrong, or not wrapped by words. */
export const assertWrappedAtAnyWidth = Effect.fn("assertWrappedAtAnyWidth")(function* (
  [args, code, shown]: WidthCase,
  env: Readonly<Record<string, string>>
) {
  const run = (columns: number) =>
    Effect.tap(runOnTerminal(args, columns, env), (ended) => {
      assert.strictEqual(ended.code, code, ended.text)
      assert.include(ended.text, shown)
    })
  const { text: whole } = yield* run(WIDE)
  assertWrapped(whole, WIDE, whole)
  const from = Hash.string(args.join(" ")) % WIDTHS.length
  const widths = Array.from(
    { length: Math.min(runs(1), WIDTHS.length) },
    (_, at) => WIDTHS[(from + at) % WIDTHS.length] ?? WIDE
  )
  for (const columns of widths) assertWrapped((yield* run(columns)).text, columns, whole)
})

/** Fails if a line is wider than the terminal, or if a word is broken that is not in `whole`, the text at a large width. */
const assertWrapped = (text: string, columns: number, whole: string): void => {
  for (const line of text.split("\n")) assert.isAtMost(widthOf(line), columns, JSON.stringify(line))
  const words = wordsOf(whole)
  const tooLong = [
    ...wordsOf(
      whole
        .split(/\s+/)
        .filter((word) => widthOf(word) > columns)
        .join(" ")
    )
  ]
  assert.isAbove(longestWord(whole, Number.POSITIVE_INFINITY), 1)
  assert.deepStrictEqual(
    [...wordsOf(text)].filter((word) => !words.has(word) && !tooLong.some((long) => long.includes(word))),
    []
  )
}

/** Times, ports and ids differ from run to run. A description that does not fit ends with `…`. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .replaceAll(/\d/g, "0")
      .replaceAll("…", "")
      .split(/\s+/)
      // Lines, the numbers of list items, which a table does not have, and the end of a line of a shell.
      .filter((word) => !/^[─━0\\]*$/.test(word))
  )
