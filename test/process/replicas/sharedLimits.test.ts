/** The limits of Discord in a real Redis. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Duration, Effect, Layer, Logger, Redacted, Schedule } from "effect"
import { Redis } from "ioredis"
import { SharedLimits } from "../../../src/discord/rate-limit/Limits.ts"
import type { InvalidCounts } from "../../../src/discord/rate-limit/LimitsStore.ts"
import { DiscordRateLimitError } from "../../../src/errors/DiscordMcpError.ts"
import * as Replicas from "../../../src/replicas/replicas.ts"
import {
  connect,
  ended,
  OTHER_CHANNEL,
  type Overrides,
  plain,
  read,
  reply,
  send,
  webhook
} from "../../discord/session.ts"
import { answer, bucket, limited, ok, type Step, script } from "../../discord/wire.ts"
import { hasRedis, missingRedis, startRedis } from "./redisServer.ts"

type RedisServer = Effect.Effect.Success<typeof startRedis>

/** A replica whose responses come from `step`. */
const replica = Effect.fnUntraced(function* (url: string, step: Step, overrides: Overrides = {}) {
  const stores = yield* Layer.build(
    Layer.provide(Replicas.layer({ url: Redacted.make(url), prefix: "test:" }), Logger.remove(Logger.defaultLogger))
  )
  const limits = Context.get(stores, SharedLimits)
  const { call, sent } = yield* connect(step, { retryEnabled: false, rateLimitMaxWaitMs: 0, ...overrides }).pipe(
    Effect.provideService(SharedLimits, limits)
  )
  return { limits, sent, call: (request: Parameters<typeof call>[0]) => Effect.map(Effect.exit(call(request)), ended) }
})

/** The answer of a store that cannot be reached. */
const unavailable: Effect.Effect<InvalidCounts | undefined> = Effect.succeed(undefined)

/** All keys and values of a Redis. */
const contents = (url: string) =>
  Effect.acquireUseRelease(
    Effect.sync(() => new Redis(url)),
    (redis) =>
      Effect.gen(function* () {
        const keys = yield* Effect.promise(() => redis.keys("*"))
        const values = yield* Effect.forEach(keys, (key) =>
          Effect.flatMap(
            Effect.promise(() => redis.type(key)),
            (type) =>
              Effect.promise(
                (): Promise<unknown> =>
                  type === "hash" ? redis.hgetall(key) : type === "zset" ? redis.zrange(key, 0, -1) : redis.get(key)
              )
          )
        )
        const lives = yield* Effect.forEach(keys, (key) => Effect.promise(() => redis.pttl(key)))
        return { text: JSON.stringify([keys, values]), lives }
      }),
    (redis) => Effect.sync(() => redis.disconnect())
  )

const rejection = (outcome: unknown) => {
  const { retry_after_ms, ...facts } = Object(outcome)
  return { facts, retryAfterMs: Number(retry_after_ms) }
}

const heldBack = (scope: "user" | "global" | "shared") =>
  rejection(plain(new DiscordRateLimitError({ retry_after_ms: 0, scope, sent: false }))).facts

