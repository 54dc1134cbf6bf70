import { Schema } from "effect"

/**
 * How a bucket counts and refills. Discord does not document its algorithm, so tests use each of these.
 *
 * - `window`: a fixed window that starts with its first request
 * - `aligned_window`: consecutive fixed windows
 * - `sliding_window`: each request counts for one window; `Reset-After` is the time until the oldest request expires
 * - `refill`: a token bucket that gains one token per interval; `Reset-After` is the time until it is full
 * - `refill_unit`: the same bucket; `Reset-After` is the time until the next token
 */
export const Algorithm = Schema.Literal("window", "aligned_window", "sliding_window", "refill", "refill_unit")
export type Algorithm = typeof Algorithm.Type

/** Requests per window. A token bucket refills completely within one window. */
export interface Limit {
  readonly limit: number
  readonly windowMs: number
}

/** The state of a bucket at one moment. */
interface BucketState {
  readonly remaining: number
  /** The value of `Reset-After`. */
  readonly resetMs: number
  /** The time until the bucket admits another request. */
  readonly retryMs: number
}

/** Counts the requests of one bucket. Times are in milliseconds. */
export interface BucketCounter {
  /** Counts a request. Returns `false` without counting if the bucket is empty. */
  readonly take: (nowMs: number) => boolean
  readonly state: (nowMs: number) => BucketState
  /** Returns whether the bucket has no requests to count. */
  readonly isFull: (nowMs: number) => boolean
}

/** Creates a full bucket. */
export const make = (algorithm: Algorithm, limit: Limit): BucketCounter => {
  switch (algorithm) {
    case "window":
      return fixedWindow(limit, (nowMs) => nowMs)
    case "aligned_window":
      return fixedWindow(limit, (nowMs) => nowMs - (nowMs % limit.windowMs))
    case "sliding_window":
      return slidingWindow(limit)
    case "refill":
      return tokenBucket(limit, ({ untilFullMs }) => untilFullMs)
    case "refill_unit":
      return tokenBucket(limit, ({ untilNextMs }) => untilNextMs)
  }
}

const fixedWindow = ({ limit, windowMs }: Limit, startOf: (nowMs: number) => number): BucketCounter => {
  let startMs = Number.NEGATIVE_INFINITY
  let used = 0
  const isOver = (nowMs: number) => nowMs - startMs >= windowMs
  return {
    take: (nowMs) => {
      if (isOver(nowMs)) {
        startMs = startOf(nowMs)
        used = 0
      }
      if (used >= limit) return false
      used++
      return true
    },
    state: (nowMs) => {
      if (isOver(nowMs)) return { remaining: limit, resetMs: startOf(nowMs) + windowMs - nowMs, retryMs: 0 }
      const resetMs = startMs + windowMs - nowMs
      return { remaining: limit - used, resetMs, retryMs: used < limit ? 0 : resetMs }
    },
    isFull: isOver
  }
}

const slidingWindow = ({ limit, windowMs }: Limit): BucketCounter => {
  let taken: ReadonlyArray<number> = []
  const within = (nowMs: number) => taken.filter((at) => nowMs - at < windowMs)
  return {
    take: (nowMs) => {
      taken = within(nowMs)
      if (taken.length >= limit) return false
      taken = [...taken, nowMs]
      return true
    },
    state: (nowMs) => {
      const counted = within(nowMs)
      const resetMs = counted[0] === undefined ? windowMs : counted[0] + windowMs - nowMs
      return { remaining: limit - counted.length, resetMs, retryMs: counted.length < limit ? 0 : resetMs }
    },
    isFull: (nowMs) => within(nowMs).length === 0
  }
}

const tokenBucket = (
  { limit, windowMs }: Limit,
  resetOf: (times: { readonly untilFullMs: number; readonly untilNextMs: number }) => number
): BucketCounter => {
  const intervalMs = windowMs / limit
  /** The time at which the bucket is full. */
  let fullAt = Number.NEGATIVE_INFINITY
  const missing = (nowMs: number) => Math.max(0, fullAt - nowMs) / intervalMs
  const state = (nowMs: number): BucketState => {
    const units = limit - missing(nowMs)
    const remaining = Math.floor(units + ROUNDING)
    const untilNextMs = remaining >= limit ? 0 : (remaining + 1 - units) * intervalMs
    return {
      remaining,
      resetMs: resetOf({ untilFullMs: Math.max(0, fullAt - nowMs), untilNextMs }),
      retryMs: remaining > 0 ? 0 : untilNextMs
    }
  }
  return {
    take: (nowMs) => {
      if (state(nowMs).remaining === 0) return false
      fullAt = Math.max(fullAt, nowMs) + intervalMs
      return true
    },
    state,
    isFull: (nowMs) => fullAt <= nowMs
  }
}

/** Tolerance for floating-point errors, in tokens. */
const ROUNDING = 1e-9

/** Properties of rate limits and network that Discord does not document. Tests vary them. */
export const Conditions = Schema.Struct({
  /** How buckets count and refill. The global limit always uses a window. */
  algorithm: Algorithm,
  /** When rate-limit headers are computed: when the request is counted, or when its response leaves. */
  stamp: Schema.Literal("arrival", "departure"),
  /** Milliseconds from request to response. Half of it passes before the request is counted, half after. */
  latency_ms: Schema.Int.pipe(Schema.between(0, 60_000)),
  /** A random delay of up to this many milliseconds is added to each half. Responses can overtake each other. */
  jitter_ms: Schema.Int.pipe(Schema.between(0, 60_000)),
  /** Whether lists that have no order come in another order with each reply. Default false. */
  shuffle: Schema.optional(Schema.Boolean)
})
export type Conditions = typeof Conditions.Type

/** A window that starts with its first request, without latency. */
export const defaults: Conditions = { algorithm: "window", stamp: "arrival", latency_ms: 0, jitter_ms: 0 }
