import { Effect, Option } from "effect"
import { BulkheadFullError } from "../errors/ServerErrors.ts"

/** Settings of a bulkhead. */
export interface BulkheadSettings {
  /** How many effects may run at once. */
  readonly limit: number
}

/** Bounds how much runs at once. There is no queue: over the limit a call is refused at once. */
export interface Bulkhead {
  /** Runs the effect in one slot. One key may hold at most half of the slots. */
  readonly apply: (
    key: string
  ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | BulkheadFullError, R>
  /** Slots taken now. */
  readonly inFlight: Effect.Effect<number>
}

/** Below this limit halves are too small to be fair, and one key may take all slots. */
const GUARD_FROM = 4

/**
 * Makes a bulkhead whose slots are released on success, failure, defect and
 * interruption. `onInFlight` is told how many are taken, whenever that changes.
 */
export const make = (
  { limit }: BulkheadSettings,
  onInFlight: (calls: number) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<Bulkhead> =>
  Effect.map(Effect.makeSemaphore(limit), (slots) => {
    const perKey = limit < GUARD_FROM ? limit : Math.floor(limit / 2)
    const taken = new Map<string, number>()
    let inFlight = 0

    const take = (key: string) =>
      Effect.suspend(() => {
        const mine = taken.get(key) ?? 0
        if (mine >= perKey) return new BulkheadFullError({ limit: perKey, scope: "bucket" })
        taken.set(key, mine + 1)
        return onInFlight(++inFlight)
      })

    const giveBack = (key: string) =>
      Effect.suspend(() => {
        const mine = taken.get(key) ?? 0
        if (mine <= 1) taken.delete(key)
        else taken.set(key, mine - 1)
        return onInFlight(--inFlight)
      })

    return {
      apply: (key) => (effect) =>
        Effect.acquireUseRelease(
          take(key),
          () => effect,
          () => giveBack(key)
        ).pipe(
          slots.withPermitsIfAvailable(1),
          Effect.flatMap(
            Option.match({
              onNone: () => new BulkheadFullError({ limit, scope: "global" }),
              onSome: (result) => Effect.succeed(result)
            })
          )
        ),
      inFlight: Effect.sync(() => inFlight)
    }
  })
