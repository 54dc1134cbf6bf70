import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { DiscordRateLimitError } from "../../src/errors/DiscordMcpError.ts"
import { invalidRequests } from "../../src/telemetry/metrics.ts"
import { shown } from "./metric.ts"
import { callback, connect, finish, OTHER_CHANNEL, plain, read, reply, request, send } from "./session.ts"
import { answer, bucket, limited, ok, refusal, type Step, script } from "./wire.ts"

const said = (retry_after_ms: number, attempts: number, scope: "user" | "global" | "shared" = "user") =>
  plain(
    new DiscordRateLimitError({
      retry_after_ms,
      scope,
      sent: true,
      upstream: { status: 429, method: "GET", route: "/channels/:id" },
      attempts
    })
  )

const heldBack = (retry_after_ms: number, scope: "user" | "global" | "shared" = "user") =>
  plain(new DiscordRateLimitError({ retry_after_ms, scope, sent: false }))

const change = request({ method: "PATCH", risk: "write" })

describe("the wait after a 429", () => {
  it.scoped(
    "is the body's if the header has the same whole seconds: the next request is sent 300 to 550 ms later",
    () =>
      Effect.gen(function* () {
        const { call, sent } = yield* connect(script(limited(0.3, "user", { "retry-after": "1" }), ok), {
          retryJitter: "full"
        })
        yield* finish(call(read()))
        const [first, second] = sent.map(({ at }) => at)
        assert.isAtLeast((second ?? 0) - (first ?? 0), 300)
        assert.isAtMost((second ?? 0) - (first ?? 0), 550)
      })
  )

  it.scoped("is the longer one if header and body differ by more than a second", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(script(limited(2, "user", { "retry-after": "9" }), ok))
      const [end, ms] = yield* finish(call(read()))
      assert.deepStrictEqual(end, reply(2))
      assert.isAtLeast(ms, 9000)
      assert.isAtMost(ms, 9010)
    })
  )

  const odd: Readonly<Record<string, Step>> = {
    zero: limited(0),
    negative: limited(-5),
    "a word": limited("abc", "user", { "retry-after": "soon" }),
    absent: limited(undefined),
    "NaN in the header": limited(undefined, "user", { "retry-after": "NaN" }),
    "a date in the past": limited(undefined, "user", {
      date: "Mon, 01 Jan 2024 00:00:00 GMT",
      "retry-after": "Sun, 31 Dec 2023 00:00:00 GMT"
    }),
    "a date without a clock to compare": limited(undefined, "user", { "retry-after": "Mon, 01 Jan 2024 00:00:00 GMT" }),
    infinite: limited(Number.POSITIVE_INFINITY)
  }
  for (const [name, step] of Object.entries(odd)) {
    it.scoped(`has a minimum if it is ${name}: at most 4 requests per second`, () =>
      Effect.gen(function* () {
        const { call, sent } = yield* connect(step, { retryMaxAttempts: 10 })
        yield* finish(call(read()), 60_000)
        assert.isAtLeast(sent.length, 2)
        for (const { at } of sent) {
          assert.isAtMost(sent.filter((other) => other.at >= at && other.at < at + 1000).length, 4)
        }
      })
    )
  }

  it.scoped("is a date in the future, by the clock of the response", () =>
    Effect.gen(function* () {
      const step = limited(undefined, "user", {
        date: "Mon, 01 Jan 2024 00:00:00 GMT",
        "retry-after": "Mon, 01 Jan 2024 00:00:07 GMT"
      })
      const { call } = yield* connect(script(step, ok))
      const [end, ms] = yield* finish(call(read()))
      assert.deepStrictEqual(end, reply(2))
      assert.approximately(ms, 7000, 10)
    })
  )

  it.scoped("fails at once if it would exceed the deadline", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(limited(10), { deadlineMs: 5000 })
      assert.deepStrictEqual(yield* finish(call(read())), [said(10_000, 1), 0])
      assert.strictEqual(sent.length, 1)
    })
  )

  it.scoped("fails at once if it exceeds the maximum wait, and says that Discord rejected the request", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(limited(16))
      assert.deepStrictEqual(yield* finish(call(read())), [said(16_000, 1), 0])
      assert.strictEqual(sent.length, 1)
    })
  )
})

describe("a shared 429", () => {
  const shared = limited(3, "shared", { "retry-after": "3", ...bucket(10, 9, 0.1) })

  it.scoped("waits its retry_after, not the reset of its bucket, and is not an invalid request", () =>
    Effect.gen(function* () {
      const before = yield* shown(invalidRequests)
      const { call } = yield* connect(script(shared, ok))
      assert.deepStrictEqual(yield* finish(call(read())), [reply(2), 3000])
      assert.strictEqual(yield* shown(invalidRequests), before)
    })
  )

  it.scoped("delays the next calls of its route, and says so", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(script(shared, ok), { rateLimitMaxWaitMs: 2000, retryEnabled: false })
      yield* finish(call(read()), 0)
      assert.deepStrictEqual(yield* finish(call(read()), 0), [heldBack(3000, "shared"), 0])
      assert.strictEqual(sent.length, 1)
    })
  )
})

