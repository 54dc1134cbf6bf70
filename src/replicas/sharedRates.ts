/** The request rates of clients in Redis. */
import * as RateLimiter from "@effect/experimental/RateLimiter"
import { Duration, Effect, Layer } from "effect"
import * as MemoryRates from "./memoryRates.ts"
import { Redis } from "./Redis.ts"

/**
 * Counts requests in Redis, by the clock of Redis. While Redis is unavailable, counts them in the
 * memory of this process.
 */
export const layer: Layer.Layer<RateLimiter.RateLimiterStore, never, Redis> = Layer.effect(
  RateLimiter.RateLimiterStore,
  Effect.gen(function* () {
    const redis = yield* Redis
    const own = yield* RateLimiter.RateLimiterStore
    return {
      // `ClientRates` uses token buckets only.
      fixedWindow: own.fixedWindow,
      tokenBucket: (options) =>
        redis
          .run({
            lua: TOKEN_BUCKET,
            keys: [`rate:${options.key}`],
            args: [
              options.tokens,
              Duration.toMillis(options.refillRate),
              options.limit,
              options.allowOverflow ? "overflow" : ""
            ]
          })
          .pipe(
            Effect.map(Number),
            Effect.orElse(() => own.tokenBucket(options))
          )
    } satisfies RateLimiter.RateLimiterStore["Type"]
  })
).pipe(Layer.provide(MemoryRates.layer))

/** A full bucket is deleted. */
const TOKEN_BUCKET = `
local tokens, refill, limit = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000
local saved = redis.call("HMGET", KEYS[1], "left", "at")
local passed = math.max(0, now - (tonumber(saved[2]) or now))
local left = math.min(limit, (tonumber(saved[1]) or limit) + passed / refill)
local after = left - tokens
if after >= 0 or ARGV[4] == "overflow" then left = after end
redis.call("HSET", KEYS[1], "left", tostring(left), "at", string.format("%.3f", now))
redis.call("PEXPIRE", KEYS[1], math.ceil((limit - left) * refill) + 1000)
return math.floor(after)`
