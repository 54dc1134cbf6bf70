import { assert, describe, it } from "@effect/vitest"
import * as Bucket from "../../src/discord/pacing/Bucket.ts"

describe("a bucket that met a 429", () => {
  const headers = { bucket: "b", limit: 5, remaining: 4, resetAfterMs: 5000 }
  const known = Bucket.learn(
    Bucket.settle(Bucket.charge(Bucket.unknown, 0)),
    { window: 0, sentAt: 0 },
    true,
    headers,
    0
  )

  it("waits as long as the 429 asks, whatever window was measured before", () => {
    const limited = Bucket.exhaust(known, 100, 1200)
    assert.strictEqual(Bucket.waitMs(limited, 100), 1205)
    assert.strictEqual(Bucket.waitMs(Bucket.at(limited, 1305), 1305), 0)
  })

  it("waits for the longest of several", () => {
    const limited = Bucket.exhaust(Bucket.exhaust(known, 0, 3000), 10, 500)
    assert.strictEqual(Bucket.waitMs(limited, 10), 2995)
  })
})
