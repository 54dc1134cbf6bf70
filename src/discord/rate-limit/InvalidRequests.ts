import { Effect } from "effect"
import { monotonicMs } from "../../resilience/monotonic.ts"

/** Discord bans an address after so many invalid requests (401, 403, 429 but not shared) … */
export const LIMIT = 10_000

/** … within this time (Discord docs, rate limits, invalid request limit). */
const WINDOW_MS = 600_000
const SLOTS = 60
const SLOT_MS = WINDOW_MS / SLOTS

/** Counts invalid requests over the last ten minutes, in slots of ten seconds. */
export interface InvalidRequests {
  /** Counts one and gives the new total. */
  readonly record: Effect.Effect<number>
  readonly count: Effect.Effect<number>
}

/** Makes an empty count. */
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
