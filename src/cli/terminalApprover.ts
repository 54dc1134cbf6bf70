import type { Prompt } from "@effect/cli"
import { Effect, Option } from "effect"
import type { ApproverCapability, ConfirmationOutcome, ConfirmationRequest } from "../safety/Approver.ts"
import { confirm, type Screen, writeLines } from "./prompts.ts"

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
