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
  { limit, maxWaitMs = 0 }: BulkheadSettings,
  onInFlight: (calls: number) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<Bulkhead> =>
  Effect.sync(() => {
    const used = new Map<string, number>()
    const waiting = new Set<Waiting>()
    const queueBudget = new SharedBudget({ total: limit * WAITING_PER_SLOT, share: (limit * WAITING_PER_SLOT) / 2 })

    const usedOf = ({ name }: Share): number => used.get(name) ?? 0

    const fullOf = (shares: ReadonlyArray<Share>): Share | undefined =>
      shares.find((share) => usedOf(share) >= share.limit)

    const inFlight = Effect.sync(() => usedOf(all(limit)))

    const count = (shares: ReadonlyArray<Share>, change: 1 | -1): void => {
      for (const share of shares) {
        const slots = usedOf(share) + change
        if (slots === 0) used.delete(share.name)
        else used.set(share.name, slots)
      }
    }

    const report = Effect.flatMap(inFlight, onInFlight)

    /** Releases a slot of each share. Then the waiting effect that fits goes on: of its key, the client with the fewest slots. */
    const release = (shares: ReadonlyArray<Share>): Effect.Effect<void> =>
      Effect.suspend(() => {
        count(shares, -1)
        const ready = [...waiting].filter((one) => fullOf(one.shares) === undefined)
        const slotsOf = (one: Waiting) => Math.max(...one.shares.filter(({ ofClient }) => ofClient).map(usedOf), 0)
        const next = ready.toSorted((one, other) => slotsOf(one) - slotsOf(other))[0]
        if (next === undefined) return report
        remove(next)
        count(next.shares, 1)
        return Effect.zipRight(report, Deferred.succeed(next.admitted, undefined))
      })

    const remove = (one: Waiting): boolean => {
      if (!waiting.delete(one)) return false
      queueBudget.give(one.client, 1)
      return true
    }

    /** Waits until `release` has given the effect its slot. */
    const wait = Effect.fnUntraced(function* (
      full: Share,
      shares: ReadonlyArray<Share>,
      client: string | undefined,
      restore: Restore
    ) {
      const one: Waiting = { shares, client, admitted: yield* Deferred.make<void>() }
      const ms = Math.min(maxWaitMs, yield* remainingMs)
      if (ms <= 0 || !queueBudget.take(client, 1)) return yield* rejection(full)
      waiting.add(one)
      const admitted = Effect.timeoutFail(Deferred.await(one.admitted), {
        duration: ms,
        onTimeout: () => rejection(full)
      })
      return yield* Effect.onExit(restore(admitted), (exit) =>
        Effect.suspend(() => (remove(one) || Exit.isSuccess(exit) ? Effect.void : release(shares)))
      )
    })

    const enter = (shares: ReadonlyArray<Share>, client: string | undefined, restore: Restore) =>
      Effect.suspend(() => {
        // The shares that an effect cannot wait for are first.
        const full = fullOf(shares)
        if (full !== undefined) return full.waits ? wait(full, shares, client, restore) : rejection(full)
        count(shares, 1)
        return report
      })

    const apply: Bulkhead["apply"] = (key, client) => {
      const shares = sharesOf(limit, key, client)
      return (effect) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.zipRight(enter(shares, client, restore), Effect.ensuring(restore(effect), release(shares)))
        )
    }

    return { apply, inFlight }
  })

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
