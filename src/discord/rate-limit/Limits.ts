/** Discord's limits: what they allow now, and what the responses say about them. */
import { Context, Effect } from "effect"
import { BoundedMap } from "../../resilience/BoundedMap.ts"
import { monotonicMs } from "../../telemetry/monotonic.ts"
import { Bucket, type BucketOutcome, InFlight, type RateLimitHeaders, type SentRequest } from "./Bucket.ts"
import type { LimitsStore, RouteBlockScope } from "./LimitsStore.ts"

/** The key by which Discord counts a request. */
export interface RateLimitKey {
  /** Method and route without ids, such as `POST /channels/:id/messages`. */
  readonly template: string
  /** The id of the channel, guild or webhook (Discord's top-level resource). */
  readonly major: string
  /** Both as one text. */
  readonly id: string
  /** Whether the global limit counts the request. It does not count interaction callbacks. */
  readonly global: boolean
}

/** The rate-limit report in the response of one attempt. */
export interface RateLimitResponse {
  readonly status: number
  readonly header: (name: string) => string | undefined
  /** For a 429 from Discord: the requested wait, and the scope of the limit. */
  readonly limited: { readonly retryAfterMs: number; readonly scope: "user" | "global" | "shared" } | undefined
}

/** A request that the limits admitted, and count until it is settled. */
export interface Admitted {
  readonly _tag: "admitted"
  readonly key: RateLimitKey
  readonly bucket: Bucket
  readonly request: SentRequest
  readonly globalRequest: SentRequest | undefined
}

/** A limit delays a request. */
export interface Delayed {
  readonly _tag: "delayed"
  readonly scope: "user" | "global" | "shared"
  /** The time after which to ask again. */
  readonly ms: number
  /** The minimum wait. */
  readonly minimumMs: number
}

/** Decides when requests are sent. The limits are those of this process, or those that it shares with replicas. */
export interface Limits {
  /** Admits a request, or says what delays it. `restore` makes the waits for others interruptible. */
  readonly admit: (key: RateLimitKey, restore: Restore) => Effect.Effect<Admitted | Delayed>
  /** Records that a request has ended, with the report of its response. */
  readonly settle: (admitted: Admitted, report: LimitReport) => Effect.Effect<void>
  /** Returns what delays the next request of a bucket, as far as it is certain without a question to others. */
  readonly bucketDelay: (bucket: Bucket, now: number) => Delayed | undefined
}

/** Makes an effect interruptible where the caller is. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** The limits that this process and the other replicas share through a store. */
export interface SharedLimitsShape {
  /** Makes the limits of all replicas from those of this process. */
  readonly over: (local: LocalLimits) => Limits
  /**
   * Adds to the invalid requests of a client at all replicas. Returns its number and that of all clients;
   * `undefined` while the store is unavailable.
   */
  readonly countInvalid: LimitsStore["countInvalid"]
}

/**
 * The limits that replicas share. The default, `undefined`, means that no other process uses the bot.
 * The code of shared limits is loaded on demand.
 */
export class SharedLimits extends Context.Reference<SharedLimits>()("effect-discord-mcp/discord/SharedLimits", {
  defaultValue: (): SharedLimitsShape | undefined => undefined
}) {}

/** What a response says about all limits. */
export interface LimitReport extends BucketOutcome {
  /** Set for a 429 about only the route. */
  readonly routeBlock: { readonly ms: number; readonly scope: RouteBlockScope } | undefined
  /** Set for a 429 about all routes. */
  readonly globalBlockMs: number | undefined
}

const noResponse: LimitReport = {
  response: "none",
  headers: undefined,
  isUnlimited: false,
  blockMs: undefined,
  routeBlock: undefined,
  globalBlockMs: undefined
}

/**
 * Reads the report of a response. A 429 of a bucket that has requests left limits the route, because a route also has
 * its own limits.
 */
