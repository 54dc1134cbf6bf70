import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import type { DiscordRequest } from "../../src/discord/DiscordRequest.ts"
import { CircuitOpenError } from "../../src/errors/ServerErrors.ts"
import { connect, ended, finish, OTHER_CHANNEL, plain, read, reply, send } from "./session.ts"
import { answer, bug, cloudflare, cut, hang, later, limited, ok, refusal, type Step, script } from "./wire.ts"

const ROUTE = "GET /channels/:id"
const down = refusal(500, 0)
const open = (retry_after_ms: number, route = ROUTE) => plain(new CircuitOpenError({ route, retry_after_ms }))

/** One try a call; the circuit opens at three failures, and tries again after a minute. */
const single = { retryEnabled: false, circuitFailureThreshold: 3, timeoutDefaultMs: 1000 }

/** A service whose circuit has just opened; what follows is answered by `step`. */
const opened = (step: Step, overrides = {}) =>
  Effect.gen(function* () {
    const session = yield* connect(script(down, down, down, step), { ...single, ...overrides })
    for (let n = 0; n < 3; n++) yield* finish(session.call(read()), 0)
    assert.deepStrictEqual(yield* finish(session.call(read()), 0), [open(60_000), 0])
    return session
  })

/** The same a minute later: the next call is the probe. */
const halfOpen = (step: Step, overrides = {}) => Effect.tap(opened(step, overrides), TestClock.adjust(60_000))

/** Whether the circuit lets a call through, and how it ends. */
const isOpen = (call: (one: DiscordRequest) => ReturnType<Effect.Effect.Success<ReturnType<typeof connect>>["call"]>) =>
  Effect.map(finish(call(read()), 0), ([end]) => Object(end)._tag === "CircuitOpenError")

describe("the circuit of a route", () => {
  it.scoped(
    "case 34: opens at ten failed calls of the route, whatever the channel, and says how long; no other route is touched",
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
    it.scoped(`case 20: is never opened by ${name}`, () =>
      Effect.gen(function* () {
        const { call, sent } = yield* connect(step, single)
        for (let n = 0; n < 12; n++) yield* finish(call(read()), 1000)
        assert.isFalse(yield* isOpen(call))
        assert.strictEqual(sent.length, 13)
      })
    )
  }

  for (const [name, page] of Object.entries(cloudflare)) {
    it.scoped(`case 20: is never opened by ${name}`, () =>
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

  it.scoped("case 40: forgets failures older than its window", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(down, single)
      yield* finish(call(read()), 0)
      yield* finish(call(read()), 60_000)
      for (let n = 0; n < 2; n++) assert.isFalse(yield* isOpen(call))
    })
  )

  it.scoped("opens against a Discord that hangs, although the deadline cuts every call in its second try", () =>
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

  it.scoped("case 41: switched off, lets everything through", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(down, { ...single, circuitEnabled: false })
      for (let n = 0; n < 20; n++) yield* finish(call(read()), 0)
      assert.strictEqual(sent.length, 20)
    })
  )

  it.scoped("case 33: stops a running retry when it opens meanwhile", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(down, {
        circuitFailureThreshold: 3,
        retryMaxAttempts: 10,
        retryBaseDelayMs: 1000
      })
      const running = yield* Effect.fork(Effect.exit(call(read())))
      yield* TestClock.adjust(100)
      // It opens while the first one waits for its second try.
      const quick = yield* Effect.replicateEffect(Effect.fork(Effect.exit(call({ ...read(), duration: "long" }))), 3)
      yield* TestClock.adjust(0)
      assert.strictEqual(sent.length, 4)
      yield* TestClock.adjust(100_000)
      yield* Effect.forEach(quick, Fiber.join)
      const end = ended(yield* Fiber.join(running))
      assert.propertyVal(end, "_tag", "DiscordRestUnavailable")
    })
  )
})

describe("the probe", () => {
  it.scoped("case 35: is one of fifty calls; the other 49 are refused at once and sent neither now nor later", () =>
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

  it.scoped("case 34: that succeeds closes the circuit, and one that fails opens it for a whole new time", () =>
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

  it.scoped("case 37: that hangs is bounded by the timeout, and opens the circuit again", () =>
    Effect.gen(function* () {
      const { call } = yield* halfOpen(hang)
      const [end, ms] = yield* finish(call(read()), 1000)
      assert.deepStrictEqual([Object(end)._tag, ms], ["DiscordTimeoutError", 1000])
      assert.deepStrictEqual(yield* finish(call(read()), 0), [open(60_000), 0])
    })
  )

  it.scoped("case 36: that is cancelled leaves its place to the next call", () =>
    Effect.gen(function* () {
      const { call } = yield* halfOpen(script(hang, ok))
      const probe = yield* Effect.fork(call(read()))
      yield* TestClock.adjust(100)
      yield* Fiber.interrupt(probe)
      assert.deepStrictEqual(yield* finish(call(read()), 1000), [reply(), 0])
    })
  )

  it.scoped("case 37: that dies of a bug leaves its place to the next call", () =>
    Effect.gen(function* () {
      const { call } = yield* halfOpen(script(bug, ok))
      assert.deepStrictEqual(yield* finish(call(read()), 0), ["died: a bug", 0])
      assert.deepStrictEqual(yield* finish(call(read()), 0), [reply(), 0])
    })
  )

  it.scoped("case 37: that Discord refuses for its own reasons closes the circuit", () =>
    Effect.gen(function* () {
      const { call } = yield* halfOpen(script(refusal(404, 10003), down, ok))
      for (let n = 0; n < 2; n++) yield* finish(call(read()), 0)
      assert.deepStrictEqual(yield* finish(call(read()), 0), [reply(), 0])
    })
  )

  it.scoped("case 20: that gets a 429 leaves its place to the next call, after the wait", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* halfOpen(script(limited(2), ok))
      assert.propertyVal((yield* finish(call(read()), 0))[0], "_tag", "DiscordRateLimitError")
      assert.deepStrictEqual(yield* finish(call(read()), 5000), [reply(), 2005])
      assert.strictEqual(sent.length, 5)
    })
  )

  it.scoped("case 43: is not spent on a call that the bulkhead refuses", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* halfOpen(script(hang, hang, ok), { bulkheadLimit: 2, timeoutDefaultMs: 10_000 })
      const busy = yield* Effect.replicateEffect(Effect.fork(call(send())), 2)
      yield* TestClock.adjust(2000)
      for (let n = 0; n < 5; n++) assert.propertyVal((yield* finish(call(read()), 0))[0], "_tag", "BulkheadFullError")
      yield* Fiber.interruptAll(busy)
      assert.deepStrictEqual(yield* finish(call(read()), 0), [reply(), 0])
      assert.strictEqual(sent.length, 6)
    })
  )
})

describe("case 38: a call let through before the circuit opened", () => {
  for (const [name, late] of Object.entries({ succeeds: ok, fails: down })) {
    it.scoped(`changes nothing when it ${name} afterwards`, () =>
      Effect.gen(function* () {
        const { call } = yield* connect(script(later(900, late), down, down, down), single)
        const early = yield* Effect.fork(Effect.exit(call(read())))
        yield* TestClock.adjust(0)
        for (let n = 0; n < 3; n++) yield* finish(call(read(OTHER_CHANNEL)), 0)
        yield* TestClock.adjust(900)
        yield* Fiber.join(early)
        assert.deepStrictEqual(yield* finish(call(read()), 0), [open(59_100), 0])
      })
    )
  }
})
