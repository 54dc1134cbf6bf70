import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { FastCheck } from "effect"
import {
  type Admitted,
  admit,
  type Circuit,
  type CircuitSettings,
  closed,
  isPristine,
  type Outcome,
  record
} from "../../src/resilience/Circuit.ts"

const settings: CircuitSettings = { enabled: true, failureThreshold: 10, windowMs: 60_000, halfOpenAfterMs: 30_000 }

/** Admits one call at `now` and ends it at once. */
const call = (circuit: Circuit, outcome: Outcome, now: number): Circuit => {
  const [next, answer] = admit(circuit, now)
  return "epoch" in answer ? record(next, answer, outcome, now, settings) : next
}

/** `count` calls with this outcome at the given time. */
const calls = (circuit: Circuit, count: number, outcome: Outcome, now: number): Circuit =>
  Array.from({ length: count }).reduce<Circuit>((it) => call(it, outcome, now), circuit)

/** A circuit that opened at `now`. */
const opened = (now: number): Circuit => calls(closed(0), 10, "failure", now)

const probe = (circuit: Circuit, now: number): readonly [Circuit, Admitted] => {
  const [next, answer] = admit(circuit, now)
  if (!("epoch" in answer)) throw new Error("expected to be admitted")
  return [next, answer]
}

describe("a closed circuit", () => {
  it("counts a failure just inside the window, and ignores one as old as the window", () => {
    strictEqual(call(calls(closed(0), 9, "failure", 0), "failure", 59_999).state, "open")
    strictEqual(call(calls(closed(0), 9, "failure", 0), "failure", 60_000).state, "closed")
  })
})

describe("an open circuit", () => {
  it("rejects with the remaining time, not with its setting", () => {
    const circuit = opened(1000)
    deepStrictEqual(admit(circuit, 1000), [circuit, { retryAfterMs: 30_000 }])
    deepStrictEqual(admit(circuit, 21_000), [circuit, { retryAfterMs: 10_000 }])
    deepStrictEqual(admit(circuit, 30_999.5), [circuit, { retryAfterMs: 1 }])
  })
})

describe("a half-open circuit", () => {
  it("admits exactly one probe and rejects all other calls meanwhile", () => {
    const [circuit] = probe(opened(1000), 31_000)
    deepStrictEqual(admit(circuit, 31_000), [circuit, { retryAfterMs: 1000 }])
    deepStrictEqual(admit(circuit, 99_000), [circuit, { retryAfterMs: 1000 }])
  })
})

describe("a circuit that differs from a new one", () => {
  it("has a failure in the window, or is open or half-open", () => {
    strictEqual(isPristine(closed(0), 0, settings), true)
    strictEqual(isPristine(call(closed(0), "failure", 0), 59_999, settings), false)
    strictEqual(isPristine(call(closed(0), "failure", 0), 60_000, settings), true)
    strictEqual(isPristine(opened(0), 1e9, settings), false)
    strictEqual(isPristine(probe(opened(0), 30_000)[0], 1e9, settings), false)
  })
})

type Action =
  | { readonly _tag: "Enter" }
  | { readonly _tag: "Leave"; readonly which: number; readonly outcome: Outcome }
  | { readonly _tag: "Wait"; readonly ms: number }

/** Failures are more frequent, so that circuits open. */
const outcomes: ReadonlyArray<Outcome> = ["failure", "failure", "success", "ignored"]

const action: FastCheck.Arbitrary<Action> = FastCheck.oneof(
  { weight: 4, arbitrary: FastCheck.constant({ _tag: "Enter" as const }) },
  {
    weight: 4,
    arbitrary: FastCheck.record({
      _tag: FastCheck.constant("Leave" as const),
      which: FastCheck.nat(20),
      outcome: FastCheck.constantFrom(...outcomes)
    })
  },
  { weight: 1, arbitrary: FastCheck.record({ _tag: FastCheck.constant("Wait" as const), ms: FastCheck.nat(150) }) }
)

describe("any sequence of calls", () => {
  it.prop(
    "satisfies the rules of the circuit",
    [
      FastCheck.record({
        enabled: FastCheck.constant(true),
        failureThreshold: FastCheck.integer({ min: 1, max: 4 }),
        windowMs: FastCheck.integer({ min: 1, max: 200 }),
        halfOpenAfterMs: FastCheck.integer({ min: 1, max: 100 })
      }),
      FastCheck.array(action, { maxLength: 120 })
    ],
    ([settings, actions]) => {
      let now = 0
      let circuit: Circuit = closed(0)
      let inFlight: ReadonlyArray<Admitted> = []
      /** The failures of the current closed epoch: the model of the circuit. */
      let failures: ReadonlyArray<number> = []

      const goTo = (next: Circuit) => {
        strictEqual(next.epoch - circuit.epoch, next.state === circuit.state ? 0 : 1)
        if (next.state === "open" && circuit.state !== "open") strictEqual(next.until, now + settings.halfOpenAfterMs)
        if (next.state !== circuit.state) failures = []
        circuit = next
        if (circuit.state === "closed") assertTrue(circuit.failures.length < settings.failureThreshold)
        const probes = inFlight.filter((ticket) => ticket.probe && ticket.epoch === circuit.epoch).length
        strictEqual(probes, circuit.state === "half_open" && circuit.probing ? 1 : 0)
      }

      for (const it of actions) {
        if (it._tag === "Wait") {
          now += it.ms
        } else if (it._tag === "Enter") {
          const [next, answer] = admit(circuit, now)
          if ("epoch" in answer) {
            inFlight = [...inFlight, answer]
            strictEqual(answer.epoch, next.epoch)
            strictEqual(answer.probe, circuit.state !== "closed")
          } else {
            strictEqual(next, circuit)
            assertTrue(Number.isInteger(answer.retryAfterMs) && answer.retryAfterMs > 0)
            if (circuit.state === "open") strictEqual(answer.retryAfterMs, circuit.until - now)
          }
          goTo(next)
        } else if (inFlight.length > 0) {
          const ticket = inFlight[it.which % inFlight.length]
          if (ticket === undefined) continue
          inFlight = inFlight.filter((other) => other !== ticket)
          const next = record(circuit, ticket, it.outcome, now, settings)
          if (ticket.epoch !== circuit.epoch) strictEqual(next, circuit)
          else if (circuit.state === "closed") {
            if (it.outcome === "failure") failures = [...failures.filter((at) => now - at < settings.windowMs), now]
            strictEqual(next.state, failures.length >= settings.failureThreshold ? "open" : "closed")
          } else {
            strictEqual(next.state, { success: "closed", failure: "open", ignored: "half_open" }[it.outcome])
          }
          goTo(next)
        }
      }
    },
    { fastCheck: { numRuns: 1000 } }
  )
})
