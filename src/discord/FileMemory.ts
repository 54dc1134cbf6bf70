import { Deferred, Effect, FiberId, type Scope } from "effect"
import { type BudgetLimits, type Owner, SharedBudget } from "../resilience/SharedBudget.ts"
import { Caller } from "../telemetry/Caller.ts"

/** The maximum number of file bytes in memory, over all calls. */
export const BYTES_IN_FLIGHT = 64 * 1024 * 1024

/** The maximum number of file bytes in memory of one client, and of one of its calls. */
export const CLIENT_BYTES = 32 * 1024 * 1024

/** The number of file bytes that a client can always load, even if others have used up the rest. */
export const SMALL_FILE_BYTES = 1024 * 1024

/** What one call holds of the memory for files. */
export interface Holder {
  /** The maximum number of bytes of one call. */
  readonly most: number
  /** Waits until the bytes fit. They are released with the scope. */
  readonly reserve: (bytes: number) => Effect.Effect<void>
  /** Releases all bytes above a number. */
  readonly keep: (bytes: number) => Effect.Effect<void>
}

interface WaitingCall {
  readonly owner: Owner
  readonly bytes: number
  readonly fits: Deferred.Deferred<void>
}

const MEMORY = { total: BYTES_IN_FLIGHT, share: CLIENT_BYTES, floor: SMALL_FILE_BYTES }

/** Makes the memory for files, or another budget of which each client has a share. A call waits until its bytes fit. */
export const makeFileMemory = ({ floor, share, total }: Required<BudgetLimits> = MEMORY) => {
  const budget = new SharedBudget({ total, share, floor })
  const waiting = new Set<WaitingCall>()

  const take = (owner: Owner, bytes: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (bytes === 0 || budget.take(owner, bytes)) return Effect.void
      const call: WaitingCall = { owner, bytes, fits: Deferred.unsafeMake(FiberId.none) }
      waiting.add(call)
      // An interrupted call may have got its bytes at the same moment.
      return Effect.onInterrupt(Deferred.await(call.fits), () =>
        waiting.delete(call) ? Effect.void : give(owner, bytes)
      )
    })

  /** Returns bytes to the budget, and lets those calls continue that fit now, the oldest first. */
  const give = (owner: Owner, bytes: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      budget.give(owner, bytes)
      const continuing = [...waiting].filter((call) => budget.take(call.owner, call.bytes))
      for (const call of continuing) waiting.delete(call)
      return Effect.forEach(continuing, ({ fits }) => Deferred.succeed(fits, undefined), { discard: true })
    })

  const holder: Effect.Effect<Holder, never, Scope.Scope> = Effect.flatMap(Caller, ({ clientId: owner }) => {
    let held = 0
    const keep = (bytes: number) =>
      Effect.suspend(() => {
        const rest = Math.max(0, held - bytes)
        held -= rest
        return rest === 0 ? Effect.void : give(owner, rest)
      })
    const made: Holder = {
      most: owner === undefined ? total : share,
      keep,
      reserve: (bytes) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.map(restore(take(owner, bytes)), () => {
            held += bytes
          })
        )
    }
    return Effect.acquireRelease(Effect.succeed(made), () => keep(0))
  })

  return { holder }
}
