import { Duration, Effect } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { Discord } from "../discord/Discord.ts"
import { ConfirmationDeclined, DryRunPreview, ValidationError } from "../errors/ClientErrors.ts"
import { fittedPreviewLines, PREVIEW_MAX_CHARS } from "../errors/previewLines.ts"
import type { ToolCall } from "../tools/Tool.ts"
import { Approver, type ApproverCapability, CONFIRMATION_TIMEOUT, type ConfirmationOutcome } from "./Approver.ts"
import * as ConfirmationTokens from "./ConfirmationTokens.ts"
import * as Declines from "./Declines.ts"
import { type Decision, decide } from "./decide.ts"
import * as Preview from "./preview/Preview.ts"
import { questionOf } from "./preview/question.ts"
import { withKeepalive } from "./withKeepalive.ts"

/** Ensures that destructive calls are confirmed: by the operator's settings, and by the caller or a person. */
export interface Consent {
  /** Succeeds once there is consent, with the time a person took to decide. */
  readonly obtain: (call: ToolCall) => Effect.Effect<Duration.Duration, ConsentFailure>
  /** Fails if a person recently declined this call. Consent to a plan does not override that. */
  readonly failIfDeclined: (call: ToolCall) => Effect.Effect<void, ConfirmationDeclined>
}

/** Why consent is missing. */
export type ConsentFailure = DryRunPreview | ConfirmationDeclined | ValidationError

/** Makes the consent rules with their own store of tokens and declines. */
export const make = Effect.fnUntraced(function* (discord: Discord["Type"], settings: Settings["Type"]) {
  const tokens = yield* ConfirmationTokens.make
  const declines = yield* Declines.make
  const previewOf = Preview.make(discord)

  const failIfDeclined = (call: ToolCall) =>
    Effect.flatMap(declines.find(call), (how) =>
      how === undefined ? Effect.void : new ConfirmationDeclined({ tool: call.tool.name, how })
    )

  const show = Effect.fnUntraced(function* (
    call: ToolCall,
    preview: Preview.Preview,
    { armed, held_by, token }: Extract<Decision, { readonly kind: "show" }>
  ) {
    const shown = yield* preview
    if (call.risk === "destructive" && fittedPreviewLines(shown) === undefined) return yield* tooMuchToShow(call)
    return yield* new DryRunPreview({
      tool: call.tool.name,
      preview: shown,
      ...(token && { confirmation_token: yield* tokens.issue(call) }),
      armed,
      ...(held_by !== undefined && { held_by })
    })
  })

  const confirm = Effect.fnUntraced(function* (call: ToolCall, preview: Preview.Preview, approver: ApproverCapability) {
    const shown = yield* preview
    const message = questionOf(shown)
    if (message === undefined) return yield* tooMuchToShow(call)
    const question = { tool: call.tool.name, message }
    const [approvalTime, outcome] = yield* Effect.timed(
      Effect.timeoutTo(
        withKeepalive(approver.confirm?.(question) ?? Effect.succeed<ConfirmationOutcome>("unavailable")),
        {
          duration: CONFIRMATION_TIMEOUT,
          onSuccess: (outcome) => outcome,
          onTimeout: (): ConfirmationOutcome => "timed_out"
        }
      )
    )
    switch (outcome) {
      case "accepted":
        yield* declines.remove(call)
        return approvalTime
      case "unavailable":
        return yield* proceed(call, Effect.succeed(shown), { canReturn: approver.canReturn })
      case "declined":
      case "cancelled":
      case "timed_out":
        yield* declines.add(call, outcome)
        return yield* new ConfirmationDeclined({ tool: call.tool.name, how: outcome })
    }
  })

  const proceed = (
    call: ToolCall,
    preview: Preview.Preview,
    approver: ApproverCapability
  ): Effect.Effect<Duration.Duration, ConsentFailure> => {
    const decision = decide(call, settings, {
      canConfirm: approver.confirm !== undefined,
      canReturn: approver.canReturn
    })
    if (call.risk === "destructive" && !isShowable(call)) return tooMuchToShow(call)
    switch (decision.kind) {
      case "run":
        return call.risk === "destructive" ? Effect.as(failIfDeclined(call), Duration.zero) : NO_TIME
      case "redeem":
        return Effect.as(Effect.zipRight(failIfDeclined(call), tokens.redeem(decision.token, call)), Duration.zero)
      case "confirm":
        return confirm(call, preview, approver)
      case "show":
        return show(call, preview, decision)
    }
  }

  return {
    obtain: (call) => Effect.flatMap(Approver, (approver) => proceed(call, previewOf(call), approver)),
    failIfDeclined
  } satisfies Consent as Consent
})

const NO_TIME = Effect.succeed(Duration.zero)

/** Whether everything the call destroys or grants fits into a preview. Lookups only make it longer. */
const isShowable = (call: ToolCall): boolean =>
  (call.steps ?? []).filter(({ risk }) => risk === "destructive").length <= STEPS_MAX &&
  fittedPreviewLines(Preview.withoutLookups(call)) !== undefined

/** The most destructive steps that a preview can show. An id takes at least 17 characters. */
const STEPS_MAX = PREVIEW_MAX_CHARS / 17

/** A call that cannot be shown in full cannot be confirmed. */
const tooMuchToShow = ({ arguments: given, steps }: ToolCall) => {
  const largest = Object.entries(given).toSorted(([, a], [, b]) => charsOf(b) - charsOf(a))[0]?.[0] ?? ""
  return new ValidationError({
    validation_issues: [
      {
        path: steps === undefined ? largest : "steps",
        message: `destroys or grants more than one preview can show in full (${PREVIEW_MAX_CHARS} characters): split it into several calls with less in each`,
        code: "too_much_to_show"
      }
    ]
  })
}

const charsOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0
