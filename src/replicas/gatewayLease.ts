/** Which replica owns the bot's connection to the gateway: a lease in Redis that its owner renews. */
import { hostname } from "node:os"
import { DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import {
  BEAT,
  type Claim,
  type Claims,
  Owner,
  type Ownership,
  ReplicaClaims,
  SILENCE
} from "../discord/gateway/Ownership.ts"
import { monotonicMs } from "../resilience/monotonic.ts"
import { secureToken } from "../text/secureToken.ts"
import { Redis } from "./Redis.ts"

/** The times of a lease. */
export interface LeaseTimes {
  /** How long a lease lives that is not renewed. */
  readonly life: Duration.Duration
  /** How often its owner renews it. */
  readonly renewed: Duration.Duration
  /** How long before its end the owner gives it up, so that the connection is closed in time. */
  readonly givenUp: Duration.Duration
  /** How long the lease stays after its owner has ended the connection: two IDENTIFY are so far apart. */
  readonly rest: Duration.Duration
}

const defaultTimes: LeaseTimes = {
  life: SILENCE,
  renewed: BEAT,
  givenUp: Duration.seconds(3),
  rest: Duration.seconds(5)
}

/** Decides by a lease. While Redis is unavailable, nobody gets it, and an owner that cannot renew it gives it up. */
export const layer = (pid: number, times = defaultTimes): Layer.Layer<never, never, Redis> =>
  Layer.effect(ReplicaClaims, make(pid, times))

const make = Effect.fnUntraced(function* (pid: number, { givenUp, life, renewed, rest }: LeaseTimes) {
  const redis = yield* Redis
  const id = yield* secureToken
  const lifeMs = Duration.toMillis(life)
  const run = (lua: string, ...args: ReadonlyArray<string | number>) =>
    redis.run({ lua, keys: ["gateway:owner"], args: [id, ...args] })

  /** Owns the lease that was taken at a time, which is not after its time in Redis. */
  const ownershipFrom = (atMs: number, text: string): Ownership => {
    const validMs = lifeMs - Duration.toMillis(givenUp)
    let validUntilMs = atMs + validMs
    const leftMs = Effect.map(monotonicMs, (nowMs) => validUntilMs - nowMs)

    /** Renews the lease, more often while Redis does not answer. Ends when it may be another one's. */
    const lost = Effect.gen(function* () {
      let wait = renewed
      for (let left = yield* leftMs; left > 0; left = yield* leftMs) {
        yield* Effect.sleep(Duration.min(wait, Duration.millis(left)))
        if ((yield* leftMs) <= 0) return
        const sentMs = yield* monotonicMs
        const answer = yield* Effect.option(run(RENEW, lifeMs, text))
        if (Option.isSome(answer)) validUntilMs = answer.value === OWNED ? sentMs + validMs : sentMs
        wait = Option.isSome(answer) ? renewed : Duration.times(renewed, 1 / RENEWALS_WITHOUT_ANSWER)
      }
    })
    return {
      lost,
      holds: Effect.map(leftMs, (left) => left > 0),
      release: Effect.ignore(run(RELEASE, Duration.toMillis(rest)))
    }
  }

  const claim: Effect.Effect<Claim> = Effect.gen(function* () {
    const since = DateTime.formatIso(yield* DateTime.now)
    const atMs = yield* monotonicMs
    const text = JSON.stringify({ pid, host: hostname(), since } satisfies LeaseOwner)
    const answer = yield* run(CLAIM, lifeMs, text)
    if (answer === OWNED) return { is: "owned", ownership: ownershipFrom(atMs, text) } as const
    return typeof answer === "string"
      ? ({ is: "taken", owner: Option.getOrUndefined(decodeOwner(answer)) } as const)
      : UNKNOWN
  }).pipe(Effect.orElseSucceed(() => UNKNOWN))

  return { claim } satisfies Claims
})

/** How many times as often the lease is renewed while Redis does not answer. */
const RENEWALS_WITHOUT_ANSWER = 5

const UNKNOWN: Claim = { is: "unknown" }

const LeaseOwner = Owner.pick("pid", "host", "since")
type LeaseOwner = typeof LeaseOwner.Type
const decodeOwner = Schema.decodeUnknownOption(Schema.parseJson(LeaseOwner))

/** Redis returns this number if the lease is the caller's. */
const OWNED = 1

/** The lease is the text of its owner's id and of who that is. */
const HOLDER = `local holder = redis.call("GET", KEYS[1])
local mine = holder and string.sub(holder, 1, #ARGV[1]) == ARGV[1]`

/**
 * A Redis that has just started may have lost a lease. So nobody gets a new one until each lease of before is over or
 * renewed.
 */
const CLAIM = `${HOLDER}
if holder and not mine then return string.sub(holder, #ARGV[1] + 1) end
local uptime = tonumber(string.match(redis.call("INFO", "server"), "uptime_in_seconds:(%d+)"))
if not holder and uptime * 1000 < tonumber(ARGV[2]) then return 0 end
redis.call("SET", KEYS[1], ARGV[1] .. ARGV[3], "PX", ARGV[2])
return 1`

/** A lease that Redis has lost is renewed, too: nobody else has it. */
const RENEW = `${HOLDER}
if holder and not mine then return 0 end
redis.call("SET", KEYS[1], holder or (ARGV[1] .. ARGV[3]), "PX", ARGV[2])
return 1`

const RELEASE = `${HOLDER}
if mine and redis.call("PTTL", KEYS[1]) > tonumber(ARGV[2]) then redis.call("PEXPIRE", KEYS[1], ARGV[2]) end
return 1`
