import { assert, describe, it } from "@effect/vitest"
import { Bucket, type BucketOutcome } from "../../src/discord/rate-limit/Bucket.ts"
import { decodeState, encodeState } from "../../src/discord/rate-limit/LimitsStore.ts"

const nothing: BucketOutcome = { response: "other", headers: undefined, isUnlimited: false, blockMs: undefined }

const answered = (remaining: number): BucketOutcome => ({
  ...nothing,
  headers: { bucket: "b", limit: 5, remaining, resetAfterMs: 1000 }
})

/** Stores a bucket, and restores it. */
const restored = (bucket: Bucket, now: number): Bucket => new Bucket(decodeState(encodeState(bucket.state(now)), now))

describe("the stored state of a bucket", () => {
  it("restores a new bucket, a used one, one without limits and one after a 429", () => {
    const used = new Bucket()
    used.end(used.start(0), 100, answered(4))
    used.start(110)
    const unlimited = new Bucket()
    unlimited.end(unlimited.start(0), 100, { ...nothing, isUnlimited: true })
    const blocked = new Bucket()
    blocked.end(blocked.start(0), 100, { ...nothing, response: "limited", blockMs: 5000 })
    for (const bucket of [new Bucket(), used, unlimited, blocked]) {
      const again = restored(bucket, 120)
      assert.deepStrictEqual(again.state(120), bucket.state(120))
      for (const now of [120, 500, 2000, 6000]) assert.strictEqual(again.waitMs(now), bucket.waitMs(now))
    }
  })

  it("forgets requests whose response cannot come any more", () => {
    const bucket = new Bucket()
    bucket.start(0)
    for (let n = 0; n < 1000; n++) bucket.end(bucket.start(n), n, answered(4))
    assert.lengthOf(bucket.state(400_000).inFlight, 0)
  })

  it("is refused if it is no state, or from the future", () => {
    const bucket = new Bucket()
    bucket.end(bucket.start(10_000), 10_000, answered(4))
    const text = encodeState(bucket.state(10_000))
    assert.isUndefined(decodeState(text, 8000))
    assert.isDefined(decodeState(text, 9500))
    for (const other of ["", "{}", "[1]", text.slice(1), text.replace('"windowMs":1000', '"windowMs":"1000"')]) {
      assert.isUndefined(decodeState(other, 10_000), other)
    }
  })
})
