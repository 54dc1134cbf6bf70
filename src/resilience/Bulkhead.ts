import { Effect, Option } from "effect"
import { BulkheadFullError } from "../errors/ServerErrors.ts"

/** Settings of a bulkhead. */
export interface BulkheadSettings {
  /** The maximum number of concurrent effects. */
  readonly limit: number
}

/** Bounds the number of concurrent effects. There is no queue: above the limit, an effect is rejected. */
export interface Bulkhead {
  /**
   * Runs the effect in one slot. Each key and each client can use at most half of the slots, and a client
   * at most half of those of a key.
   */
  readonly apply: (
    key: string,
    client?: string
  ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | BulkheadFullError, R>
  /** The number of used slots. */
  readonly inFlight: Effect.Effect<number>
}

/** The limit below which a key or a client can use all of it. */
const GUARD_FROM = 4

/**
 * Makes a bulkhead. Slots are released on success, failure, defect and interruption.
 * `onInFlight` is called with the number of used slots whenever it changes.
 */
export const make = (
  { limit }: BulkheadSettings,
  onInFlight: (calls: number) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<Bulkhead> =>
  Effect.map(Effect.makeSemaphore(limit), (slots) => {
    const used = new Map<string, number>()
    let inFlight = 0

    /** Returns the shares that a call takes one slot of. */
    const sharesOf = (key: string, client: string | undefined): ReadonlyArray<Share> => {
      const share = half(limit)
      const bucket: Share = { name: JSON.stringify([key]), limit: share, scope: "bucket" }
      if (client === undefined) return [bucket]
      return [
        bucket,
        { name: JSON.stringify([undefined, client]), limit: share, scope: "client" },
        { name: JSON.stringify([key, client]), limit: half(share), scope: "client" }
      ]
    }

    /** Takes a slot of each share. Fails if one has none left. */
    const take = (shares: ReadonlyArray<Share>): Effect.Effect<void, BulkheadFullError> =>
      Effect.suspend(() => {
        const full = shares.find(({ limit, name }) => (used.get(name) ?? 0) >= limit)
        return full === undefined ? count(shares, 1) : new BulkheadFullError({ limit: full.limit, scope: full.scope })
      })

    const count = (shares: ReadonlyArray<Share>, change: 1 | -1): Effect.Effect<void> => {
      for (const { name } of shares) {
        const slots = (used.get(name) ?? 0) + change
        if (slots === 0) used.delete(name)
        else used.set(name, slots)
      }
      inFlight += change
      return onInFlight(inFlight)
    }

    const apply: Bulkhead["apply"] = (key, client) => {
      const shares = sharesOf(key, client)
      return (effect) =>
        Effect.acquireUseRelease(
          take(shares),
          () => effect,
          () => Effect.suspend(() => count(shares, -1))
        ).pipe(
          slots.withPermitsIfAvailable(1),
          Effect.flatMap(
            Option.match({
              onNone: () => new BulkheadFullError({ limit, scope: "global" }),
              onSome: Effect.succeed
            })
          )
        )
    }

    return { apply, inFlight: Effect.sync(() => inFlight) }
  })

/** A part of the slots. */
interface Share {
  readonly name: string
  readonly limit: number
  readonly scope: BulkheadFullError["scope"]
}

/** Returns half of a limit, or all of it if half would be too few. */
const half = (limit: number): number => (limit < GUARD_FROM ? limit : Math.floor(limit / 2))