export const limitReportOf = (response: RateLimitResponse | undefined): LimitReport => {
  if (response === undefined) return noResponse
  const { limited, status } = response
  const headers = parseHeaders(response.header)
  // Without headers, Discord does not limit the route, as far as is known.
  const isUnlimited = headers === undefined && status >= 200 && status < 500 && status !== 429 && status !== 401
  if (limited === undefined) return { ...noResponse, response: "other", headers, isUnlimited }
  const { retryAfterMs: ms, scope } = limited
  const report: LimitReport = { ...noResponse, response: "limited", headers, isUnlimited }
  if (scope === "global") return { ...report, globalBlockMs: ms }
  if (scope === "shared" || (headers?.remaining ?? 0) > 0) return { ...report, routeBlock: { ms, scope } }
  return { ...report, blockMs: ms }
}

/** Returns `undefined` if `Limit`, `Remaining` or `Reset-After` is missing or not a number. */
const parseHeaders = (header: RateLimitResponse["header"]): RateLimitHeaders | undefined => {
  const limit = amountIn(header("x-ratelimit-limit"))
  const remaining = amountIn(header("x-ratelimit-remaining"))
  const resetAfter = amountIn(header("x-ratelimit-reset-after"))
  if (limit === undefined || remaining === undefined || resetAfter === undefined) return undefined
  return { bucket: header("x-ratelimit-bucket"), limit, remaining, resetAfterMs: resetAfter * 1000 }
}

const amountIn = (value: string | undefined): number | undefined => {
  const amount = Number(value || Number.NaN)
  return Number.isFinite(amount) && amount >= 0 ? amount : undefined
}

/** A route with a 429 although its bucket has requests left: the limit of a route, or one shared with other users. */
interface RouteBlock {
  readonly until: number
  readonly scope: RouteBlockScope
}

/** The maximum number of buckets by key, of buckets by name, and of blocked routes. The longest unused are forgotten. */
const MAX_BUCKETS = 2048

/** The limits as this process knows them. Times are monotonic milliseconds. */
export class LocalLimits implements Limits {
  readonly global: GlobalLimit
  readonly #byKey = new BoundedMap<string, Bucket>(MAX_BUCKETS, ({ isUsed }) => isUsed)
  /** By the name in responses, and the major parameter. */
  readonly #byName = new BoundedMap<string, Bucket>(MAX_BUCKETS, ({ isUsed }) => isUsed)
  /** The bucket that responses named, by route template. */
  readonly #names = new Map<string, string>()
  readonly #blocks = new BoundedMap<string, RouteBlock>(MAX_BUCKETS)

  constructor(globalPerSecond: number) {
    this.global = new GlobalLimit(globalPerSecond)
  }

  /** The number of buckets and blocked routes. */
  get size(): number {
    return Math.max(this.#byKey.size, this.#byName.size) + this.#blocks.size
  }

  /** Returns the bucket of a key. Keys share a bucket once responses have named the same one for them. */
  bucketOf(key: RateLimitKey): Bucket {
    return this.#byKey.use(
      key.id,
      () => this.#byName.get(`${this.#names.get(key.template)} ${key.major}`) ?? new Bucket()
    )
  }

  /** Returns the bucket that responses named for the route of a key. */
  nameOf({ template }: RateLimitKey): string | undefined {
    return this.#names.get(template)
  }

