import { Effect, Schedule, ScheduleDecision, ScheduleInterval } from "effect"
import { type BackoffSettings, initial, next } from "./Backoff.ts"
import * as Deadline from "./Deadline.ts"

/** Settings of a retry. */
export interface RetrySettings extends BackoffSettings {
  readonly enabled: boolean
  /** The maximum number of attempts, the first included. */
  readonly maxAttempts: number
}

/** Which errors are retried, and the wait that the remote side requests. */
export interface RetryRule<E> {
  readonly repeatable: (error: E) => Effect.Effect<boolean>
  readonly hintMs: (error: E) => number | undefined
  /** Whether to continue retrying. Evaluated before and after each wait. */
  readonly goesOn?: Effect.Effect<boolean>
  /** Called with every error that is followed by another attempt. */
  readonly onRepeat?: (error: E) => Effect.Effect<void>
}

/**
 * The number of the current attempt, from 1. Inside another retry, the first attempt has the number of
 * the outer attempt.
 */
export const attemptNumber: Effect.Effect<number> = Effect.map(
  Schedule.CurrentIterationMetadata,
  ({ recurrence }) => recurrence + 1
)

/**
 * The schedule of retries: exponential, capped, with jitter, never shorter than the server's hint. It
 * ends after the last attempt, or if the error is not repeatable. It also ends if the wait would
 * exceed the deadline, so that the caller fails without waiting.
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

/**
 * Retries an attempt with `schedule`. Inside it, `attemptNumber` is its number. Defects are not retried.
 * The schedule starts only when the first attempt has failed, because most attempts succeed.
 */
export const apply =
  <E>(settings: RetrySettings, rule: RetryRule<E>) =>
  <A, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.catchAll(attempt, (failure) =>
      Effect.retry(afterFailure(attempt, failure, rule.goesOn), schedule(settings, rule))
    )

/**
 * Runs the attempts after the first one, which failed with `first`. Checks `goesOn` again after each
 * wait. If `goesOn` is false, the result is the error before the wait.
 */
const afterFailure = <A, E, R>(
  attempt: Effect.Effect<A, E, R>,
  first: E,
  goesOn: Effect.Effect<boolean> = Effect.succeed(true)
) =>
  Effect.flatMap(
    Schedule.CurrentIterationMetadata,
    ({ input, recurrence }): Effect.Effect<A, E, R> =>
      recurrence === 0
        ? Effect.fail(first)
        : Effect.if(goesOn, {
            onTrue: () => attempt,
            onFalse: () => Effect.fail(input as E) // the last input of the schedule is the previous attempt's error
          })
  )
