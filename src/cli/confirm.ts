import { Prompt } from "@effect/cli"
import { Terminal } from "@effect/platform"
import { Data, Effect, type Mailbox, Option } from "effect"

/** Where a question is put, and whether anybody reads it there and can answer. */
export interface Screen {
  readonly attended: boolean
  readonly columns: number
  readonly write: (text: string) => Effect.Effect<void>
}

/** Whoever was asked has pressed Ctrl-C: a terminal in raw mode sends it as a key, not as a signal. */
export class Interrupted extends Data.TaggedError("Interrupted") {}

/** Asks a yes-or-no question on a screen; none when the input ends. Fails with `Interrupted` at Ctrl-C. */
export const confirm = (
  message: string,
  { columns, write }: Screen
): Effect.Effect<Option.Option<boolean>, Interrupted, Prompt.Prompt.Environment> =>
  Effect.flatMap(Terminal.Terminal, (terminal) => {
    let interrupted = false
    const heard = (input: Terminal.UserInput) =>
      Effect.sync(() => {
        interrupted ||= input.key.ctrl && input.key.name === "c"
      })
    return Prompt.run(Prompt.confirm({ message, initial: false })).pipe(
      Effect.option,
      Effect.provideService(
        Terminal.Terminal,
        Terminal.Terminal.of({
          ...terminal,
          columns: Effect.succeed(columns),
          display: write,
          readInput: Effect.map(terminal.readInput, (keys) => overheard(keys, heard))
        })
      ),
      Effect.filterOrFail(
        (answer) => Option.isSome(answer) || !interrupted,
        () => new Interrupted()
      )
    )
  })

/** The same keys, each told to a listener when it is taken. */
const overheard = <A>(
  keys: Mailbox.ReadonlyMailbox<A>,
  heard: (key: A) => Effect.Effect<void>
): Mailbox.ReadonlyMailbox<A> => Object.create(keys, { take: { value: Effect.tap(keys.take, heard) } })
