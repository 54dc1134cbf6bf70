/** Leases in Redis, each of which one replica has at a time and renews: of the gateway, and of the plan of a guild. */
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
} from "../live/connection/Ownership.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { secureToken } from "../text/secureToken.ts"
import { isBusy, make as makeRunningPlans, RunningPlans } from "../tools/RunningPlans.ts"
import { Redis } from "./Redis.ts"

/** The times of a lease. */
export interface LeaseTimes {
  /** How long a lease lives that is not renewed. */
  readonly life: Duration.Duration
  /** How often its owner renews it. */
  readonly renewed: Duration.Duration
  /** How long before its end the owner gives it up, so that what it does ends in time. */
  readonly givenUp: Duration.Duration
  /** How long the lease stays after its owner has released it. */
  readonly rest: Duration.Duration
  /** How long after the start of Redis nobody gets a new lease: Redis may have lost one. */
  readonly afterStart: Duration.Duration
}

const gatewayTimes: LeaseTimes = {
  life: SILENCE,
  renewed: BEAT,
  givenUp: Duration.seconds(3),
  // Two IDENTIFY are so far apart.
  rest: Duration.seconds(5),
  afterStart: SILENCE
}

/**
 * Decides which replica owns the bot's connection to the gateway, by a lease that the owner renews. While Redis is
 * unavailable, nobody gets it, and an owner that cannot renew it gives it up.
 */
export const gatewayLayer = (pid: number, times = gatewayTimes): Layer.Layer<never, never, Redis> =>
  Layer.effect(ReplicaClaims, claims(pid, times))

const claims = Effect.fnUntraced(function* (pid: number, times: LeaseTimes) {
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

const planTimes: LeaseTimes = {
  life: SILENCE,
  renewed: BEAT,
  givenUp: Duration.zero,
  rest: Duration.zero,
  afterStart: Duration.zero
}

/**
 * Keeps plans of other replicas from a guild, by a lease for each guild. While Redis is unavailable, each replica sees
 * only its own.
 */
export const plansLayer = (times = planTimes): Layer.Layer<RunningPlans, never, Redis> =>
  Layer.effect(
    RunningPlans,
    Effect.gen(function* () {
      const redis = yield* Redis
      const id = yield* secureToken
      const own = yield* makeRunningPlans
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

/** A lease: its key in Redis, the id of the replica, and what others read while the replica has the lease. */
interface Lease {
  readonly key: string
  readonly id: string
  readonly text: string
  readonly times: LeaseTimes
}

/** The result of an attempt to get a lease: it is owned, another replica has it, or nobody can say who has it. */
type LeaseClaim =
  | { readonly is: "owned"; readonly ownership: Ownership }
  | { readonly is: "taken"; readonly text: string }
  | { readonly is: "unknown" }

/** Gets a lease that nobody else has. While Redis is unavailable, nobody gets it, and an owner gives it up at its end. */
const claim = Effect.fnUntraced(function* (redis: Redis["Type"], lease: Lease) {
  const atMs = yield* monotonicMs
  const { afterStart, life } = lease.times
  const times = [Duration.toMillis(life), lease.text, Duration.toMillis(afterStart)]
  const answer = yield* Effect.option(runOf(redis, lease)(CLAIM, ...times))
  const result: LeaseClaim = Option.contains(answer, OWNED)
    ? { is: "owned", ownership: ownershipFrom(atMs, redis, lease) }
    : Option.isSome(answer) && typeof answer.value === "string"
      ? { is: "taken", text: answer.value }
      : { is: "unknown" }
  return result
})

const runOf =
  (redis: Redis["Type"], { id, key }: Lease) =>
  (lua: string, ...args: ReadonlyArray<string | number>) =>
    redis.run({ lua, keys: [key], args: [id, ...args] })

/** Owns the lease that was taken at a time, which is not after its time in Redis. */
const ownershipFrom = (atMs: number, redis: Redis["Type"], lease: Lease): Ownership => {
  const { givenUp, life, renewed, rest } = lease.times
  const run = runOf(redis, lease)
  const lifeMs = Duration.toMillis(life)
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
      const answer = yield* Effect.option(run(RENEW, lifeMs, lease.text))
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

/** How many times as often the lease is renewed while Redis does not answer. */
const RENEWALS_WITHOUT_ANSWER = 5

/** Redis returns this number if the lease is the caller's. */
const OWNED = 1

/** The lease is the id of its owner and the text for others. */
const HOLDER = `local holder = redis.call("GET", KEYS[1])
local mine = holder and string.sub(holder, 1, #ARGV[1]) == ARGV[1]`

/** Until some time after the start of Redis, each lease of before is renewed or over. */
const CLAIM = `${HOLDER}
if holder and not mine then return string.sub(holder, #ARGV[1] + 1) end
local uptime = tonumber(string.match(redis.call("INFO", "server"), "uptime_in_seconds:(%d+)"))
if not holder and uptime * 1000 < tonumber(ARGV[4]) then return 0 end
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
