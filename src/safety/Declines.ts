import { Duration, Effect } from "effect"
import type { ConfirmationDeclined } from "../errors/ClientErrors.ts"
import { monotonicMs } from "../resilience/monotonic.ts"
import type { ToolCall } from "../tools/Tool.ts"
import { canonicalJson } from "./canonicalJson.ts"
import { sha256 } from "./secureToken.ts"

/** How a person declined. */
export type DeclineReason = ConfirmationDeclined["how"]

/** The calls that a person declined. Only a person's new answer runs them, not the caller's `__confirm`. */
export interface Declines {
  /** Remembers a declined call; for a plan, every step that the person was shown. */
  readonly add: (call: ToolCall, how: DeclineReason) => Effect.Effect<void>
  /** Returns how a call or one of its steps was declined, or `undefined`. */
  readonly find: (call: ToolCall) => Effect.Effect<DeclineReason | undefined>
  /** Forgets a call that a person has now accepted. */
  readonly remove: (call: ToolCall) => Effect.Effect<void>
}

/** How long a decline is remembered, on the monotonic clock. */
export const DECLINE_LIFE = Duration.minutes(10)

/** The most declines remembered. Beyond it the oldest are dropped. */
export const DECLINES_MAX = 5000

/** Makes an empty store. */
export const make: Effect.Effect<Declines> = Effect.sync(() => {
  // Keyed by the digest of the call, oldest first.
  const declined = new Map<string, { readonly how: DeclineReason; readonly expiresMs: number }>()

  const add: Declines["add"] = (call, how) =>
    Effect.map(monotonicMs, (nowMs) => {
      for (const subject of subjectsOf(call)) {
        declined.delete(subject)
        declined.set(subject, { how, expiresMs: nowMs + Duration.toMillis(DECLINE_LIFE) })
      }
      for (const oldest of declined.keys()) {
        if (declined.size <= DECLINES_MAX) break
        declined.delete(oldest)
      }
    })

  const find: Declines["find"] = (call) =>
    declined.size === 0
      ? Effect.succeed(undefined)
      : Effect.map(
          monotonicMs,
          (nowMs) =>
            subjectsOf(call)
              .flatMap((subject) => declined.get(subject) ?? [])
              .find(({ expiresMs }) => expiresMs > nowMs)?.how
        )

  const remove: Declines["remove"] = (call) =>
    Effect.sync(() => {
      for (const subject of subjectsOf(call)) declined.delete(subject)
    })

  return { add, find, remove }
})

/** The call itself, and each destructive step of a plan, which can be repeated on its own. */
const subjectsOf = (call: ToolCall): ReadonlyArray<string> => [
  subjectOf(call.tool.name, call.arguments),
  ...(call.steps ?? []).flatMap(({ arguments: given, risk, tool, written }) => {
    const known = given ?? written?.args
    return risk === "destructive" && known !== undefined ? [subjectOf(tool.name, known)] : []
  })
]

/** The audit-log reason does not distinguish calls. */
const subjectOf = (tool: string, { audit_reason: _, ...given }: Readonly<Record<string, unknown>>): string =>
  sha256(canonicalJson([tool, given]))
