/** Gaps, and events that are too large: what readers get of them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { coreServices } from "../../../src/live/coreServices.ts"
import * as EventLog from "../../../src/live/EventLog.ts"
import { type Gateway, off } from "../../../src/live/Gateway.ts"
import type { GatewayEvent, NewEvent } from "../../../src/live/GatewayEvent.ts"
import { inMemory } from "../../../src/live/SegmentFiles.ts"
import { call, type Environment, type Served, served } from "../../dispatch/app.ts"
import { CHANNEL, messageEvent } from "../sampleEvents.ts"

const withLog =
  (environment: Environment = {}) =>
  <A, E>(test: (log: EventLog.EventLog) => Effect.Effect<A, E, Served>) =>
    Effect.gen(function* () {
      const log = yield* Effect.orDie(EventLog.make(inMemory()))
      const source: Gateway["Type"] = {
        ...off,
        log: Effect.succeed(log),
        botId: Effect.succeed("1219699408896000001"),
        status: Effect.map(log.stats, (stats) => ({ intents: [], log: stats, dropped: {}, recovered: 0 }))
      }
      return yield* Effect.provide(served({ MCP_GATEWAY: "true", ...environment })(test(log)), coreServices(source))
    }).pipe(Effect.scoped)

const gapOf = (gap: NonNullable<GatewayEvent["gap"]>): NewEvent => ({
  event: { type: "gap", time: "2026-11-23T12:00:00.000Z", gap },
  origin: `gap:${JSON.stringify(gap)}`
})

const whole = gapOf({ reason: "session_lost", messages_recovered: true })
const unread = gapOf({ reason: "unreadable", messages_recovered: false, channels: ["77"] })

describe("a gap", () => {
  for (const [input, expected] of [
    [{}, [unread]],
    [{ channel_id: CHANNEL }, []],
    [{ channel_id: "1248328050337120279", types: ["message_create"] }, []],
    [{ types: ["message_reaction_add"] }, [whole, unread]],
    [{ types: ["message_create", "message_update"], channel_id: CHANNEL }, [whole, unread]],
    [{ types: ["guild_member_add"] }, [whole, unread]],
    [{ types: ["gap"] }, [whole, unread]]
  ] as const) {
    it.live(`reaches the readers whose events may be missing: ${JSON.stringify(input)}`, () =>
      withLog()((log) =>
        Effect.gen(function* () {
          yield* log.append([whole, unread])
          const { structured } = yield* call("gateway_read", input)
          assert.deepStrictEqual(
            [structured.items].flat().map((item) => Object(item).gap.reason),
            expected.map(({ event }) => event.gap?.reason)
          )
          assert.strictEqual((yield* call("gateway_status", {})).structured.gaps, 2)
        })
      )
    )
  }
})

describe("an event that is too large for a result", () => {
  for (const tool of ["gateway_read", "gateway_wait_for"]) {
    it.live(`is shortened, and the cursor passes only what is shown: ${tool}`, () =>
      withLog({ MCP_MAX_RESULT_CHARS: "2000" })((log) =>
        Effect.gen(function* () {
          const { cursor } = yield* log.stats
          const large = { content: "a ".repeat(4000), stickers: ["s".repeat(3000)] }
          yield* log.append([messageEvent(1, large), messageEvent(2)])
          const first = yield* call(tool, { after: cursor })
          const [item] = [first.structured.items].flat()
          assert.strictEqual(Object(item).message_id, "2000000000000000001")
          assert.match(String(Object(item).content), /^a a a/)
          assert.match(String(first.structured.notice), /too large/)
          assert.isAtMost(JSON.stringify(first.structured).length, 2500)
          const next = yield* call(tool, { after: first.structured.next_cursor })
          assert.strictEqual(Object([next.structured.items].flat()[0]).message_id, "2000000000000000002")
        })
      )
    )
  }
})
