/**
 * What we believe about one rate-limit bucket: pure, times in monotonic
 * milliseconds. Doubts are settled against ourselves: a call held back a moment
 * too long costs little, a 429 costs trust.
 */
import type { RateLimitHeaders } from "./RateLimitHeaders.ts"

/** A bucket. `window` counts its windows: an answer speaks only for the window its request was sent in. */
export interface Bucket {
  /** `undefined`: nothing is known yet; infinite: Discord does not limit it. */
  readonly limit: number | undefined
  /** What is left of this window, with everything in flight already taken off. */
  readonly remaining: number
  readonly inFlight: number
  /** When this window ends; `undefined` until an answer of this window says so. */
  readonly resetAt: number | undefined
  readonly windowMs: number
  readonly window: number
  /** When the last request left. */
  readonly lastSentAt: number
}

/** A bucket nobody has sent to. */
export const unknown: Bucket = {
  limit: undefined,
  remaining: 0,
  inFlight: 0,
  resetAt: undefined,
  windowMs: 0,
  window: 0,
  lastSentAt: Number.NEGATIVE_INFINITY
}

/** A first call that stays unanswered holds the next one back no longer than this. */
const FIRST_ANSWER_PATIENCE_MS = 1000

/** Discord rounds its times; a window is over when it is surely over. */
const SLACK_MS = 5

/** The bucket as it stands at `now`: a window whose time is up has been refilled. */
export const at = (bucket: Bucket, now: number): Bucket =>
  bucket.limit !== undefined && bucket.resetAt !== undefined && now >= bucket.resetAt
    ? { ...bucket, remaining: bucket.limit - bucket.inFlight, resetAt: undefined, window: bucket.window + 1 }
    : bucket

/** How long the next call must wait: zero, some milliseconds, or until an answer tells more (infinite). */
export const waitMs = (bucket: Bucket, now: number): number => {
  if (bucket.limit === undefined) {
    return bucket.inFlight === 0 ? 0 : Math.max(0, bucket.lastSentAt + FIRST_ANSWER_PATIENCE_MS - now)
  }
  if (bucket.remaining > 0) return 0
  if (bucket.resetAt !== undefined) return bucket.resetAt - now
  return bucket.inFlight > 0 ? Number.POSITIVE_INFINITY : 0
}

/** How long a call behind `ahead` others will have to wait, as far as can be told. */
export const projectedWaitMs = (bucket: Bucket, now: number, ahead: number): number => {
  if (bucket.limit === undefined || bucket.resetAt === undefined || ahead < bucket.remaining) return 0
  const windows = Math.floor((ahead - Math.max(0, bucket.remaining)) / Math.max(1, bucket.limit))
  return bucket.resetAt - now + windows * bucket.windowMs
}

/** A request leaves. */
export const charge = (bucket: Bucket, now: number): Bucket => ({
  ...bucket,
  remaining: bucket.limit === undefined ? 0 : bucket.remaining - 1,
  inFlight: bucket.inFlight + 1,
  lastSentAt: now
})

/** A request of `window` has ended; `headers` are its answer's, if there was one. */
export const settle = (
  bucket: Bucket,
  window: number,
  headers: RateLimitHeaders | "unlimited" | undefined,
  now: number
): Bucket => {
  const rest = { ...bucket, inFlight: Math.max(0, bucket.inFlight - 1) }
  if (headers === undefined) return rest
  if (headers === "unlimited") {
    return rest.limit === undefined ? { ...rest, limit: Number.POSITIVE_INFINITY, remaining: Number.POSITIVE_INFINITY } : rest
  }
  const resetAt = now + headers.resetAfterMs + SLACK_MS
  const windowMs = Math.max(rest.limit === undefined ? 0 : rest.windowMs, headers.resetAfterMs)
  if (rest.limit === undefined || rest.limit === Number.POSITIVE_INFINITY) {
    const remaining = Math.min(headers.remaining, headers.limit) - rest.inFlight
    return { ...rest, limit: headers.limit, remaining, resetAt, windowMs }
  }
  if (window !== rest.window) return { ...rest, limit: headers.limit }
  return {
    ...rest,
    limit: headers.limit,
    remaining: Math.min(rest.remaining, headers.remaining),
    resetAt: mergeReset(rest.resetAt, resetAt, windowMs),
    windowMs
  }
}

/** Discord has said 429: nothing is left for that long. */
export const exhaust = (bucket: Bucket, now: number, retryAfterMs: number): Bucket => ({
  ...bucket,
  limit: bucket.limit === undefined ? 1 : bucket.limit,
  remaining: 0,
  resetAt: Math.max(bucket.resetAt ?? 0, now + retryAfterMs + SLACK_MS),
  windowMs: Math.max(bucket.windowMs, retryAfterMs)
})

/**
 * Every answer measures the same end of the window, each a little late by its
 * own travel: the earliest is nearest. One that is much later is another window.
 */
const mergeReset = (known: number | undefined, measured: number, windowMs: number): number =>
  known === undefined || measured > known + Math.min(500, windowMs / 2) ? measured : Math.min(known, measured)
