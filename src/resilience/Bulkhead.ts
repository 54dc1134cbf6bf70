import { Deferred, Effect, Exit } from "effect"
import { BulkheadFullError } from "../errors/DiscordMcpError.ts"
import { remainingMs } from "./Deadline.ts"
import { SharedBudget } from "./SharedBudget.ts"

/** Settings of a bulkhead. */
export interface BulkheadSettings {
  /** The maximum number of concurrent effects. */
  readonly limit: number
  /** How long an effect waits for a slot of its key, in milliseconds. Default 0: it is rejected at once. */
  readonly maxWaitMs?: number
}

/**
 * Bounds the number of concurrent effects. Above the limit, or above the share of its client, an effect is rejected at
 * once. With `maxWaitMs`, an effect above the share of its key waits.
 */
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

/** The effects that can wait, for each slot. Those of one client are at most half of them. */
const WAITING_PER_SLOT = 2

/**
 * Makes a bulkhead. Slots are released on success, failure, defect and interruption.
 * `onInFlight` is called with the number of used slots whenever it changes.
 */
export const make = (
  settings: BulkheadSettings,
  onInFlight: (calls: number) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<Bulkhead> => Effect.sync(() => new SlotBulkhead(settings, onInFlight))

class SlotBulkhead implements Bulkhead {
  readonly #limit: number
  readonly #maxWaitMs: number
  readonly #onInFlight: (calls: number) => Effect.Effect<void>
  /** The used slots by the name of their share. */
  readonly #used = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()
  readonly #queueBudget: SharedBudget

  constructor({ limit, maxWaitMs = 0 }: BulkheadSettings, onInFlight: (calls: number) => Effect.Effect<void>) {
    this.#limit = limit
    this.#maxWaitMs = maxWaitMs
    this.#onInFlight = onInFlight
    this.#queueBudget = new SharedBudget({ total: limit * WAITING_PER_SLOT, share: (limit * WAITING_PER_SLOT) / 2 })
  }

  readonly inFlight: Effect.Effect<number> = Effect.sync(() => this.#usedOf(all(this.#limit)))

  readonly #report = Effect.flatMap(this.inFlight, (calls) => this.#onInFlight(calls))

  readonly apply: Bulkhead["apply"] = (key, client) => {
    const shares = sharesOf(this.#limit, key, client)
    return (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.zipRight(this.#enter(shares, client, restore), Effect.ensuring(restore(effect), this.#release(shares)))
      )
  }

  #enter(
    shares: ReadonlyArray<Share>,
    client: string | undefined,
    restore: Restore
  ): Effect.Effect<void, BulkheadFullError> {
    return Effect.suspend(() => {
      // The shares that an effect cannot wait for are first.
      const full = this.#fullOf(shares)
      if (full !== undefined) return full.waits ? this.#wait(full, shares, client, restore) : rejection(full)
      this.#count(shares, 1)
      return this.#report
    })
  }

  /** Waits until `release` has given the effect its slot. */
  readonly #wait = Effect.fnUntraced(function* (
    this: SlotBulkhead,
    full: Share,
    shares: ReadonlyArray<Share>,
    client: string | undefined,
    restore: Restore
  ) {
    const one: Waiting = { shares, client, admitted: yield* Deferred.make<void>() }
    const ms = Math.min(this.#maxWaitMs, yield* remainingMs)
    if (ms <= 0 || !this.#queueBudget.take(client, 1)) return yield* rejection(full)
    this.#waiting.add(one)
    const admitted = Effect.timeoutFail(Deferred.await(one.admitted), {
      duration: ms,
      onTimeout: () => rejection(full)
    })
    return yield* Effect.onExit(restore(admitted), (exit) =>
      Effect.suspend(() => (this.#remove(one) || Exit.isSuccess(exit) ? Effect.void : this.#release(shares)))
    )
  })

  /** Releases a slot of each share. Then the waiting effect that fits goes on: of its key, the client with the fewest slots. */
  #release(shares: ReadonlyArray<Share>): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.#count(shares, -1)
      const ready = [...this.#waiting].filter((one) => this.#fullOf(one.shares) === undefined)
      const next = ready.toSorted((one, other) => this.#clientSlots(one) - this.#clientSlots(other))[0]
      if (next === undefined) return this.#report
      this.#remove(next)
      this.#count(next.shares, 1)
      return Effect.zipRight(this.#report, Deferred.succeed(next.admitted, undefined))
    })
  }

  #remove(one: Waiting): boolean {
    if (!this.#waiting.delete(one)) return false
    this.#queueBudget.give(one.client, 1)
    return true
  }

  #usedOf({ name }: Share): number {
    return this.#used.get(name) ?? 0
  }

  /** Returns the slots that the client of a waiting effect uses of its key. */
  #clientSlots({ shares }: Waiting): number {
    return Math.max(...shares.filter(({ ofClient }) => ofClient).map((share) => this.#usedOf(share)), 0)
  }

  #fullOf(shares: ReadonlyArray<Share>): Share | undefined {
    return shares.find((share) => this.#usedOf(share) >= share.limit)
  }

  #count(shares: ReadonlyArray<Share>, change: 1 | -1): void {
    for (const share of shares) {
      const slots = this.#usedOf(share) + change
      if (slots === 0) this.#used.delete(share.name)
      else this.#used.set(share.name, slots)
    }
  }
}

/** Makes an effect interruptible again. */
type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** A part of the slots. */
interface Share {
  readonly name: string
  readonly limit: number
  readonly scope: "global" | "bucket" | "client"
  /** Whether an effect can wait for a slot of it. */
  readonly waits: boolean
  /** Whether it is the part of a client in a key. */
  readonly ofClient?: true
}

/** An effect that waits for a slot of its key. */
interface Waiting {
  readonly shares: ReadonlyArray<Share>
  readonly client: string | undefined
  readonly admitted: Deferred.Deferred<void>
}

const all = (limit: number): Share => ({ name: "all", limit, scope: "global", waits: false })

/** Returns the shares that an effect takes one slot of. */
const sharesOf = (limit: number, key: string, client: string | undefined): ReadonlyArray<Share> => {
  const share = half(limit)
  const bucket: Share = { name: JSON.stringify([key]), limit: share, scope: "bucket", waits: true }
  if (client === undefined) return [all(limit), bucket]
  return [
    all(limit),
    { name: JSON.stringify([undefined, client]), limit: share, scope: "client", waits: false },
    bucket,
    { name: JSON.stringify([key, client]), limit: half(share), scope: "client", waits: true, ofClient: true }
  ]
}

const rejection = ({ limit, scope }: Share): BulkheadFullError => new BulkheadFullError({ limit, scope })

/** Returns half of a limit, or all of it if half would be too few. */
const half = (limit: number): number => (limit < GUARD_FROM ? limit : Math.floor(limit / 2))
