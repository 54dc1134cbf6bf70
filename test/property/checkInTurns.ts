import { setImmediate } from "node:timers/promises"
import { Effect, FastCheck } from "effect"

/**
 * Checks a property like `FastCheck.assert`, with one turn of the event loop for each run. A check that blocks the loop
 * for a minute would cut off the worker from the test runner.
 */
export const checkInTurns = <A>(
  arbitrary: FastCheck.Arbitrary<A>,
  check: (value: A) => void,
  parameters: FastCheck.Parameters<[A]>
): Effect.Effect<void> =>
  Effect.promise(() =>
    FastCheck.assert(
      FastCheck.asyncProperty(arbitrary, (value) => setImmediate().then(() => check(value))),
      parameters
    )
  )
