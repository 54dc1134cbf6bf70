/** Replicas that apply blueprints to a guild, one at a time, by a lease in a real Redis. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Duration, Effect, Layer, Logger, Redacted } from "effect"
import { type LeaseTimes, plansLayer } from "../../../src/replicas/lease.ts"
import * as Redis from "../../../src/replicas/Redis.ts"
import { monotonicMs } from "../../../src/telemetry/monotonic.ts"
import { RunningPlans } from "../../../src/tools/RunningPlans.ts"
import { hasRedis, missingRedis, startRedis } from "./redisServer.ts"

/** Shorter than in production, by the same rules. */
const times: LeaseTimes = {
  life: Duration.millis(1500),
  renewed: Duration.millis(200),
  givenUp: Duration.zero,
  rest: Duration.zero,
  afterStart: Duration.zero
}

const [GUILD, OTHER] = ["111111111111111111", "222222222222222222"] as const

/** A replica with its own connection, which begins plans of guilds that it reads now. */
const replica = Effect.fnUntraced(function* (url: string) {
  const layer = plansLayer(times).pipe(
    Layer.provide(Redis.layer({ url: Redacted.make(url), prefix: "test:" })),
    Layer.provide(Logger.remove(Logger.defaultLogger))
  )
  const { begin } = Context.get(yield* Layer.build(layer), RunningPlans)
  return (guild: string) =>
    Effect.catchAll(
      Effect.flatMap(monotonicMs, (nowMs) => begin(guild, nowMs)),
      ({ scope }) => Effect.succeed(scope)
    )
})

describe.skipIf(!hasRedis)(`plans of one guild at several replicas${missingRedis}`, () => {
  it.scopedLive("run one at a time, however long, and each reads the guild again", () =>
    Effect.gen(function* () {
      const { url } = yield* startRedis
      const [one, two] = [yield* replica(url), yield* replica(url)]
      yield* Effect.gen(function* () {
        assert.isTrue(yield* one(GUILD))
        const startMs = yield* monotonicMs
        while ((yield* monotonicMs) - startMs < 1.5 * Duration.toMillis(times.life)) {
          for (const begin of [one, two]) assert.strictEqual(yield* Effect.scoped(begin(GUILD)), "guild")
          yield* Effect.sleep("50 millis")
        }
        assert.isTrue(yield* Effect.scoped(two(OTHER)))
      }).pipe(Effect.scoped)
      for (const begin of [two, one, two]) assert.isTrue(yield* Effect.scoped(begin(GUILD)))
    })
  )

  it.scopedLive("are seen only of the own process while Redis is unavailable", () =>
    Effect.gen(function* () {
      const redis = yield* startRedis
      const [one, two] = [yield* replica(redis.url), yield* replica(redis.url)]
      yield* redis.kill
      assert.isTrue(yield* one(GUILD))
      assert.strictEqual(yield* Effect.scoped(one(GUILD)), "guild")
      assert.isTrue(yield* Effect.scoped(two(GUILD)))
    })
  )
})
