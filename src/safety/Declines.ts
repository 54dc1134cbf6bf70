import { Context, Duration, Effect, Layer } from "effect"
import type { ConfirmationDeclined } from "../errors/ClientErrors.ts"
import { monotonicMs } from "../resilience/monotonic.ts"
import type { ToolCall } from "../tools/Tool.ts"
import { canonicalJson } from "./canonicalJson.ts"
import { sha256 } from "./secureToken.ts"

/** How a person declined. */
export type DeclineReason = ConfirmationDeclined["how"]

/** The client that makes a call, by `Caller.clientId`. Unset if there is only one client. */
type Owner = string | undefined

/**
 * The calls that a person declined, by client. A declined call runs only if a person accepts it later,
 * not by the caller's `__confirm`.
 */
export class Declines extends Context.Tag("effect-discord-mcp/safety/Declines")<
  Declines,
  {
    /** Remembers a declined call; for a plan, every step that the person was shown. */
    readonly add: (call: ToolCall, owner: Owner, how: DeclineReason) => Effect.Effect<void>
    /** Returns how a call or one of its steps was declined, or `undefined`. */
    readonly find: (call: ToolCall, owner: Owner) => Effect.Effect<DeclineReason | undefined>
    /** Forgets a call that a person has now accepted. */
    readonly remove: (call: ToolCall, owner: Owner) => Effect.Effect<void>
  }
>() {}

/** The lifetime of a decline, on the monotonic clock. */
export const DECLINE_LIFE = Duration.minutes(10)

/** The maximum number of declines kept. Above it, the oldest declines are dropped. */
export const DECLINES_MAX = 5000

/** Makes an empty store. */
export const make: Effect.Effect<Declines["Type"]> = Effect.sync(() => {
  // Keyed by the digest of the call, oldest first.
  const declined = new Map<string, { readonly how: DeclineReason; readonly expiresMs: number }>()

  const add: Declines["Type"]["add"] = (call, owner, how) =>
    Effect.map(monotonicMs, (nowMs) => {
      for (const subject of subjectsOf(call, owner)) {
        declined.delete(subject)
        declined.set(subject, { how, expiresMs: nowMs + Duration.toMillis(DECLINE_LIFE) })
      }
      for (const oldest of declined.keys()) {
        if (declined.size <= DECLINES_MAX) break
        declined.delete(oldest)
      }
    })

  const find: Declines["Type"]["find"] = (call, owner) =>
    declined.size === 0
      ? Effect.succeed(undefined)
      : Effect.map(
          monotonicMs,
          (nowMs) =>
            subjectsOf(call, owner)
              .flatMap((subject) => declined.get(subject) ?? [])
              .find(({ expiresMs }) => expiresMs > nowMs)?.how
        )

  const remove: Declines["Type"]["remove"] = (call, owner) =>
    Effect.sync(() => {
      for (const subject of subjectsOf(call, owner)) declined.delete(subject)
    })

  return { add, find, remove }
})

/** Keeps the declines in the memory of this process. */
export const layer: Layer.Layer<Declines> = Layer.effect(Declines, make)

/** Returns the digests of the call and of each destructive step of a plan. A step can be called on its own. */
export const subjectsOf = (call: ToolCall, owner: Owner): ReadonlyArray<string> => [
  subjectOf(call.tool.name, call.arguments, owner),
  ...(call.steps ?? []).flatMap(({ arguments: given, risk, tool, written }) => {
    const known = given ?? written?.args
    return risk === "destructive" && known !== undefined ? [subjectOf(tool.name, known, owner)] : []
  })
]

/** Returns the digest of a call without its audit-log reason, which does not distinguish calls. */
const subjectOf = (
  tool: string,
  { audit_reason: _, ...given }: Readonly<Record<string, unknown>>,
  owner: Owner
): string => sha256(canonicalJson([tool, given, owner ?? ""]))
