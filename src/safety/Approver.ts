import { Context, Duration, type Effect } from "effect"

/** The question that a person is asked: a few lines of plain text. */
export interface ConfirmationRequest {
  readonly tool: string
  readonly message: string
}

/** How a confirmation ended. `unavailable`: the question reached nobody. */
export type ConfirmationOutcome = "accepted" | "declined" | "cancelled" | "timed_out" | "unavailable"

/** What the origin of a call can do to confirm it. */
export interface ApproverCapability {
  /** Asks a person for confirmation. Absent if no person can be asked. Interruption withdraws the question. */
  readonly confirm?: (request: ConfirmationRequest) => Effect.Effect<ConfirmationOutcome>
  /** Whether the caller can call this process again. A confirmation token requires it. */
  readonly canReturn: boolean
}

/** The person who can approve the current call. By default nobody can be asked. */
export class Approver extends Context.Reference<Approver>()("effect-discord-mcp/safety/Approver", {
  defaultValue: (): ApproverCapability => ({ canReturn: true })
}) {}

/** How long a person has to answer. */
export const CONFIRMATION_TIMEOUT = Duration.minutes(5)
