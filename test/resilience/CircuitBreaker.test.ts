import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Deferred, Effect, Exit, Fiber, TestClock } from "effect"
import { CircuitOpenError } from "../../src/errors/DiscordMcpError.ts"
import type { CircuitSettings, Outcome } from "../../src/resilience/Circuit.ts"
import * as CircuitBreaker from "../../src/resilience/CircuitBreaker.ts"

const settings: CircuitSettings = { enabled: true, failureThreshold: 3, windowMs: 60_000, halfOpenAfterMs: 30_000 }

const KEY = "GET /channels/:id"

/** "down" is a failure of the remote side, "no" is its response, "busy" is ignored. */
type Failure = "down" | "no" | "busy"

const outcomeOf = (exit: Exit.Exit<string, Failure>): Outcome =>
  Exit.match(exit, {
    onSuccess: () => "success",
    onFailure: (cause) =>
      cause._tag === "Fail" ? ({ down: "failure", no: "success", busy: "ignored" } as const)[cause.error] : "failure"
  })

const through = (breaker: CircuitBreaker.CircuitBreaker, key = KEY) => breaker.apply<string, Failure>(key, outcomeOf)

const up: Effect.Effect<string, Failure> = Effect.succeed("up")
const down: Effect.Effect<string, Failure> = Effect.fail("down")

const failed = (failure: Failure) => Exit.fail(failure)

const refused = (retry_after_ms: number, route = KEY) => Exit.fail(new CircuitOpenError({ route, retry_after_ms }))

/** Fails until the circuit of the key is open. */
const openCircuit = (breaker: CircuitBreaker.CircuitBreaker, key = KEY) =>
  Effect.repeatN(Effect.exit(through(breaker, key)(down)), settings.failureThreshold - 1)

/** A breaker whose circuit of `KEY` admits a probe next. */
const atHalfOpen = Effect.gen(function* () {
  const breaker = yield* CircuitBreaker.make(settings)
  yield* openCircuit(breaker)
  yield* TestClock.adjust(settings.halfOpenAfterMs)
  return breaker
})

