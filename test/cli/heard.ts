import { Effect, type Exit } from "effect"

/** How a command ended, and what it printed. */
export interface Heard<A, E> {
  readonly exit: Exit.Exit<A, E>
  readonly text: string
}

/** Runs a command with its console in the hands of a test. */
export const heard = <A, E, R>(command: Effect.Effect<A, E, R>): Effect.Effect<Heard<A, E>, never, R> =>
  Effect.consoleWith((console) => {
    const lines: Array<string> = []
    const log = (...parts: ReadonlyArray<unknown>) => Effect.sync(() => void lines.push(parts.join(" ")))
    return Effect.map(Effect.exit(Effect.withConsole(command, { ...console, log })), (exit) => ({
      exit,
      text: lines.join("\n")
    }))
  })
