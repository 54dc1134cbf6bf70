import { Effect } from "effect"
import { monotonicMs } from "../../resilience/monotonic.ts"
import type { SharedLimitsShape } from "./SharedLimits.ts"

/**
 * The number of invalid requests (401, 403, 429 unless shared) within `WINDOW_MS` after which Discord
 * bans an IP address.
 */
export const LIMIT = 10_000

/** The window of Discord's limit of invalid requests (Discord docs, rate limits, invalid request limit). */
const WINDOW_MS = 600_000
const SLOTS = 60
const SLOT_MS = WINDOW_MS / SLOTS

/** Counts invalid requests over the last ten minutes, in slots of ten seconds. */
export interface InvalidRequests {
  /** Counts one and returns the new total. */
  readonly record: Effect.Effect<number>
  readonly count: Effect.Effect<number>
}

/** Counts for all replicas. While the store cannot be reached, counts only for this process. */
export const withReplicas = (shared: SharedLimitsShape, own: InvalidRequests): InvalidRequests => {
  // The requests that the store did not count. They are added to the store's number afterwards.
  const unshared = make()
  const total = Effect.fnUntraced(function* (mine: number, all: number | undefined) {
    return all === undefined ? mine : Math.max(mine, all + (yield* unshared.count))
  })
  return {
    record: Effect.gen(function* () {
      const mine = yield* own.record
      const all = yield* shared.countInvalid(1)
      if (all === undefined) yield* unshared.record
      return yield* total(mine, all)
    }),
    count: Effect.gen(function* () {
      return yield* total(yield* own.count, yield* shared.countInvalid(0))
    })
  }
}

/** Makes an empty counter. */
export const make = (): InvalidRequests => {
  const counts = new Array<number>(SLOTS).fill(0)
  let last = Number.NEGATIVE_INFINITY

  const roll = (now: number) => {
    const slot = Math.floor(now / SLOT_MS)
    for (let at = Math.max(last + 1, slot - SLOTS + 1); at <= slot; at++) counts[mod(at)] = 0
    last = Math.max(last, slot)
    return mod(slot)
  }
  const total = () => counts.reduce((sum, count) => sum + count, 0)

  return {
    record: Effect.map(monotonicMs, (now) => {
      const slot = roll(now)
      counts[slot] = (counts[slot] ?? 0) + 1
      return total()
    }),
    count: Effect.map(monotonicMs, (now) => {
      roll(now)
      return total()
    })
  }
}

const mod = (slot: number): number => ((slot % SLOTS) + SLOTS) % SLOTS
