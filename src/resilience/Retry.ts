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

/** An attempt: its number, from 1, and the error of the attempt before it. */
export interface Attempt<E> {
  readonly number: number
  readonly last: Option.Option<E>
}

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

/** Retries an attempt with `schedule`. Defects are not retried. */
export const apply =
  <E>(settings: RetrySettings, rule: RetryRule<E>) =>
  <A, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    applyEach(settings, rule)(() => attempt)

/**
 * Like `apply`, with a separate effect for each attempt. Most attempts succeed, so the schedule starts with the
 * failure of the first one.
 */
export const applyEach =
  <E>(settings: RetrySettings, rule: RetryRule<E>) =>
  <A, R>(run: (attempt: Attempt<E>) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.catchAll(
      Effect.suspend(() => run({ number: 1, last: Option.none() })),
      (first) => Effect.retry(attemptAfter(run, first, rule.shouldContinue), schedule(settings, rule))
    )

/**
 * Runs the attempt after a wait of the schedule; before its first wait, fails with the error of the first attempt. Checks
 * `shouldContinue` again, and if it is false, the result is the error before the wait.
 */
const attemptAfter = <A, E, R>(
  run: (attempt: Attempt<E>) => Effect.Effect<A, E, R>,
  first: E,
  shouldContinue: Effect.Effect<boolean> = Effect.succeed(true)
): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const { input, recurrence } = yield* Schedule.CurrentIterationMetadata
    if (recurrence === 0) return yield* Effect.fail(first)
    const last = input as E // the last input of the schedule is the error of the attempt before
    if (!(yield* shouldContinue)) return yield* Effect.fail(last)
    return yield* run({ number: recurrence + 1, last: Option.some(last) })
  })
