/** The queue of the calls that wait for Discord's limits, in virtual time. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Exit, FastCheck, Fiber, type Scope } from "effect"
import type { Limits, RateLimitKey, SharedLimitsShape } from "../../src/discord/rate-limit/Limits.ts"
import * as RateLimiter from "../../src/discord/rate-limit/RateLimiter.ts"
import { Caller } from "../../src/telemetry/Caller.ts"
import { virtually } from "../property/virtually.ts"
import { runs } from "../turns.ts"
import { makeLimits } from "./limits.ts"
import { connect, read, send } from "./session.ts"
import { answer, bucket, script } from "./wire.ts"

const keyOf = (major: string): RateLimitKey => ({
  template: "GET /channels/:id",
  major,
  id: `GET ${major}`,
  global: true
})

const response = (headers: Readonly<Record<string, string>>) => () => ({
  status: 200,
  header: (name: string) => headers[name],
  limited: undefined
})

/** The limits of this process, which count the questions of woken calls. */
const countingLimits = () => {
  const seen = { asked: 0 }
  const shared: SharedLimitsShape = {
    over: (local): Limits => ({
      ...local,
      admit: (key) => {
        seen.asked++
        return local.admit(key)
      }
    }),
    countInvalid: () => Effect.succeed(undefined)
  }
  return { seen, shared }
}

/** A clock that counts its sleeps. */
const countingClock = (clock: Clock.Clock) => {
  const seen = { running: 0, most: 0 }
  const counting = Object.assign(Object.create(clock), {
    sleep: (duration: Parameters<Clock.Clock["sleep"]>[0]) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          seen.most = Math.max(seen.most, ++seen.running)
        }),
        () => clock.sleep(duration),
        () => Effect.sync(() => seen.running--)
      )
  })
  return { seen, clock: counting as Clock.Clock } // its other members are those of the clock
}

const inParallel = { concurrency: "unbounded" } as const

const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>): A => {
  const exit = virtually(Effect.scoped(effect), 1)
  return Exit.isSuccess(exit) ? exit.value : assert.fail(String(exit.cause))
}

describe("64 callers that loop at 50 requests per second", () => {
  const looped = (() => {
    const { seen, shared } = countingLimits()
    return run(
      Effect.gen(function* () {
        const original = yield* Effect.clock
        const { clock, seen: timers } = countingClock(original)
        const limiter = yield* RateLimiter.make({ maxWaitMs: 15_000, globalPerSecond: 50 }, shared)
        const waits: Array<number> = []
        const get = (major: string) =>
          Effect.flatMap(Clock.currentTimeMillis, (start) =>
            Effect.flatMap(Clock.currentTimeMillis, (sent) => {
              waits.push(sent - start)
              return Effect.withClock(Effect.sleep(30), original)
            }).pipe(limiter.apply(keyOf(major), response(bucket(1000, 999, 1))))
          )
        const loops = Array.from({ length: 64 }, (_, n) => Effect.repeatN(get(`${n}`), 15))
        yield* Effect.withClock(Effect.all(loops, inParallel), clock)
        const later = waits.slice(128).toSorted((one, other) => one - other)
        return { asked: seen.asked, mostTimers: timers.most, later }
      })
    )
  })()

  it("wakes a call once for each admission", () => {
    assert.isAtMost(looped.asked, 64 * 16 * 1.02)
  })

  it("has one timer, which an earlier one replaces", () => {
    assert.isAtMost(looped.mostTimers, 2)
  })

  it("lets no call wait longer than 1.5 times the median", () => {
    const { later } = looped
    const median = later[Math.floor(later.length / 2)] ?? 0
    assert.isAbove(median, 1000)
    assert.isAtMost(later.at(-1) ?? 0, 1.5 * median)
  })
})

