import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import type { Conditions } from "../../src/sandbox/BucketCounter.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { connectLive } from "./live.ts"
import { send } from "./session.ts"

const limits = { "POST /channels/:id/messages": { limit: 5, windowMs: 500 } }

/** Two of the conditions of property/rateLimiter, in real time. */
const conditions: ReadonlyArray<Conditions> = [
  { algorithm: "window", stamp: "departure", latency_ms: 100, jitter_ms: 60 },
  { algorithm: "refill_unit", stamp: "arrival", latency_ms: 30, jitter_ms: 60 }
]

describe("the rate limiter over HTTP", () => {
  for (const one of conditions) {
    const { algorithm, jitter_ms, latency_ms, stamp } = one
    it.scopedLive(
      `sends all of 24 without a 429: ${algorithm}, stamped on ${stamp}, ${latency_ms} ms and up to ${jitter_ms} more each way`,
      () =>
        Effect.gen(function* () {
          const context = yield* Layer.build(SandboxModule.layer({ limits, conditions: one, globalPerSecond: 10_000 }))
          const sandbox = Context.get(context, SandboxModule.Sandbox)
          const call = yield* connectLive(sandbox.url, { retryEnabled: false })
          const sends = Array.from({ length: 24 }, (_, n) => call(send(`${n}`, sandbox.ids.channels.general)))
          const replies = yield* Effect.all(sends, { concurrency: "unbounded" })
          const statuses = (yield* sandbox.requests).map(({ status }) => status)
          assert.deepStrictEqual([replies.length, statuses], [24, statuses.map(() => 200)])
        }),
      15_000
    )
  }
})
