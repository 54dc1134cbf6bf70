import { assert, describe, it } from "@effect/vitest"
import { type Clock, Context, Effect, Exit, Fiber, Layer, TestClock } from "effect"
import * as DiscordService from "../../src/discord/Discord.ts"
import { Permit } from "../../src/safety/Permit.ts"
import { connect, create, ended, finish, read, reply, send, settings } from "./session.ts"
import { answer, bucket, bug, cut, limited, makeWire, ok, refusal, type Step, script } from "./wire.ts"

describe("a request", () => {
  it.scoped(
    "case 30: that fails twice and then succeeds takes exactly three requests: the tries are counted in all",
    () =>
      Effect.gen(function* () {
        const { call, sent } = yield* connect(script(refusal(500, 0), refusal(500, 0), ok))
        assert.deepStrictEqual(yield* finish(call(read())), [reply(3), 600])
        assert.strictEqual(sent.length, 3)
      })
  )

  for (const [name, overrides] of Object.entries({
    "one attempt": { retryMaxAttempts: 1 },
    "retries switched off": { retryEnabled: false }
  })) {
    it.scoped(`case 30: with ${name} takes one request`, () =>
      Effect.gen(function* () {
        const { call, sent } = yield* connect(refusal(500, 0), overrides)
        assert.propertyVal((yield* finish(call(read()), 0))[0], "attempts", 1)
        assert.strictEqual(sent.length, 1)
      })
    )
  }

  it.scoped("case 26: that is a POST without a nonce is never repeated after what may have been its work", () =>
    Effect.gen(function* () {
      for (const step of [refusal(500, 0), answer(504, ""), cut()]) {
        const { call, sent } = yield* connect(step)
        assert.propertyVal((yield* finish(call(create)))[0], "outcome_unknown", true)
        assert.strictEqual(sent.length, 1)
      }
    })
  )

  it.scoped("case 27: that is a POST without a nonce is repeated after what nobody has carried out", () =>
    Effect.gen(function* () {
      for (const step of [answer(502, ""), answer(503, ""), cut("ECONNREFUSED"), limited(0.3)]) {
        const { call, sent } = yield* connect(script(step, ok))
        assert.deepStrictEqual((yield* finish(call(create)))[0], reply(2))
        assert.strictEqual(sent.length, 2)
      }
    })
  )

  it.scoped("waits at least as long as a 503 asks for", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(script(answer(503, "", { "retry-after": "3" }), ok))
      assert.deepStrictEqual(yield* finish(call(read())), [reply(2), 3000])
    })
  )

  it.scoped("case 32: that meets a bug is not repeated, and dies of it", () =>
    Effect.gen(function* () {
      const broken: Step = () => Effect.sync(() => JSON.parse("{"))
      for (const step of [bug, broken]) {
        const { call, sent } = yield* connect(step)
        assert.match(String((yield* finish(call(send()), 0))[0]), /^died: /)
        assert.strictEqual(sent.length, 1)
      }
    })
  )

  it.scoped("beyond the risk of its permit dies and is not sent", () =>
    Effect.gen(function* () {
      const wire = makeWire(ok)
      const context = yield* Layer.build(
        DiscordService.layer.pipe(Layer.provide(wire.layer), Layer.provide(settings()))
      )
      const discord = Context.get(context, DiscordService.Discord)
      const withPermit = (risk: "read" | "write") => Effect.provideService(Permit, Permit.grant("test", risk))
      const exit = yield* Effect.exit(discord.request(send()).pipe(withPermit("read")))
      assert.strictEqual(
        ended(exit),
        "died: RuntimeException: the permit of test covers read, not POST /channels/:id/messages (write)"
      )
      assert.strictEqual(wire.sent.length, 0)
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(discord.request(send()).pipe(withPermit("write")))))
    })
  )
})

/** The test's time, told wrongly: only the wall clock jumps. */
const withWall = (shift: { ms: number }) => (clock: Clock.Clock) => {
  const now = () => clock.unsafeCurrentTimeMillis() + shift.ms
  const wall: Clock.Clock = Object.assign(Object.create(clock), {
    unsafeCurrentTimeMillis: now,
    unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
    currentTimeMillis: Effect.sync(now)
  })
  return wall
}

describe("case 21: a wall clock that jumps", () => {
  for (const [name, jump] of Object.entries({ back: -3_600_000, forward: 3_600_000 })) {
    it.scoped(`an hour ${name} neither prolongs nor shortens a wait for a bucket, a backoff, or an open circuit`, () =>
      Effect.gen(function* () {
        const shift = { ms: 0 }
        const onWall = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
          Effect.clockWith((clock) => Effect.withClock(effect, withWall(shift)(clock)))

        const waiting = yield* connect(script(answer(200, {}, bucket(1, 0, 5)), ok))
        yield* onWall(waiting.call(read()))
        const held = yield* Effect.fork(onWall(waiting.call(read())))

        const retrying = yield* connect(script(refusal(500, 0), ok), { retryBaseDelayMs: 5000 })
        const backoff = yield* Effect.fork(onWall(retrying.call(read())))

        const failing = yield* connect(script(refusal(500, 0), refusal(500, 0), refusal(500, 0), ok), {
          circuitFailureThreshold: 3,
          retryEnabled: false,
          circuitHalfOpenAfterMs: 5000
        })
        for (let n = 0; n < 3; n++) yield* Effect.exit(onWall(failing.call(read())))

        yield* TestClock.adjust(1000)
        shift.ms = jump
        yield* TestClock.adjust(3900)
        assert.deepStrictEqual([waiting.sent.length, retrying.sent.length], [1, 1])
        const refused = ended(yield* Effect.exit(onWall(failing.call(read()))))
        assert.propertyVal(refused, "retry_after_ms", 100)
        yield* TestClock.adjust(105)
        assert.deepStrictEqual(yield* Fiber.join(held), reply())
        assert.deepStrictEqual(yield* Fiber.join(backoff), reply(2))
        assert.deepStrictEqual(ended(yield* Effect.exit(onWall(failing.call(read())))), reply())
      })
    )
  }
})
