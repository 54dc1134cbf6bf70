import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import * as InvalidRequests from "../../src/discord/rate-limit/InvalidRequests.ts"
import { SharedLimits } from "../../src/discord/rate-limit/Limits.ts"
import { DiscordRateLimitError } from "../../src/errors/DiscordMcpError.ts"
import { connect, finish, OTHER_CHANNEL, type Overrides, plain, read, reply, send } from "./session.ts"
import { makeSharedStore } from "./sharedStore.ts"
import { answer, bucket, hang, later, limited, ok, refusal, type Step, script } from "./wire.ts"

/** A replica over a store. */
const replica = (store: ReturnType<typeof makeSharedStore>, step: Step, overrides: Overrides = {}) =>
  connect(step, { retryEnabled: false, ...overrides }).pipe(Effect.provideService(SharedLimits, store.shared))

const heldBack = (retry_after_ms: number, scope: "user" | "global" | "shared") =>
  plain(new DiscordRateLimitError({ retry_after_ms, scope, sent: false }))

const unwilling: Overrides = { rateLimitMaxWaitMs: 0 }

const empty = answer(200, { id: "1" }, bucket(5, 0, 10))

describe("replicas that share limits", () => {
  it.scoped("know a bucket that another replica has emptied", () =>
    Effect.gen(function* () {
      const store = makeSharedStore()
      const one = yield* replica(store, empty)
      const two = yield* replica(store, empty, unwilling)
      yield* finish(one.call(send()), 0)
      assert.deepStrictEqual(yield* finish(two.call(send()), 0), [heldBack(10_005, "user"), 0])
      // Another channel is another bucket.
      assert.deepStrictEqual(yield* finish(two.call(send("hello", OTHER_CHANNEL)), 0), [reply(), 0])
      assert.lengthOf(two.sent, 1)
    })
  )

  it.scoped("let one call go first into a bucket that nobody knows", () =>
    Effect.gen(function* () {
      const store = makeSharedStore()
      const slow: Step = (request, onPhase) =>
        Effect.delay(answer(200, { id: "1" }, bucket(5, 4, 10))(request, onPhase), 500)
      const [one, two] = yield* Effect.all([replica(store, slow), replica(store, slow)])
      const fiber = yield* Effect.fork(
        Effect.all([one.call(send()), two.call(send()), two.call(send())], { concurrency: "unbounded" })
      )
      yield* TestClock.adjust(499)
      assert.strictEqual(one.sent.length + two.sent.length, 1)
      yield* TestClock.adjust(100)
      assert.strictEqual(one.sent.length + two.sent.length, 3)
      yield* TestClock.adjust(1000)
      yield* Fiber.join(fiber)
    })
  )

  it.scoped("use the bucket that the last response names", () =>
    Effect.gen(function* () {
      const store = makeSharedStore()
      const renamed = script(
        answer(200, { id: "1" }, bucket(5, 4, 10)),
        answer(200, { id: "1" }, bucket(5, 0, 10, "b2"))
      )
      const one = yield* replica(store, renamed)
      const two = yield* replica(store, empty, unwilling)
      yield* finish(Effect.replicateEffect(one.call(send()), 2), 0)
      assert.deepStrictEqual(yield* finish(two.call(send()), 0), [heldBack(10_005, "user"), 0])
      assert.lengthOf(two.sent, 0)
    })
  )

  it.scoped("do not use an old bucket after a late response without headers", () =>
    Effect.gen(function* () {
      const store = makeSharedStore()
      const one = yield* replica(
        store,
        script(answer(200, { id: "1" }, bucket(5, 4, 10)), later(1000, answer(500, { message: "no" })))
      )
      const two = yield* replica(store, answer(200, { id: "1" }, bucket(5, 0, 10, "b2")))
      const three = yield* replica(store, empty, unwilling)
      yield* finish(one.call(send()), 0)
      const late = yield* Effect.fork(Effect.exit(one.call(send())))
      yield* finish(two.call(send()), 0)
      yield* TestClock.adjust(1000)
      yield* Fiber.join(late)
      assert.deepStrictEqual((yield* finish(three.call(send()), 0))[0], heldBack(9005, "user"))
      assert.lengthOf(three.sent, 0)
    })
  )

  it.scoped("stop waiting for a slow store when the call is interrupted", () =>
    Effect.gen(function* () {
      const store = makeSharedStore({ latencyMs: Effect.succeed(400) })
      const { call } = yield* replica(store, answer(200, { id: "1" }, bucket(5, 4, 10)))
      yield* finish(call(send()), 10_000)
      const first = yield* Effect.fork(call(send()))
      // The start, and the first half of the end.
      yield* TestClock.adjust(800 + 400)
      const second = yield* Effect.fork(call(send()))
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* Fiber.interrupt(second))._tag, "Failure")
      yield* TestClock.adjust(400)
      assert.strictEqual((yield* Fiber.await(first))._tag, "Success")
    })
  )

  it.scoped("add the invalid requests of an outage of the store to those of all replicas", () =>
    Effect.gen(function* () {
      const store = makeSharedStore()
      const { count, record } = InvalidRequests.make(store.shared)
      yield* Effect.replicateEffect(store.store.countInvalid(1, "a"), 100, { discard: true })
      yield* Effect.replicateEffect(store.store.countInvalid(1, "b"), 50, { discard: true })
      assert.deepStrictEqual(yield* record("a"), { all: 151, own: 101 })
      store.state.unavailable = true
      assert.deepStrictEqual(yield* record("a"), { all: 2, own: 2 })
      store.state.unavailable = false
      // The last answer of the store is still fresh.
      assert.deepStrictEqual(yield* count("a"), { all: 2, own: 2 })
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(yield* count("a"), { all: 152, own: 102 })
      assert.deepStrictEqual(yield* record("a"), { all: 153, own: 103 })
    })
  )

  const blocks = {
    user: { step: limited(8, "user", bucket(5, 3, 1)), other: reply() },
    shared: { step: limited(8, "shared"), other: reply() },
    global: { step: limited(8, "global", { "x-ratelimit-global": "true" }), other: heldBack(8000, "global") }
  }
  for (const [scope, { other, step }] of Object.entries(blocks)) {
    it.scoped(`stop for a 429 that another replica got: ${scope}`, () =>
      Effect.gen(function* () {
        const store = makeSharedStore()
        const one = yield* replica(store, step)
        const two = yield* replica(store, ok, unwilling)
        yield* finish(one.call(read()), 0)
        const [end] = yield* finish(two.call(read()), 0)
        assert.deepStrictEqual(
          end,
          heldBack(8000, scope === "global" ? "global" : scope === "shared" ? "shared" : "user")
        )
        assert.deepStrictEqual((yield* finish(two.call(read(OTHER_CHANNEL)), 0))[0], other)
        yield* TestClock.adjust(8005)
        assert.deepStrictEqual((yield* finish(two.call(read()), 0))[0], reply())
      })
    )
  }

  it.scoped("count the requests that Discord calls invalid together", () =>
    Effect.gen(function* () {
      const store = makeSharedStore()
      const one = yield* replica(store, refusal(401, 0), { circuitEnabled: false })
      const two = yield* replica(store, limited(0.3), { retryEnabled: true })
      assert.strictEqual((yield* finish(two.call(read())))[0] === undefined, false)
      const before = two.sent.length
      assert.isAbove(before, 1)
      yield* Effect.replicateEffect(store.store.countInvalid(1, undefined), 4750, { discard: true })
      yield* finish(two.call(read(OTHER_CHANNEL)))
      assert.strictEqual(two.sent.length, before + 1)
      assert.lengthOf(one.sent, 0)
    })
  )

  it.scoped("decide alone while the store is unavailable, from what each has seen, and together afterwards", () =>
    Effect.gen(function* () {
      const store = makeSharedStore()
      const one = yield* replica(store, empty, unwilling)
      const two = yield* replica(store, empty, unwilling)
      yield* finish(one.call(send()), 0)
      store.state.unavailable = true
      // The first has seen that the bucket is empty, the second has seen nothing.
      assert.deepStrictEqual((yield* finish(one.call(send()), 0))[0], heldBack(10_005, "user"))
      assert.deepStrictEqual((yield* finish(two.call(send()), 0))[0], reply())
      store.state.unavailable = false
      yield* TestClock.adjust(10_010)
      assert.deepStrictEqual((yield* finish(two.call(send()), 0))[0], reply())
      assert.deepStrictEqual((yield* finish(one.call(send()), 0))[0], heldBack(10_005, "user"))
    })
  )

  it.scoped("start again from nothing after the store has lost its data, without a request too many", () =>
    Effect.gen(function* () {
      const store = makeSharedStore()
      const slow: Step = (request, onPhase) =>
        Effect.delay(answer(200, { id: "1" }, bucket(5, 2, 10))(request, onPhase), 200)
      const [one, two] = yield* Effect.all([replica(store, slow, { rateLimitMaxWaitMs: 1000 }), replica(store, slow)])
      yield* finish(one.call(send()), 500)
      const fiber = yield* Effect.fork(one.call(send()))
      yield* TestClock.adjust(100)
      store.forget()
      yield* TestClock.adjust(200)
      yield* Fiber.join(fiber)
      // The response said that two more fit.
      const more = yield* Effect.fork(Effect.all(Effect.replicate(two.call(send()), 4), { concurrency: "unbounded" }))
      yield* TestClock.adjust(150)
      assert.strictEqual(two.sent.length, 2)
      yield* Fiber.interrupt(more)
    })
  )

  it.scoped("do not wait for ever for the requests of a replica that has ended", () =>
    Effect.gen(function* () {
      const store = makeSharedStore()
      const one = yield* replica(store, hang)
      const two = yield* replica(store, answer(200, { id: "1" }, bucket(5, 4, 1)))
      yield* finish(two.call(send()), 0)
      yield* Effect.fork(one.call(send()))
      yield* TestClock.adjust(1)
      store.state.unavailable = true
      const dead = yield* Effect.fork(Effect.replicateEffect(one.call(send()), 4, { concurrency: "unbounded" }))
      yield* Fiber.interrupt(dead)
      store.state.unavailable = false
      const [end, ms] = yield* finish(Effect.replicateEffect(two.call(send()), 12), 20_000)
      assert.isArray(end)
      assert.isAtMost(ms, 10_000)
    })
  )

  it.scoped("ask the store twice for each request that nothing delays", () =>
    Effect.gen(function* () {
      const store = makeSharedStore()
      const { call } = yield* replica(store, answer(200, { id: "1" }, bucket(1000, 900, 1)))
      // The first reads the time, and names the bucket.
      yield* finish(call(send()), 0)
      const before = store.state.asked
      yield* finish(Effect.replicateEffect(call(send()), 40), 0)
      assert.strictEqual(store.state.asked - before, 80)
    })
  )
})
