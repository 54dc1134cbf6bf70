/**
 * What we believe about one rate-limit bucket: pure, times in monotonic
 * milliseconds. Doubts are settled against ourselves: a call held back a moment
 * too long costs little, a 429 costs trust.
 */
import type { RateLimitHeaders } from "./RateLimitHeaders.ts"
import { noTrips, type Trips, travelled, uncertaintyMs } from "./Trips.ts"

/** A bucket as far as it is known. `window` counts its windows: whatever the headers say is left is left of one of them. */
export interface Bucket {
  /** `undefined`: nothing is known yet; infinite: Discord does not limit it. */
  readonly limit: number | undefined
  /** What is left of this window, with everything in flight already taken off. */
  readonly remaining: number
  readonly inFlight: number
  /** Between which moments this window ends; `undefined` until an answer says so. */
  readonly end: Span | undefined
  /** After a 429: nothing may leave before. */
  readonly closedUntil: number
  readonly windowMs: number
  readonly window: number
  readonly lastSentAt: number
  readonly trips: Trips
}

/** A moment known up to the travel of the answer that told it. */
interface Span {
  readonly earliest: number
  readonly latest: number
}

/** A request on its way. */
export interface Ticket {
  readonly window: number
  readonly sentAt: number
}

/** A bucket nobody has sent to. */
export const unknown: Bucket = {
  limit: undefined,
  remaining: 0,
  inFlight: 0,
  end: undefined,
  closedUntil: Number.NEGATIVE_INFINITY,
  windowMs: 0,
  window: 0,
  lastSentAt: Number.NEGATIVE_INFINITY,
  trips: noTrips
}

/** Where only an answer can tell more, this much silence longer than a window is waited for it, lest a hung call hold up all others. */
const PATIENCE_MS = 1000

/** Discord rounds its times; a window is over when it is surely over. */
const SLACK_MS = 5

/**
 * The bucket as it stands at `now`. A window whose time is up is refilled, except
 * for what is still in flight: nobody knows in which window Discord counts that.
 */
export const at = (bucket: Bucket, now: number): Bucket =>
  bucket.limit !== undefined && bucket.end !== undefined && now >= bucket.end.latest
    ? { ...bucket, remaining: bucket.limit - bucket.inFlight, end: undefined, window: bucket.window + 1 }
    : bucket

/** How long the next call must wait. */
export const waitMs = (bucket: Bucket, now: number): number => {
  const shut = Math.max(0, bucket.closedUntil - now)
  if (bucket.remaining > 0) return shut
  if (bucket.end !== undefined) return Math.max(shut, bucket.end.latest - now)
  return bucket.inFlight === 0 ? shut : Math.max(shut, bucket.lastSentAt + bucket.windowMs + PATIENCE_MS - now)
}

/** How long a call behind `ahead` others will have to wait, as far as can be told. */
export const projectedWaitMs = (bucket: Bucket, now: number, ahead: number): number => {
  const shut = Math.max(0, bucket.closedUntil - now)
  if (bucket.limit === undefined || bucket.end === undefined || ahead < bucket.remaining) return shut
  const windows = Math.floor((ahead - Math.max(0, bucket.remaining)) / Math.max(1, bucket.limit))
  return Math.max(shut, bucket.end.latest - now + windows * bucket.windowMs)
}

/** A request leaves. */
export const charge = (bucket: Bucket, now: number): Bucket => ({
  ...bucket,
  remaining: bucket.limit === undefined ? 0 : bucket.remaining - 1,
  inFlight: bucket.inFlight + 1,
  lastSentAt: now
})

/** A request has ended, however it ended. */
export const settle = (bucket: Bucket): Bucket => ({ ...bucket, inFlight: Math.max(0, bucket.inFlight - 1) })

/** An answer without the headers of a bucket: Discord does not limit this one, as far as is known. */
export const unlimited = (bucket: Bucket): Bucket =>
  bucket.limit === undefined
    ? { ...bucket, limit: Number.POSITIVE_INFINITY, remaining: Number.POSITIVE_INFINITY }
    : bucket

/** What the headers of an answer tell. `own`: its request was charged here, and not before the bucket had its name. */
export const learn = (bucket: Bucket, ticket: Ticket, own: boolean, headers: RateLimitHeaders, now: number): Bucket => {
  const windowMs = Math.max(bucket.windowMs, headers.resetAfterMs)
  const trips = travelled(bucket.trips, now - ticket.sentAt)
  // The answer was written some time between the request's leaving and its own arrival.
  const earliest = ticket.sentAt + headers.resetAfterMs
  const measured = {
    earliest: earliest - SLACK_MS,
    latest: earliest + uncertaintyMs(trips, now - ticket.sentAt) + SLACK_MS
  }
  const end = bucket.end === undefined ? measured : merge(bucket.end, measured, windowMs)
  const known = { ...bucket, limit: headers.limit, end, windowMs, trips }
  if (bucket.limit === undefined || bucket.limit === Number.POSITIVE_INFINITY) {
    return { ...known, remaining: Math.min(headers.remaining, headers.limit) - bucket.inFlight }
  }
  if (!own) return { ...known, remaining: Math.min(bucket.remaining, headers.remaining - bucket.inFlight) }
  return ticket.window === bucket.window
    ? { ...known, remaining: Math.min(bucket.remaining, headers.remaining) }
    : known
}

/** Discord has said 429. How long it asks to wait is its last word about the window, whatever was measured before. */
export const exhaust = (bucket: Bucket, now: number, retryAfterMs: number): Bucket => {
  const closedUntil = Math.max(bucket.closedUntil, now + retryAfterMs + SLACK_MS)
  return {
    ...bucket,
    remaining: Math.min(bucket.remaining, 0),
    closedUntil,
    end: bucket.end && { earliest: closedUntil - 2 * SLACK_MS, latest: closedUntil }
  }
}

/**
 * Two windows end at least a window's length apart. Two measurements closer than
 * that are of one end, and together more exact; of any other two the later holds,
 * so that no window is taken for over that a counted request still belongs to.
 */
const merge = (known: Span, measured: Span, windowMs: number): Span => {
  const earliest = Math.max(known.earliest, measured.earliest)
  const same = measured.latest - known.earliest < windowMs && known.latest - measured.earliest < windowMs
  return same
    ? { earliest, latest: Math.max(earliest, Math.min(known.latest, measured.latest)) }
    : { earliest, latest: Math.max(known.latest, measured.latest) }
}
