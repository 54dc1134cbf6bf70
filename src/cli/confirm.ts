import { Prompt } from "@effect/cli"
import { Terminal } from "@effect/platform"
import { Data, Effect, type Mailbox, Option } from "effect"

/** The terminal that shows questions and progress. `interactive` is true if a person can answer there. */
export interface Screen {
  readonly interactive: boolean
  readonly columns: number
  readonly write: (text: string) => Effect.Effect<void>
}

/** The person pressed Ctrl-C. A terminal in raw mode sends it as a key, not as a signal. */
export class Interrupted extends Data.TaggedError("Interrupted") {}

/** Asks a yes-or-no question. Returns none if the input ends. Fails with `Interrupted` at Ctrl-C. */
export const confirm = (
  message: string,
  { columns, write }: Screen
): Effect.Effect<Option.Option<boolean>, Interrupted, Prompt.Prompt.Environment> =>
  Effect.flatMap(Terminal.Terminal, (terminal) => {
    let interrupted = false
    const onKey = (input: Terminal.UserInput) =>
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
          readInput: Effect.map(terminal.readInput, (keys) => observeKeys(keys, onKey))
        })
      ),
      Effect.filterOrFail(
        (answer) => Option.isSome(answer) || !interrupted,
        () => new Interrupted()
      )
    )
  })

/** Wraps a mailbox so that `onKey` sees each key that is taken. */
const observeKeys = <A>(
  keys: Mailbox.ReadonlyMailbox<A>,
  onKey: (key: A) => Effect.Effect<void>
): Mailbox.ReadonlyMailbox<A> => Object.create(keys, { take: { value: Effect.tap(keys.take, onKey) } })
