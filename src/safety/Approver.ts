import { Context, Duration, type Effect } from "effect"
import type { BulkheadFullError, GatewayUnavailable } from "../errors/DiscordMcpError.ts"
import {
  type ConfirmationDeclined,
  type ConfirmationPending,
  type DryRunPreview,
  type ScopeRejectedError,
  ValidationError
} from "../errors/DiscordMcpError.ts"
import { whileWaiting } from "../tools/dsl/Progress.ts"
import type { ToolCall } from "../tools/Tool.ts"
import type { CertainRefusal } from "./preview/certainRefusal.ts"
import type { Shown } from "./preview/Preview.ts"

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

/** Why consent is missing. */
export type ConsentFailure =
  | CertainRefusal
  | DryRunPreview
  | ConfirmationDeclined
  | ConfirmationPending
  | ValidationError
  | ScopeRejectedError
  | BulkheadFullError
  | GatewayUnavailable

/** The smallest share of work that a plan reports. */
const MIN_SHARE = 0.001

/**
 * Reports progress to the caller while a person decides, for at most `limit`. Progress must only grow, so the reported
 * share stays below the first share of the work.
 */
export const whileDeciding = (limit: Duration.Duration) =>
  whileWaiting((waited) => ({
    done: (MIN_SHARE * Duration.toMillis(waited)) / Duration.toMillis(limit),
    message: `waiting for a person to decide: ${Duration.toSeconds(waited)} s`
  }))

/** Makes the error for a call that cannot be confirmed, because its preview in full has more than `maxChars` characters. */
export const tooMuchToShow = ({ arguments: args, steps }: ToolCall, maxChars: number) => {
  const largest = Object.entries(args).toSorted(([, a], [, b]) => charsOf(b) - charsOf(a))[0]?.[0] ?? ""
  return new ValidationError({
    validation_issues: [
      {
        path: steps === undefined || !("steps" in args) ? largest : "steps",
        message: `destroys or grants more than one preview can show in full (${maxChars} characters): split it into several calls with less in each`,
        code: "too_much_to_show"
      }
    ]
  })
}

const charsOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

/** Shows a new preview in place of a call, because what its consent is bound to has changed. */
export type ShowChanged = (
  call: ToolCall,
  now: Shown,
  changes: ReadonlyArray<string>,
  token?: boolean
) => Effect.Effect<never, ConsentFailure>

/** A preview that the caller may still see. Each run reads again. */
export type CheckedPreview = Effect.Effect<Shown, ScopeRejectedError | CertainRefusal>