describe.skipIf(!hasRedis)(`the limits of Discord in one Redis${missingRedis}`, () => {
  it.scopedLive("hold a call for a bucket that another replica has emptied, by its name or by its route", () =>
    Effect.gen(function* () {
      const { url } = yield* startRedis
      const empty = answer(200, { id: "1" }, bucket(5, 0, 60))
      const [one, two] = [yield* replica(url, empty), yield* replica(url, empty)]
      assert.deepStrictEqual(yield* one.call(send()), reply())
      const { facts, retryAfterMs } = rejection(yield* two.call(send()))
      assert.deepStrictEqual(facts, heldBack("user"))
      assert.isAtMost(retryAfterMs, 61_000)
      assert.isAbove(retryAfterMs, 30_000)
      assert.deepStrictEqual(yield* two.call(send("hello", OTHER_CHANNEL)), reply())
    })
  )

  for (const [event, lose] of Object.entries({
    "loses its data": ({ url }: RedisServer) =>
      Effect.acquireUseRelease(
        Effect.sync(() => new Redis(url)),
        (redis) => Effect.promise(() => redis.flushall()),
        (redis) => Effect.sync(() => redis.disconnect())
      ),
    "restarts without its data": ({ kill, start }: RedisServer) => Effect.zipRight(kill, start),
    "is unavailable": ({ kill }: RedisServer) => kill
  })) {
    it.scopedLive(`hold a call for a bucket that this process has emptied when Redis ${event}`, () =>
      Effect.gen(function* () {
        const redis = yield* startRedis
        const { call, limits, sent } = yield* replica(redis.url, answer(200, { id: "1" }, bucket(5, 0, 3)), {
          rateLimitMaxWaitMs: 10_000
        })
        assert.deepStrictEqual(yield* call(send()), reply())
        yield* lose(redis)
        if (event !== "is unavailable") {
          yield* Effect.repeat(limits?.countInvalid(0, undefined) ?? unavailable, {
            until: (count) => count !== undefined,
            schedule: Schedule.spaced("50 millis")
          })
        }
        assert.deepStrictEqual(yield* call(send()), reply())
        const [first, second] = sent
        assert.isAtLeast(Number(second?.at) - Number(first?.at), 3000)
      })
    )
  }

  it.scopedLive("use the bucket that the last response names", () =>
    Effect.gen(function* () {
      const { url } = yield* startRedis
      const renamed = script(
        answer(200, { id: "1" }, bucket(5, 4, 30)),
        answer(200, { id: "1" }, bucket(5, 0, 30, "b2"))
      )
      const [one, two] = [yield* replica(url, renamed), yield* replica(url, ok)]
      for (const _ of [1, 2]) assert.deepStrictEqual(yield* one.call(send()), reply())
      assert.deepStrictEqual(rejection(yield* two.call(send())).facts, heldBack("user"))
      assert.lengthOf(two.sent, 0)
    })
  )

  const blocks = {
    user: limited(30, "user", bucket(5, 3, 1)),
    shared: limited(30, "shared"),
    global: limited(30, "global", { "x-ratelimit-global": "true" })
  }
  for (const scope of ["user", "shared", "global"] as const) {
    it.scopedLive(`hold a call after a 429 that another replica got: ${scope}`, () =>
      Effect.gen(function* () {
        const { url } = yield* startRedis
        const [one, two] = [yield* replica(url, blocks[scope]), yield* replica(url, ok)]
        yield* one.call(read())
        const { facts, retryAfterMs } = rejection(yield* two.call(read()))
        assert.deepStrictEqual(facts, heldBack(scope))
        assert.isAtMost(retryAfterMs, 30_000)
        assert.isAbove(retryAfterMs, 15_000)
        const other = yield* two.call(read(OTHER_CHANNEL))
        assert.deepStrictEqual(
          scope === "global" ? rejection(other).facts : other,
          scope === "global" ? facts : reply()
        )
      })
    )
  }

  it.scopedLive("count the requests of all replicas against the global limit", () =>
    Effect.gen(function* () {
      const few: Overrides = { globalRequestsPerSecond: 4 }
      const sixCalls = Effect.gen(function* () {
        const { url } = yield* startRedis
        const [one, two] = [yield* replica(url, ok, few), yield* replica(url, ok, few)]
        return yield* Effect.timed(Effect.forEach([one, two, one, two, one, two], ({ call }) => call(read())))
      })
      // A second later more calls are allowed, so calls that a busy machine delays show nothing.
      const [, outcomes] = yield* Effect.repeat(sixCalls, { until: ([took]) => Duration.lessThan(took, "900 millis") })
      const held = outcomes.map(rejection).filter(({ facts }) => facts._tag !== undefined)
      assert.deepStrictEqual(
        held.map(({ facts }) => facts),
        [heldBack("global"), heldBack("global")]
      )
      for (const { retryAfterMs } of held) assert.isAtMost(retryAfterMs, 1000)
    })
  )

  it.scopedLive("count invalid requests of all replicas", () =>
    Effect.gen(function* () {
      const { url } = yield* startRedis
      const [one, two] = [yield* replica(url, ok), yield* replica(url, ok)]
      const counts = yield* Effect.forEach(
        Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? one : two)),
        ({ limits }, at) => limits?.countInvalid(1, at < 30 ? "a" : "b") ?? unavailable,
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        counts.map((count) => count?.all).toSorted((a, b) => Number(a) - Number(b)),
        Array.from({ length: 100 }, (_, at) => at + 1)
      )
      assert.deepStrictEqual(yield* two.limits?.countInvalid(0, "a") ?? unavailable, { all: 100, own: 30 })
    })
  )

  it.scopedLive("hold no id and no token, and expire", () =>
    Effect.gen(function* () {
      const { url } = yield* startRedis
      const { call, limits } = yield* replica(url, answer(200, { id: "1" }, bucket(5, 4, 10)))
      for (const request of [send(), read(), webhook]) yield* call(request)
      yield* limits?.countInvalid(1, "a") ?? unavailable
      const { lives, text } = yield* contents(url)
      assert.include(text, "POST /channels/:id/messages")
      for (const secret of ["111111111111111111", "666666666666666666", "secret", "hello"]) {
        assert.notInclude(text, secret)
      }
      for (const life of lives) assert.isAbove(life, 0)
    })
  )
})
