import { Effect, Schedule, ScheduleDecision, ScheduleInterval } from "effect"
import { type BackoffSettings, initial, next } from "./Backoff.ts"
import * as Deadline from "./Deadline.ts"

/** Settings of a retry. */
export interface RetrySettings extends BackoffSettings {
  readonly enabled: boolean
  /** Tries in all, the first included. */
  readonly maxAttempts: number
}

/** What may be tried again, and how long the other side asked to wait first. */
export interface RetryRule<E> {
  readonly repeatable: (error: E) => Effect.Effect<boolean>
  readonly hintMs: (error: E) => number | undefined
  /** Time left for the wait before another try; where nothing is said, what the deadline leaves. */
  readonly remainingMs?: Effect.Effect<number>
  /** Told of every error after which another try follows. */
  readonly onRepeat?: (error: E) => Effect.Effect<void>
}

/**
 * The schedule of a retry: exponential, capped, jittered; it ends when the tries
 * are used up, when the error may not be repeated, or when the wait would pass
 * the deadline: then the caller is told at once instead of after the wait.
 */
export const schedule = <E>(settings: RetrySettings, rule: RetryRule<E>): Schedule.Schedule<number, E> => {
  const tries = settings.enabled ? settings.maxAttempts : 1
  return Schedule.makeWithState(
    initial(settings),
    Effect.fnUntraced(function* (now: number, error: E, state) {
      const stop = [state, 0, ScheduleDecision.done] as const
      if (state.retries + 1 >= tries || !(yield* rule.repeatable(error))) return stop
      const waitMs = Math.ceil(yield* next(settings, state, rule.hintMs(error)))
      if (waitMs >= (yield* rule.remainingMs ?? Deadline.remainingMs)) return stop
      if (rule.onRepeat !== undefined) yield* rule.onRepeat(error)
      return [
        { retries: state.retries + 1, previousMs: waitMs },
        waitMs,
        ScheduleDecision.continueWith(ScheduleInterval.after(now + waitMs))
      ] as const
    })
  )
}

/** Tries again as the schedule says. `attempt` is told which try it is, from 1. A defect is never retried. */
export const apply =
  <E>(settings: RetrySettings, rule: RetryRule<E>) =>
  <A, R>(attempt: (number: number) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    // Most first tries work: only one that does not pays for a schedule.
    Effect.catchAll(
      Effect.suspend(() => attempt(1)),
      (first) =>
        Effect.flatMap(Schedule.driver(schedule(settings, rule)), (driver) => {
          const after = (error: E, number: number): Effect.Effect<A, E, R> =>
            Effect.matchEffect(driver.next(error), {
              onFailure: () => Effect.fail(error),
              onSuccess: () => Effect.catchAll(attempt(number), (next) => after(next, number + 1))
            })
          return after(first, 2)
        })
    )
