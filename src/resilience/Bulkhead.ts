import { Effect, Option } from "effect"
import { BulkheadFullError } from "../errors/ServerErrors.ts"

/** Settings of a bulkhead. */
export interface BulkheadSettings {
  /** How many effects may run at once. */
  readonly limit: number
}

/** Bounds how much runs at once. There is no queue: over the limit a call is refused at once. */
export interface Bulkhead {
  /** Runs the effect in one slot. `key` names what shares fate: one key may hold at most half of the slots. */
  readonly apply: (
    key: string
  ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | BulkheadFullError, R>
  /** Slots taken now. */
  readonly inFlight: Effect.Effect<number>
}

/** Below this limit halves are too small to be fair, and one key may take all slots. */
const GUARD_FROM = 4

/** Makes a bulkhead whose slots are released on success, failure, defect and interruption alike. */
export const make = Effect.fnUntraced(function* ({ limit }: BulkheadSettings) {
  const slots = yield* Effect.makeSemaphore(limit)
  const perKey = limit < GUARD_FROM ? limit : Math.floor(limit / 2)
  const held = new Map<string, number>()
  let inFlight = 0

  const take = (key: string) =>
    Effect.suspend(() => {
      const mine = held.get(key) ?? 0
      if (mine >= perKey) return new BulkheadFullError({ limit: perKey, scope: "bucket" })
      held.set(key, mine + 1)
      inFlight++
      return Effect.void
    })

  const giveBack = (key: string) =>
    Effect.sync(() => {
      const mine = held.get(key) ?? 0
      if (mine <= 1) held.delete(key)
      else held.set(key, mine - 1)
      inFlight--
    })

  const apply: Bulkhead["apply"] = (key) => (effect) =>
    Effect.flatMap(
      slots.withPermitsIfAvailable(1)(
        Effect.acquireUseRelease(
          take(key),
          () => effect,
          () => giveBack(key)
        )
      ),
      (ran) => (Option.isSome(ran) ? Effect.succeed(ran.value) : new BulkheadFullError({ limit, scope: "global" }))
    )

  return { apply, inFlight: Effect.sync(() => inFlight) } satisfies Bulkhead as Bulkhead
})
