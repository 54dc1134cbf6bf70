import { Deferred, Effect } from "effect"
import * as Bucket from "./Bucket.ts"
import type { Lane } from "./Lane.ts"

/** The calls of one bucket, first come, first served. */
export interface Line {
  bucket: Bucket.Bucket
  readonly queue: Array<Waiter>
}

/** One call in a line. */
export interface Waiter {
  readonly lane: Lane
  wake: Deferred.Deferred<void> | undefined
}

/** Finds the line a lane stands in: its own until an answer names a bucket that it shares with another route. */
export interface Lines {
  readonly of: (lane: Lane) => Line
  /** An answer has named the bucket. */
  readonly named: (lane: Lane, bucket: string) => void
  readonly size: () => number
}

/** Lines remembered at most; idle ones go first, oldest first. */
const MAX_REMEMBERED = 2048

/** Makes an empty memory. */
export const make = (): Lines => {
  const byLane = new Map<string, Line>()
  const byBucket = new Map<string, Line>()
  const buckets = new Map<string, string>()

  const shared = (lane: Lane): Line | undefined => {
    const bucket = buckets.get(lane.template)
    return bucket === undefined ? undefined : byBucket.get(`${bucket} ${lane.major}`)
  }

  const of: Lines["of"] = (lane) => {
    const key = keyOf(lane)
    const line = byLane.get(key) ?? shared(lane) ?? { bucket: Bucket.unknown, queue: [] }
    touch(byLane, key, line)
    return line
  }

  return {
    of,
    named: (lane, bucket) => {
      buckets.set(lane.template, bucket)
      const key = `${bucket} ${lane.major}`
      const line = byBucket.get(key) ?? of(lane)
      touch(byBucket, key, line)
      touch(byLane, keyOf(lane), line)
    },
    size: () => Math.max(byLane.size, byBucket.size)
  }
}

/** The name of a lane: its route and what it is counted by. */
export const keyOf = (lane: Lane): string => `${lane.template} ${lane.major}`

/** Lets a waiting call look again. */
export const wake = (waiter: Waiter | undefined): Effect.Effect<void> =>
  waiter?.wake === undefined ? Effect.void : Effect.asVoid(Deferred.succeed(waiter.wake, undefined))

const touch = (lines: Map<string, Line>, key: string, line: Line): void => {
  lines.delete(key)
  lines.set(key, line)
  if (lines.size <= MAX_REMEMBERED) return
  for (const [old, { bucket, queue }] of lines) {
    if (queue.length === 0 && bucket.inFlight === 0 && old !== key) lines.delete(old)
    if (lines.size <= MAX_REMEMBERED) return
  }
}
