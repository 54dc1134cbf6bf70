import { Effect, type Exit } from "effect"

/** The exit of a command, and what it printed. */
export interface CapturedConsole<A, E> {
  readonly exit: Exit.Exit<A, E>
  readonly text: string
}

/** Runs a command and captures what it prints with `Console.log`. */
export const captureConsole = <A, E, R>(
  command: Effect.Effect<A, E, R>
): Effect.Effect<CapturedConsole<A, E>, never, R> =>
  Effect.consoleWith((console) => {
    const lines: Array<string> = []
    const log = (...parts: ReadonlyArray<unknown>) => Effect.sync(() => void lines.push(parts.join(" ")))
    return Effect.map(Effect.exit(Effect.withConsole(command, { ...console, log })), (exit) => ({
      exit,
      text: lines.join("\n")
    }))
  })
