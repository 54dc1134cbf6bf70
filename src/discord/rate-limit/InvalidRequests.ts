import { Effect } from "effect"
import { monotonicMs } from "../../resilience/monotonic.ts"
import type { SharedLimitsShape } from "./Limits.ts"
import type { InvalidCounts } from "./LimitsStore.ts"

/**
 * The number of invalid requests (401, 403, 429 unless shared) within `WINDOW_MS` after which Discord
 * bans an IP address.
 */
export const LIMIT = 10_000

/** The window of Discord's limit of invalid requests (Discord docs, rate limits, invalid request limit). */
export const WINDOW_MS = 600_000

const SLOT_MS = 10_000

/** The first slot is counted until its last millisecond has left the window. */
const SLOTS = WINDOW_MS / SLOT_MS + 1

/** Counts invalid requests over the last ten minutes, for each client. No client id means the only client. */
export interface InvalidRequests {
  /** Counts one and returns the new numbers. */
  readonly record: (client: string | undefined) => Effect.Effect<InvalidCounts>
  /** Returns the numbers. With replicas they may be `STALE_MS` old. */
  readonly count: (client: string | undefined) => Effect.Effect<InvalidCounts>
  /** Returns after how many milliseconds a client's oldest request leaves the window, at least one slot's length. */
  readonly leavesInMs: (client: string | undefined) => Effect.Effect<number>
}

/** The maximum age of the numbers of other replicas. In this time Discord accepts 50 requests of a bot. */
const STALE_MS = 1000

/** The maximum number of clients with a separate count. The client without a request for the longest time is dropped. */
const MAX_CLIENTS = 1024

/**
 * Makes empty counters. With `shared`, counts for all replicas; while the store is unavailable, only for
 * this process. `onRecord` is called with each new number of all clients.
 */
export const make = (
  shared?: SharedLimitsShape,
  onRecord: (all: number) => Effect.Effect<void> = () => Effect.void
): InvalidRequests => {
  const all = new Counter()
  const byClient = new Map<string, Counter>()
  const sharedAt = new WeakMap<Counter, number>()

  const counterOf = (client: string | undefined): Counter => {
    if (client === undefined) return all
    const counter = byClient.get(client) ?? new Counter()
    byClient.delete(client)
    byClient.set(client, counter)
    const [oldest] = byClient.keys()
    if (byClient.size > MAX_CLIENTS && oldest !== undefined) byClient.delete(oldest)
    return counter
  }

  const countsAt = (own: Counter, now: number): InvalidCounts => ({ all: all.count(now), own: own.count(now) })

  /** Adds to the numbers of all replicas, and reads them. */
  const share = Effect.fnUntraced(function* (store: SharedLimitsShape, client: string | undefined, more: 0 | 1) {
    const counts = yield* store.countInvalid(more, client)
    const now = yield* monotonicMs
    const own = counterOf(client)
    for (const [counter, number] of new Map([
      [own, counts?.own],
      [all, counts?.all]
    ])) {
      counter.replicas = number
      if (number === undefined && more === 1) counter.unshared.add(now)
    }
    sharedAt.set(own, now)
    return countsAt(own, now)
  })

  return {
    record: (client) =>
      Effect.flatMap(monotonicMs, (now) => {
        const own = counterOf(client)
        for (const counter of new Set([own, all])) counter.mine.add(now)
        return shared === undefined ? Effect.succeed(countsAt(own, now)) : share(shared, client, 1)
      }).pipe(
        Effect.tap(({ all }) => onRecord(all)),
        // A call that is cancelled meanwhile counts too.
        Effect.uninterruptible
      ),
    count: (client) =>
      Effect.flatMap(monotonicMs, (now) => {
        const own = counterOf(client)
        const isFresh = now - (sharedAt.get(own) ?? Number.NEGATIVE_INFINITY) < STALE_MS
        return shared === undefined || isFresh ? Effect.succeed(countsAt(own, now)) : share(shared, client, 0)
      }),
    leavesInMs: (client) => Effect.map(monotonicMs, (now) => counterOf(client).mine.leavesInMs(now))
  }
}

/** The requests of one client or of all. */
class Counter {
  /** The requests of this process. */
  readonly mine = new WindowCount()
  /** The requests that the store did not count. They are added to the store's number afterwards. */
  readonly unshared = new WindowCount()
  /** The store's number; `undefined` while only this process counts. */
  replicas: number | undefined

  count(now: number): number {
    const mine = this.mine.count(now)
    return this.replicas === undefined ? mine : Math.max(mine, this.replicas + this.unshared.count(now))
  }
}

/** The number of events in the last ten minutes, in slots of ten seconds. Times are monotonic milliseconds. */
class WindowCount {
  readonly #counts = new Array<number>(SLOTS).fill(0)
  #last = Number.NEGATIVE_INFINITY
  #total = 0

  add(now: number): void {
    this.#roll(now)
    this.#total++
    this.#counts[this.#last % SLOTS] = (this.#counts[this.#last % SLOTS] ?? 0) + 1
  }

  count(now: number): number {
    this.#roll(now)
    return this.#total
  }

  /** Returns after how many milliseconds the oldest event leaves the window, at least one slot's length. */
  leavesInMs(now: number): number {
    this.#roll(now)
    const oldest = this.#last - SLOTS + 1
    const ages = this.#counts.map((_, at) => oldest + at).filter((slot) => (this.#counts[slot % SLOTS] ?? 0) > 0)
    return Math.max(SLOT_MS, ((ages[0] ?? oldest) + SLOTS) * SLOT_MS - now)
  }

  /** Drops the slots that have left the window. */
  #roll(now: number): void {
    const slot = Math.floor(now / SLOT_MS)
    for (let at = Math.max(this.#last + 1, slot - SLOTS + 1); at <= slot; at++) {
      this.#total -= this.#counts[at % SLOTS] ?? 0
      this.#counts[at % SLOTS] = 0
    }
    this.#last = Math.max(this.#last, slot)
  }
}
