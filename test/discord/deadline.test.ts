import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { DiscordRateLimitError, DiscordRestUnavailable, DiscordTimeoutError } from "../../src/errors/DiscordMcpError.ts"
import { connect, create, finish, plain, read, request, send } from "./session.ts"
import { answer, bucket, hang, later, limited, script } from "./wire.ts"

const expired = (attempts: number | undefined, outcome_unknown = false) =>
  plain(new DiscordTimeoutError({ phase: "deadline", outcome_unknown, ...(attempts !== undefined && { attempts }) }))

const upstream = { status: 502, method: "GET", route: "/channels/:id" }

describe("the deadline", () => {
  it.scoped("ends a series of retries during an attempt", () =>
    Effect.gen(function* () {
      const slow = later(1000, answer(502, "<html>"))
      const { call, sent, aborted } = yield* connect(slow, {
        deadlineMs: 5000,
        retryMaxAttempts: 10,
        retryMaxDelayMs: 500
      })
      const [end, ms] = yield* finish(call(read()))
      assert.deepStrictEqual([end, ms, sent.length, aborted()], [expired(4), 5000, 4, 1])
    })
  )

  it.scoped("fails at once if the next backoff would exceed it", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(answer(502, "<html>"), { deadlineMs: 1000, retryMaxAttempts: 10 })
      const failure = new DiscordRestUnavailable({ upstream, outcome_unknown: false, attempts: 3 })
      assert.deepStrictEqual(yield* finish(call(read())), [plain(failure), 600])
    })
  )

  it.scoped("fails at once with the wait if the wait for a bucket would exceed it", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(answer(200, {}, bucket(1, 0, 8)), { deadlineMs: 5000 })
      yield* finish(call(read()), 0)
      const failure = new DiscordRateLimitError({ retry_after_ms: 8005, scope: "user", sent: false })
      assert.deepStrictEqual(yield* finish(call(read())), [plain(failure), 0])
    })
  )

  it.scoped("ends a wait whose length was unknown", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(
        script(answer(200, {}, bucket(1, 0, 1)), later(1, answer(200, {}, bucket(1, 0, 4)))),
        { deadlineMs: 3000 }
      )
      yield* finish(call(read()), 0)
      yield* Effect.fork(call(read()))
      yield* TestClock.adjust(0)
      const [end, ms] = yield* finish(call(read()))
      assert.propertyVal(end, "_tag", "DiscordRateLimitError")
      assert.isAtMost(ms, 3000)
      assert.strictEqual(sent.length, 2)
    })
  )

  it.scoped("leaves the outcome of an interrupted write unknown", () =>
    Effect.gen(function* () {
      for (const [one, unknown] of [
        [create, true],
        [send(), true],
        [read(), false],
        [request({ method: "PUT", risk: "write" }), false]
      ] as const) {
        const { call } = yield* connect(hang, { deadlineMs: 1000 })
        assert.deepStrictEqual(yield* finish(call(one)), [expired(1, unknown), 1000])
      }
    })
  )

  it.scoped("is four times as long for long-running requests, like their timeout", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(hang, { deadlineMs: 10_000, timeoutDefaultMs: 3000, timeoutLongMs: 35_000 })
      assert.deepStrictEqual(yield* finish(call({ ...read(), duration: "long" })), [expired(2), 40_000])
    })
  )

  it.scoped("leaves no state behind: the next call is unaffected", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(script(hang, answer(200, {})), { deadlineMs: 1000, bulkheadLimit: 1 })
      yield* finish(call(read()))
      const [, ms] = yield* finish(call(read()))
      assert.strictEqual(ms, 0)
    })
  )
})

describe("a cancelled call", () => {
  it.scoped("ends at once in every phase and sends nothing more", () =>
    Effect.gen(function* () {
      for (const [step, where] of [
        [hang, "in flight"],
        [limited(10), "waiting for a 429"],
        [answer(502, "<html>"), "in its backoff"]
      ] as const) {
        const { call, sent, aborted } = yield* connect(step, { bulkheadLimit: 1 })
        const fiber = yield* Effect.fork(call(read()))
        yield* TestClock.adjust(100)
        yield* Fiber.interrupt(fiber)
        assert.strictEqual(aborted(), where === "in flight" ? 1 : 0, where)
        yield* TestClock.adjust(60_000)
        assert.strictEqual(sent.length, 1, where)
        // Its slot is free.
        yield* Effect.fork(call(read()))
        yield* TestClock.adjust(0)
        assert.strictEqual(sent.length, 2, where)
      }
    })
  )
})
