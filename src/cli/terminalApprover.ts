import type { Prompt } from "@effect/cli"
import { Effect, Option } from "effect"
import type { ApproverCapability, ConfirmationOutcome, ConfirmationRequest } from "../safety/Approver.ts"
import { confirm, type Screen } from "./confirm.ts"

/**
 * Asks the person at the terminal. The question goes to stderr because stdout may be piped.
 * `canReturn` is false: the process ends after one call, so a confirmation token could never be used.
 */
export const terminalApprover = (screen: Screen): Effect.Effect<ApproverCapability, never, Prompt.Prompt.Environment> =>
  Effect.map(Effect.context<Prompt.Prompt.Environment>(), (context) => ({
    canReturn: false,
    ...(screen.interactive && { confirm: (question) => Effect.provide(ask(question, screen), context) })
  }))

const ask = ({ message, tool }: ConfirmationRequest, screen: Screen) =>
  Effect.zipRight(screen.write(`${message}\n\n`), confirm(`Run ${tool} for real?`, screen)).pipe(
    Effect.orElseSucceed(() => Option.none<boolean>()),
    Effect.map(
      Option.match({
        onNone: (): ConfirmationOutcome => "cancelled",
        onSome: (agreed): ConfirmationOutcome => (agreed ? "accepted" : "declined")
      })
    )
  )
