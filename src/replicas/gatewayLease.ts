/** Which replica owns the bot's connection to the gateway: a lease in Redis that its owner renews. */
import { hostname } from "node:os"
import { DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { BEAT, type Claim, type Claims, Owner, ReplicaClaims, SILENCE } from "../discord/gateway/Ownership.ts"
import { secureToken } from "../text/secureToken.ts"
import { claim, type LeaseTimes } from "./lease.ts"
import { Redis } from "./Redis.ts"

const defaultTimes: LeaseTimes = {
  life: SILENCE,
  renewed: BEAT,
  givenUp: Duration.seconds(3),
  // Two IDENTIFY are so far apart.
  rest: Duration.seconds(5),
  afterStart: SILENCE
}

/** Decides by a lease. While Redis is unavailable, nobody gets it, and an owner that cannot renew it gives it up. */
export const layer = (pid: number, times = defaultTimes): Layer.Layer<never, never, Redis> =>
  Layer.effect(ReplicaClaims, make(pid, times))

const make = Effect.fnUntraced(function* (pid: number, times: LeaseTimes) {
  const redis = yield* Redis
  const id = yield* secureToken
  return {
    claim: Effect.gen(function* () {
      const since = DateTime.formatIso(yield* DateTime.now)
      const text = JSON.stringify({ pid, host: hostname(), since } satisfies LeaseOwner)
      const result = yield* claim(redis, { key: "gateway:owner", id, text, times })
      const claimed: Claim =
        result.is === "taken" ? { is: "taken", owner: Option.getOrUndefined(decodeOwner(result.text)) } : result
      return claimed
    })
  } satisfies Claims
})

const LeaseOwner = Owner.pick("pid", "host", "since")
type LeaseOwner = typeof LeaseOwner.Type
const decodeOwner = Schema.decodeUnknownOption(Schema.parseJson(LeaseOwner))