  /** Records the bucket that a response names for a key. */
  rename(key: RateLimitKey, name: string): void {
    this.#names.set(key.template, name)
    this.#byKey.set(
      key.id,
      this.#byName.use(`${name} ${key.major}`, () => this.bucketOf(key))
    )
  }

  /** Blocks a route. If the route is already blocked, the longer time applies. */
  block(key: RateLimitKey, ms: number, scope: RouteBlockScope, now: number): void {
    const earlier = this.#blocks.get(key.id)
    const until = now + ms
    this.#blocks.set(key.id, earlier !== undefined && earlier.until > until ? earlier : { until, scope })
  }

  /** Returns the delay of a blocked route. */
  blockDelay({ id }: RateLimitKey, now: number): Delayed | undefined {
    const block = this.#blocks.get(id)
    return block === undefined || block.until <= now ? undefined : delayed(block.scope, block.until - now)
  }

  readonly bucketDelay = (bucket: Bucket, now: number): Delayed | undefined => {
    const ms = bucket.waitMs(now)
    return ms <= 0 ? undefined : delayed("user", ms, Math.min(ms, bucket.minimumMs(now, 0)))
  }

  readonly admit = (key: RateLimitKey): Effect.Effect<Admitted | Delayed> =>
    Effect.flatMap(monotonicMs, (now) => Effect.succeed(this.admitAt(key, now)))

  /** Admits a request at a time, or returns what delays it. */
  admitAt(key: RateLimitKey, now: number): Admitted | Delayed {
    return (
      this.blockDelay(key, now) ??
      this.bucketDelay(this.bucketOf(key), now) ??
      (key.global ? this.global.delay(now) : undefined) ??
      this.start(key, now)
    )
  }

  /** Counts a request without a check of the limits. */
  start(key: RateLimitKey, now: number): Admitted {
    const bucket = this.bucketOf(key)
    const globalRequest = key.global ? this.global.start(now) : undefined
    return { _tag: "admitted", key, bucket, request: bucket.start(now), globalRequest }
  }

  readonly settle = ({ bucket, globalRequest, key, request }: Admitted, report: LimitReport): Effect.Effect<void> =>
    Effect.flatMap(monotonicMs, (now) => {
      if (globalRequest !== undefined) this.global.end(globalRequest, now)
      if (report.headers?.bucket !== undefined) this.rename(key, report.headers.bucket)
      const home = this.bucketOf(key)
      if (home !== bucket) bucket.leave(request, now)
      home.end(request, now, report, home === bucket)
      if (report.routeBlock !== undefined) this.block(key, report.routeBlock.ms, report.routeBlock.scope, now)
      if (report.globalBlockMs !== undefined) this.global.block(now + report.globalBlockMs)
      return Effect.void
    })
}

/** The window of the global limit: Discord counts requests over all routes per second (Discord docs, rate limits). */
const WINDOW_MS = 1000

/** The limit for all routes of a bot. A request counts until a second after its end. */
class GlobalLimit {
  readonly perSecond: number
  readonly #inFlight = new InFlight()
  /** The times at which ended requests stop counting, in order. */
  readonly #ends: Array<number> = []
  #blockedUntil = Number.NEGATIVE_INFINITY

  constructor(perSecond: number) {
    this.perSecond = perSecond
  }

  /** Returns the number of requests that may be sent now. */
  free(now: number): number {
    if (this.#blockedUntil > now) return 0
    while ((this.#ends[0] ?? Number.POSITIVE_INFINITY) <= now) this.#ends.shift()
    return this.perSecond - this.#ends.length - this.#inFlight.counted(now, WINDOW_MS).count
  }

  /** Returns what delays the next request. */
  delay(now: number): Delayed | undefined {
    if (this.free(now) > 0) return undefined
    if (this.#blockedUntil > now) return delayed("global", this.#blockedUntil - now)
    const { first } = this.#inFlight.counted(now, WINDOW_MS)
    const ms = Math.min(this.#ends[0] ?? Number.POSITIVE_INFINITY, first) - now
    // A request in flight may end now, and count for another second.
    return delayed("global", ms, Math.min(ms, WINDOW_MS))
  }

  /** Records that a request is sent. */
  start(now: number): SentRequest {
    return this.#inFlight.start(now, WINDOW_MS)
  }

  /** Records that a request has ended. */
  end(request: SentRequest, now: number): void {
    this.#inFlight.end(request)
    this.#ends.push(now + WINDOW_MS)
  }

  /** Records a 429 for all routes. */
  block(until: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, until)
  }
}

/** Makes a delay. Its minimum is the same, unless it may end early. */
export const delayed = (scope: Delayed["scope"], ms: number, minimumMs = ms): Delayed => ({
  _tag: "delayed",
  scope,
  ms,
  minimumMs
})
