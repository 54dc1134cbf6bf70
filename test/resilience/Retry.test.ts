import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Exit, Fiber, Random, TestClock } from "effect"
import * as Deadline from "../../src/resilience/Deadline.ts"
import * as Retry from "../../src/resilience/Retry.ts"

const settings: Retry.RetrySettings = {
  enabled: true,
  maxAttempts: 3,
  baseDelayMs: 200,
  maxDelayMs: 10_000,
  jitter: "none"
}

const always: Retry.RetryRule<number> = { repeatable: () => Effect.succeed(true), hintMs: () => undefined }

/** A service with these statuses, one per attempt, the last one forever; 200 is success. It records the times of attempts. */
const upstream = (...statuses: ReadonlyArray<number>) => {
  const asked: Array<{ readonly attempt: number; readonly at: number }> = []
  const attempt = (number: number) =>
    Effect.clockWith((clock) => clock.currentTimeMillis).pipe(
      Effect.flatMap((at) => {
        asked.push({ attempt: number, at })
        const status = statuses[Math.min(asked.length, statuses.length) - 1] ?? 200
        return status === 200 ? Effect.succeed("ok") : Effect.fail(status)
      })
    )
  return { asked, attempt }
}

/** Retries attempts that record their number. */
const retried =
  (settings: Retry.RetrySettings, rule: Retry.RetryRule<number>) =>
  (attempt: (number: number) => Effect.Effect<string, number>) =>
    Retry.applyEach(settings, rule)(({ number }) => attempt(number))

/** Runs to the end in virtual time. Returns exit and time. */
const finish = <A, E>(effect: Effect.Effect<A, E>, ms = 3_600_000) =>
  Effect.gen(function* () {
    const end = Effect.clockWith((clock) => clock.currentTimeMillis)
    const fiber = yield* Effect.fork(Effect.zip(Effect.exit(effect), end))
    yield* TestClock.adjust(ms)
    return yield* Fiber.join(fiber)
  })

