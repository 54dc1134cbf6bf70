import { Prompt } from "@effect/cli"
import { Terminal } from "@effect/platform"
import { Effect, type Option } from "effect"

/** Where a question is put, and whether anybody reads it there and can answer. */
export interface Screen {
  readonly attended: boolean
  readonly columns: number
  readonly write: (text: string) => Effect.Effect<void>
}

/** Asks a yes-or-no question on a screen; none when whoever was asked has left: Ctrl+C, or the end of the input. */
export const confirm = (
  message: string,
  { columns, write }: Screen
): Effect.Effect<Option.Option<boolean>, never, Prompt.Prompt.Environment> =>
  Effect.flatMap(Terminal.Terminal, (terminal) =>
    Prompt.run(Prompt.confirm({ message, initial: false })).pipe(
      Effect.option,
      Effect.provideService(
        Terminal.Terminal,
        Terminal.Terminal.of({ ...terminal, columns: Effect.succeed(columns), display: write })
      )
    )
  )
