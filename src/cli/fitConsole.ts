import { stripVTControlCharacters } from "node:util"
import { Console, type Effect } from "effect"
import { type Output, stderr, stdout } from "./process.ts"
import { wrapText } from "./rendering/text.ts"

/**
 * Fits the console output of an effect to its streams. On a terminal, wide lines are wrapped. If
 * colours are off, ANSI codes are removed, because `@effect/cli` always colours its help.
 */
export const fitConsole = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Console.consoleWith((console) =>
    Console.withConsole(effect, {
      ...console,
      log: (...words) => console.log(...words.map(fitTo(stdout))),
      error: (...words) => console.error(...words.map(fitTo(stderr)))
    })
  )

const fitTo =
  (output: Output) =>
  (word: unknown): unknown => {
    if (typeof word !== "string") return word
    const text = output.coloured ? word : stripVTControlCharacters(word)
    return output.onTerminal ? wrapText(text, output.columns) : text
  }
