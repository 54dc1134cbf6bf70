import { Hash } from "effect"
import type { Reply } from "./Reply.ts"
import { rateLimited } from "./rateLimited.ts"

/** So many requests in a window that starts with the first of them. */
export interface Limit {
  readonly limit: number
  readonly windowMs: number
}

/** Limits by operation, `POST /channels/:id/messages`. */
export type Limits = Readonly<Record<string, Limit>>

/** Let through, with the headers that every answer of the bucket has; or refused. */
export type Verdict =
  | { readonly kind: "admitted"; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "limited"; readonly reply: Reply }

/** Discord's numbers differ by route and by day; these are of the same order. */
const DEFAULTS: Limits = {
  "POST /channels/:id/messages": { limit: 5, windowMs: 5000 },
  "GET /channels/:id/messages": { limit: 50, windowMs: 1000 }
}

const FALLBACK: Limit = { limit: 20, windowMs: 1000 }

/** Windows are forgotten when there are this many and they are over. */
const SWEEP_AT = 1000

interface Window {
  startMs: number
  used: number
}

/** Rate limits per operation and major parameter, and over all (Discord docs, rate limits). */
export class Buckets {
  readonly #windows = new Map<string, Window>()
  readonly #limits: Limits
  readonly #global: Limit
  readonly #overall: Window = { startMs: Number.NEGATIVE_INFINITY, used: 0 }

  constructor(limits: Limits, globalPerSecond: number) {
    this.#limits = { ...DEFAULTS, ...limits }
    this.#global = { limit: globalPerSecond, windowMs: 1000 }
  }

  /** Counts one request, `major` being the channel, guild or webhook it is about. */
  take(operation: string, major: string, nowMs: number): Verdict {
    const overall = current(this.#overall, this.#global, nowMs)
    if (overall.used >= this.#global.limit) {
      return { kind: "limited", reply: rateLimited("global", leftMs(overall, this.#global, nowMs) / 1000, {}) }
    }
    overall.used++
    const limit = this.#limitOf(operation)
    const window = this.#windowOf(operation, major, nowMs)
    if (window.used < limit.limit) {
      window.used++
      return { kind: "admitted", headers: this.headers(operation, major, nowMs) }
    }
    const left = leftMs(window, limit, nowMs) / 1000
    return { kind: "limited", reply: rateLimited("user", left, this.headers(operation, major, nowMs)) }
  }

  /** The bucket as its headers tell it, without counting anything. */
  headers(operation: string, major: string, nowMs: number): Readonly<Record<string, string>> {
    const limit = this.#limitOf(operation)
    const window = this.#windowOf(operation, major, nowMs)
    return bucketHeaders(operation, limit.limit, limit.limit - window.used, leftMs(window, limit, nowMs), nowMs)
  }

  /** The same bucket, used up, for as long as somebody says. */
  exhaustedHeaders(operation: string, forMs: number, nowMs: number): Readonly<Record<string, string>> {
    return bucketHeaders(operation, this.#limitOf(operation).limit, 0, forMs, nowMs)
  }

  #limitOf(operation: string): Limit {
    return this.#limits[operation] ?? FALLBACK
  }

  #windowOf(operation: string, major: string, nowMs: number): Window {
    const key = `${operation} ${major}`
    const limit = this.#limitOf(operation)
    if (this.#windows.size >= SWEEP_AT) this.#sweep(nowMs)
    const window = this.#windows.get(key) ?? { startMs: nowMs, used: 0 }
    this.#windows.set(key, window)
    return current(window, limit, nowMs)
  }

  #sweep(nowMs: number): void {
    for (const [key, window] of this.#windows) {
      const operation = key.slice(0, key.lastIndexOf(" "))
      if (nowMs - window.startMs >= this.#limitOf(operation).windowMs) this.#windows.delete(key)
    }
  }
}

const current = (window: Window, limit: Limit, nowMs: number): Window => {
  if (nowMs - window.startMs >= limit.windowMs) {
    window.startMs = nowMs
    window.used = 0
  }
  return window
}

const leftMs = (window: Window, limit: Limit, nowMs: number): number => window.startMs + limit.windowMs - nowMs

const bucketHeaders = (operation: string, limit: number, remaining: number, resetMs: number, nowMs: number) => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": ((nowMs + resetMs) / 1000).toFixed(3),
  "x-ratelimit-reset-after": (resetMs / 1000).toFixed(3),
  "x-ratelimit-bucket": bucketHash(operation)
})

/** Opaque, and the same for the same operation everywhere: major parameters are not in it. */
const bucketHash = (operation: string): string =>
  ["a", "b", "c", "d"].map((salt) => (Hash.string(salt + operation) >>> 0).toString(16).padStart(8, "0")).join("")
