import { stripVTControlCharacters } from "node:util"
import { Console, type Effect } from "effect"
import { type Output, stderr, stdout } from "./process.ts"

/** Removes ANSI codes from the console output of an effect where colours are off. `@effect/cli` always colours its help. */
export const stripAnsi = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Console.consoleWith((console) =>
    Console.withConsole(effect, {
      ...console,
      log: (...words) => console.log(...words.map(stripFor(stdout))),
      error: (...words) => console.error(...words.map(stripFor(stderr)))
    })
  )

const stripFor =
  ({ coloured }: Pick<Output, "coloured">) =>
  (word: unknown): unknown =>
    typeof word === "string" && !coloured ? stripVTControlCharacters(word) : word
