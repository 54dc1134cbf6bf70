import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Deferred, Effect, Exit, Fiber, TestClock } from "effect"
import { BulkheadFullError, CircuitOpenError } from "../../src/errors/DiscordMcpError.ts"
import type { Transition } from "../../src/resilience/CircuitBreaker.ts"
import * as Resilience from "../../src/resilience/Resilience.ts"
import { call, type Failure, finish, settings } from "./chain.ts"

const ROUTE = "GET /channels/:id"

const failed = (failure: Failure) => Exit.fail(failure)

const circuitOpen = (retry_after_ms: number) => Exit.fail(new CircuitOpenError({ route: ROUTE, retry_after_ms }))

/** A send with these failures, one per attempt, that then succeeds. It records the numbers of its attempts. */
const failing = (...failures: ReadonlyArray<Failure>) => {
  const attempts: Array<number> = []
  const send = (): Effect.Effect<string, Failure> =>
    Effect.suspend(() => {
      attempts.push(attempts.length + 1)
      const failure = failures[attempts.length - 1]
      return failure === undefined ? Effect.succeed("ok") : Effect.fail(failure)
    })
  return { send, attempts }
}

const down = call({ send: () => Effect.fail("down") })
const hanging = call({ send: () => Effect.never, timeout: { ms: 3_600_000, onTimeout: () => "timeout" } })

/** A chain whose circuit has just opened. */
const withOpenCircuit = Effect.gen(function* () {
  const resilience = yield* Resilience.make(settings)
  yield* finish(resilience.protect(down), 1000)
  yield* finish(resilience.protect(down), 600)
  strictEqual(yield* resilience.circuits.state(ROUTE), "open")
  return resilience
})

