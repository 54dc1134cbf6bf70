import { Effect, Option, Schedule, ScheduleDecision, ScheduleInterval } from "effect"
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
  readonly shouldContinue?: Effect.Effect<boolean>
  /** Called with every error that is followed by another attempt. */
  readonly onRepeat?: (error: E) => Effect.Effect<void>
}

/** The number of the current attempt, from 1. */
export const attemptNumber: Effect.Effect<number> = Effect.map(
  Schedule.CurrentIterationMetadata,
  ({ recurrence }) => recurrence + 1
)

/** The error of the attempt before the current one. */
export const lastFailure: Effect.Effect<Option.Option<unknown>> = Effect.map(
  Schedule.CurrentIterationMetadata,
  ({ input, recurrence }) => (recurrence === 0 ? Option.none() : Option.some(input))
)

/**
 * The schedule of retries: exponential, capped, with jitter, never shorter than the server's hint. It
 * ends after the last attempt, or if the error is not repeatable. It also ends if the wait would
 * exceed the deadline, so that the caller fails without waiting.
 */
export const schedule = <E>(settings: RetrySettings, rule: RetryRule<E>): Schedule.Schedule<number, E> => {
  const attempts = settings.enabled ? settings.maxAttempts : 1
  const shouldContinue = rule.shouldContinue ?? Effect.succeed(true)
  return Schedule.makeWithState(
    initial(settings),
    Effect.fnUntraced(function* (now: number, error: E, state) {
      const stop = [state, 0, ScheduleDecision.done] as const
      if (state.retries + 1 >= attempts || !(yield* shouldContinue) || !(yield* rule.repeatable(error))) return stop
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
 * Checks `shouldContinue` again after each wait. If it is false, the result is the error before the wait.
 */
export const apply =
  <E>(settings: RetrySettings, rule: RetryRule<E>) =>
  <A, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.retry(
      Effect.flatMap(lastFailure, (last) =>
        Option.isNone(last) || rule.shouldContinue === undefined
          ? attempt
          : // The last input of the schedule is the error of the attempt before.
            Effect.if(rule.shouldContinue, { onTrue: () => attempt, onFalse: () => Effect.fail(last.value as E) })
      ),
      schedule(settings, rule)
    )
