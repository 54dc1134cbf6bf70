/** The limit over all routes of a bot (Discord docs, rate limits). Times in monotonic milliseconds. */
export interface GlobalLimit {
  readonly waitMs: (now: number) => number
  /** A request leaves. */
  readonly charge: (now: number) => void
  /** Discord has said 429 for all routes. */
  readonly close: (until: number) => void
}

const WINDOW_MS = 1000

/** Makes a limit of which nothing is used. */
export const make = (perSecond: number): GlobalLimit => {
  let windowEnd = Number.NEGATIVE_INFINITY
  let closedUntil = Number.NEGATIVE_INFINITY
  let used = 0
  return {
    waitMs: (now) => Math.max(0, closedUntil - now, used < perSecond ? 0 : windowEnd - now),
    charge: (now) => {
      if (now >= windowEnd) {
        windowEnd = now + WINDOW_MS
        used = 0
      }
      used++
    },
    close: (until) => {
      closedUntil = Math.max(closedUntil, until)
    }
  }
}