describe("the chain", () => {
  it.effect("runs a successful call once, unchanged", () =>
    Effect.gen(function* () {
      const resilience = yield* Resilience.make(settings)
      const { send, attempts } = failing()
      deepStrictEqual(yield* finish(resilience.protect(call({ send }))), [Exit.succeed("ok"), 0])
      deepStrictEqual(attempts, [1])
      strictEqual(yield* resilience.bulkhead.inFlight, 0)
    })
  )

  it.effect("retries inside one slot, with one outcome", () =>
    Effect.gen(function* () {
      const resilience = yield* Resilience.make(settings)
      const { send, attempts } = failing("down", "timeout")
      deepStrictEqual(yield* finish(resilience.protect(call({ send }))), [Exit.succeed("ok"), 600])
      deepStrictEqual(attempts, [1, 2, 3])
      strictEqual(yield* resilience.circuits.state(ROUTE), "closed")
      // Three failed attempts are one failed call: the circuit, which opens at two, is still closed.
      deepStrictEqual(yield* finish(resilience.protect(down), 600), [failed("down"), 600])
      strictEqual(yield* resilience.circuits.state(ROUTE), "closed")
      yield* finish(resilience.protect(down), 600)
      strictEqual(yield* resilience.circuits.state(ROUTE), "open")
    })
  )

  it.effect("keeps its slot while it waits for the next attempt", () =>
    Effect.gen(function* () {
      const resilience = yield* Resilience.make(settings)
      const waiting = yield* Effect.fork(resilience.protect(down))
      yield* TestClock.adjust(100)
      strictEqual(yield* resilience.bulkhead.inFlight, 1)
      yield* Fiber.interrupt(waiting)
      strictEqual(yield* resilience.bulkhead.inFlight, 0)
    })
  )

  it.effect("makes no attempt while the circuit is open", () =>
    Effect.gen(function* () {
      const resilience = yield* withOpenCircuit
      const { send, attempts } = failing()
      deepStrictEqual(yield* finish(resilience.protect(call({ send })), 0), [circuitOpen(30_000), 0])
      deepStrictEqual(attempts, [])
      strictEqual(yield* resilience.bulkhead.inFlight, 0)
    })
  )

  it.effect("uses no probe for a call that the bulkhead rejects", () =>
    Effect.gen(function* () {
      const resilience = yield* withOpenCircuit
      const elsewhere = { ...hanging, circuit: "GET /elsewhere" }
      const held = yield* Effect.replicateEffect(Effect.fork(resilience.protect(elsewhere)), 2)
      yield* TestClock.adjust(30_000)
      deepStrictEqual(
        yield* Effect.exit(resilience.protect(call({}))),
        Exit.fail(new BulkheadFullError({ limit: 2, scope: "global" }))
      )
      strictEqual(yield* resilience.circuits.state(ROUTE), "open")
      yield* Fiber.interruptAll(held)
      deepStrictEqual(yield* Effect.exit(resilience.protect(call({}))), Exit.succeed("ok"))
      strictEqual(yield* resilience.circuits.state(ROUTE), "closed")
    })
  )

  it.effect("does not count a rejection by the bulkhead as a failure of the remote side", () =>
    Effect.gen(function* () {
      const resilience = yield* Resilience.make(settings)
      const held = yield* Effect.replicateEffect(Effect.fork(resilience.protect(hanging)), 2)
      yield* TestClock.adjust(0)
      for (let n = 0; n < 10; n++) {
        deepStrictEqual(
          yield* Effect.exit(resilience.protect(call({}))),
          Exit.fail(new BulkheadFullError({ limit: 2, scope: "global" }))
        )
      }
      strictEqual(yield* resilience.circuits.state(ROUTE), "closed")
      yield* Fiber.interruptAll(held)
    })
  )

  it.effect("makes only one attempt with a probe", () =>
    Effect.gen(function* () {
      const resilience = yield* withOpenCircuit
      yield* TestClock.adjust(30_000)
      const { send, attempts } = failing("down", "down", "down")
      deepStrictEqual(yield* finish(resilience.protect(call({ send })), 0), [failed("down"), 0])
      deepStrictEqual(attempts, [1])
      deepStrictEqual(yield* Effect.exit(resilience.protect(call({}))), circuitOpen(30_000))
    })
  )

  it.effect("stops retries if the circuit opens during an attempt", () =>
    Effect.gen(function* () {
      const resilience = yield* Resilience.make({ ...settings, bulkhead: { limit: 10 } })
      const gate = yield* Deferred.make<never, Failure>()
      const attempts: Array<number> = []
      const slow = call({
        send: () =>
          Effect.suspend(() => {
            attempts.push(attempts.length + 1)
            return Deferred.await(gate)
          }),
        timeout: { ms: 100_000, onTimeout: () => "timeout" }
      })
      const running = yield* Effect.fork(Effect.exit(resilience.protect(slow)))
      yield* finish(resilience.protect(down), 600)
      yield* finish(resilience.protect(down), 600)
      strictEqual(yield* resilience.circuits.state(ROUTE), "open")
      yield* Deferred.fail(gate, "down")
      deepStrictEqual(yield* Fiber.join(running), failed("down"))
      deepStrictEqual(attempts, [1])
    })
  )

  it.effect("stops retries if the circuit opens during a backoff", () =>
    Effect.gen(function* () {
      const resilience = yield* Resilience.make({ ...settings, bulkhead: { limit: 10 } })
      const { send, attempts } = failing("down", "down", "down")
      const retry = { repeatable: () => Effect.succeed(true), hintMs: () => 5000 }
      const running = yield* Effect.fork(Effect.exit(resilience.protect(call({ send, retry }))))
      yield* TestClock.adjust(100)
      yield* finish(resilience.protect(down), 600)
      yield* finish(resilience.protect(down), 600)
      strictEqual(yield* resilience.circuits.state(ROUTE), "open")
      yield* TestClock.adjust(5000)
      deepStrictEqual(yield* Fiber.join(running), failed("down"))
      deepStrictEqual(attempts, [1])
    })
  )

  it.effect("continues retries if the circuit of another route opens", () =>
    Effect.gen(function* () {
      const resilience = yield* Resilience.make({ ...settings, bulkhead: { limit: 10 } })
      const { send, attempts } = failing("down", "down")
      const running = yield* Effect.fork(resilience.protect(call({ send, circuit: "GET /elsewhere" })))
      yield* TestClock.adjust(0)
      const quick = { ...down, retry: { repeatable: () => Effect.succeed(false), hintMs: () => undefined } }
      for (let n = 0; n < 2; n++) yield* Effect.exit(resilience.protect(quick))
      strictEqual(yield* resilience.circuits.state(ROUTE), "open")
      yield* TestClock.adjust(600)
      strictEqual(yield* Fiber.join(running), "ok")
      deepStrictEqual(attempts, [1, 2, 3])
    })
  )

  it.effect("does not count rate limit waits as part of an attempt", () =>
    Effect.gen(function* () {
      const resilience = yield* Resilience.make(settings)
      const paced = call({
        admit: (send) => Effect.delay(send, 5000),
        send: () => Effect.as(Effect.sleep(999), "ok"),
        timeout: { ms: 1000, onTimeout: () => "timeout" }
      })
      deepStrictEqual(yield* finish(resilience.protect(paced)), [Exit.succeed("ok"), 5999])
    })
  )

  it.effect("applies the rate limit and the timeout to each attempt", () =>
    Effect.gen(function* () {
      const resilience = yield* Resilience.make(settings)
      let paced = 0
      const late = call({
        admit: (send) =>
          Effect.suspend(() => {
            paced++
            return Effect.delay(send, 50)
          }),
        send: () => Effect.never
      })
      // Three attempts of 50 + 1000, and waits of 200 and 400 between them.
      deepStrictEqual(yield* finish(resilience.protect(late)), [failed("timeout"), 3750])
      strictEqual(paced, 3)
    })
  )

  it.effect("ends at the deadline in every phase: sending, rate limit or backoff", () =>
    Effect.gen(function* () {
      const budget = { deadline: { ms: 2500, onExpired: () => "deadline" as const } }
      for (const stuck of [
        { send: () => Effect.never, timeout: { ms: 9000, onTimeout: () => "timeout" as const } },
        { admit: () => Effect.never },
        { admit: <E>(send: Effect.Effect<string, E>) => Effect.delay(send, 2499), send: () => Effect.never }
      ]) {
        const resilience = yield* Resilience.make(settings)
        deepStrictEqual(yield* finish(resilience.protect(call({ ...stuck, ...budget }))), [failed("deadline"), 2500])
        strictEqual(yield* resilience.bulkhead.inFlight, 0)
        strictEqual(yield* resilience.circuits.state(ROUTE), "closed")
      }
    })
  )

  it.effect("releases the slot and the probe if the deadline ends a probe", () =>
    Effect.gen(function* () {
      const resilience = yield* withOpenCircuit
      yield* TestClock.adjust(30_000)
      const cut = { ...hanging, deadline: { ms: 100, onExpired: () => "deadline" as const } }
      deepStrictEqual(yield* finish(resilience.protect(cut), 100), [failed("deadline"), 100])
      strictEqual(yield* resilience.circuits.state(ROUTE), "half_open")
      deepStrictEqual(yield* Effect.exit(resilience.protect(call({}))), Exit.succeed("ok"))
      strictEqual(yield* resilience.circuits.state(ROUTE), "closed")
    })
  )

  it.effect("is interrupted at once in every phase, and leaves no state", () =>
    Effect.gen(function* () {
      const resilience = yield* Resilience.make(settings)
      for (const stuck of [hanging, down, call({ admit: () => Effect.never })]) {
        const fiber = yield* Effect.fork(resilience.protect(stuck))
        yield* TestClock.adjust(50)
        strictEqual(yield* resilience.bulkhead.inFlight, 1)
        assertTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
        strictEqual(yield* resilience.bulkhead.inFlight, 0)
      }
      strictEqual(yield* resilience.circuits.size, 0)
    })
  )

  it.effect("never retries a defect, nor counts it against the remote side", () =>
    Effect.gen(function* () {
      const resilience = yield* Resilience.make(settings)
      let attempts = 0
      const buggy = call({
        send: () =>
          Effect.suspend(() => {
            attempts++
            return Effect.die("a bug")
          })
      })
      for (let n = 0; n < 5; n++) deepStrictEqual(yield* finish(resilience.protect(buggy)), [Exit.die("a bug"), 0])
      strictEqual(attempts, 5)
      strictEqual(yield* resilience.circuits.state(ROUTE), "closed")
    })
  )

  it.effect("reports the state changes of circuits", () =>
    Effect.gen(function* () {
      const seen: Array<Transition> = []
      const resilience = yield* Resilience.make(settings, {
        onTransition: (transition) => Effect.sync(() => void seen.push(transition))
      })
      yield* finish(resilience.protect(down), 600)
      yield* finish(resilience.protect(down), 600)
      yield* TestClock.adjust(30_000)
      yield* resilience.protect(call({}))
      deepStrictEqual(seen, [
        { key: ROUTE, from: "closed", to: "open" },
        { key: ROUTE, from: "open", to: "half_open" },
        { key: ROUTE, from: "half_open", to: "closed" }
      ])
    })
  )
})
