// Each case starts its own sandbox.
// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it, layer } from "@effect/vitest"
import { Duration, Effect, TestClock } from "effect"
import { whileTimePasses } from "../whileTimePasses.ts"
import { ask, control, field, Sandbox, sandboxAndClient } from "./http.ts"

const limits = { "GET /channels/:channel_id": { limit: 2, windowMs: 2500 } }

layer(sandboxAndClient({ limits }))("rate limits", (it) => {
  it.effect("send all bucket headers, and a 429 when the bucket is empty", () =>
    Effect.gen(function* () {
      const { channels } = (yield* Sandbox).ids
      const get = ask("GET", `/channels/${channels.general}`)
      const first = yield* get
      const bucket = String(first.headers["x-ratelimit-bucket"])
      assert.deepStrictEqual(ratelimit(first.headers), {
        limit: "2",
        remaining: "1",
        "reset-after": "2.500",
        reset: "2.500",
        bucket
      })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(ratelimit((yield* get).headers), {
        limit: "2",
        remaining: "0",
        "reset-after": "1.500",
        reset: "2.500",
        bucket
      })

      const refused = yield* get
      assert.strictEqual(refused.status, 429)
      assert.deepStrictEqual(refused.body, { message: "You are being rate limited.", retry_after: 1.5, global: false })
      assert.strictEqual(refused.headers["retry-after"], "2")
      assert.strictEqual(ratelimit(refused.headers).scope, "user")

      const elsewhere = yield* ask("GET", `/channels/${channels.support}`)
      assert.deepStrictEqual([elsewhere.status, elsewhere.headers["x-ratelimit-bucket"]], [200, bucket])
      yield* TestClock.adjust("1500 millis")
      assert.strictEqual((yield* get).status, 200)
    })
  )

  it.effect("count rejected requests of the route too", () =>
    Effect.gen(function* () {
      const got = yield* ask("GET", `/channels/${(yield* Sandbox).ids.channels.secret}`)
      assert.deepStrictEqual([got.status, ratelimit(got.headers).remaining], [403, "1"])
    })
  )
})

layer(sandboxAndClient({ globalPerSecond: 3 }))("the global rate limit", (it) => {
  it.effect("applies to all routes", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const paths = ["/users/@me", `/guilds/${ids.guild}`, `/channels/${ids.channels.general}`, `/users/${ids.owner}`]
      const answers = yield* Effect.forEach(paths, (path) => ask("GET", path))
      assert.deepStrictEqual(
        answers.map((it) => it.status),
        [200, 200, 200, 429]
      )
      const last = answers.at(-1)
      assert.deepStrictEqual(
        [field("global")(last?.body), ratelimit(last?.headers ?? {})],
        [true, { scope: "global", global: "true" }]
      )
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* ask("GET", "/users/@me")).status, 200)
    })
  )
})

const ratelimit = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith("x-ratelimit-") ? [[name.slice("x-ratelimit-".length), value]] : []
    )
  )

layer(sandboxAndClient({ limits, conditions: { algorithm: "refill_unit", stamp: "departure" } }))(
  "the conditions of rate limits",
  (it) => {
    it.effect("refill a token bucket one token at a time, and announce the next token", () =>
      Effect.gen(function* () {
        const get = ask("GET", `/channels/${(yield* Sandbox).ids.channels.general}`)
        assert.deepInclude(ratelimit((yield* get).headers), { remaining: "1", "reset-after": "1.250" })
        assert.deepInclude(ratelimit((yield* get).headers), { remaining: "0", "reset-after": "1.250" })
        assert.strictEqual(field("retry_after")((yield* get).body), 1.25)
        yield* TestClock.adjust("1250 millis")
        assert.deepInclude(ratelimit((yield* get).headers), { remaining: "0", "reset-after": "1.250" })
      })
    )

    it.effect("can be read and changed by HTTP", () =>
      Effect.gen(function* () {
        const changed = { algorithm: "window", stamp: "arrival", latency_ms: 0, jitter_ms: 0 }
        assert.strictEqual(field("stamp")((yield* control("GET", "/conditions")).body), "departure")
        const patched = yield* control("PATCH", "/conditions", { algorithm: "window", stamp: "arrival" })
        assert.deepStrictEqual([patched.status, patched.body], [200, changed])
        assert.deepStrictEqual((yield* control("GET", "/conditions")).body, changed)
        const refused = yield* control("PATCH", "/conditions", { latency_ms: -1, latency: 5 })
        assert.strictEqual(refused.status, 400)
        assert.deepStrictEqual(field("path")(field("problems")(refused.body)), ["latency", "latency_ms"])
      })
    )
  }
)

describe("a latency", () => {
  for (const [stamp, resetAfter] of [
    ["arrival", "2.500"],
    ["departure", "2.450"]
  ] as const) {
    it.scoped(`delays the response; headers stamped on ${stamp} say ${resetAfter}`, () =>
      Effect.gen(function* () {
        const { channels } = (yield* Sandbox).ids
        const [took, got] = yield* whileTimePasses(Effect.timed(ask("GET", `/channels/${channels.general}`)))
        assert.isAtLeast(Duration.toMillis(took), 100)
        assert.strictEqual(ratelimit(got.headers)["reset-after"], resetAfter)
      }).pipe(Effect.provide(sandboxAndClient({ limits, conditions: { stamp, latency_ms: 100 } })))
    )
  }
})
