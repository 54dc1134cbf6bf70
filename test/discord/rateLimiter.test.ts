import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, TestClock } from "effect"
import * as RateLimiter from "../../src/discord/rate-limit/RateLimiter.ts"
import { DiscordRateLimitError } from "../../src/errors/DiscordMcpError.ts"
import { Caller } from "../../src/telemetry/Caller.ts"
import { isDeep, turn } from "../turns.ts"
import { makeLimits } from "./limits.ts"
import { CHANNEL, connect, finish, OTHER_CHANNEL, plain, read, reply, request, send } from "./session.ts"
import { answer, bucket, later, ok, type Sent, script } from "./wire.ts"

const together = <A, E, R>(calls: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(calls, { concurrency: "unbounded", discard: true })

const contents = (sent: ReadonlyArray<Sent>) => sent.map(({ body }) => Object(body).content)

const heldBack = (retry_after_ms: number, scope: "user" | "global" | "shared" = "user") =>
  plain(new DiscordRateLimitError({ retry_after_ms, scope, sent: false }))

describe("the rate limiter", () => {
  it.scoped(
    "sends 40 concurrent requests into a bucket of 5 per second without a 429, within 15 % of the minimum of 7 s",
    () =>
      Effect.gen(function* () {
        const { seen, step } = makeLimits({ limit: 5, windowMs: 1000, latencyMs: Effect.succeed(30) })
        const { call, sent } = yield* connect(step)
        const [, ms] = yield* finish(together(Array.from({ length: 40 }, (_, n) => call(send(`${n}`)))), 10_000)
        assert.strictEqual(seen.refused, 0)
        assert.strictEqual(sent.length, 40)
        assert.isAtLeast(ms, 7000)
        assert.isAtMost(ms, 7000 * 1.15)
      })
  )

  it.scoped("sends the 40 in the same time if headers are computed after 250 ms of work", () =>
    Effect.gen(function* () {
      const { seen, step } = makeLimits({
        stamp: "departure",
        limit: 5,
        windowMs: 1000,
        latencyMs: Effect.succeed(0),
        workMs: Effect.succeed(250)
      })
      const { call } = yield* connect(step)
      const [end, ms] = yield* finish(together(Array.from({ length: 40 }, (_, n) => call(send(`${n}`)))), 15_000)
      assert.deepStrictEqual([end, seen.refused], [undefined, 0])
      assert.isAtMost(ms, 9500)
    })
  )

  it.scoped("does not rely on a response that a later one has overtaken", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(
        script(
          answer(200, {}, bucket(3, 2, 1)),
          later(500, answer(200, {}, bucket(3, 1, 0.9))),
          later(100, answer(200, {}, bucket(3, 0, 0.9))),
          ok
        )
      )
      yield* finish(call(read()), 0)
      const calls = yield* Effect.replicateEffect(Effect.fork(call(read())), 3)
      yield* TestClock.adjust(1404)
      assert.strictEqual(sent.length, 3)
      yield* TestClock.adjust(1)
      assert.strictEqual(sent.length, 4)
      yield* Fiber.joinAll(calls)
    })
  )

  it.scoped("lets 20 reads of 300 ms on one known channel take one round trip", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(later(300, answer(200, { id: "1" }, bucket(50, 49, 1))))
      yield* finish(call(read()), 300)
      const [, ms] = yield* finish(together(Array.from({ length: 20 }, () => call(read()))), 5000)
      assert.strictEqual(ms, 300)
    })
  )

  it.scoped("sends one call first into an unknown bucket, then as many as the response allows", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(later(100, answer(200, {}, bucket(5, 4, 1))))
      yield* Effect.fork(together(Array.from({ length: 8 }, () => call(read()))))
      yield* TestClock.adjust(99)
      assert.strictEqual(sent.length, 1)
      yield* TestClock.adjust(1)
      assert.strictEqual(sent.length, 5)
    })
  )

  it.scoped("is not blocked for longer than a second by a first call that hangs", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(script(() => Effect.never, ok))
      const hung = yield* Effect.fork(call(read()))
      const [end, ms] = yield* finish(call(read()), 5000)
      assert.deepStrictEqual([end, ms, sent.length], [reply(), 1000, 2])
      yield* Fiber.interrupt(hung)
    })
  )

  it.scoped("is not blocked until the timeout by calls that hang in a known bucket", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(script(answer(200, {}, bucket(1, 0, 0.5)), () => Effect.never, ok))
      yield* finish(call(read()), 600)
      const hung = yield* Effect.fork(call(read()))
      yield* TestClock.adjust(0)
      const [end, ms] = yield* finish(call(read()), 5000)
      assert.deepStrictEqual([end, ms], [reply(), 1500])
      yield* Fiber.interrupt(hung)
    })
  )

  it.scoped("keeps the order of calls", () =>
    Effect.gen(function* () {
      const { step } = makeLimits({ limit: 2, windowMs: 500, latencyMs: Effect.succeed(20) })
      const { call, sent } = yield* connect(step)
      const order = Array.from({ length: 12 }, (_, n) => String(n))
      for (const content of order) yield* Effect.fork(call(send(content)))
      yield* TestClock.adjust(10_000)
      assert.deepStrictEqual(contents(sent), order)
    })
  )

  it.scoped("lets clients take turns in a bucket, and keeps the order of each client's calls", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(later(100, answer(200, {}, bucket(1, 0, 1))), {
        rateLimitMaxWaitMs: 60_000
      })
      const calls = (client: string, ...contents: ReadonlyArray<string>) =>
        Effect.forEach(contents, (content) =>
          Effect.zipLeft(
            Effect.fork(Effect.provideService(call(send(content)), Caller, { clientId: client })),
            TestClock.adjust(1)
          )
        )
      const hot = yield* calls("a", ...Array.from({ length: 20 }, (_, n) => `a${n}`))
      const other = yield* calls("b", "b0", "b1", "b2")
      yield* TestClock.adjust(60_000)
      yield* Effect.forEach([...hot, ...other], Fiber.join)
      const order = sent.map(({ body }) => String(Object(body).content))
      assert.deepStrictEqual(order.slice(0, 8), ["a0", "a1", "b0", "a2", "b1", "a3", "b2", "a4"])
      assert.deepStrictEqual(
        order.filter((content) => content.startsWith("a")),
        Array.from({ length: 20 }, (_, n) => `a${n}`)
      )
    })
  )

  it.scoped("never sends a call that is cancelled while it waits, and sends the next one instead", () =>
    Effect.gen(function* () {
      const { step } = makeLimits({ limit: 1, windowMs: 1000, latencyMs: Effect.succeed(0) })
      const { call, sent } = yield* connect(step)
      const fibers = yield* Effect.forEach(["a", "b", "c"], (content) => Effect.fork(call(send(content))))
      yield* TestClock.adjust(100)
      for (const fiber of fibers.slice(1, 2)) assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(contents(sent), ["a", "c"])
    })
  )

  it.scoped("loses no capacity to a cancelled call, wherever it was in the queue", () =>
    Effect.gen(function* () {
      const { step } = makeLimits({ limit: 2, windowMs: 1000, latencyMs: Effect.succeed(10) })
      const { call, sent } = yield* connect(step)
      const fibers = yield* Effect.forEach(
        Array.from({ length: 10 }, (_, n) => `${n}`),
        (content) => Effect.fork(call(send(content)))
      )
      yield* TestClock.adjust(100)
      yield* Fiber.interruptAll(fibers.filter((_, n) => n >= 2 && n % 2 === 0))
      yield* TestClock.adjust(10_000)
      assert.deepStrictEqual(contents(sent), ["0", "1", "3", "5", "7", "9"])
      assert.deepStrictEqual(
        sent.map(({ at }) => Math.floor(at / 1000)),
        [0, 0, 1, 1, 2, 2]
      )
    })
  )

  it.scoped("does not count its wait against the timeout of the attempt", () =>
    Effect.gen(function* () {
      const { seen, step } = makeLimits({ limit: 1, windowMs: 2000, latencyMs: Effect.succeed(400) })
      const { call } = yield* connect(step, { timeoutDefaultMs: 1000, retryEnabled: false })
      const [end] = yield* finish(together(Array.from({ length: 5 }, () => call(read()))), 20_000)
      assert.deepStrictEqual([end, seen.refused], [undefined, 0])
    })
  )

  it.scoped("does not count its wait as an attempt: one is enough for an empty bucket that refills in 200 ms", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(answer(200, { id: "1" }, bucket(1, 0, 0.2)), { retryMaxAttempts: 1 })
      yield* finish(call(read()), 0)
      assert.deepStrictEqual(yield* finish(call(read()), 1000), [reply(), 205])
      assert.strictEqual(sent.length, 2)
    })
  )
})

