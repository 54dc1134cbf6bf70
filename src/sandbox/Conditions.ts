import { Schema } from "effect"
import { Algorithm } from "./BucketCounter.ts"

/** Properties of rate limits and network that Discord does not document. Tests vary them. */
export const Conditions = Schema.Struct({
  /** How buckets count and refill. The global limit always uses a window. */
  algorithm: Algorithm,
  /** When rate-limit headers are computed: when the request is counted, or when its response leaves. */
  stamp: Schema.Literal("arrival", "departure"),
  /** Milliseconds from request to response. Half of it passes before the request is counted, half after. */
  latency_ms: Schema.Int.pipe(Schema.between(0, 60_000)),
  /** A random delay of up to this many milliseconds is added to each half. Responses can overtake each other. */
  jitter_ms: Schema.Int.pipe(Schema.between(0, 60_000))
})
export type Conditions = typeof Conditions.Type

/** A window that starts with its first request, without latency. */
export const defaults: Conditions = { algorithm: "window", stamp: "arrival", latency_ms: 0, jitter_ms: 0 }