describe("calls that wait for the global limit", () => {
  /** Sends calls through a limiter of ten requests per second. Returns the names in the order in which they are sent. */
  const orderOf = (
    calls: ReadonlyArray<readonly [name: string, key: RateLimitKey, client: string]>,
    headers = bucket(1000, 999, 1)
  ) =>
    run(
      Effect.gen(function* () {
        const limiter = yield* RateLimiter.make({ maxWaitMs: 600_000, globalPerSecond: 10 })
        const sent: Array<string> = []
        const apply = limiter.apply
        yield* Effect.forEach(
          calls,
          ([name, key, client]) =>
            Effect.zipRight(
              Effect.sync(() => sent.push(name)),
              Effect.sleep(30)
            ).pipe(apply(key, response(headers), client)),
          inParallel
        )
        return sent
      })
    )

  it("leave in the order of arrival", () => {
    const names = Array.from({ length: 40 }, (_, n) => `${n}`)
    assert.deepStrictEqual(orderOf(names.map((name) => [name, keyOf(name), "a"])), names)
  })

  it("leave in the order of arrival in one channel, if each is of another client", () => {
    const names = Array.from({ length: 12 }, (_, n) => `${n}`)
    assert.deepStrictEqual(
      orderOf(
        names.map((name) => [name, keyOf("hot"), name]),
        bucket(1, 0, 1)
      ),
      names
    )
  })

  it("take turns by client, even if their channels differ", () => {
    const many = Array.from({ length: 40 }, (_, n) => [`a${n}`, keyOf(`${n}`), "a"] as const)
    const few = ["b0", "b1"].map((name) => [name, keyOf(name), "b"] as const)
    const sent = orderOf([...many, ...few])
    assert.deepStrictEqual(sent.slice(10, 15), ["a10", "b0", "a11", "b1", "a12"])
  })

  it("are not delayed by calls that wait for their bucket", () => {
    const hot = Array.from({ length: 10 }, (_, n) => [`hot${n}`, keyOf("hot"), "a"] as const)
    const others = Array.from({ length: 12 }, (_, n) => [`${n}`, keyOf(`${n}`), "a"] as const)
    const sent = orderOf([...hot, ...others], bucket(1, 0, 20))
    assert.deepStrictEqual(
      sent.slice(0, 13).filter((name) => !name.startsWith("hot")),
      others.map(([name]) => name)
    )
  })
})

describe("waiting calls that are interrupted at any moment", () => {
  const { array, integer, nat, record } = FastCheck

  it("let the others go at once, even if they are interrupted when they are signalled", () => {
    const sentFirst = Array.from({ length: 40 }, (_, yields) =>
      run(
        Effect.gen(function* () {
          const responds = yield* Deferred.make<void>()
          const two = answer(200, {}, bucket(5, 1, 10))
          const step = script((...args) => Effect.zipRight(Deferred.await(responds), two(...args)), two)
          const { call, sent } = yield* connect(step)
          const fork = (content: string) => Effect.zipLeft(Effect.fork(call(send(content))), Effect.sleep(1))
          yield* fork("unknown")
          const first = yield* fork("first")
          yield* fork("second")
          yield* Deferred.succeed(responds, undefined)
          yield* Effect.repeatN(Effect.yieldNow(), yields)
          yield* Fiber.interrupt(first)
          yield* Effect.sleep(1)
          // The first response said that one more fits.
          assert.isAtLeast(sent.length, 2)
          return Object(sent[1]?.body).content
        })
      )
    )
    assert.sameMembers([...new Set(sentFirst)], ["first", "second"])
  })

  it.prop(
    "let all others go",
    [
      record({
        seed: integer(),
        perSecond: integer({ min: 1, max: 5 }),
        limit: integer({ min: 1, max: 3 }),
        calls: array(
          record({ channel: nat(2), client: nat(2), killedMs: nat(4000), yields: nat(6), survives: nat(2) }),
          { minLength: 5, maxLength: 25 }
        )
      })
    ],
    ([{ calls, limit, perSecond, seed }]) => {
      const { seen, step } = makeLimits({ limit, windowMs: 700, perSecond, latencyMs: Effect.succeed(20) })
      const exit = virtually(
        Effect.scoped(
          Effect.gen(function* () {
            const { call } = yield* connect(step, {
              globalRequestsPerSecond: perSecond,
              rateLimitMaxWaitMs: 300_000,
              deadlineMs: 600_000,
              retryEnabled: false
            })
            const start = yield* Clock.currentTimeMillis
            yield* Effect.forEach(
              calls,
              ({ channel, client, killedMs, survives, yields }) =>
                Effect.gen(function* () {
                  const fiber = yield* call(read(String(10n ** 17n + BigInt(channel)))).pipe(
                    Effect.provideService(Caller, { clientId: `${client}` }),
                    Effect.fork
                  )
                  if (survives > 0) return yield* Fiber.join(fiber)
                  // Calls are signalled at multiples of 20 ms, so most interruptions are at the same moment.
                  yield* Effect.sleep(killedMs - (killedMs % 20))
                  yield* Effect.repeatN(Effect.yieldNow(), yields)
                  yield* Fiber.interrupt(fiber)
                }),
              inParallel
            )
            return (yield* Clock.currentTimeMillis) - start
          })
        ),
        seed
      )
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      assert.strictEqual(seen.refused, 0)
      // Each call takes a second of the global limit or a window of its bucket, and a hung or interrupted one a second more.
      if (Exit.isSuccess(exit)) assert.isAtMost(exit.value, 4000 + calls.length * 2100)
    },
    { fastCheck: { numRuns: runs(40) } }
  )
})
