import { Effect, Schedule, ScheduleDecision, ScheduleInterval } from "effect"
import { type BackoffSettings, initial, next } from "./Backoff.ts"
import * as Deadline from "./Deadline.ts"

/** Settings of a retry. */
export interface RetrySettings extends BackoffSettings {
  readonly enabled: boolean
  /** Attempts in all, the first included. */
  readonly maxAttempts: number
}

/** Which errors are retried, and how long the other side asked to wait first. */
export interface RetryRule<E> {
  readonly repeatable: (error: E) => Effect.Effect<boolean>
  readonly hintMs: (error: E) => number | undefined
  /** Whether retrying goes on at all: asked before each wait, and again after it. */
  readonly goesOn?: Effect.Effect<boolean>
  /** Told of every error that another attempt follows. */
  readonly onRepeat?: (error: E) => Effect.Effect<void>
}

/** The number of the attempt that is running, from 1. */
export const attemptNumber: Effect.Effect<number> = Effect.map(
  Schedule.CurrentIterationMetadata,
  ({ recurrence }) => recurrence + 1
)

/**
 * The schedule of a retry: exponential, capped, jittered, never shorter than a
 * hint. It ends when the attempts are used up, when the error is not repeatable,
 * or when the wait would pass the deadline: the caller then fails at once.
 */
export const schedule = <E>(settings: RetrySettings, rule: RetryRule<E>): Schedule.Schedule<number, E> => {
  const attempts = settings.enabled ? settings.maxAttempts : 1
  const goesOn = rule.goesOn ?? Effect.succeed(true)
  return Schedule.makeWithState(
    initial(settings),
    Effect.fnUntraced(function* (now: number, error: E, state) {
      const stop = [state, 0, ScheduleDecision.done] as const
      if (state.retries + 1 >= attempts || !(yield* goesOn) || !(yield* rule.repeatable(error))) return stop
      const waitMs = Math.ceil(yield* next(settings, state, rule.hintMs(error)))
      if (waitMs >= (yield* Deadline.remainingMs)) return stop
      if (rule.onRepeat !== undefined) yield* rule.onRepeat(error)
      return [
        { retries: state.retries + 1, previousMs: waitMs },
        waitMs,
        ScheduleDecision.continueWith(ScheduleInterval.after(now + waitMs))
      ] as const
    })
  )
}

/** Retries an attempt as the schedule says. `attemptNumber` tells it which attempt it is. A defect is never retried. */
export const apply =
  <E>(settings: RetrySettings, rule: RetryRule<E>) =>
  <A, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.retry(rule.goesOn === undefined ? attempt : whileGoingOn(attempt, rule.goesOn), schedule(settings, rule))

/** Looks again after the wait: meanwhile the answer may have changed. Then the error before the wait is the result. */
const whileGoingOn = <A, E, R>(attempt: Effect.Effect<A, E, R>, goesOn: Effect.Effect<boolean>) =>
  Effect.flatMap(
    Schedule.CurrentIterationMetadata,
    ({ input, recurrence }): Effect.Effect<A, E, R> =>
      recurrence === 0
        ? attempt
        : Effect.if(goesOn, {
            onTrue: () => attempt,
            onFalse: () => Effect.fail(input as E) // what the schedule was last given: the error of the attempt before
          })
  )
