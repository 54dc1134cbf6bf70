import { Schema } from "effect"
import { Algorithm } from "./BucketCounter.ts"

/** What Discord leaves open about rate limits and the network, so that tests vary it. */
export const Conditions = Schema.Struct({
  /** How buckets count and refill. The limit over all routes is always a window. */
  algorithm: Algorithm,
  /** When rate-limit headers are made: as the request is counted, or as its response leaves. */
  stamp: Schema.Literal("arrival", "departure"),
  /** Milliseconds from a request to its response: one half passes before the request is counted, the other one after. */
  latency_ms: Schema.Int.pipe(Schema.between(0, 60_000)),
  /** Up to so many milliseconds more in each half, at random: responses overtake each other. */
  jitter_ms: Schema.Int.pipe(Schema.between(0, 60_000))
})
export type Conditions = typeof Conditions.Type

/** A window that starts with its first request, and no latency. */
export const defaults: Conditions = { algorithm: "window", stamp: "arrival", latency_ms: 0, jitter_ms: 0 }
