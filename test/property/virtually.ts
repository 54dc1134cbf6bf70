/**
 * Virtual time without real waits: a scheduler that runs until nothing can run, and a
 * clock that then jumps to the next sleep. `TestClock` waits for macrotasks before every
 * step, which would take too long for thousands of runs.
 */
import { Clock, Duration, Effect, Exit, Logger, LogLevel, Random, Runtime, Scheduler } from "effect"

/** Starts at 2024-01-01. */
const START_MS = 1_704_067_200_000

/** Runs the effect to its end in virtual time. The same seed gives the same run. Errors have no stack traces, which take long. */
export const virtually = <A, E>(effect: Effect.Effect<A, E>, seed: number): Exit.Exit<A, E> => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  const exit = runVirtually(effect, seed)
  Error.stackTraceLimit = stackTraceLimit
  return exit
}

const runVirtually = <A, E>(effect: Effect.Effect<A, E>, seed: number): Exit.Exit<A, E> => {
  const clock = new JumpingClock()
  const scheduler = new Scheduler.SyncScheduler()
  const fiber = Runtime.runFork(Runtime.defaultRuntime)(
    effect.pipe(
      Effect.withClock(clock),
      Effect.withRandom(Random.make(seed)),
      // Warnings of thousands of runs are not printed, and a server without a collector does not trace.
      Logger.withMinimumLogLevel(LogLevel.None),
      Effect.withTracerEnabled(false)
    ),
    { scheduler }
  )
  while (true) {
    scheduler.flush()
    // It would defer to real time after a flush.
    scheduler.deferred = false
    const exit = fiber.unsafePoll()
    if (exit !== null) return exit
    if (!clock.jump()) return Exit.die("stuck: nothing runs, and nothing sleeps")
  }
}

interface Sleep {
  readonly at: number
  readonly order: number
  readonly wake: () => void
}

class JumpingClock implements Clock.Clock {
  readonly [Clock.ClockTypeId]: Clock.ClockTypeId = Clock.ClockTypeId
  #now = START_MS
  #order = 0
  readonly #sleeps = new Set<Sleep>()

  unsafeCurrentTimeMillis = () => this.#now
  unsafeCurrentTimeNanos = () => BigInt(this.#now) * 1_000_000n
  currentTimeMillis = Effect.sync(this.unsafeCurrentTimeMillis)
  currentTimeNanos = Effect.sync(this.unsafeCurrentTimeNanos)

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return Effect.async<void>((resume) => {
      const sleep = {
        at: this.#now + Math.ceil(Duration.toMillis(duration)),
        order: this.#order++,
        wake: () => resume(Effect.void)
      }
      this.#sleeps.add(sleep)
      return Effect.sync(() => this.#sleeps.delete(sleep))
    })
  }

  /** Advances to the next sleep, first come first served. Returns whether there was one. */
  jump(): boolean {
    let first: Sleep | undefined
    for (const sleep of this.#sleeps) {
      if (first === undefined || sleep.at < first.at || (sleep.at === first.at && sleep.order < first.order))
        first = sleep
    }
    if (first === undefined) return false
    this.#sleeps.delete(first)
    this.#now = Math.max(this.#now, first.at)
    first.wake()
    return true
  }
}