describe("the 429 of a sub-limit", () => {
  const sub = limited(600, "user", { "retry-after": "600", ...bucket(5, 4, 15) })

  it.scoped("fails at once; the next call of that route sends nothing; another channel still works", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(script(sub, ok))
      assert.deepStrictEqual(yield* finish(call(read()), 0), [said(600_000, 1), 0])
      assert.deepStrictEqual(yield* finish(call(read()), 0), [heldBack(600_000), 0])
      assert.strictEqual(sent.length, 1)
      assert.deepStrictEqual(yield* finish(call(read(OTHER_CHANNEL)), 0), [reply(), 0])
    })
  )

  it.scoped("does not block another route of the same bucket", () =>
    Effect.gen(function* () {
      const here = answer(200, { id: "1" }, bucket(5, 4, 15))
      const { call } = yield* connect(script(here, here, sub, here))
      yield* finish(call(read()), 0)
      yield* finish(call(change), 0)
      yield* finish(call(change), 0)
      assert.deepStrictEqual(yield* finish(call(read()), 0), [reply(), 0])
    })
  )

  it.scoped("does not let its waiting calls delay others in the same queue", () =>
    Effect.gen(function* () {
      const here = answer(200, { id: "1" }, bucket(5, 4, 15))
      const short = limited(10, "user", { "retry-after": "10", ...bucket(5, 4, 15) })
      const { call, sent } = yield* connect(script(here, here, short, here), { retryEnabled: false })
      yield* finish(call(read()), 0)
      yield* finish(call(change), 0)
      yield* finish(call(change), 0)
      const waiting = yield* Effect.fork(finish(call(change), 0))
      yield* TestClock.adjust(100)
      assert.strictEqual(sent.length, 3)
      assert.deepStrictEqual(yield* finish(call(read()), 0), [reply(), 0])
      yield* TestClock.adjust(9_900)
      assert.deepStrictEqual(
        sent.map(({ method }) => method),
        ["GET", "PATCH", "PATCH", "GET", "PATCH"]
      )
      yield* Fiber.interrupt(waiting)
    })
  )
})

describe("a global 429", () => {
  const global = limited(5, "global", { "retry-after": "5", "x-ratelimit-global": "true" })

  it.scoped("stops all other routes until it passes, but not responses to interactions", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(script(global, ok), { retryEnabled: false })
      assert.deepStrictEqual(yield* finish(call(read()), 0), [said(5000, 1, "global"), 0])
      const other = yield* Effect.fork(call(send("x", OTHER_CHANNEL)))
      yield* TestClock.adjust(4999)
      assert.strictEqual(sent.length, 1)
      assert.deepStrictEqual(yield* finish(call(callback), 0), [reply(), 0])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(
        sent.map(({ path }) => path.split("/")[1]),
        ["channels", "interactions", "channels"]
      )
      assert.deepStrictEqual(yield* Fiber.join(other), reply())
    })
  )

  it.scoped("longer than the maximum wait rejects other routes at once, as global", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(script(limited(60, "global"), ok))
      yield* finish(call(read()), 0)
      assert.deepStrictEqual(yield* finish(call(read(OTHER_CHANNEL)), 0), [heldBack(60_000, "global"), 0])
      assert.strictEqual(sent.length, 1)
    })
  )
})

describe("the global limit", () => {
  it.scoped("delays the 51st request within a second, over all routes", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(ok)
      const ids = Array.from({ length: 60 }, (_, n) => String(10n ** 17n + BigInt(n)))
      yield* Effect.fork(Effect.forEach(ids, (id) => call(read(id)), { concurrency: "unbounded" }))
      yield* TestClock.adjust(999)
      assert.strictEqual(sent.length, 50)
      assert.deepStrictEqual(yield* finish(call(callback), 0), [reply(), 0])
      yield* TestClock.adjust(1)
      assert.strictEqual(sent.length, 61)
    })
  )
})

describe("the counter of invalid requests", () => {
  it.scoped("counts 401, 403 and 429, but no other rejections, for ten minutes", () =>
    Effect.gen(function* () {
      const counts = [
        [refusal(403, 50007), 1],
        [refusal(404, 10003), 1],
        [limited(0.3), 2],
        [refusal(400, 50035), 2],
        [limited(0.3, "shared"), 2],
        [refusal(500, 0), 2],
        [refusal(403, 50007), 3]
      ] as const
      const [first, ...others] = counts.map(([step]) => step)
      const { call } = yield* connect(script(first ?? ok, ...others), { retryEnabled: false })
      for (const [, count] of counts) {
        yield* finish(call(read()), 1000)
        assert.strictEqual(yield* shown(invalidRequests), count)
      }
      // The first one leaves with its slot of ten seconds.
      yield* TestClock.adjust(610_000)
      yield* finish(call(read()), 0)
      assert.strictEqual(yield* shown(invalidRequests), 1)
    })
  )
})