describe("a wait longer than the maximum wait", () => {
  it.scoped("is rejected at once with its length", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(answer(200, {}, bucket(1, 0, 20)))
      yield* finish(call(read()), 0)
      assert.deepStrictEqual(yield* finish(call(read()), 0), [heldBack(20_005), 0])
      assert.strictEqual(sent.length, 1)
    })
  )

  it.scoped("is rejected at once at the end of a long queue whose first calls fit", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(answer(200, {}, bucket(1, 0, 4)))
      yield* finish(call(read()), 0)
      const waiting = yield* Effect.replicateEffect(Effect.fork(call(read())), 3)
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(yield* finish(call(read()), 0), [heldBack(16_005), 0])
      assert.strictEqual(sent.length, 1)
      yield* Fiber.interruptAll(waiting)
    })
  )

  it.scoped("is rejected at the maximum wait if its length was unknown", () =>
    Effect.gen(function* () {
      const { step } = makeLimits({ limit: 1, windowMs: 4000, latencyMs: Effect.succeed(100) })
      const { call, sent } = yield* connect(step)
      const all = yield* Effect.replicateEffect(Effect.fork(Effect.exit(call(read()))), 6)
      yield* TestClock.adjust(60_000)
      const exits = yield* Effect.forEach(all, Fiber.join)
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 4)
      assert.isAtMost(sent.length, 5)
    })
  )

  it.scoped("rejects every call that must wait if the maximum is zero", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(answer(200, {}, bucket(1, 0, 1)), { rateLimitMaxWaitMs: 0 })
      yield* finish(call(read()), 0)
      assert.deepStrictEqual(yield* finish(call(read()), 0), [heldBack(1005), 0])
    })
  )
})

