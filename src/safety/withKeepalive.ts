import { Duration, Effect } from "effect"
import { Progress } from "../tools/dsl/Progress.ts"
import { CONFIRMATION_TIMEOUT } from "./Approver.ts"

/** How often: clients of the protocol give up a call that they hear nothing of for a minute. */
const EVERY = Duration.seconds(10)

/** The least that a plan says is done of it. */
const LEAST = 0.001

/**
 * While a person thinks, tells the caller so every now and then. What is done may
 * only grow, and none of the work is: so it is less than the least share of that.
 */
export const withKeepalive = <A, E, R>(thinking: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Progress, ({ report }) => {
    const telling = (waited: Duration.Duration): Effect.Effect<never> =>
      report({
        done: (LEAST * Duration.toMillis(waited)) / Duration.toMillis(CONFIRMATION_TIMEOUT),
        message: `waiting for a person to decide: ${Duration.toSeconds(waited)} s`
      }).pipe(
        Effect.zipRight(Effect.sleep(EVERY)),
        Effect.zipRight(Effect.suspend(() => telling(Duration.sum(waited, EVERY))))
      )
    return Effect.raceFirst(thinking, telling(Duration.zero))
  })
