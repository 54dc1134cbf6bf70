import { Effect, Exit, Fiber, Runtime } from "effect"

/** A bound on time, and what it means to pass it. */
export interface Bound<E> {
  readonly ms: number
  readonly onExpired: () => E
}

/**
 * Runs the effect until it ends or the time is up; then it is interrupted, and
 * when it has unwound, this fails. As `Effect.timeoutFail`, but an effect that
 * ends without ever waiting costs no timer, and one that waits costs one timer
 * instead of a race.
 */
export const within = <A, E, R, E2>(effect: Effect.Effect<A, E, R>, bound: Bound<E2>): Effect.Effect<A, E | E2, R> =>
  Effect.flatMap(Effect.runtime<R>(), (runtime) =>
    // Between the start of the fiber and the wait for it no interruption may fall: it would run on, unowned.
    Effect.uninterruptibleMask((restore) => {
      const fork = Runtime.runFork(runtime)
      // The failure is this fiber's to tell: a fiber that fails unseen would be logged.
      const fiber = fork(Effect.exit(effect))
      const ended = fiber.unsafePoll()
      return ended === null ? restore(wait(fork, fiber, bound)) : Effect.zipRight(fiber.inheritAll, Exit.flatten(ended))
    })
  )

const wait = <A, E, E2>(
  fork: <A, E>(effect: Effect.Effect<A, E>) => Fiber.RuntimeFiber<A, E>,
  fiber: Fiber.RuntimeFiber<Exit.Exit<A, E>>,
  bound: Bound<E2>
): Effect.Effect<A, E | E2> =>
  Effect.async<A, E | E2>((resume) => {
    let isLate = false
    const timer = fork(Effect.interruptible(Effect.sleep(bound.ms)))
    timer.addObserver(({ _tag }) => {
      if (_tag === "Failure") return
      isLate = true
      fiber.unsafeInterruptAsFork(timer.id())
    })
    fiber.addObserver((exit) => {
      timer.unsafeInterruptAsFork(fiber.id())
      resume(isLate ? Effect.failSync(bound.onExpired) : Effect.zipRight(fiber.inheritAll, Exit.flatten(exit)))
    })
    return Effect.zipRight(Fiber.interruptFork(timer), Fiber.interrupt(fiber))
  })