describe("the major parameter", () => {
  it.scoped("separates channels", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(answer(200, { id: "1" }, bucket(1, 0, 5)))
      yield* finish(call(read()), 0)
      assert.deepStrictEqual(yield* finish(call(read(OTHER_CHANNEL)), 0), [reply(), 0])
    })
  )

  it.scoped("has one queue for two routes that share a bucket", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(
        script(
          answer(200, {}, bucket(2, 1, 5)),
          answer(200, {}, bucket(2, 1, 5)),
          answer(200, {}, bucket(2, 0, 5)),
          answer(200, {}, bucket(5, 4, 5))
        )
      )
      const change = request({ method: "PATCH", risk: "write" })
      yield* finish(call(read()), 0)
      // The second route is not known to share: its own first call shows it.
      yield* finish(call(change), 0)
      yield* Effect.fork(together([call(read()), call(change), call(read())]))
      yield* TestClock.adjust(5004)
      assert.strictEqual(sent.length, 3)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(
        sent.map(({ method }) => method),
        ["GET", "PATCH", "GET", "PATCH", "GET"]
      )
    })
  )

  it.scoped("keeps running requests of a bucket when another route turns out to share it", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(
        script(
          answer(200, {}, bucket(3, 2, 5)),
          later(1000, answer(200, {}, bucket(3, 0, 4))),
          // It overtook the read, so its remaining count includes that request.
          answer(200, {}, bucket(3, 1, 5)),
          ok
        )
      )
      yield* finish(call(read()), 0)
      yield* Effect.fork(call(read()))
      yield* TestClock.adjust(0)
      yield* finish(call(request({ method: "PATCH", risk: "write" })), 0)
      const last = yield* Effect.fork(call(read()))
      yield* TestClock.adjust(4900)
      assert.strictEqual(sent.length, 3)
      yield* TestClock.adjust(110)
      assert.deepStrictEqual(yield* Fiber.join(last), reply())
    })
  )

  it.scoped("moves calls that wait for a route's first response to the queue that the response names", () =>
    Effect.gen(function* () {
      const change = (name: string) => request({ method: "PATCH", risk: "write", body: { name } })
      const { call, sent } = yield* connect(
        script(answer(200, {}, bucket(3, 2, 5)), later(100, answer(200, {}, bucket(3, 1, 4.9))), ok)
      )
      yield* finish(call(read()), 0)
      for (const name of ["a", "b", "c"]) yield* Effect.fork(call(change(name)))
      yield* TestClock.adjust(100)
      assert.strictEqual(sent.length, 3)
      yield* TestClock.adjust(4900)
      assert.strictEqual(sent.length, 3)
      yield* TestClock.adjust(10)
      assert.deepStrictEqual(
        sent.slice(1).map(({ body }) => Object(body).name),
        ["a", "b", "c"]
      )
    })
  )

  it.scoped("has separate queues for deleting old, recent and new messages", () =>
    Effect.gen(function* () {
      const now = Date.UTC(2024, 0, 1)
      yield* TestClock.setTime(now)
      const idOf = (ageMs: number) => String(BigInt(now - ageMs - 1_420_070_400_000) << 22n)
      const { call, sent } = yield* connect(script(answer(204, undefined, bucket(1, 0, 10)), answer(204)))
      const remove = (ageMs: number) =>
        request({
          method: "DELETE",
          route: "/channels/{channel_id}/messages/{message_id}",
          path: { channel_id: CHANNEL, message_id: idOf(ageMs) },
          risk: "destructive"
        })
      const day = 86_400_000
      yield* finish(call(remove(15 * day)), 0)
      for (const ageMs of [3000, day]) {
        assert.strictEqual((yield* finish(call(remove(ageMs)), 0))[1], 0)
      }
      assert.strictEqual(sent.length, 3)
      const [, ms] = yield* finish(call(remove(16 * day)), 20_000)
      assert.approximately(ms, 10_005, 1)
    })
  )

  it.scoped("does not keep thousands of channels in memory", () =>
    Effect.gen(function* () {
      const headers: Readonly<Record<string, string>> = bucket(5, 4, 3600)
      const limiter = yield* RateLimiter.make({ maxWaitMs: 1000, globalPerSecond: 1_000_000 })
      for (const scope of [undefined, "user", "shared"] as const) {
        for (let n = 0; n < (isDeep ? 10_000 : 5000); n++) {
          if (n % 100 === 0) yield* turn
          const major = `${scope} ${n}`
          const key = { template: "GET /channels/:id", major, id: `GET /channels/:id ${major}`, global: true }
          const limited = scope && { retryAfterMs: 3_600_000, scope }
          yield* limiter.apply<void, never>(key, () => ({ status: 200, header: (name) => headers[name], limited }))(
            Effect.void
          )
        }
        assert.isAtMost(yield* limiter.size, 4096)
      }
    })
  )
})
