/** Discord's limit of invalid requests, shared by clients that get as many refusals as they can. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Clock, Effect, Exit, FastCheck, Fiber, TestClock } from "effect"
import * as InvalidRequests from "../../src/discord/rate-limit/InvalidRequests.ts"
import { SharedLimits } from "../../src/discord/rate-limit/Limits.ts"
import {
  DiscordAuthError,
  DiscordFailure,
  DiscordPermissionError,
  DiscordRateLimitError,
  DiscordUnexpectedResponse,
  describe as tell
} from "../../src/errors/DiscordMcpError.ts"
import { Caller } from "../../src/telemetry/Caller.ts"
import { invalidRequests } from "../../src/telemetry/metrics.ts"
import { virtually } from "../property/virtually.ts"
import { someOf } from "../turns.ts"
import { shown } from "./metric.ts"
import { connect, ended, OTHER_CHANNEL, plain, read, reply, send } from "./session.ts"
import { makeSharedStore } from "./sharedStore.ts"
import { answer, hang, limited, ok, refusal, type Step, script } from "./wire.ts"

const { LIMIT } = InvalidRequests

/** How a client gets refusals: the targets of its plan, and what Discord does with each call. */
interface Plan {
  readonly targets: number
  readonly refuses: "all" | "half"
  /** The client cancels its calls after they are sent. */
  readonly cancels: boolean
}

const plans: Readonly<Record<string, Plan>> = {
  "to one target": { targets: 1, refuses: "all", cancels: false },
  "to 1,000 targets": { targets: 1000, refuses: "all", cancels: false },
  "to 5,000 targets": { targets: 5000, refuses: "all", cancels: false },
  "to 5,000 targets, cancelled once they are sent": { targets: 5000, refuses: "all", cancels: true },
  "of which half are accepted": { targets: 999, refuses: "half", cancels: false }
}

const refused = new DiscordPermissionError({
  upstream: { status: 403, method: "POST", route: "/channels/:id/messages", discord_code: 50007 }
})

const resultOf = (exit: Exit.Exit<void, DiscordPermissionError>): InvalidRequests.AttemptResult =>
  Exit.isSuccess(exit)
    ? { _tag: "accepted" }
    : Exit.isInterrupted(exit)
      ? { _tag: "unanswered" }
      : { _tag: "refused", failure: refused }

/** The largest number of times within ten minutes. */
const mostInWindow = (times: ReadonlyArray<number>): number => {
  let [most, first] = [0, 0]
  times.forEach((at, last) => {
    while ((times[first] ?? 0) <= at - 600_000) first++
    most = Math.max(most, last - first + 1)
  })
  return most
}

/** Runs plans of 5,000 calls beside a good client, at replicas. Returns Discord's count and the good client's failures. */
const run = (plans: ReadonlyArray<readonly [client: string | undefined, plan: Plan]>, replicas: number) =>
  Effect.gen(function* () {
    const store = makeSharedStore()
    const counters = Array.from({ length: replicas }, () =>
      InvalidRequests.make(replicas === 1 ? undefined : store.shared)
    )
    const times: Array<number> = []

    /** One attempt, as `Discord` makes it. */
    const attempt = (client: string | undefined, n: number, target: string, how: "good" | "refused" | "cancelled") => {
      const invalid = counters[n % replicas] ?? assert.fail("no replica")
      const sending = Effect.gen(function* () {
        if (how !== "good") times.push(yield* Clock.currentTimeMillis)
        if (how === "cancelled") return yield* Effect.interrupt
        if (n % 7 === 0) yield* Effect.sleep(20)
        if (how === "good") return
        yield* invalid.record(client)
        return yield* refused
      })
      return Effect.exit(invalid.guard(client, target, resultOf)(sending))
    }

    const bad = Effect.forEach(
      plans,
      ([client, { cancels, refuses, targets }]) =>
        Effect.forEach(
          Array.from({ length: 5000 }, (_, n) => n),
          (n) => {
            const how = refuses === "half" && n % 2 === 0 ? "good" : cancels ? "cancelled" : "refused"
            return attempt(client, n, `target ${n % targets}`, how)
          },
          { concurrency: 10, discard: true }
        ),
      { concurrency: "unbounded" }
    )
    const good = Effect.replicateEffect(Effect.zipLeft(attempt("good", 0, "its target", "good"), Effect.sleep(500)), 40)
    const fiber = yield* Effect.fork(good)
    yield* Effect.replicateEffect(bad, 2)
    const outcomes = [...(yield* Fiber.join(fiber)), yield* attempt("good", 0, "its target", "good")]
    return { most: mostInWindow(times), failed: outcomes.filter(Exit.isFailure).length }
  })

