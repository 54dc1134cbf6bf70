import { Prompt } from "@effect/cli"
import { Terminal } from "@effect/platform"
import { Data, Effect, type Mailbox, Option, type Redacted } from "effect"
import type { ApproverCapability, ConfirmationOutcome, ConfirmationRequest } from "../safety/Approver.ts"
import { wrap } from "./rendering/text.ts"

/** The terminal that shows questions and progress. `interactive` is true if a person can answer there. */
export interface Screen {
  readonly interactive: boolean
  readonly columns: number
  readonly write: (text: string) => Effect.Effect<void>
}

/**
 * The person pressed Ctrl-C. A terminal in raw mode sends it as a key, not as a signal. `reportInterruption` handles
 * this failure like the signal.
 */
export class Interrupted extends Data.TaggedError("Interrupted") {}

/** The input ended before a question was answered. */
export class InputEnded extends Data.TaggedError("InputEnded") {
  override get message(): string {
    return "The input ended before the question was answered. Nothing was written."
  }
}

/** An answer. None if the input ended. */
export type Answer<A> = Effect.Effect<Option.Option<A>, Interrupted, Prompt.Prompt.Environment>

/** Asks a yes-or-no question. */
export const confirm = (message: string, screen: Screen): Answer<boolean> =>
  ask(Prompt.confirm({ message, initial: false }), screen)

/** A value to choose. `selected` marks the answer before any key is pressed. */
export interface Choice<A> {
  readonly title: string
  readonly value: A
  readonly selected?: boolean
}

/** Asks for one of several values. */
export const choose = <A>(message: string, choices: ReadonlyArray<Choice<A>>, screen: Screen) =>
  answered(ask(Prompt.select({ message, choices }), screen))

/** Asks for at least one of several values. */
export const chooseSeveral = <A>(message: string, choices: ReadonlyArray<Choice<A>>, screen: Screen) =>
  answered(
    ask(
      Prompt.multiSelect({
        message,
        choices,
        min: 1,
        selectAll: "All",
        selectNone: "None",
        inverseSelection: "Invert"
      }),
      screen
    )
  )

const answered = <A>(answer: Answer<A>) =>
  Effect.flatMap(
    answer,
    Option.match({ onNone: () => Effect.fail(new InputEnded()), onSome: (value) => Effect.succeed(value) })
  )

/** Asks for a secret. The typed characters are not shown. */
export const askSecret = (message: string, screen: Screen): Answer<Redacted.Redacted> =>
  // The prompt erases as many lines as a visible secret would need. The lines above the prompt must stay.
  ask(Prompt.hidden({ message }), { ...screen, columns: Number.MAX_SAFE_INTEGER })

/** Runs an effect without showing typed characters, even between two questions. Fails at Ctrl-C. */
export const withoutEcho = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.scoped(
    Effect.flatMap(Terminal.Terminal, ({ readInput }) =>
      // The terminal shows no typed characters while the input is read.
      Effect.flatMap(readInput, (keys) => Effect.raceFirst(effect, interruptedBy(keys)))
    )
  )

const interruptedBy = (keys: Mailbox.ReadonlyMailbox<Terminal.UserInput>): Effect.Effect<never, Interrupted> =>
  keys.take.pipe(
    Effect.matchEffect({
      onFailure: () => Effect.never,
      onSuccess: (input) => (isCtrlC(input) ? new Interrupted() : Effect.void)
    }),
    Effect.forever
  )

const isCtrlC = ({ key }: Terminal.UserInput): boolean => key.ctrl && key.name === "c"

/** Writes a text above a question, wrapped at the width of the screen. */
export const writeLines = (text: string, { columns, write }: Screen): Effect.Effect<void> =>
  write(`${wrap(text, columns).join("\n")}\n`)

const ask = <A>(prompt: Prompt.Prompt<A>, { columns, write }: Screen): Answer<A> =>
  Effect.flatMap(Terminal.Terminal, (terminal) => {
    let interrupted = false
    const onKey = (input: Terminal.UserInput) =>
      Effect.sync(() => {
        interrupted ||= isCtrlC(input)
      })
    return Prompt.run(prompt).pipe(
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

/**
 * Asks the person at the terminal. The question goes to stderr because stdout may be piped.
 * `canReturn` is false: the process ends after one call, so a confirmation token could never be used.
 */
export const terminalApprover = (screen: Screen): Effect.Effect<ApproverCapability, never, Prompt.Prompt.Environment> =>
  Effect.map(Effect.context<Prompt.Prompt.Environment>(), (context) => ({
    canReturn: false,
    ...(screen.interactive && { confirm: (question) => Effect.provide(askApproval(question, screen), context) })
  }))

const askApproval = ({ message, tool }: ConfirmationRequest, screen: Screen) =>
  confirmBelow(message, `Run ${tool} for real?`, screen).pipe(
    Effect.orElseSucceed(() => Option.none<boolean>()),
    Effect.map(
      Option.match({
        onNone: (): ConfirmationOutcome => "cancelled",
        onSome: (agreed): ConfirmationOutcome => (agreed ? "accepted" : "declined")
      })
    )
  )

/** Asks a question below a message. The prompt is one line, so a longer question is printed with the message. */
const confirmBelow = (message: string, question: string, screen: Screen) =>
  question.length + PROMPT_COLUMNS <= screen.columns
    ? Effect.zipRight(writeLines(`${message}\n`, screen), confirm(question, screen))
    : Effect.zipRight(writeLines(`${message}\n\n${question}`, screen), confirm("Run it?", screen))

/** The columns that the prompt adds to a question: its marks and the answers. */
const PROMPT_COLUMNS = "?  › (y/N)".length
