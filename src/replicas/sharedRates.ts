/** The request rates of clients in Redis. */
import * as RateLimiter from "@effect/experimental/RateLimiter"
import { Duration, Effect, Layer } from "effect"
import * as MemoryRates from "./memoryRates.ts"
import { Redis } from "./Redis.ts"

/**
 * Counts requests in the memory of this process, and in Redis by its clock. The lower number of tokens
 * counts. So a Redis without its data, or an unavailable one, does not give a client a full bucket.
 */
export const layer: Layer.Layer<RateLimiter.RateLimiterStore, never, Redis> = Layer.effect(
  RateLimiter.RateLimiterStore,
  Effect.gen(function* () {
    const redis = yield* Redis
    const own = yield* RateLimiter.RateLimiterStore
    return {
      // `ClientRates` uses token buckets only.
      fixedWindow: own.fixedWindow,
      tokenBucket: Effect.fnUntraced(function* (options) {
        const left = yield* own.tokenBucket(options)
        // Redis does not count a request that is rejected here.
        if (left < 0) return left
        return yield* redis
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
            Effect.map((shared) => Math.min(left, Number(shared))),
            Effect.orElseSucceed(() => left)
          )
      })
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
