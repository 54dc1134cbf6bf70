import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, FastCheck, Random } from "effect"
import { type BackoffSettings, type BackoffState, initial, type Jitter, next } from "../../src/resilience/Backoff.ts"
import { runs } from "../turns.ts"

const settings = (jitter: Jitter): BackoffSettings => ({ baseDelayMs: 200, maxDelayMs: 10_000, jitter })

const at = (retries: number, previousMs = 200): BackoffState => ({ retries, previousMs })

const SAMPLES = 10_000

const samples = (wait: Effect.Effect<number>, seed: string) =>
  Effect.withRandom(Effect.replicateEffect(wait, SAMPLES), Random.make(seed))

const min = (values: ReadonlyArray<number>) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
const max = (values: ReadonlyArray<number>) => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)

/** Asserts that values fill `[low, high)` evenly: each tenth has a tenth of them, within 12 %. */
const assertUniform = (values: ReadonlyArray<number>, low: number, high: number) => {
  assertTrue(min(values) >= low && max(values) <= high)
  const tenths = Array.from({ length: 10 }, () => 0)
  for (const value of values) {
    const tenth = Math.min(9, Math.floor(((value - low) / (high - low)) * 10))
    tenths[tenth] = (tenths[tenth] ?? 0) + 1
  }
  for (const count of tenths) assertTrue(Math.abs(count - values.length / 10) < values.length * 0.012, tenths.join(" "))
}

describe("a wait without jitter", () => {
  it.effect("doubles from the base up to the maximum", () =>
    Effect.gen(function* () {
      const waits = yield* Effect.forEach([0, 1, 2, 3, 4, 5, 6, 7, 60, 2000], (n) =>
        next(settings("none"), at(n), undefined)
      )
      deepStrictEqual(waits, [200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000, 10_000])
    })
  )

  it.effect("is exactly the hint, also above the maximum", () =>
    Effect.gen(function* () {
      strictEqual(yield* next(settings("none"), at(0), 66_271_000), 66_271_000)
      strictEqual(yield* next(settings("none"), at(5), 0), 0)
    })
  )
})

describe("a wait with full jitter", () => {
  for (const n of [0, 3, 7, 2000]) {
    it.effect(`is between zero and the exponential wait, at retry ${n}`, () =>
      Effect.gen(function* () {
        const cap = Math.min(10_000, 200 * 2 ** Math.min(n, 52))
        assertUniform(yield* samples(next(settings("full"), at(n), undefined), `full ${n}`), 0, cap)
      })
    )
  }
})

describe("a wait with decorrelated jitter", () => {
  for (const previous of [200, 1000, 3000]) {
    it.effect(`is between the base and three times the last one, ${previous}`, () =>
      Effect.gen(function* () {
        const waits = yield* samples(next(settings("decorrelated"), at(4, previous), undefined), `dec ${previous}`)
        assertUniform(waits, 200, previous * 3)
      })
    )
  }

  it.effect("is limited by the maximum", () =>
    Effect.gen(function* () {
      const waits = yield* samples(next(settings("decorrelated"), at(9, 10_000), undefined), "cut")
      assertTrue(min(waits) >= 200)
      strictEqual(max(waits), 10_000)
    })
  )

  it.effect("is never below the base, even after a shorter wait", () =>
    Effect.gen(function* () {
      strictEqual(yield* next(settings("decorrelated"), at(1, 0), undefined), 200)
      strictEqual(yield* next(settings("decorrelated"), at(1, 60), undefined), 200)
    })
  )
})

describe("a wait that the remote side requested", () => {
  for (const jitter of ["full", "decorrelated"] as const) {
    it.effect(`is the hint plus a small ${jitter} jitter: never less, and not limited by the maximum`, () =>
      Effect.gen(function* () {
        assertUniform(yield* samples(next(settings(jitter), at(1), 66_000), `hint ${jitter}`), 66_000, 66_200)
        const slow = { ...settings(jitter), baseDelayMs: 5000 }
        assertUniform(yield* samples(next(slow, at(1), 66_000), `slow ${jitter}`), 66_000, 66_250)
      })
    )
  }
})

const jitters: ReadonlyArray<Jitter> = ["none", "full", "decorrelated"]

describe("any wait", () => {
  it("starts at the base", () => {
    deepStrictEqual(initial(settings("decorrelated")), { retries: 0, previousMs: 200 })
  })

  it.effect.prop(
    "is a finite number within its bounds",
    [
      FastCheck.record({
        baseDelayMs: FastCheck.integer({ min: 50, max: 5000 }),
        over: FastCheck.integer({ min: 0, max: 55_000 }),
        jitter: FastCheck.constantFrom(...jitters)
      }),
      FastCheck.nat(5000),
      FastCheck.nat(100_000),
      FastCheck.option(FastCheck.nat(10_000_000), { nil: undefined })
    ],
    ([{ baseDelayMs, jitter, over }, retries, previousMs, hintMs]) =>
      Effect.gen(function* () {
        const maxDelayMs = baseDelayMs + over
        const wait = yield* next({ baseDelayMs, maxDelayMs, jitter }, { retries, previousMs }, hintMs)
        assertTrue(Number.isFinite(wait))
        assertTrue(wait >= (hintMs ?? (jitter === "full" ? 0 : baseDelayMs)))
        assertTrue(wait <= (hintMs === undefined ? maxDelayMs : hintMs + Math.min(baseDelayMs, 250)))
      }),
    { fastCheck: { numRuns: runs(75) } }
  )
})
