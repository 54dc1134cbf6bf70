import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { BulkheadFullError } from "../../src/errors/ServerErrors.ts"
import { connect, create, finish, OTHER_CHANNEL, plain, read, reply, request, send } from "./session.ts"
import { answer, bucket, bug, cut, hang, ok, refusal, script } from "./wire.ts"

const full = (limit: number, scope: "global" | "bucket") => plain(new BulkheadFullError({ limit, scope }))

describe("the bulkhead", () => {
  it.scoped("rejects the third call at once with a limit of 2", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(hang, { bulkheadLimit: 2 })
      yield* Effect.fork(call(read()))
      yield* Effect.fork(call(send()))
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(yield* finish(call(create), 0), [full(2, "global"), 0])
      assert.strictEqual(sent.length, 2)
    })
  )

  for (const [name, step] of Object.entries({
    "a success": ok,
    "a failure": refusal(404, 10003),
    "a defect": bug,
    "a timeout": hang,
    "a cut connection": cut()
  })) {
    it.scoped(`releases the slot after ${name}`, () =>
      Effect.gen(function* () {
        const { call, sent } = yield* connect(step, { bulkheadLimit: 1, retryEnabled: false, timeoutDefaultMs: 1000 })
        for (let n = 0; n < 3; n++) yield* finish(call(read()), 1000)
        assert.strictEqual(sent.length, 3)
      })
    )
  }

  it.scoped("releases the slot after a cancellation", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(script(hang, ok), { bulkheadLimit: 1 })
      const fiber = yield* Effect.fork(call(read()))
      yield* TestClock.adjust(0)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(yield* finish(call(send()), 0), [reply(), 0])
    })
  )

  it.scoped("does not count a rejection as a failure of the route: its circuit stays closed", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(script(hang, ok), { bulkheadLimit: 1, circuitFailureThreshold: 3 })
      const busy = yield* Effect.fork(call(send()))
      yield* TestClock.adjust(0)
      for (let n = 0; n < 10; n++) assert.deepStrictEqual(yield* finish(call(read()), 0), [full(1, "global"), 0])
      yield* Fiber.interrupt(busy)
      assert.deepStrictEqual(yield* finish(call(read()), 0), [reply(), 0])
    })
  )

  it.scoped("does not let 200 waiting calls of one channel delay the call of another guild", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(answer(200, { id: "1" }, bucket(1, 0, 0.2)))
      yield* finish(call(send()), 0)
      const hot = yield* Effect.replicateEffect(Effect.fork(Effect.exit(call(send()))), 200)
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(yield* finish(call(send()), 0), [full(50, "bucket"), 0])
      assert.deepStrictEqual(yield* finish(call(create), 0), [reply(), 0])
      assert.deepStrictEqual(yield* finish(call(send("x", OTHER_CHANNEL)), 0), [reply(), 0])
      assert.strictEqual(sent.length, 3)
      yield* Fiber.interruptAll(hot)
    })
  )

  it.scoped("does not let one guild use all slots through different routes, and reports it", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(hang, { bulkheadLimit: 4 })
      const members = request({ route: "/guilds/{guild_id}/members", path: { guild_id: OTHER_CHANNEL } })
      yield* Effect.replicateEffect(Effect.fork(call(members)), 2)
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(yield* finish(call(members), 0), [full(2, "bucket"), 0])
    })
  )
})