describe("a retry", () => {
  it.effect("succeeds after 500, 500, 200 in exactly three attempts, each with its number", () =>
    Effect.gen(function* () {
      const { asked, attempt } = upstream(500, 500, 200)
      deepStrictEqual(yield* finish(retried(settings, always)(attempt)), [Exit.succeed("ok"), 600])
      deepStrictEqual(asked, [
        { attempt: 1, at: 0 },
        { attempt: 2, at: 200 },
        { attempt: 3, at: 600 }
      ])
    })
  )

  it.effect("counts attempts, not retries, and ends with the last error at once", () =>
    Effect.gen(function* () {
      const { asked, attempt } = upstream(500, 502, 503)
      deepStrictEqual(yield* finish(retried(settings, always)(attempt)), [Exit.fail(503), 600])
      strictEqual(asked.length, 3)
    })
  )

  for (const [name, over] of [
    ["of one try does not retry", { maxAttempts: 1 }],
    ["that is switched off does not retry", { enabled: false }]
  ] as const) {
    it.effect(name, () =>
      Effect.gen(function* () {
        const { asked, attempt } = upstream(500)
        deepStrictEqual(yield* finish(retried({ ...settings, ...over }, always)(attempt)), [Exit.fail(500), 0])
        strictEqual(asked.length, 1)
      })
    )
  }

  it.effect("makes one attempt if the error is not repeatable", () =>
    Effect.gen(function* () {
      const { asked, attempt } = upstream(500, 404, 200)
      const rule = { ...always, repeatable: (status: number) => Effect.succeed(status >= 500) }
      deepStrictEqual(yield* finish(retried(settings, rule)(attempt)), [Exit.fail(404), 200])
      strictEqual(asked.length, 2)
    })
  )

  it.effect("waits as long as the remote side requested, above the maximum", () =>
    Effect.gen(function* () {
      const { asked, attempt } = upstream(429, 500, 200)
      const rule = { ...always, hintMs: (status: number) => (status === 429 ? 60_000 : undefined) }
      deepStrictEqual(yield* finish(retried(settings, rule)(attempt)), [Exit.succeed("ok"), 60_400])
      deepStrictEqual(
        asked.map(({ at }) => at),
        [0, 60_000, 60_400]
      )
    })
  )

  it.effect("fails at once, without a wait, if the wait would exceed the deadline", () =>
    Effect.gen(function* () {
      const rule = { ...always, hintMs: () => 5000 }
      const run = (ms: number) => {
        const { asked, attempt } = upstream(429)
        const deadline = Deadline.apply({ ms, onExpired: () => -1 })
        return Effect.map(finish(retried(settings, rule)(attempt).pipe(deadline)), ([exit]) => [exit, asked])
      }
      deepStrictEqual(yield* run(4999), [Exit.fail(429), [{ attempt: 1, at: 0 }]])
      // A wait that ends at the deadline leaves no time for an attempt.
      deepStrictEqual(yield* run(5000), [Exit.fail(429), [{ attempt: 1, at: 3_600_000 }]])
      deepStrictEqual(yield* run(5001), [
        Exit.fail(429),
        [
          { attempt: 1, at: 7_200_000 },
          { attempt: 2, at: 7_205_000 }
        ]
      ])
    })
  )

  it.effect("subtracts the time of attempts from the deadline", () =>
    Effect.gen(function* () {
      const { asked, attempt } = upstream(500)
      const slow = (number: number) => Effect.delay(attempt(number), 900)
      const deadline = Deadline.apply({ ms: 2400, onExpired: () => -1 })
      // 900 + 200 + 900 = 2000: the next wait, 400, would end at the deadline.
      deepStrictEqual(yield* finish(retried(settings, always)(slow).pipe(deadline)), [Exit.fail(500), 2000])
      strictEqual(asked.length, 2)
    })
  )

  it.effect("never retries a defect", () =>
    Effect.gen(function* () {
      let attempts = 0
      const bug = new TypeError("a bug")
      const attempt = () =>
        Effect.suspend(() => {
          attempts++
          return Effect.die(bug)
        })
      deepStrictEqual(yield* finish(retried(settings, always)(attempt)), [Exit.die(bug), 0])
      strictEqual(attempts, 1)
    })
  )

  it.effect("never retries an attempt that throws before it starts", () =>
    Effect.gen(function* () {
      let attempts = 0
      const bug = new TypeError("a bug")
      const attempt = (): Effect.Effect<string, number> => {
        attempts++
        throw bug
      }
      deepStrictEqual(yield* finish(retried(settings, always)(attempt)), [Exit.die(bug), 0])
      strictEqual(attempts, 1)
    })
  )

  it.effect("ends at once if it is interrupted during a wait", () =>
    Effect.gen(function* () {
      const { asked, attempt } = upstream(500)
      const fiber = yield* Effect.fork(retried(settings, always)(attempt))
      yield* TestClock.adjust(100)
      assertTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
      yield* TestClock.adjust(3_600_000)
      deepStrictEqual(asked, [{ attempt: 1, at: 0 }])
    })
  )

  it.effect("reports every error that is followed by another attempt, and no other", () =>
    Effect.gen(function* () {
      const statuses: Array<number> = []
      const { attempt } = upstream(500, 502, 503)
      const rule = { ...always, onRepeat: (status: number) => Effect.sync(() => void statuses.push(status)) }
      deepStrictEqual(yield* finish(retried(settings, rule)(attempt)), [Exit.fail(503), 600])
      deepStrictEqual(statuses, [500, 502])
    })
  )

  it.effect("can run twice: each run counts its own attempts", () =>
    Effect.gen(function* () {
      const { asked, attempt } = upstream(500)
      const call = retried(settings, always)(attempt)
      yield* finish(call)
      yield* finish(call)
      deepStrictEqual(
        asked.map(({ attempt }) => attempt),
        [1, 2, 3, 1, 2, 3]
      )
    })
  )

  it.effect("depends on the previous wait with decorrelated jitter", () =>
    Effect.gen(function* () {
      const { asked, attempt } = upstream(500)
      const call = retried({ ...settings, maxAttempts: 6, jitter: "decorrelated" }, always)(attempt)
      // The longest wait each time: three times the previous one, up to the maximum.
      yield* Effect.withRandom(finish(call), Random.fixed([1]))
      deepStrictEqual(
        asked.map(({ at }) => at),
        [0, 600, 2400, 7800, 17_800, 27_800]
      )
    })
  )

  it.effect("waits a whole number of milliseconds within the bounds of its jitter", () =>
    Effect.gen(function* () {
      for (const jitter of ["full", "decorrelated"] as const) {
        const { asked, attempt } = upstream(500)
        yield* finish(retried({ ...settings, maxAttempts: 10, jitter }, always)(attempt))
        strictEqual(asked.length, 10)
        let before = 200
        for (const [n, { at }] of asked.entries()) {
          const last = asked[n - 1]
          if (last === undefined) continue
          const wait = at - last.at
          assertTrue(Number.isInteger(wait))
          if (jitter === "full") assertTrue(wait >= 0 && wait <= Math.min(10_000, 200 * 2 ** (n - 1)))
          else assertTrue(wait >= 200 && wait <= Math.min(10_000, before * 3))
          before = wait
        }
      }
    })
  )
})
