import { Duration, Effect } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { Discord } from "../discord/Discord.ts"
import { ConfirmationDeclined, DryRunPreview, type ValidationError } from "../errors/ClientErrors.ts"
import type { Call } from "../tools/Tool.ts"
import * as ConfirmationTokens from "./ConfirmationTokens.ts"
import { type Decision, decide } from "./decide.ts"
import { PATIENCE, Person, type Reach, type Verdict } from "./Person.ts"
import { patiently } from "./patiently.ts"
import * as Preview from "./preview/Preview.ts"
import { questionOf } from "./preview/question.ts"

/** Sees to it that what cannot be taken back is agreed to: by the operator, and by the caller or a person. */
export interface Consent {
  /** Done when there is consent; with how long a person has thought about it. */
  readonly obtain: (call: Call) => Effect.Effect<Duration.Duration, Withheld>
}

/** Why there is none. */
export type Withheld = DryRunPreview | ConfirmationDeclined | ValidationError

/** Makes it, with tokens of its own. */
export const make = Effect.fnUntraced(function* (discord: Discord["Type"], settings: Settings["Type"]) {
  const tokens = yield* ConfirmationTokens.make
  const previewOf = Preview.make(discord)

  const show = Effect.fnUntraced(function* (
    call: Call,
    preview: Preview.Preview,
    { armed, held_by, token }: Extract<Decision, { readonly kind: "show" }>
  ) {
    return yield* new DryRunPreview({
      tool: call.tool.name,
      preview: yield* preview,
      ...(token && { confirmation_token: yield* tokens.issue(call) }),
      armed,
      ...(held_by !== undefined && { held_by })
    })
  })

  const ask = Effect.fnUntraced(function* (call: Call, preview: Preview.Preview, reach: Reach) {
    const shown = yield* preview
    const question = { tool: call.tool.name, message: questionOf(shown) }
    const [thought, verdict] = yield* Effect.timed(
      Effect.timeoutTo(patiently(reach.ask?.(question) ?? Effect.succeed<Verdict>("unavailable")), {
        duration: PATIENCE,
        onSuccess: (verdict) => verdict,
        onTimeout: (): Verdict => "timed_out"
      })
    )
    switch (verdict) {
      case "accepted":
        return thought
      case "unavailable":
        return yield* settle(call, Effect.succeed(shown), { returns: reach.returns })
      default:
        return yield* new ConfirmationDeclined({ tool: call.tool.name, how: verdict })
    }
  })

  const settle = (call: Call, preview: Preview.Preview, reach: Reach): Effect.Effect<Duration.Duration, Withheld> => {
    const decision = decide(call, settings, { asks: reach.ask !== undefined, returns: reach.returns })
    switch (decision.kind) {
      case "run":
        return Effect.succeed(Duration.zero)
      case "redeem":
        return Effect.as(tokens.redeem(decision.token, call), Duration.zero)
      case "ask":
        return ask(call, preview, reach)
      case "show":
        return show(call, preview, decision)
    }
  }

  return {
    obtain: (call) => Effect.flatMap(Person, (reach) => settle(call, previewOf(call), reach))
  } satisfies Consent as Consent
})