describe("a circuit breaker", () => {
  it.effect("closes if the probe succeeds, and opens again with a new timer if it fails", () =>
    Effect.gen(function* () {
      const breaker = yield* atHalfOpen
      deepStrictEqual(yield* Effect.exit(through(breaker)(down)), failed("down"))
      deepStrictEqual(yield* Effect.exit(through(breaker)(up)), refused(30_000))
      yield* TestClock.adjust(29_999)
      deepStrictEqual(yield* Effect.exit(through(breaker)(up)), refused(1))
      yield* TestClock.adjust(1)
      deepStrictEqual(yield* Effect.exit(through(breaker)(up)), Exit.succeed("up"))
      strictEqual(yield* breaker.state(KEY), "closed")
      deepStrictEqual(yield* Effect.exit(through(breaker)(down)), failed("down"))
      strictEqual(yield* breaker.state(KEY), "closed")
    })
  )

  it.effect("admits one of fifty calls when half-open, rejects the others and queues none", () =>
    Effect.gen(function* () {
      const breaker = yield* atHalfOpen
      const gate = yield* Deferred.make<void>()
      let ran = 0
      const fibers = yield* Effect.replicateEffect(
        Effect.suspend(() => {
          ran++
          return Effect.zipRight(Deferred.await(gate), up)
        }).pipe(through(breaker), Effect.exit, Effect.fork),
        50
      )
      yield* TestClock.adjust(0)
      const [probe, ...others] = fibers
      for (const other of others) deepStrictEqual(yield* Fiber.join(other), refused(1000))
      strictEqual(ran, 1)
      strictEqual(others.length, 49)

      yield* Deferred.succeed(gate, undefined)
      if (probe !== undefined) deepStrictEqual(yield* Fiber.join(probe), Exit.succeed("up"))
      yield* TestClock.adjust(60_000)
      strictEqual(ran, 1)
      strictEqual(yield* breaker.state(KEY), "closed")
    })
  )

  const badProbes: ReadonlyArray<readonly [string, Effect.Effect<string, Failure>]> = [
    ["dies", Effect.die("a bug")],
    ["interrupts itself", Effect.interrupt],
    ["says nothing about the other side", Effect.fail("busy")],
    [
      "throws before it begins",
      Effect.suspend(() => {
        throw new TypeError("a bug")
      })
    ]
  ]
  for (const [name, probe] of badProbes) {
    it.effect(`admits another probe after one that ${name}`, () =>
      Effect.gen(function* () {
        const breaker = yield* atHalfOpen
        assertTrue(Exit.isFailure(yield* Effect.exit(through(breaker)(probe))))
        strictEqual(yield* breaker.state(KEY), "half_open")
        deepStrictEqual(yield* Effect.exit(through(breaker)(up)), Exit.succeed("up"))
        strictEqual(yield* breaker.state(KEY), "closed")
      })
    )
  }

  it.effect("admits another probe after one that hangs and is interrupted", () =>
    Effect.gen(function* () {
      const breaker = yield* atHalfOpen
      const hanging = yield* Effect.fork(through(breaker)(Effect.never))
      yield* TestClock.adjust(3_600_000)
      deepStrictEqual(yield* Effect.exit(through(breaker)(up)), refused(1000))
      assertTrue(Exit.isInterrupted(yield* Fiber.interrupt(hanging)))
      deepStrictEqual(yield* Effect.exit(through(breaker)(up)), Exit.succeed("up"))
    })
  )

  it.effect("admits another probe after one whose outcome cannot be classified, and shows the defect", () =>
    Effect.gen(function* () {
      const breaker = yield* atHalfOpen
      const bug = new TypeError("a bug in the judge")
      const probe = breaker.apply<string, Failure>(KEY, () => {
        throw bug
      })(up)
      deepStrictEqual(yield* Effect.exit(probe), Exit.die(bug))
      strictEqual(yield* breaker.state(KEY), "half_open")
      deepStrictEqual(yield* Effect.exit(through(breaker)(up)), Exit.succeed("up"))
    })
  )

  it.effect("is not affected by a listener that fails with a defect, even when it becomes half-open", () =>
    Effect.gen(function* () {
      const breaker = yield* CircuitBreaker.make(settings, () => Effect.die("a bug in the listener"))
      yield* openCircuit(breaker)
      deepStrictEqual(yield* Effect.exit(through(breaker)(up)), refused(30_000))
      yield* TestClock.adjust(30_000)
      deepStrictEqual(yield* Effect.exit(through(breaker)(up)), Exit.succeed("up"))
      strictEqual(yield* breaker.state(KEY), "closed")
    })
  )

  it.effect("separates the circuits of keys", () =>
    Effect.gen(function* () {
      const breaker = yield* CircuitBreaker.make(settings)
      yield* openCircuit(breaker, "a")
      deepStrictEqual(yield* Effect.exit(through(breaker, "a")(up)), refused(30_000, "a"))
      deepStrictEqual(yield* Effect.exit(through(breaker, "b")(up)), Exit.succeed("up"))
      deepStrictEqual(yield* Effect.all([breaker.state("a"), breaker.state("b"), breaker.state("never seen")]), [
        "open",
        "closed",
        "closed"
      ])
    })
  )

  it.effect("ignores late outcomes of calls from before it opened", () =>
    Effect.gen(function* () {
      const breaker = yield* CircuitBreaker.make(settings)
      const deferreds = yield* Effect.replicateEffect(Deferred.make<string, Failure>(), 3)
      const late = yield* Effect.forEach(deferreds, (gate) =>
        Effect.fork(Effect.exit(through(breaker)(Deferred.await(gate))))
      )
      yield* TestClock.adjust(0)
      yield* openCircuit(breaker)
      const [success, failure, afterwards] = deferreds
      if (success !== undefined) yield* Deferred.succeed(success, "late")
      yield* TestClock.adjust(10_000)
      strictEqual(yield* breaker.state(KEY), "open")
      if (failure !== undefined) yield* Deferred.fail(failure, "down")
      yield* TestClock.adjust(0)
      // A late failure has not restarted the timer.
      deepStrictEqual(yield* Effect.exit(through(breaker)(up)), refused(20_000))
      yield* TestClock.adjust(20_000)
      deepStrictEqual(yield* Effect.exit(through(breaker)(up)), Exit.succeed("up"))
      for (let n = 0; n < 2; n++) yield* Effect.exit(through(breaker)(down))
      if (afterwards !== undefined) yield* Deferred.fail(afterwards, "down")
      deepStrictEqual(yield* Effect.forEach(late, Fiber.join), [Exit.succeed("late"), failed("down"), failed("down")])
      strictEqual(yield* breaker.state(KEY), "closed")
    })
  )

  it.effect("never counts a defect or an interruption as a failure, even if `outcomeOf` does", () =>
    Effect.gen(function* () {
      const breaker = yield* CircuitBreaker.make(settings)
      const strict = breaker.apply<string, Failure>(KEY, () => "failure")
      for (let n = 0; n < 20; n++) {
        yield* Effect.exit(strict(Effect.die("a bug")))
        yield* Effect.exit(strict(Effect.interrupt))
      }
      strictEqual(yield* breaker.state(KEY), "closed")
    })
  )

  it.effect("admits every call if it is disabled, and keeps no state", () =>
    Effect.gen(function* () {
      const breaker = yield* CircuitBreaker.make({ ...settings, enabled: false })
      for (let n = 0; n < 20; n++) deepStrictEqual(yield* Effect.exit(through(breaker)(down)), failed("down"))
      strictEqual(yield* breaker.state(KEY), "closed")
      strictEqual(yield* breaker.size, 0)
    })
  )

  it.effect("reports every state change once, in order", () =>
    Effect.gen(function* () {
      const seen: Array<CircuitBreaker.Transition> = []
      const breaker = yield* CircuitBreaker.make(settings, (transition) => Effect.sync(() => seen.push(transition)))
      yield* through(breaker)(up)
      yield* openCircuit(breaker)
      yield* Effect.exit(through(breaker)(up))
      yield* TestClock.adjust(30_000)
      yield* Effect.exit(through(breaker)(Effect.fail("busy")))
      yield* Effect.exit(through(breaker)(down))
      yield* TestClock.adjust(30_000)
      yield* through(breaker)(up)
      yield* openCircuit(breaker, "another")
      deepStrictEqual(seen, [
        { key: KEY, from: "closed", to: "open" },
        { key: KEY, from: "open", to: "half_open" },
        { key: KEY, from: "half_open", to: "open" },
        { key: KEY, from: "open", to: "half_open" },
        { key: KEY, from: "half_open", to: "closed" },
        { key: "another", from: "closed", to: "open" }
      ])
    })
  )

  it.effect("keeps no state of keys that never fail", () =>
    Effect.gen(function* () {
      const breaker = yield* CircuitBreaker.make(settings)
      yield* Effect.forEach(Array.from({ length: 100 }), (_, n) => through(breaker, `GET /${n}`)(up))
      strictEqual(yield* breaker.size, 0)
    })
  )

  it.effect("keeps a bounded number of keys, and removes closed circuits first", () =>
    Effect.gen(function* () {
      const breaker = yield* CircuitBreaker.make(settings)
      for (let n = 0; n < 5; n++) yield* openCircuit(breaker, `open ${n}`)
      for (let n = 0; n < 10_000; n++) {
        yield* Effect.exit(through(breaker, `GET /${n}`)(down))
        if (n % 500 === 0) assertTrue((yield* breaker.size) <= 1024)
      }
      strictEqual(yield* breaker.size, 1024)
      for (let n = 0; n < 5; n++) strictEqual(yield* breaker.state(`open ${n}`), "open")
      strictEqual(yield* breaker.state("GET /9999"), "closed")
    })
  )

  it.effect("removes the key that was unused longest first", () =>
    Effect.gen(function* () {
      const breaker = yield* CircuitBreaker.make(settings)
      const fail = (key: string) => Effect.exit(through(breaker, key)(down))
      for (const key of ["early", "quiet"]) yield* fail(key)
      for (let n = 0; n < 1022; n++) yield* fail(`GET /${n}`)
      yield* fail("early")
      yield* fail("one too many")
      // The third failure of "early" opens it. The first two of "quiet" are the only ones kept.
      yield* fail("early")
      for (let n = 0; n < 2; n++) yield* fail("quiet")
      deepStrictEqual(yield* Effect.all([breaker.state("early"), breaker.state("quiet")]), ["open", "closed"])
    })
  )

  it.effect("stays bounded even if every circuit is open: then the oldest is removed", () =>
    Effect.gen(function* () {
      const breaker = yield* CircuitBreaker.make({ ...settings, failureThreshold: 1 })
      for (let n = 0; n < 2000; n++) yield* Effect.exit(through(breaker, `GET /${n}`)(down))
      strictEqual(yield* breaker.size, 1024)
      strictEqual(yield* breaker.state("GET /0"), "closed")
      strictEqual(yield* breaker.state("GET /1999"), "open")
    })
  )
})
