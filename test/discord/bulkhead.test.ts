import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { BulkheadFullError } from "../../src/errors/DiscordMcpError.ts"
import { Caller, type CallerIdentity } from "../../src/telemetry/Caller.ts"
import { makeLimits } from "./limits.ts"
import {
  type Connected,
  connect,
  create,
  ended,
  finish,
  OTHER_CHANNEL,
  plain,
  read,
  reply,
  request,
  send
} from "./session.ts"
import { answer, bucket, hang, ok, script } from "./wire.ts"

const full = (limit: number, scope: "global" | "bucket" | "client") => plain(new BulkheadFullError({ limit, scope }))

/** Runs a call of a client, and returns its end as plain data. */
const finished = (call: ReturnType<Connected["call"]>, caller: CallerIdentity = {}) =>
  Effect.map(Effect.exit(Effect.provideService(call, Caller, caller)), ended)

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

  it.scoped("does not let 250 waiting calls of one channel delay the call of another guild", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(answer(200, { id: "1" }, bucket(1, 0, 0.2)))
      yield* finish(call(send()), 0)
      const hot = yield* Effect.replicateEffect(Effect.fork(Effect.exit(call(send()))), 250)
      yield* TestClock.adjust(0)
      // 50 calls have slots, 200 wait for one of them.
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
      assert.deepStrictEqual(yield* finish(call(members), 15_000), [full(2, "bucket"), 15_000])
    })
  )

  const fast = { limit: 10, windowMs: 1000, latencyMs: Effect.succeed(40) }
  it.scoped("rejects none of 100 parallel sends of a client into one channel, with or without authentication", () =>
    Effect.gen(function* () {
      for (const [caller, limit] of [
        [{ clientId: "one" }, fast.limit],
        [{}, 10_000]
      ] as const) {
        const { seen, step } = makeLimits({ ...fast, limit })
        const { call } = yield* connect(step)
        const sends = yield* Effect.replicateEffect(Effect.fork(finished(call(send()), caller)), 100)
        yield* TestClock.adjust(15_000)
        assert.deepStrictEqual(yield* Fiber.join(Fiber.all(sends)), Array<unknown>(100).fill(reply()))
        assert.strictEqual(seen.refused, 0)
      }
    })
  )

  it.scoped(
    "lets a client send into the channel that another client floods, before the waiting calls of the flood",
    () =>
      Effect.gen(function* () {
        const { step } = makeLimits(fast)
        const { call } = yield* connect(step)
        const flood = yield* Effect.replicateEffect(Effect.fork(finished(call(send()), { clientId: "greedy" })), 125)
        yield* TestClock.adjust(0)
        const beyond = full(25, "client")
        assert.deepStrictEqual(yield* finished(call(send()), { clientId: "greedy" }), beyond)
        const modest = { clientId: "modest" }
        const [end, ms] = yield* finish(Effect.provideService(call(send()), Caller, modest))
        assert.deepStrictEqual(end, reply())
        assert.isAtMost(ms, 1100)
        yield* Fiber.interruptAll(flood)
      })
  )

  it.scoped("gives a waiting call the slot of a call that ends, and none to a call that was cancelled", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(script(hang, hang, ok), { bulkheadLimit: 4 })
      const held = yield* Effect.replicateEffect(Effect.fork(call(read())), 2)
      yield* TestClock.adjust(1000)
      const cancelled = yield* Effect.fork(call(read()))
      const waiting = yield* Effect.fork(finished(call(read())))
      yield* TestClock.adjust(0)
      yield* Fiber.interrupt(cancelled)
      yield* Fiber.interruptAll(held)
      yield* TestClock.adjust(2000)
      assert.deepStrictEqual(yield* Fiber.join(waiting), reply())
      assert.strictEqual(sent.length, 3)
    })
  )

  it.scoped("ends the wait for a slot at the deadline of the call", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(hang, { bulkheadLimit: 4, deadlineMs: 3000 })
      yield* Effect.replicateEffect(Effect.fork(Effect.exit(call(read()))), 2)
      yield* TestClock.adjust(0)
      const [, ms] = yield* finish(call(read()), 10_000)
      assert.isAtMost(ms, 3001)
    })
  )
})
