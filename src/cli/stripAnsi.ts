import { stripVTControlCharacters } from "node:util"
import { Console, type Effect } from "effect"
import { type Output, remarks, results } from "./environment.ts"

/** The library of the command line colours its help, whoever reads it: where there are to be no colours, they are taken out. */
export const plainly = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Console.consoleWith((console) =>
    Console.withConsole(effect, {
      ...console,
      log: (...words) => console.log(...words.map(suited(results))),
      error: (...words) => console.error(...words.map(suited(remarks)))
    })
  )

const suited =
  ({ coloured }: Pick<Output, "coloured">) =>
  (word: unknown): unknown =>
    typeof word === "string" && !coloured ? stripVTControlCharacters(word) : word