const runOf = (...[plans, replicas]: Parameters<typeof run>) => {
  const exit = virtually(run(plans, replicas), 1)
  return Exit.isSuccess(exit) ? exit.value : assert.fail(String(exit.cause))
}

describe("plans of 5,000 calls", () => {
  for (const [name, plan] of Object.entries(plans)) {
    it(`${name} use at most half of the limit for one client, and stop no other client`, () => {
      const { failed, most } = runOf([["bad", plan]], 1)
      assert.isAtMost(most, LIMIT / 2)
      assert.strictEqual(failed, 0)
    })
  }

  it("stay below the limit without client ids", () => {
    const plan = plans["to 5,000 targets"] ?? assert.fail()
    assert.isBelow(runOf([[undefined, plan]], 1).most, LIMIT)
  })

  for (const [replicas, seed] of someOf(
    [
      [1, 1],
      [2, 2],
      [3, 3]
    ] as const,
    3,
    2
  )) {
    it(`of three clients, at replicas: ${replicas}, stay below the limit, and stop no other client`, () => {
      const drawn = FastCheck.sample(FastCheck.constantFrom(...Object.values(plans)), { numRuns: 3, seed })
      const { failed, most } = runOf(
        drawn.map((plan, n) => [`bad ${n}`, plan] as const),
        replicas
      )
      assert.isBelow(most, LIMIT)
      assert.strictEqual(failed, 0)
    })
  }
})

/** A service of a client of which Discord has refused so many requests. `refuse` adds to them. */
const connectAfter = (refusals: number, step: Step) =>
  Effect.gen(function* () {
    const store = makeSharedStore()
    const refuse = (more: number) =>
      Effect.zipRight(
        Effect.replicateEffect(store.store.countInvalid(1, "client"), more, { discard: true }),
        // The numbers of other replicas may be a second old.
        TestClock.adjust(1000)
      )
    yield* refuse(refusals)
    const { call, sent } = yield* connect(step, { retryEnabled: false }).pipe(
      Effect.provideService(SharedLimits, store.shared)
    )
    const callAs = (clientId: string) => (one: Parameters<typeof call>[0]) =>
      Effect.map(Effect.exit(Effect.provideService(call(one), Caller, { clientId })), ended)
    return { call: callAs("client"), callAsOther: callAs("other"), sent, refuse }
  })

/** A quarter of the budget of 9,500 is half of the share of a client that is alone. */
const HALF = 2375

/** At 40 % of the budget, 80 % of the share is used. */
const MOST = 3800

/** The whole share. */
const ALL = 4750

const posted = (status: number, discord_code?: number) => ({
  status,
  method: "POST",
  route: "/channels/:id/messages",
  ...(discord_code !== undefined && { discord_code })
})

describe("a client that has used half of its share", () => {
  const again = { sent: false, retry_after_ms: 60_000 } as const
  const rows: Readonly<Record<string, readonly [Step, DiscordFailure]>> = {
    "403": [refusal(403, 50007), new DiscordPermissionError({ upstream: posted(403, 50007), ...again })],
    "401 of a route": [
      (one, onPhase) => (one.path === "/users/@me" ? ok : answer(401, { message: "401", code: 0 }))(one, onPhase),
      new DiscordAuthError({ subject: "route", upstream: posted(401), ...again })
    ],
    "429": [limited(1), new DiscordRateLimitError({ scope: "user", ...again })],
    "403 page of a proxy": [
      answer(403, "<html>"),
      new DiscordUnexpectedResponse({ upstream: posted(403), outcome_unknown: false, ...again })
    ]
  }
  for (const [name, [step, expected]] of Object.entries(rows)) {
    it.scoped(`gets a ${name} again without a request, for a minute`, () =>
      Effect.gen(function* () {
        const { call, sent } = yield* connectAfter(HALF, step)
        yield* call(send())
        const before = sent.length
        for (let n = 0; n < 5; n++) assert.deepStrictEqual(yield* call(send()), plain(expected))
        assert.lengthOf(sent, before)
        // Another channel is another target.
        yield* call(send("hello", OTHER_CHANNEL))
        assert.isAbove(sent.length, before)
        const { message, recovery_hint } = tell(expected)
        assert.match(message, /was not sent|Nothing was sent/)
        assert.include(recovery_hint, "60000 ms")
      })
    )
  }

  it.scoped("tests a refusal with one request a minute, and continues once Discord accepts it", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connectAfter(
        HALF,
        script(refusal(403, 50007), refusal(403, 50007), (one, onPhase) => Effect.delay(ok(one, onPhase), 100))
      )
      yield* call(send())
      yield* TestClock.adjust(60_000)
      yield* call(send())
      assert.propertyVal(yield* call(send()), "sent", false)
      assert.lengthOf(sent, 2)
      yield* TestClock.adjust(60_000)
      const test = yield* Effect.fork(call(send()))
      yield* TestClock.adjust(50)
      assert.propertyVal(yield* call(send()), "sent", false)
      yield* TestClock.adjust(50)
      assert.deepStrictEqual(yield* Fiber.join(test), reply())
      const next = yield* Effect.fork(call(send()))
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(yield* Fiber.join(next), reply())
    })
  )

  it.scoped("does not limit another client", () =>
    Effect.gen(function* () {
      const { call, callAsOther, sent } = yield* connectAfter(HALF, refusal(403, 50007))
      for (let n = 0; n < 3; n++) yield* call(send())
      assert.lengthOf(sent, 1)
      for (let n = 0; n < 3; n++) yield* callAsOther(send())
      assert.lengthOf(sent, 4)
    })
  )
})

