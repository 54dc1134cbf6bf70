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

/** Makes turns that share the event loop of a process. */
export const make = (): Turns => new Turns()

/**
 * Turns of owners at local work, which waits for nothing. Such work would hold the event loop until its end, because fibers
 * go on before timers and sockets do. Work that waits for an answer holds nothing, and takes no turns.
 */
export class Turns {
  readonly #all = makeLine()
  readonly #waiting = new Map<Owner, { readonly line: Line; count: number }>()
  #turn = 0
  #isOpen = false
  /** How long work that began and ended in this turn has held the event loop. */
  #heldMs = 0
  #parts = 0

  /** Runs work at once if the work of this turn of the event loop was short, and in a later turn otherwise. */
  readonly run =
    (owner: Owner) =>
    <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.suspend(() =>
        this.#mayBegin(false)
          ? this.#measured(work)
          : Effect.zipRight(this.#inQueue(owner, false), this.#measured(work))
      )

  /**
   * Does so for a part of a request that has many. Owners then go on one after the other. `isRefused` returns whether a part
   * was refused at once, which takes no time worth counting.
   */
  readonly runPart =
    (owner: Owner) =>
    <A, E, R>(part: Effect.Effect<A, E, R>, isRefused?: (value: A) => boolean): Effect.Effect<A, E, R> =>
      Effect.suspend(() => {
        const run = Effect.suspend(() => {
          this.#parts++
          return this.#measured(part, isRefused)
        })
        return this.#mayBegin(true) && this.#waiting.size === 0 ? run : Effect.zipRight(this.#inQueue(owner, true), run)
      })

  /** Opens a turn, which ends with the turn of the event loop. */
  readonly #open = Effect.suspend(() => {
    if (this.#isOpen) return Effect.void
    this.#isOpen = true
    // Timers go on when this turn has ended.
    return Effect.forkDaemon(
      Effect.zipRight(
        Effect.sleep(0),
        Effect.sync(() => this.#next())
      )
    )
  })

  #next(): void {
    this.#turn++
    this.#isOpen = false
    this.#heldMs = 0
    this.#parts = 0
  }

  #measured<A, E, R>(
    work: Effect.Effect<A, E, R>,
    isRefused: (value: A) => boolean = () => false
  ): Effect.Effect<A, E, R> {
    return Effect.flatMap(Effect.zipRight(this.#open, monotonicMs), (beganMs) => {
      const began = this.#turn
      return Effect.onExit(work, (exit) =>
        Effect.map(monotonicMs, (nowMs) => {
          if (this.#turn === began && !(Exit.isSuccess(exit) && isRefused(exit.value))) this.#heldMs += nowMs - beganMs
        })
      )
    })
  }

  #mayBegin(isPart: boolean): boolean {
    return isPart ? this.#heldMs < PART_MS && this.#parts < PARTS_MAX : this.#heldMs < SLICE_MS
  }

  #untilFree(isPart: boolean): Effect.Effect<void> {
    return Effect.suspend(() =>
      this.#mayBegin(isPart)
        ? Effect.void
        : Effect.zipRight(
            Effect.sleep(0),
            Effect.suspend(() => this.#untilFree(isPart))
          )
    )
  }

  #inQueue(owner: Owner, isPart: boolean): Effect.Effect<void> {
    return Effect.suspend(() => {
      const own = this.#waiting.get(owner) ?? { line: makeLine(), count: 0 }
      this.#waiting.set(owner, own)
      own.count++
      return Effect.ensuring(
        own.line(this.#all(this.#untilFree(isPart))),
        Effect.sync(() => {
          if (--own.count === 0) this.#waiting.delete(owner)
        })
      )
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
