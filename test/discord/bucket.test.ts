import { assert, describe, it } from "@effect/vitest"
import { Bucket, type BucketOutcome } from "../../src/discord/rate-limit/Bucket.ts"

const answered = (remaining: number, resetAfterMs: number): BucketOutcome => ({
  response: "other",
  headers: { bucket: "b", limit: 5, remaining, resetAfterMs },
  isUnlimited: false,
  blockMs: undefined
})

/** Gets a 429 about the bucket. */
const limit = (bucket: Bucket, now: number, blockMs: number) =>
  bucket.end(bucket.start(now), now, { response: "limited", headers: undefined, isUnlimited: false, blockMs })

/** A bucket of 5 whose first request was answered at 0. */
const known = (remaining = 4, resetAfterMs = 5000): Bucket => {
  const bucket = new Bucket()
  bucket.end(bucket.start(0), 0, answered(remaining, resetAfterMs))
  return bucket
}

/** Sends every request that the bucket admits. */
const sendAll = (bucket: Bucket, now: number) => {
  const requests = []
  while (bucket.waitMs(now) <= 0) requests.push(bucket.start(now))
  return requests
}

describe("a bucket after a 429", () => {
  it("waits as long as the 429 requests, not for the window it learned before", () => {
    const bucket = known()
    limit(bucket, 100, 1200)
    assert.strictEqual(bucket.waitMs(100), 1205)
    assert.strictEqual(bucket.waitMs(1305), 0)
  })

  it("waits for the longest of several", () => {
    const bucket = known()
    limit(bucket, 0, 3000)
    limit(bucket, 10, 500)
    assert.strictEqual(bucket.waitMs(10), 2995)
  })
})

describe("an empty bucket", () => {
  it("sends one request after the reset, and all others once a response shows a new window", () => {
    const bucket = known(0, 1000)
    assert.strictEqual(bucket.waitMs(0), 1005)
    const [probe, ...more] = sendAll(bucket, 1005)
    assert.deepStrictEqual([probe?.sentAt, more.length], [1005, 0])
    if (probe !== undefined) bucket.end(probe, 1100, answered(4, 900))
    assert.strictEqual(sendAll(bucket, 1100).length, 4)
  })

  it("sends one request for each unit if it refills unit by unit", () => {
    const bucket = known(0, 200)
    for (const now of [205, 410, 615]) {
      const requests = sendAll(bucket, now)
      assert.strictEqual(requests.length, 1)
      for (const request of requests) bucket.end(request, now, answered(0, 200))
    }
  })

  it("waits for the latest of several resets", () => {
    const bucket = known(4, 1000)
    const [first, second, ...others] = sendAll(bucket, 0)
    for (const request of others) bucket.end(request, 100, answered(2, 900))
    if (first !== undefined) bucket.end(first, 400, answered(1, 900))
    if (second !== undefined) bucket.end(second, 500, answered(0, 500))
    assert.strictEqual(bucket.waitMs(500), 805)
  })
})
