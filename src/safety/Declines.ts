import { Duration, Effect } from "effect"
import type { ConfirmationDeclined } from "../errors/ClientErrors.ts"
import { monotonicMs } from "../resilience/monotonic.ts"
import type { ToolCall } from "../tools/Tool.ts"
import { canonicalJson } from "./canonicalJson.ts"
import { digestOf } from "./unguessable.ts"

/** How a person withheld consent. */
export type How = ConfirmationDeclined["how"]

/** The calls that a person declined. A caller's own word does not run them; a person's new answer does. */
export interface Declines {
  /** Remembers that a person declined a call; of a plan, every step that was put to them. */
  readonly add: (call: ToolCall, how: How) => Effect.Effect<void>
  /** How a call was declined, or a step of it; `undefined` if none was. */
  readonly find: (call: ToolCall) => Effect.Effect<How | undefined>
  /** Forgets a call that a person has now agreed to. */
  readonly remove: (call: ToolCall) => Effect.Effect<void>
}

/** How long an answer is remembered, on the monotonic clock. */
export const DECLINE_LIFE = Duration.minutes(10)

/** Answers remembered at most; past that the oldest are forgotten. */
export const DECLINES_MAX = 5000

/** Makes a store that knows no answer yet. */
export const make: Effect.Effect<Declines> = Effect.sync(() => {
  // By the digest of the call, oldest first.
  const declined = new Map<string, { readonly how: How; readonly expiresMs: number }>()

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

/** The call itself, and each destructive step of a plan, which may come again alone. */
const subjectsOf = (call: ToolCall): ReadonlyArray<string> => [
  subjectOf(call.tool.name, call.arguments),
  ...(call.steps ?? []).flatMap(({ arguments: given, risk, tool, written }) => {
    const known = given ?? written?.args
    return risk === "destructive" && known !== undefined ? [subjectOf(tool.name, known)] : []
  })
]

/** Another reason for the audit log does not make it another call. */
const subjectOf = (tool: string, { audit_reason: _, ...given }: Readonly<Record<string, unknown>>): string =>
  digestOf(canonicalJson([tool, given]))
