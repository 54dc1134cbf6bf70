/** How long the last requests and their answers have travelled together, in milliseconds, newest last. */
export type Trips = ReadonlyArray<number>

/** Nothing has travelled yet. */
export const noTrips: Trips = []

/** One more trip. Old ones are forgotten: the first of all has opened a connection, too. */
export const travelled = (trips: Trips, ms: number): Trips => [...trips.slice(1 - REMEMBERED), ms]

const REMEMBERED = 10

/** After so many trips in a row that differ by no more than so much, the way is steady, but for so much; each a share of the fastest. */
const steady = [
  { trips: REMEMBERED, spread: 0.05, doubt: 0.05 },
  { trips: 5, spread: 0.05, doubt: 0.25 }
] as const

/**
 * How much too early a request may arrive that leaves exactly as long after an
 * answer's request as that answer says: by all of the trip, where nothing is known
 * of the way there. Where every trip takes as long as the others, the next one's way
 * there does, too, and only the difference is left.
 */
export const uncertaintyMs = (known: Trips, tripMs: number): number => {
  for (const { doubt, spread, trips } of steady) {
    const last = known.slice(-trips)
    const fastestMs = Math.min(...last)
    const spreadMs = Math.max(...last) - fastestMs
    if (last.length === trips && spreadMs <= spread * fastestMs) {
      return Math.min(tripMs, tripMs - fastestMs + spreadMs + doubt * fastestMs)
    }
  }
  return tripMs
}
