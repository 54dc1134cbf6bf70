import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, TestClock } from "effect"
import * as DiscordService from "../../src/discord/Discord.ts"
import { Permit } from "../../src/discord/Permit.ts"
import { jumps, makeJumps } from "../jumpingClock.ts"
import { connect, create, ended, finish, read, reply, send, settings } from "./session.ts"
import { answer, bucket, bug, cut, limited, makeWire, ok, refusal, type Step, script } from "./wire.ts"

describe("a request", () => {
  it.scoped("takes exactly three requests if it fails twice and then succeeds, and counts all attempts", () =>
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
    it.scoped(`takes one request with ${name}`, () =>
      Effect.gen(function* () {
        const { call, sent } = yield* connect(refusal(500, 0), overrides)
        assert.propertyVal((yield* finish(call(read()), 0))[0], "attempts", 1)
        assert.strictEqual(sent.length, 1)
      })
    )
  }

  it.scoped("without a nonce is never retried after a response that may have had an effect", () =>
    Effect.gen(function* () {
      for (const step of [refusal(500, 0), answer(504, ""), cut()]) {
        const { call, sent } = yield* connect(step)
        assert.propertyVal((yield* finish(call(create)))[0], "outcome_unknown", true)
        assert.strictEqual(sent.length, 1)
      }
    })
  )

  it.scoped("without a nonce is retried after a response that had no effect", () =>
    Effect.gen(function* () {
      for (const step of [answer(502, ""), answer(503, ""), cut("ECONNREFUSED"), limited(0.3)]) {
        const { call, sent } = yield* connect(script(step, ok))
        assert.deepStrictEqual((yield* finish(call(create)))[0], reply(2))
        assert.strictEqual(sent.length, 2)
      }
    })
  )

  it.scoped("waits at least as long as a 503 requests", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(script(answer(503, "", { "retry-after": "3" }), ok))
      assert.deepStrictEqual(yield* finish(call(read())), [reply(2), 3000])
    })
  )

  it.scoped("is not retried after a defect, and fails with it", () =>
    Effect.gen(function* () {
      const broken: Step = () => Effect.sync(() => JSON.parse("{"))
      for (const step of [bug, broken]) {
        const { call, sent } = yield* connect(step)
        assert.match(String((yield* finish(call(send()), 0))[0]), /^died: /)
        assert.strictEqual(sent.length, 1)
      }
    })
  )

  it.scoped("beyond the risk of its permit fails with a defect and is not sent", () =>
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

describe("a wall clock that jumps", () => {
  for (const [name, jump] of Object.entries(jumps)) {
    it.scoped(`an hour ${name} changes neither a rate limit wait, a backoff nor an open circuit`, () =>
      Effect.gen(function* () {
        const wall = makeJumps()
        const { onWall } = wall

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
        wall.ms = jump
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
