import { assert, describe, it } from "@effect/vitest"
import { Bucket } from "../../src/discord/rate-limit/Bucket.ts"

const headers = (remaining: number, resetAfterMs: number) => ({ bucket: "b", limit: 5, remaining, resetAfterMs })

/** A bucket of 5 whose first request was answered at 0. */
const known = (remaining = 4, resetAfterMs = 5000): Bucket => {
  const bucket = new Bucket()
  bucket.end(bucket.start(0), 0, "other", headers(remaining, resetAfterMs))
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
    bucket.block(100, 1200)
    assert.strictEqual(bucket.waitMs(100), 1205)
    assert.strictEqual(bucket.waitMs(1305), 0)
  })

  it("waits for the longest of several", () => {
    const bucket = known()
    bucket.block(0, 3000)
    bucket.block(10, 500)
    assert.strictEqual(bucket.waitMs(10), 2995)
  })
})

describe("an empty bucket", () => {
  it("sends one request after the reset, and all others once a response shows a new window", () => {
    const bucket = known(0, 1000)
    assert.strictEqual(bucket.waitMs(0), 1005)
    const [probe, ...more] = sendAll(bucket, 1005)
    assert.deepStrictEqual([probe?.sentAt, more.length], [1005, 0])
    if (probe !== undefined) bucket.end(probe, 1100, "other", headers(4, 900))
    assert.strictEqual(sendAll(bucket, 1100).length, 4)
  })

  it("sends one request for each unit if it refills unit by unit", () => {
    const bucket = known(0, 200)
    for (const now of [205, 410, 615]) {
      const requests = sendAll(bucket, now)
      assert.strictEqual(requests.length, 1)
      for (const request of requests) bucket.end(request, now, "other", headers(0, 200))
    }
  })

  it("sends a whole window at once, once a response has shown that windows end as a whole", () => {
    const bucket = known(4, 1000)
    for (const request of sendAll(bucket, 0)) bucket.end(request, 10, "other", headers(5 - request.order, 990))
    for (const request of sendAll(bucket, 1005)) bucket.end(request, 1010, "other", headers(4, 1000))
    for (const request of sendAll(bucket, 1010)) bucket.end(request, 1020, "other", headers(10 - request.order, 985))
    assert.strictEqual(bucket.waitMs(1020), 995)
    assert.strictEqual(sendAll(bucket, 2025).length, 5)
  })

  it("waits for the latest of several resets", () => {
    const bucket = known(4, 1000)
    const [first, second, ...others] = sendAll(bucket, 0)
    for (const request of others) bucket.end(request, 100, "other", headers(2, 900))
    if (first !== undefined) bucket.end(first, 400, "other", headers(1, 900))
    if (second !== undefined) bucket.end(second, 500, "other", headers(0, 500))
    assert.strictEqual(bucket.waitMs(500), 805)
  })
})
