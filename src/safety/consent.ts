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

/** Sees to it that what cannot be taken back is agreed to: by the operator, and by the caller or a person. */
export interface Consent {
  /** Done when there is consent; with how long a person has thought about it. */
  readonly obtain: (call: ToolCall) => Effect.Effect<Duration.Duration, Withheld>
  /** Fails if a person declined this very call a moment ago: the consent to a plan does not undo that. */
  readonly notDeclined: (call: ToolCall) => Effect.Effect<void, ConfirmationDeclined>
}

/** Why there is none. */
export type Withheld = DryRunPreview | ConfirmationDeclined | ValidationError

/** Makes it, with tokens of its own. */
export const make = Effect.fnUntraced(function* (discord: Discord["Type"], settings: Settings["Type"]) {
  const tokens = yield* ConfirmationTokens.make
  const declines = yield* Declines.make
  const previewOf = Preview.make(discord)

  const notDeclined = (call: ToolCall) =>
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

  const ask = Effect.fnUntraced(function* (call: ToolCall, preview: Preview.Preview, reach: ApproverCapability) {
    const shown = yield* preview
    const message = questionOf(shown)
    if (message === undefined) return yield* tooMuchToShow(call)
    const question = { tool: call.tool.name, message }
    const [thought, verdict] = yield* Effect.timed(
      Effect.timeoutTo(withKeepalive(reach.confirm?.(question) ?? Effect.succeed<ConfirmationOutcome>("unavailable")), {
        duration: CONFIRMATION_TIMEOUT,
        onSuccess: (verdict) => verdict,
        onTimeout: (): ConfirmationOutcome => "timed_out"
      })
    )
    switch (verdict) {
      case "accepted":
        yield* declines.remove(call)
        return thought
      case "unavailable":
        return yield* settle(call, Effect.succeed(shown), { canReturn: reach.canReturn })
      case "declined":
      case "cancelled":
      case "timed_out":
        yield* declines.add(call, verdict)
        return yield* new ConfirmationDeclined({ tool: call.tool.name, how: verdict })
    }
  })

  const settle = (
    call: ToolCall,
    preview: Preview.Preview,
    reach: ApproverCapability
  ): Effect.Effect<Duration.Duration, Withheld> => {
    const decision = decide(call, settings, { asks: reach.confirm !== undefined, canReturn: reach.canReturn })
    if (call.risk === "destructive" && !isShowable(call)) return tooMuchToShow(call)
    switch (decision.kind) {
      case "run":
        return call.risk === "destructive" ? Effect.as(notDeclined(call), Duration.zero) : NO_TIME
      case "redeem":
        return Effect.as(Effect.zipRight(notDeclined(call), tokens.redeem(decision.token, call)), Duration.zero)
      case "ask":
        return ask(call, preview, reach)
      case "show":
        return show(call, preview, decision)
    }
  }

  return {
    obtain: (call) => Effect.flatMap(Approver, (reach) => settle(call, previewOf(call), reach)),
    notDeclined
  } satisfies Consent as Consent
})

const NO_TIME = Effect.succeed(Duration.zero)

/** Whether all that it destroys or grants fits into a preview; look-ups can only make one longer. */
const isShowable = (call: ToolCall): boolean =>
  (call.steps ?? []).filter(({ risk }) => risk === "destructive").length <= STEPS_MAX &&
  fittedPreviewLines(Preview.withoutLookUps(call)) !== undefined

/** Destructive calls of a plan that could be shown at most: an id alone takes so much of a preview. */
const STEPS_MAX = PREVIEW_MAX_CHARS / 17

/** Nobody can agree to what nobody can be shown. */
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
