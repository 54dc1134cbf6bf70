/** How long requests and their answers have travelled, together. */
export interface Trips {
  readonly count: number
  readonly fastestMs: number
  readonly slowestMs: number
}

/** Nothing has travelled yet. */
export const noTrips: Trips = { count: 0, fastestMs: Number.POSITIVE_INFINITY, slowestMs: 0 }

/** One more trip. */
export const travelled = ({ count, fastestMs, slowestMs }: Trips, ms: number): Trips => ({
  count: count + 1,
  fastestMs: Math.min(fastestMs, ms),
  slowestMs: Math.max(slowestMs, ms)
})

/** After so many trips that differ by no more than so much, the way is steady, but for so much; each a share of the fastest. */
const steady = [
  { trips: 10, spread: 0.05, doubt: 0.15 },
  { trips: 5, spread: 0.02, doubt: 0.5 }
] as const

/**
 * How much too early a request may arrive that leaves exactly as long after an
 * answer's request as that answer says: by all of the trip, where nothing is known
 * of the way there. Where every trip takes as long as the others, the next one's way
 * there does, too, and only the difference is left.
 */
export const uncertaintyMs = ({ count, fastestMs, slowestMs }: Trips, tripMs: number): number => {
  const spreadMs = slowestMs - fastestMs
  const rule = steady.find(({ spread, trips }) => count >= trips && spreadMs <= spread * fastestMs)
  return rule === undefined ? tripMs : Math.min(tripMs, tripMs - fastestMs + spreadMs + rule.doubt * fastestMs)
}
