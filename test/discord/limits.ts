/** A Discord that only counts: fixed windows that begin with their first request, and a limit over all. */
import { Clock, Effect } from "effect"
import type { WireRequest } from "../../src/discord/Transport.ts"
import { answer, bucket, limited, type Step } from "./wire.ts"

/** What is counted how. */
export interface LimitsOptions {
  readonly limit: number
  readonly windowMs: number
  /** One way; asked anew for every way. */
  readonly latencyMs: Effect.Effect<number>
  readonly perSecond?: number
  /** What a request is counted by; the path, where nothing is said. */
  readonly keyOf?: (request: WireRequest) => string
  /** The name its answers give the bucket. */
  readonly nameOf?: (request: WireRequest) => string
}

interface Window {
  start: number
  used: number
}

/** Makes one; `refused` counts its 429s, `most` is how many requests were under way at once. */
export const makeLimits = (options: LimitsOptions) => {
  const windows = new Map<string, Window>()
  const seen = { refused: 0, most: 0, underWay: 0 }

  /** Counts a request; says how long its window still takes, and what is left of it: less than nothing when refused. */
  const take = (key: string, limit: number, windowMs: number, now: number) => {
    const known = windows.get(key)
    const window = known === undefined || now >= known.start + windowMs ? { start: now, used: 0 } : known
    windows.set(key, window)
    const left = limit - window.used - 1
    if (left >= 0) window.used++
    return { left, resetAfter: (window.start + windowMs - now) / 1000 }
  }

  const arrive = (request: WireRequest, now: number): Step => {
    const overall = take("overall", options.perSecond ?? Number.POSITIVE_INFINITY, 1000, now)
    if (overall.left < 0) {
      seen.refused++
      return limited(overall.resetAfter, "global", { "x-ratelimit-global": "true" })
    }
    const { left, resetAfter } = take(options.keyOf?.(request) ?? request.path, options.limit, options.windowMs, now)
    const headers = bucket(options.limit, Math.max(0, left), resetAfter, options.nameOf?.(request) ?? "b1")
    if (left >= 0) return answer(200, { id: "1" }, headers)
    seen.refused++
    return limited(resetAfter, "user", headers)
  }

  const step: Step = (request, onPhase) =>
    Effect.gen(function* () {
      seen.underWay++
      seen.most = Math.max(seen.most, seen.underWay)
      yield* Effect.sleep(yield* options.latencyMs)
      const response = arrive(request, yield* Clock.currentTimeMillis)
      yield* Effect.sleep(yield* options.latencyMs)
      return yield* response(request, onPhase)
    }).pipe(Effect.ensuring(Effect.sync(() => seen.underWay--)))

  return { step, seen }
}
