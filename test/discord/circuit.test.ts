import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import type { DiscordRequest } from "../../src/discord/DiscordRequest.ts"
import { CircuitOpenError } from "../../src/errors/DiscordMcpError.ts"
import { connect, ended, finish, OTHER_CHANNEL, plain, read, reply, send } from "./session.ts"
import { answer, cloudflare, cut, hang, later, limited, ok, refusal, type Step, script } from "./wire.ts"

const ROUTE = "GET /channels/:id"
const down = refusal(500, 0)
const open = (retry_after_ms: number, route = ROUTE) => plain(new CircuitOpenError({ route, retry_after_ms }))

/** One attempt per call. The circuit opens after three failures and allows a probe after a minute. */
const single = { retryEnabled: false, circuitFailureThreshold: 3, timeoutDefaultMs: 1000 }

/** A service whose circuit has just opened. `step` answers the following requests. */
const opened = (step: Step, overrides = {}) =>
  Effect.gen(function* () {
    const session = yield* connect(script(down, down, down, step), { ...single, ...overrides })
    for (let n = 0; n < 3; n++) yield* finish(session.call(read()), 0)
    assert.deepStrictEqual(yield* finish(session.call(read()), 0), [open(60_000), 0])
    return session
  })

/** The same service a minute later: the next call is the probe. */
const halfOpen = (step: Step, overrides = {}) => Effect.tap(opened(step, overrides), TestClock.adjust(60_000))

/** Whether the circuit admits a call, and the outcome of the call. */
const isOpen = (call: (one: DiscordRequest) => ReturnType<Effect.Effect.Success<ReturnType<typeof connect>>["call"]>) =>
  Effect.map(finish(call(read()), 0), ([end]) => Object(end)._tag === "CircuitOpenError")

describe("the circuit of a route", () => {
  it.scoped(
    "opens after ten failed calls of the route in any channel, returns the wait, and affects no other route",
    () =>
      Effect.gen(function* () {
        const { call, sent } = yield* connect(script(...(Array(30).fill(down) as [Step]), ok), { retryMaxAttempts: 3 })
        for (let n = 0; n < 10; n++) {
          const [end] = yield* finish(call(read(n % 2 === 0 ? undefined : OTHER_CHANNEL)), 600)
          assert.propertyVal(end, "attempts", 3)
        }
        assert.deepStrictEqual(yield* finish(call(read()), 0), [open(60_000), 0])
        assert.deepStrictEqual(yield* finish(call(read(OTHER_CHANNEL)), 10_000), [open(60_000), 0])
        assert.deepStrictEqual(yield* finish(call(read()), 0), [open(50_000), 0])
        assert.strictEqual(sent.length, 30)
        assert.deepStrictEqual(yield* finish(call(send()), 0), [reply(), 0])
      })
  )

  for (const [name, step] of Object.entries({
    "a 500": down,
    "a 502 page": answer(502, "<html>"),
    "a 504": answer(504, "<html>"),
    "a timeout": hang,
    "a cut connection": cut(),
    "no connection": cut("ECONNREFUSED")
  })) {
    it.scoped(`counts ${name} as a failure`, () =>
      Effect.gen(function* () {
        const { call } = yield* connect(step, single)
        for (let n = 0; n < 3; n++) yield* finish(call(read()), 1000)
        assert.isTrue(yield* isOpen(call))
      })
    )
  }

  for (const [name, step] of Object.entries({
    "a 429": limited(0.3),
    "a shared 429": limited(0.3, "shared"),
    "a 404": refusal(404, 10003),
    "a 400": refusal(400, 50035),
    "a 403": refusal(403, 50007),
    "a 408": answer(408, "late"),
    "a web page": answer(200, "<html>"),
    "an index not ready": answer(202, { code: 110000, retry_after: 1 })
  })) {
    it.scoped(`is never opened by ${name}`, () =>
      Effect.gen(function* () {
        const { call, sent } = yield* connect(step, single)
        for (let n = 0; n < 12; n++) yield* finish(call(read()), 1000)
        assert.isFalse(yield* isOpen(call))
        assert.strictEqual(sent.length, 13)
      })
    )
  }

  for (const [name, page] of Object.entries(cloudflare)) {
    it.scoped(`is never opened by ${name}`, () =>
      Effect.gen(function* () {
        const { call } = yield* connect(page, single)
        for (let n = 0; n < 12; n++) yield* finish(call(read()), 70_000_000)
        assert.isFalse(yield* isOpen(call))
      })
    )
  }

  it.scoped("is not opened by cancelled calls", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(hang, single)
      for (let n = 0; n < 12; n++) {
        const fiber = yield* Effect.fork(call(read()))
        yield* TestClock.adjust(500)
        yield* Fiber.interrupt(fiber)
      }
      assert.isFalse(Object((yield* finish(call(read()), 1000))[0])._tag === "CircuitOpenError")
    })
  )

  it.scoped("opens if Discord hangs, although the deadline ends every call in its second attempt", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(hang)
      const hung = yield* Effect.replicateEffect(Effect.fork(Effect.exit(call(read()))), 10)
      yield* TestClock.adjust(60_000)
      for (const fiber of hung) assert.propertyVal(ended(yield* Fiber.join(fiber)), "phase", "deadline")
      const before = sent.length
      assert.isTrue(yield* isOpen(call))
      assert.strictEqual(sent.length, before)
    })
  )

  it.scoped("admits every call if it is disabled", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(down, { ...single, circuitEnabled: false })
      for (let n = 0; n < 20; n++) yield* finish(call(read()), 0)
      assert.strictEqual(sent.length, 20)
    })
  )
})

describe("the probe", () => {
  it.scoped("is one of fifty calls; the other 49 are rejected at once and never sent", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* halfOpen(later(500, ok))
      const fibers = yield* Effect.replicateEffect(Effect.fork(Effect.exit(call(read()))), 50)
      yield* TestClock.adjust(0)
      assert.strictEqual(sent.length, 4)
      yield* TestClock.adjust(60_000)
      const ends = (yield* Effect.forEach(fibers, Fiber.join)).map(ended)
      assert.deepStrictEqual(ends, [reply(), ...Array(49).fill(open(1000))])
      assert.strictEqual(sent.length, 4)
    })
  )

  it.scoped("closes the circuit if it succeeds, and opens it for the full time if it fails", () =>
    Effect.gen(function* () {
      const good = yield* halfOpen(ok)
      for (let n = 0; n < 3; n++) assert.deepStrictEqual(yield* finish(good.call(read()), 0), [reply(), 0])

      const bad = yield* halfOpen(down)
      yield* finish(bad.call(read()), 0)
      yield* TestClock.adjust(59_999)
      assert.deepStrictEqual(yield* finish(bad.call(read()), 0), [open(1), 0])
      assert.strictEqual(bad.sent.length, 4)
    })
  )

  it.scoped("closes the circuit if Discord rejects it for another reason", () =>
    Effect.gen(function* () {
      const { call } = yield* halfOpen(script(refusal(404, 10003), down, ok))
      for (let n = 0; n < 2; n++) yield* finish(call(read()), 0)
      assert.deepStrictEqual(yield* finish(call(read()), 0), [reply(), 0])
    })
  )

  it.scoped("is replaced by the next call after the wait if it gets a 429", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* halfOpen(script(limited(2), ok))
      assert.propertyVal((yield* finish(call(read()), 0))[0], "_tag", "DiscordRateLimitError")
      assert.deepStrictEqual(yield* finish(call(read()), 5000), [reply(), 2005])
      assert.strictEqual(sent.length, 5)
    })
  )
})
