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
  /** The first guard alone: runs the effect in one of all slots. */
  readonly slot: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | BulkheadFullError, R>
  /** The second guard alone, inside a slot. Whoever is let in by `enter` leaves, once, by `leave`. */
  readonly enter: (key: string) => Effect.Effect<void, BulkheadFullError>
  readonly leave: (key: string) => Effect.Effect<void>
  /** Slots taken now. */
  readonly inFlight: Effect.Effect<number>
}

/** Below this limit halves are too small to be fair, and one key may take all slots. */
const GUARD_FROM = 4

/** Makes a bulkhead whose slots are released on success, failure, defect and interruption alike; `onInFlight` hears how many are taken. */
export const make = (
  { limit }: BulkheadSettings,
  onInFlight: (calls: number) => void = () => undefined
): Effect.Effect<Bulkhead> =>
  Effect.map(Effect.makeSemaphore(limit), (slots) => {
    const perKey = limit < GUARD_FROM ? limit : Math.floor(limit / 2)
    const held = new Map<string, number>()
    let inFlight = 0

    const enter: Bulkhead["enter"] = (key) =>
      Effect.suspend(() => {
        const mine = held.get(key) ?? 0
        if (mine >= perKey) return new BulkheadFullError({ limit: perKey, scope: "bucket" })
        held.set(key, mine + 1)
        onInFlight(++inFlight)
        return Effect.void
      })

    const leave: Bulkhead["leave"] = (key) =>
      Effect.sync(() => {
        const mine = held.get(key) ?? 0
        if (mine <= 1) held.delete(key)
        else held.set(key, mine - 1)
        onInFlight(--inFlight)
      })

    const slot: Bulkhead["slot"] = (effect) =>
      Effect.flatMap(slots.withPermitsIfAvailable(1)(effect), (ran) =>
        Option.isSome(ran) ? Effect.succeed(ran.value) : new BulkheadFullError({ limit, scope: "global" })
      )

    return {
      apply: (key) => (effect) =>
        slot(
          Effect.acquireUseRelease(
            enter(key),
            () => effect,
            () => leave(key)
          )
        ),
      slot,
      enter,
      leave,
      inFlight: Effect.sync(() => inFlight)
    }
  })
