/** Which replica runs a plan of a guild: a lease in Redis for each guild. */
import { Duration, Effect, Layer } from "effect"
import { BEAT, SILENCE } from "../discord/gateway/Ownership.ts"
import { secureToken } from "../text/secureToken.ts"
import { isBusy, make, RunningPlans } from "../tools/RunningPlans.ts"
import { claim, type LeaseTimes } from "./lease.ts"
import { Redis } from "./Redis.ts"

const defaultTimes: LeaseTimes = {
  life: SILENCE,
  renewed: BEAT,
  givenUp: Duration.zero,
  rest: Duration.zero,
  afterStart: Duration.zero
}

/** Keeps plans of other replicas from a guild. While Redis is unavailable, each replica sees only its own. */
export const layer = (times = defaultTimes): Layer.Layer<RunningPlans, never, Redis> =>
  Layer.effect(
    RunningPlans,
    Effect.gen(function* () {
      const redis = yield* Redis
      const id = yield* secureToken
      const own = yield* make
      return {
        begin: Effect.fnUntraced(function* (guild: string, readMs: number) {
          yield* own.begin(guild, readMs)
          const lease = yield* Effect.acquireRelease(
            claim(redis, { key: `plan:${guild}`, id, text: "", times }),
            (claimed) => (claimed.is === "owned" ? claimed.ownership.release : Effect.void)
          )
          if (lease.is === "taken") return yield* isBusy
          if (lease.is === "owned") yield* Effect.forkScoped(lease.ownership.lost)
          // The plan of another replica may have ended since the guild was read.
          return true
        })
      }
    })
  )
