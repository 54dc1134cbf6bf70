/** The stream of live events, over the real server and the official client. */
// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Fiber, Random, Ref, Stream, TestClock } from "effect"
import { eventsBy, type LiveEvent } from "../../src/client/events.ts"
import { GatewayUnavailable } from "../../src/errors/DiscordMcpError.ts"
import { coreServices } from "../../src/live/coreServices.ts"
import * as EventLog from "../../src/live/EventLog.ts"
import { type Gateway, off } from "../../src/live/Gateway.ts"
import { inMemory } from "../../src/live/SegmentFiles.ts"
import { served } from "../dispatch/app.ts"
import { CHANNEL, messageEvent } from "../live/sampleEvents.ts"
import { whileTimePasses } from "../whileTimePasses.ts"
import { client } from "./clients.ts"

const passing = new GatewayUnavailable({ reason: "disconnected", retry_after_ms: 1000 })

/** A client of a server with a log, whose tools fail while `unavailable` is set. */
const withLog = <A, E>(
  test: (parts: {
    readonly log: EventLog.EventLog
    readonly unavailable: Ref.Ref<GatewayUnavailable | undefined>
    readonly reads: Ref.Ref<number>
  }) => Effect.Effect<A, E, Effect.Effect.Context<typeof client>>
) =>
  Effect.gen(function* () {
    const log = yield* Effect.orDie(EventLog.make(inMemory()))
    const unavailable = yield* Ref.make<GatewayUnavailable | undefined>(undefined)
    const reads = yield* Ref.make(0)
    const source: Gateway["Type"] = {
      ...off,
      log: Effect.zipRight(
        Ref.update(reads, (count) => count + 1),
        Effect.flatMap(Ref.get(unavailable), (failure) => failure ?? Effect.succeed(log))
      ),
      botId: Effect.succeed("1219699408896000001"),
      status: Effect.map(log.stats, (stats) => ({ intents: [], log: stats, dropped: {}, recovered: 0 }))
    }
    return yield* Effect.provide(
      served({ MCP_GATEWAY: "true" })(Effect.scoped(test({ log, unavailable, reads }))),
      coreServices(source)
    )
  }).pipe(Effect.scoped)

const contentsOf = (events: Iterable<LiveEvent>) => [...events].map(({ content }) => content)

const expectedOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `message ${from + at} 🐚`)

describe("the stream of live events", () => {
  it.effect("has each event once, in order, with any page size, disconnections and restarts at its cursors", () =>
    withLog(({ log, unavailable }) =>
      Effect.gen(function* () {
        const { events } = yield* client
        const { cursor: begin } = yield* log.stats
        const total = 80
        const writes = Effect.gen(function* () {
          for (let number = 1; number <= total; ) {
            const count = Math.min(yield* Random.nextIntBetween(1, 20), total + 1 - number)
            yield* Effect.orDie(log.append(Array.from({ length: count }, (_, at) => messageEvent(number + at))))
            number += count
            yield* Ref.set(unavailable, (yield* Random.nextBoolean) ? passing : undefined)
            yield* Effect.sleep("200 millis")
          }
          yield* Ref.set(unavailable, undefined)
        })
        yield* Effect.fork(writes)
        const seen: Array<LiveEvent> = []
        while (seen.length < total) {
          const limit = yield* Random.nextIntBetween(1, 60)
          const count = Math.min(yield* Random.nextIntBetween(1, 80), total - seen.length)
          const part = events({ channel_id: CHANNEL }, { after: seen.at(-1)?.cursor ?? begin, limit })
          seen.push(...Chunk.toReadonlyArray(yield* Stream.runCollect(Stream.take(part, count))))
        }
        assert.deepStrictEqual(contentsOf(seen), expectedOf(1, total))
      }).pipe(whileTimePasses, Effect.withRandom(Random.make("a fixed seed")))
    )
  )

  it.effect("begins with what happens from now on, and waits for it", () =>
    withLog(({ log, reads }) =>
      Effect.gen(function* () {
        const { events } = yield* client
        yield* log.append([messageEvent(1)])
        const fiber = yield* Effect.fork(Stream.runCollect(Stream.take(events(), 2)))
        yield* Effect.repeat(Effect.zipLeft(Ref.get(reads), Effect.sleep("10 millis")), {
          until: (count) => count >= 2
        })
        yield* log.append([messageEvent(2)])
        yield* Effect.sleep("1 second")
        yield* log.append([messageEvent(3)])
        assert.deepStrictEqual(contentsOf(yield* fiber), expectedOf(2, 3))
      }).pipe(whileTimePasses)
    )
  )

  it.effect("ends with a failure of the union that waiting does not end, and waits as long as another one says", () =>
    withLog(({ log, reads, unavailable }) =>
      Effect.gen(function* () {
        const { events } = yield* client
        const { cursor: after } = yield* log.stats
        yield* Ref.set(unavailable, passing)
        const fiber = yield* Effect.fork(Effect.flip(Stream.runDrain(events({}, { after }))))
        yield* Effect.sleep("4 seconds")
        assert.isAtMost(yield* Ref.get(reads), 5)
        yield* Ref.set(unavailable, new GatewayUnavailable({ reason: "token" }))
        const failure = yield* Fiber.join(fiber)
        assert.deepInclude(failure, { _tag: "GatewayUnavailable", reason: "token" })
        const wrong = yield* Effect.flip(Stream.runDrain(events({}, { after: "nonsense" })))
        assert.strictEqual(wrong._tag, "GatewayUnavailable")
        yield* Ref.set(unavailable, undefined)
        const invalid = yield* Effect.flip(Stream.runDrain(events({}, { after: "nonsense" })))
        assert.strictEqual(invalid._tag, "ValidationError")
      }).pipe(whileTimePasses)
    )
  )

  it.effect("can be interrupted while it waits, and continued at the same cursor", () =>
    withLog(({ log }) =>
      Effect.gen(function* () {
        const { events } = yield* client
        const { cursor: after } = yield* log.stats
        const fiber = yield* Effect.fork(Stream.runDrain(events({}, { after })))
        yield* Effect.sleep("5 seconds")
        yield* Fiber.interrupt(fiber)
        yield* log.append([messageEvent(1)])
        const [first] = Chunk.toReadonlyArray(yield* Stream.runCollect(Stream.take(events({}, { after }), 1)))
        assert.deepStrictEqual([first?.content, first?.cursor], ["message 1 🐚", first?.event_id])
      }).pipe(whileTimePasses)
    )
  )

  it.effect("repeats a call whose answer was lost", () =>
    Effect.gen(function* () {
      let calls = 0
      const events = eventsBy(() =>
        Effect.suspend(() =>
          ++calls % 2 === 1 ? Effect.never : Effect.succeed({ items: [], next_cursor: `c-${calls}` })
        )
      )
      const fiber = yield* Effect.fork(Stream.runDrain(events({}, { after: "c-0" })))
      yield* TestClock.adjust("29 seconds")
      assert.strictEqual(calls, 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(calls, 3)
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(calls, 5)
      yield* Fiber.interrupt(fiber)
    })
  )
})