describe("a refusal that is repeated", () => {
  const refusal = Arbitrary.make(DiscordFailure).filter(InvalidRequests.isRefusal)

  it.effect("has the class and all facts of the earlier one, and no attempts", () =>
    Effect.gen(function* () {
      const { guard, record } = InvalidRequests.make()
      yield* Effect.replicateEffect(record("client"), HALF, { discard: true })
      const samples = FastCheck.sample(refusal, { numRuns: 300, seed: 1 })
      assert.isAtLeast(new Set(samples.map(({ _tag }) => _tag)).size, 10)
      for (const [n, failure] of samples.entries()) {
        const send: Effect.Effect<never, DiscordFailure> = Effect.fail(failure)
        const attempt = guard<never, DiscordFailure>("client", `target ${n}`, () => ({ _tag: "refused", failure }))(
          send
        )
        yield* Effect.exit(attempt)
        const repeated = yield* Effect.flip(attempt)
        const { attempts: _, outcome_unknown: __, ...facts } = Object(plain(failure))
        const expected =
          failure._tag === "DiscordRateLimitError"
            ? { _tag: failure._tag, scope: failure.scope }
            : { ...facts, ...(failure._tag === "DiscordUnexpectedResponse" && { outcome_unknown: false }) }
        assert.strictEqual(repeated.constructor, failure.constructor)
        assert.deepStrictEqual(plain(repeated), { ...expected, sent: false, retry_after_ms: 60_000 })
      }
    })
  )
})

const exhausted = plain(new DiscordRateLimitError({ retry_after_ms: 10_000, scope: "invalid_requests", sent: false }))

describe("a client that has used most of its share", () => {
  it.scoped("may use only targets that Discord accepts", () =>
    Effect.gen(function* () {
      const { call, callAsOther, refuse, sent } = yield* connectAfter(0, ok)
      assert.deepStrictEqual(yield* call(read(OTHER_CHANNEL)), reply())
      yield* refuse(MOST)
      assert.deepStrictEqual(yield* call(read()), exhausted)
      assert.lengthOf(sent, 1)
      assert.deepStrictEqual(yield* call(read(OTHER_CHANNEL)), reply())
      assert.deepStrictEqual(yield* callAsOther(read()), reply())
    })
  )
})

describe("a client that has used its share", () => {
  it.scoped("sends nothing, and another client continues", () =>
    Effect.gen(function* () {
      const { call, callAsOther, refuse, sent } = yield* connectAfter(0, ok)
      assert.deepStrictEqual(yield* call(read()), reply())
      yield* refuse(ALL)
      assert.deepStrictEqual(yield* call(read()), exhausted)
      assert.lengthOf(sent, 1)
      assert.deepStrictEqual(yield* callAsOther(read()), reply())
    })
  )
})

describe("a call that is cancelled after it was sent", () => {
  it.scoped("counts, unless Discord accepts its target", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connectAfter(0, script(ok, hang))
      yield* call(read())
      const before = yield* shown(invalidRequests)
      for (const [one, counted] of [
        [read(), 0],
        [read(OTHER_CHANNEL), 1]
      ] as const) {
        const fiber = yield* Effect.fork(call(one))
        yield* TestClock.adjust(1)
        yield* Fiber.interrupt(fiber)
        assert.strictEqual(yield* shown(invalidRequests), counted === 0 ? before : counted)
      }
      assert.lengthOf(sent, 3)
    })
  )
})
