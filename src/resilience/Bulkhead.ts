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
    const perKey = half(limit)
    const perKeyAndClient = half(perKey)
    const byBucket = new Map<string, number>()
    const byClient = new Map<string, number>()
    const byBoth = new Map<string, number>()
    let inFlight = 0

    const rejection = (key: string, client: string | undefined): BulkheadFullError | undefined => {
      if (countOf(byBucket, key) >= perKey) return new BulkheadFullError({ limit: perKey, scope: "bucket" })
      if (client !== undefined && countOf(byClient, client) >= perKey) {
        return new BulkheadFullError({ limit: perKey, scope: "client" })
      }
      if (client !== undefined && countOf(byBoth, bothOf(key, client)) >= perKeyAndClient) {
        return new BulkheadFullError({ limit: perKeyAndClient, scope: "client" })
      }
      return undefined
    }

    const count = (key: string, client: string | undefined, change: 1 | -1): Effect.Effect<void> => {
      add(byBucket, key, change)
      if (client !== undefined) {
        add(byClient, client, change)
        add(byBoth, bothOf(key, client), change)
      }
      inFlight += change
      return onInFlight(inFlight)
    }

    /** Runs the effect unless its key or its client already uses half of the slots. */
    const withinShare =
      (key: string, client: string | undefined) =>
      <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | BulkheadFullError, R> =>
        Effect.uninterruptibleMask(
          (restore): Effect.Effect<A, E | BulkheadFullError, R> =>
            rejection(key, client) ??
            Effect.flatMap(Effect.exit(Effect.zipRight(count(key, client, 1), restore(effect))), (exit) =>
              Effect.zipRight(count(key, client, -1), exit)
            )
        )

    return {
      apply: (key, client) => (effect) =>
        Effect.flatMap(
          slots.withPermitsIfAvailable(1)(withinShare(key, client)(effect)),
          Option.match({
            onNone: () => new BulkheadFullError({ limit, scope: "global" }),
            onSome: Effect.succeed
          })
        ),
      inFlight: Effect.sync(() => inFlight)
    }
  })

/** Returns half of a limit, or all of it if half would be too few. */
const half = (limit: number): number => (limit < GUARD_FROM ? limit : Math.floor(limit / 2))

const bothOf = (key: string, client: string): string => JSON.stringify([key, client])

const countOf = (counts: ReadonlyMap<string, number>, key: string): number => counts.get(key) ?? 0

const add = (counts: Map<string, number>, key: string, change: 1 | -1): void => {
  const count = countOf(counts, key) + change
  if (count <= 0) counts.delete(key)
  else counts.set(key, count)
}
