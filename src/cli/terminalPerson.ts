import type { Prompt } from "@effect/cli"
import { Effect, Option } from "effect"
import type { ApproverCapability, ConfirmationOutcome, ConfirmationRequest } from "../safety/Approver.ts"
import { confirm, type Screen } from "./confirm.ts"

/**
 * Whoever sits at the terminal. What a command prints on stdout may be piped on,
 * so the question stands elsewhere. The process ends with this one call: no token
 * that it gave out could ever be used.
 */
export const terminalPerson = (screen: Screen): Effect.Effect<ApproverCapability, never, Prompt.Prompt.Environment> =>
  Effect.map(Effect.context<Prompt.Prompt.Environment>(), (context) => ({
    canReturn: false,
    ...(screen.attended && { confirm: (question) => Effect.provide(ask(question, screen), context) })
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
