import { Context, Duration, Effect, Layer, type Scope } from "effect"
import type { ConfirmationDeclined } from "../errors/DiscordMcpError.ts"
import type { Owner } from "../resilience/SharedBudget.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { canonicalJson } from "../text/canonicalJson.ts"
import { sha256 } from "../text/secureToken.ts"
import type { ToolCall } from "../tools/Tool.ts"
import { OwnedEntries } from "./OwnedEntries.ts"

/** How a person declined. */
export type DeclineReason = Exclude<ConfirmationDeclined["how"], "not_asked">

/**
 * The calls that a person declined, by client. A declined call runs only if a person accepts it later,
 * not by the caller's `__confirm`. A decline is never dropped before it expires: a client without capacity for
 * more declines is not asked.
 */
export class Declines extends Context.Tag("effect-discord-mcp/safety/Declines")<
  Declines,
  {
    /** Reserves capacity for the decline of a call, until the scope closes. Returns `false` if the capacity is used up. */
    readonly reserve: (call: ToolCall, owner: Owner) => Effect.Effect<boolean, never, Scope.Scope>
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

/** The maximum number of declined calls of one client, and of all clients. A plan counts each of its destructive steps. */
export const DECLINES_MAX = 1000
export const ALL_DECLINES_MAX = 50 * DECLINES_MAX

/** The number of declined calls that every client can have, even if the others have used up the total. */
export const DECLINES_FLOOR = 50

/** Declines in the memory of this process. A decline is shared if a store has it too. */
export interface OwnDeclines extends Pick<Declines["Type"], "remove" | "reserve"> {
  readonly add: (call: ToolCall, owner: Owner, how: DeclineReason, isShared?: boolean) => Effect.Effect<void>
  /** Finds a decline. Ignores a shared decline whose subject, by its position, was accepted elsewhere. */
  readonly find: (
    call: ToolCall,
    owner: Owner,
    wasAccepted?: (position: number) => boolean
  ) => Effect.Effect<DeclineReason | undefined>
}

/** Makes an empty store. */
export const make: Effect.Effect<OwnDeclines> = Effect.sync(() => {
  const declined = new OwnedEntries<{ readonly how: DeclineReason; readonly isShared: boolean }>({
    share: DECLINES_MAX,
    total: ALL_DECLINES_MAX,
    floor: DECLINES_FLOOR,
    lifeMs: Duration.toMillis(DECLINE_LIFE)
  })
  /** The declines that open questions may add, by client. */
  const reserved = new Map<Owner, number>()
  const count = (owner: Owner, change: number) => {
    const left = (reserved.get(owner) ?? 0) + change
    if (left === 0) reserved.delete(owner)
    else reserved.set(owner, left)
  }

  return {
    reserve: (call, owner) =>
      Effect.acquireRelease(
        Effect.map(monotonicMs, (nowMs) => {
          const more = subjectsOf(call, owner).length
          if (!declined.hasCapacity(owner, more + (reserved.get(owner) ?? 0), nowMs)) return 0
          count(owner, more)
          return more
        }),
        (more) => Effect.sync(() => count(owner, -more))
      ).pipe(Effect.map((more) => more > 0)),
    add: (call, owner, how, isShared = false) =>
      Effect.map(monotonicMs, (nowMs) => {
        for (const subject of subjectsOf(call, owner)) declined.set(owner, subject, { how, isShared }, nowMs)
      }),
    find: (call, owner, wasAccepted = () => false) =>
      declined.size === 0
        ? Effect.succeed(undefined)
        : Effect.map(
            monotonicMs,
            (nowMs) =>
              subjectsOf(call, owner)
                .map((subject) => declined.get(owner, subject, nowMs))
                .find((decline, at) => decline !== undefined && !(decline.isShared && wasAccepted(at)))?.how
          ),
    remove: (call, owner) =>
      Effect.sync(() => {
        for (const subject of subjectsOf(call, owner)) declined.delete(owner, subject)
      })
  }
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
