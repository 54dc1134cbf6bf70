import { Clock, Context, DefaultServices, Effect, Exit, Fiber, FiberRefs, identity, Runtime } from "effect"
import { unsafeMonotonicMs } from "./monotonic.ts"

/** A bound on time, and what it means to pass it. */
export interface Bound<E> {
  readonly ms: number
  readonly onExpired: () => E
}

/** A moment of the monotonic clock, and what it means to reach it. */
export interface Due<E> extends Pick<Bound<E>, "onExpired"> {
  readonly atMs: number
}

/** Holds a part of what is bounded to a bound of its own, where that is the earlier one. */
export type Tighter<E> = (bound: Bound<E>) => <A, E2, R>(part: Effect.Effect<A, E2, R>) => Effect.Effect<A, E2, R>

/**
 * Runs the effect until it ends or the time is up; then it is interrupted, and
 * when it has unwound, this fails. As `Effect.timeoutFail`, but an effect that
 * ends without ever waiting costs no timer, and one that waits costs one timer
 * instead of a race, with `tighter` for a part of it, too. It runs in a fiber of
 * its own, `inside` the runtime of this one; what it sets in fiber refs ends with it.
 */
export const within = <A, E, R, E2>(
  bound: Bound<E2> | Due<E2>,
  effect: (tighter: Tighter<E2>) => Effect.Effect<A, E, R>,
  inside: (runtime: Runtime.Runtime<R>) => Runtime.Runtime<R> = identity
): Effect.Effect<A, E | E2, R> =>
  Effect.flatMap(Effect.runtime<R>(), (runtime) =>
    // Between the start of the fiber and the wait for it no interruption may fall: it would run on, unowned.
    Effect.uninterruptibleMask((restore) => {
      const watch = new Watch(runtime, bound)
      // The failure is this fiber's to tell: a fiber that fails unseen would be logged.
      const fiber = Runtime.runFork(inside(runtime))(Effect.exit(effect(watch.tighter)))
      const ended = fiber.unsafePoll()
      return ended === null ? restore(watch.wait(fiber)) : Exit.flatten(ended)
    })
  )

/** Watches over the time of one fiber. */
class Watch<E> {
  readonly #runtime: Runtime.Runtime<never>
  readonly #clock: Clock.Clock
  #due: Due<E>
  /** Sets the timer anew, once there is one. */
  #reset: (() => void) | undefined

  constructor(runtime: Runtime.Runtime<never>, bound: Bound<E> | Due<E>) {
    this.#runtime = runtime
    this.#clock = Context.get(FiberRefs.getOrDefault(runtime.fiberRefs, DefaultServices.currentServices), Clock.Clock)
    this.#due = "atMs" in bound ? bound : this.#dueOf(bound)
  }

  readonly tighter: Tighter<E> = (bound) => (part) =>
    Effect.suspend(() => {
      const outer = this.#due
      const due = this.#dueOf(bound)
      if (due.atMs >= outer.atMs) return part
      this.#due = due
      this.#reset?.()
      const ended = () => {
        // The timer stays as it is: it will find that it is early.
        this.#due = outer
      }
      return Effect.matchCauseEffect(part, {
        onFailure: (cause) => {
          ended()
          return Effect.failCause(cause)
        },
        onSuccess: (value) => {
          ended()
          return Effect.succeed(value)
        }
      })
    })

  wait<A, E2>(fiber: Fiber.RuntimeFiber<Exit.Exit<A, E2>>): Effect.Effect<A, E | E2> {
    return Effect.async<A, E | E2>((resume) => {
      let late: Effect.Effect<never, E> | undefined
      let timer: Fiber.RuntimeFiber<Effect.Effect<never, E> | undefined> | undefined
      const stop = () => timer?.unsafeInterruptAsFork(fiber.id())
      const start = () => {
        timer = Runtime.runFork(this.#runtime)(Effect.interruptible(this.#strike))
        timer.addObserver((struck) => {
          if (Exit.isInterrupted(struck)) return
          late = Exit.isSuccess(struck) ? struck.value : Effect.failCause(struck.cause)
          if (late === undefined) start()
          else fiber.unsafeInterruptAsFork(fiber.id())
        })
      }
      this.#reset = () => {
        stop()
        start()
      }
      start()
      fiber.addObserver((exit) => {
        this.#reset = undefined
        stop()
        resume(late ?? Exit.flatten(exit))
      })
      return Effect.suspend(() => {
        stop()
        return Fiber.interrupt(fiber)
      })
    })
  }

  /** Waits for the moment in force, and says what it means to reach it; nothing where another one has come into force. */
  readonly #strike: Effect.Effect<Effect.Effect<never, E> | undefined> = Effect.suspend(() =>
    Effect.map(Effect.sleep(Math.ceil(Math.max(0, this.#due.atMs - this.#nowMs()))), () =>
      this.#nowMs() < this.#due.atMs ? undefined : Effect.fail(this.#due.onExpired())
    )
  )

  #dueOf({ ms, onExpired }: Bound<E>): Due<E> {
    return { atMs: this.#nowMs() + ms, onExpired }
  }

  #nowMs(): number {
    return unsafeMonotonicMs(this.#clock)
  }
}
