import { Prompt } from "@effect/cli"
import { Terminal } from "@effect/platform"
import { Console, Effect } from "effect"
import type { Question, Reach, Verdict } from "../safety/Person.ts"

/** Where a question is put, and whether anybody reads it there and can answer. */
export interface Screen {
  readonly attended: boolean
  readonly columns: number
  readonly write: (text: string) => Effect.Effect<void>
}

/**
 * Whoever sits at the terminal. What a command prints on stdout may be piped on,
 * so the question stands elsewhere. The process ends with this one call: no token
 * that it gave out could ever be used.
 */
export const terminalPerson = (screen: Screen): Effect.Effect<Reach, never, Prompt.Prompt.Environment> =>
  Effect.map(Effect.context<Prompt.Prompt.Environment>(), (context) => ({
    returns: false,
    ...(screen.attended && { ask: (question) => Effect.provide(ask(question, screen), context) })
  }))

const ask = ({ message, tool }: Question, { columns, write }: Screen) =>
  Effect.flatMap(Terminal.Terminal, (terminal) =>
    Console.error(message).pipe(
      Effect.zipRight(Prompt.run(Prompt.confirm({ message: `Run ${tool} for real?`, initial: false }))),
      Effect.map((agreed): Verdict => (agreed ? "accepted" : "declined")),
      // Ctrl+C, or the end of the input.
      Effect.orElseSucceed(() => "cancelled" as const),
      Effect.provideService(
        Terminal.Terminal,
        Terminal.Terminal.of({ ...terminal, columns: Effect.succeed(columns), display: write })
      )
    )
  )
