import * as Terminal from "@effect/platform/Terminal"
import { Effect, Mailbox, Option } from "effect"

/** A terminal at which these keys are pressed, one after another; then nothing comes any more. */
export const typing = (...keys: ReadonlyArray<string>) =>
  Terminal.Terminal.of({
    columns: Effect.succeed(0),
    rows: Effect.succeed(0),
    isTTY: Effect.succeed(false),
    display: () => Effect.dieMessage("a question on stdout"),
    readLine: Effect.never,
    readInput: Effect.gen(function* () {
      const mailbox = yield* Mailbox.make<Terminal.UserInput>()
      for (const name of keys) {
        yield* mailbox.offer({ input: Option.some(name), key: { name, ctrl: false, meta: false, shift: false } })
      }
      yield* mailbox.end
      return mailbox
    })
  })
