import { Duration, Effect } from "effect"
import { Progress } from "../tools/dsl/Progress.ts"
import { CONFIRMATION_TIMEOUT } from "./Approver.ts"

/** The interval of progress reports. Clients abandon a call without progress after 60 s. */
const INTERVAL = Duration.seconds(10)

/** The smallest share of work that a plan reports. */
const MIN_SHARE = 0.001

/**
 * Reports progress to the caller while a person decides. Progress must only grow, so the reported
 * share stays below the first share of the work.
 */
export const withKeepalive = <A, E, R>(deciding: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Progress, ({ report }) => {
    const keepalive = (waited: Duration.Duration): Effect.Effect<never> =>
      report({
        done: (MIN_SHARE * Duration.toMillis(waited)) / Duration.toMillis(CONFIRMATION_TIMEOUT),
        message: `waiting for a person to decide: ${Duration.toSeconds(waited)} s`
      }).pipe(
        Effect.zipRight(Effect.sleep(INTERVAL)),
        Effect.zipRight(Effect.suspend(() => keepalive(Duration.sum(waited, INTERVAL))))
      )
    return Effect.raceFirst(deciding, keepalive(Duration.zero))
  })
