import { Context, Duration, type Effect } from "effect"

/** A question to a person: a few lines of plain text. */
export interface ConfirmationRequest {
  readonly tool: string
  readonly message: string
}

/** How a confirmation ended. `unavailable`: the question reached nobody. */
export type ConfirmationOutcome = "accepted" | "declined" | "cancelled" | "timed_out" | "unavailable"

/** The ways in which the origin of a call can confirm the call. */
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

/** The time limit for a person's answer. */
export const CONFIRMATION_TIMEOUT = Duration.minutes(5)
