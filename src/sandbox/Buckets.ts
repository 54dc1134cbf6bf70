import { Hash } from "effect"
import { type Algorithm, type BucketCounter, type Limit, make } from "./BucketCounter.ts"
import { json, type Reply } from "./discordError.ts"

/** Limits by operation, for example `POST /channels/:id/messages`. */
export type Limits = Readonly<Record<string, Limit>>

/** Admitted, or rejected by the limit of the bucket (`user`) or by the global limit. */
type Admission = "admitted" | "user" | "global"

/** Discord's limits differ by route and change. These limits have the same order of magnitude. */
const DEFAULTS: Limits = {
  "POST /channels/:id/messages": { limit: 5, windowMs: 5000 },
  "GET /channels/:id/messages": { limit: 50, windowMs: 1000 }
}

const FALLBACK: Limit = { limit: 20, windowMs: 1000 }

/** At this number of buckets, full ones are removed. */
const SWEEP_AT = 1000

/** Rate limits per operation and major parameter, and the global limit (Discord docs, rate limits). */
export class Buckets {
  readonly #counters = new Map<string, BucketCounter>()
  readonly #limits: Limits
  readonly #overall: BucketCounter
  #algorithm: Algorithm

  constructor(limits: Limits, globalPerSecond: number, algorithm: Algorithm = "window") {
    this.#limits = { ...DEFAULTS, ...limits }
    this.#overall = make("window", { limit: globalPerSecond, windowMs: 1000 })
    this.#algorithm = algorithm
  }

  /** Changes the algorithm and resets every bucket. */
  set algorithm(algorithm: Algorithm) {
    if (algorithm === this.#algorithm) return
    this.#algorithm = algorithm
    this.#counters.clear()
  }

  /** Counts one request. `major` is the id of the channel, guild or webhook. */
  take(operation: string, major: string, nowMs: number): Admission {
    if (!this.#overall.take(nowMs)) return "global"
    return this.#counterOf(operation, major, nowMs).take(nowMs) ? "admitted" : "user"
  }

  /** Returns the 429 response to a request that was not counted. */
  refusal(scope: "user" | "global", operation: string, major: string, nowMs: number): Reply {
    const counter = scope === "global" ? this.#overall : this.#counterOf(operation, major, nowMs)
    const headers = scope === "global" ? {} : this.headers(operation, major, nowMs)
    return rateLimited(scope, seconds(counter.state(nowMs).retryMs), headers)
  }

  /** Returns the rate-limit headers of a bucket at `nowMs`. */
  headers(operation: string, major: string, nowMs: number): Readonly<Record<string, string>> {
    const { remaining, resetMs } = this.#counterOf(operation, major, nowMs).state(nowMs)
    return bucketHeaders(operation, this.#limitOf(operation).limit, remaining, resetMs, nowMs)
  }

  /** Returns the rate-limit headers of a bucket that is empty for `forMs`. */
  exhaustedHeaders(operation: string, forMs: number, nowMs: number): Readonly<Record<string, string>> {
    return bucketHeaders(operation, this.#limitOf(operation).limit, 0, forMs, nowMs)
  }

  #limitOf(operation: string): Limit {
    return this.#limits[operation] ?? FALLBACK
  }

  #counterOf(operation: string, major: string, nowMs: number): BucketCounter {
    const key = `${operation} ${major}`
    const known = this.#counters.get(key)
    if (known !== undefined) return known
    if (this.#counters.size >= SWEEP_AT) this.#sweep(nowMs)
    const counter = make(this.#algorithm, this.#limitOf(operation))
    this.#counters.set(key, counter)
    return counter
  }

  #sweep(nowMs: number): void {
    for (const [key, counter] of this.#counters) if (counter.isFull(nowMs)) this.#counters.delete(key)
  }
}

/** Rounds up to milliseconds, so that no client retries too early. */
const seconds = (ms: number): number => Math.ceil(ms) / 1000

const bucketHeaders = (operation: string, limit: number, remaining: number, resetMs: number, nowMs: number) => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": seconds(nowMs + resetMs).toFixed(3),
  "x-ratelimit-reset-after": seconds(resetMs).toFixed(3),
  "x-ratelimit-bucket": bucketHash(operation)
})

/** An opaque hash of the operation. It does not depend on major parameters. */
const bucketHash = (operation: string): string =>
  ["a", "b", "c", "d"].map((salt) => (Hash.string(salt + operation) >>> 0).toString(16).padStart(8, "0")).join("")

/** The scope of a rate limit: this bot on one route, this bot everywhere, or all bots on one resource. */
type Scope = "user" | "global" | "shared"

/** Returns Discord's 429: exact seconds in the body, rounded up in the header (Discord docs, rate limits). */
export const rateLimited = (
  scope: Scope,
  retryAfterSeconds: number,
  bucketHeaders: Readonly<Record<string, string>>
): Reply =>
  json(
    429,
    {
      message: scope === "shared" ? "The resource is being rate limited." : "You are being rate limited.",
      retry_after: retryAfterSeconds,
      global: scope === "global"
    },
    {
      ...bucketHeaders,
      "retry-after": String(Math.ceil(retryAfterSeconds)),
      "x-ratelimit-scope": scope,
      ...(scope === "global" && { "x-ratelimit-global": "true" })
    }
  )
