import { Deferred, Effect, Exit, FiberId } from "effect"
import { monotonicMs } from "../telemetry/monotonic.ts"
import type { Owner } from "./SharedBudget.ts"

/** The time for which work may hold the event loop before the next work waits, in milliseconds. */
export const SLICE_MS = 10

/**
 * The same for work of which one request has many parts, and the maximum number of parts that begin in one turn. The work of
 * other requests then goes on between its parts.
 */
export const PART_MS = 1
export const PARTS_MAX = 50

/**
 * Turns of owners at local work, which waits for nothing. Such work would hold the event loop until its end, because fibers
 * go on before timers and sockets do. Work that waits for an answer holds nothing, and takes no turns.
 */
export interface Turns {
  /** Runs work at once if the work of this turn of the event loop was short, and in a later turn otherwise. */
  readonly run: (owner: Owner) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /**
   * Does so for a part of a request that has many. Owners then go on one after the other. `isRefused` returns whether a part
   * was refused at once, which takes no time worth counting.
   */
  readonly runPart: (
    owner: Owner
  ) => <A, E, R>(part: Effect.Effect<A, E, R>, isRefused?: (value: A) => boolean) => Effect.Effect<A, E, R>
}

/** Makes turns that share the event loop of a process. */
export const make = (): Turns => {
  const all = makeLine()
  const waiting = new Map<Owner, { readonly line: Line; count: number }>()
  let turn = 0
  let isOpen = false
  /** How long work that began and ended in this turn has held the event loop. */
  let heldMs = 0
  let parts = 0

  const open = Effect.suspend(() => {
    if (isOpen) return Effect.void
    isOpen = true
    const next = () => {
      turn++
      isOpen = false
      heldMs = 0
      parts = 0
    }
    // Timers go on when this turn has ended.
    return Effect.forkDaemon(Effect.zipRight(Effect.sleep(0), Effect.sync(next)))
  })

  const measured = <A, E, R>(
    work: Effect.Effect<A, E, R>,
    isRefused: (value: A) => boolean = () => false
  ): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.zipRight(open, monotonicMs), (beganMs) => {
      const began = turn
      return Effect.onExit(work, (exit) =>
        Effect.map(monotonicMs, (nowMs) => {
          if (turn === began && !(Exit.isSuccess(exit) && isRefused(exit.value))) heldMs += nowMs - beganMs
        })
      )
    })

  const mayBegin = (isPart: boolean): boolean => (isPart ? heldMs < PART_MS && parts < PARTS_MAX : heldMs < SLICE_MS)

  const untilFree = (isPart: boolean): Effect.Effect<void> =>
    Effect.suspend(() =>
      mayBegin(isPart)
        ? Effect.void
        : Effect.zipRight(
            Effect.sleep(0),
            Effect.suspend(() => untilFree(isPart))
          )
    )

  const inQueue = (owner: Owner, isPart: boolean): Effect.Effect<void> =>
    Effect.suspend(() => {
      const own = waiting.get(owner) ?? { line: makeLine(), count: 0 }
      waiting.set(owner, own)
      own.count++
      return Effect.ensuring(
        own.line(all(untilFree(isPart))),
        Effect.sync(() => {
          if (--own.count === 0) waiting.delete(owner)
        })
      )
    })

  return {
    run: (owner) => (work) =>
      Effect.suspend(() => (mayBegin(false) ? measured(work) : Effect.zipRight(inQueue(owner, false), measured(work)))),
    runPart: (owner) => (part, isRefused) =>
      Effect.suspend(() => {
        const run = Effect.suspend(() => {
          parts++
          return measured(part, isRefused)
        })
        return mayBegin(true) && waiting.size === 0 ? run : Effect.zipRight(inQueue(owner, true), run)
      })
  }
}

/** Runs effects one after the other, in the order in which they came. */
type Line = (effect: Effect.Effect<void>) => Effect.Effect<void>

/**
 * Makes a line. A semaphore does not do: the fiber that returns a permit may take it again before a fiber that waits for it
 * wakes.
 */
const makeLine = (): Line => {
  let last: Deferred.Deferred<void> | undefined
  return (effect) =>
    Effect.suspend(() => {
      const before = last === undefined ? Effect.void : Deferred.await(last)
      const left = Deferred.unsafeMake<void>(FiberId.none)
      last = left
      const leave = Effect.sync(() => {
        Deferred.unsafeDone(left, Effect.void)
        if (last === left) last = undefined
      })
      let isFirst = false
      return before.pipe(
        Effect.zipRight(Effect.sync(() => (isFirst = true))),
        Effect.zipRight(effect),
        // Those behind an interrupted one still wait for those before it.
        Effect.ensuring(Effect.suspend(() => (isFirst ? leave : Effect.forkDaemon(Effect.zipRight(before, leave)))))
      )
    })
}
