import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bulkheadInFlight, bulkheadRejected } from "../../src/telemetry/metrics.ts"
import { counted, shown } from "../discord/metric.ts"
import { asked, call, Sandbox, served } from "../dispatch/app.ts"
import { run } from "./mcpClient.ts"

const CHILDREN = 50
const LIMIT = 20

const channelsOf = Effect.map(Sandbox, ({ ids }) => {
  const { general, showcase, support } = ids.channels
  return [general, support, showcase]
})

/** Channels with more messages than one page: reading one takes two requests. */
const longChannels = Effect.gen(function* () {
  const { messages } = yield* Sandbox
  const channels = yield* channelsOf
  for (const channel_id of channels) {
    const missing = 101 - (yield* messages(channel_id)).length
    yield* Effect.forEach(
      Array.from({ length: missing }),
      (_, n) => call("messages_send", { channel_id, content: `filler ${n}` }),
      { concurrency: 5, discard: true }
    )
  }
  return channels
})

const crowded = served({ MCP_BULKHEAD_LIMIT: String(LIMIT) })

const look = (channel_id: unknown) => ({
  tool: "messages_search_recent",
  args: { channel_id, query: "no such word", limit: 200 },
  on_error: "continue"
})

/** The outcomes of the children of a plan. */
const outcomes = (children: ReadonlyArray<{ readonly status?: unknown; readonly error?: unknown }>) => ({
  ok: children.filter(({ status }) => status === "ok").length,
  refused: children.filter(({ error, status }) => {
    const { code, limit, retriable } = Object(error)
    return status === "failed" && code === "BULKHEAD_SATURATED" && retriable === true && limit === LIMIT
  }).length
})

describe("a fan-out wider than the bulkhead", () => {
  it.live("fails the steps over the limit and runs the others, for 50 steps with two requests each", () =>
    Effect.gen(function* () {
      const channels = yield* longChannels
      const before = (yield* asked).length
      const { isError, report, steps } = yield* run({
        mode: "parallel",
        max_concurrency: CHILDREN,
        steps: Array.from({ length: CHILDREN }, (_, n) => ({ id: `look${n}`, ...look(channels[n % channels.length]) }))
      })
      assert.deepStrictEqual([isError, report.status, steps.length], [false, "partial", CHILDREN])
      assert.deepStrictEqual(outcomes(steps), { ok: LIMIT, refused: CHILDREN - LIMIT })
      // Two requests for each admitted step; none for the rejected ones.
      assert.strictEqual((yield* asked).length - before, 2 * LIMIT)
      assert.strictEqual(yield* shown(bulkheadInFlight), 0)
    }).pipe(crowded)
  )

  it.live("fails the items over the limit and runs the others, for one step with 50 items", () =>
    Effect.gen(function* () {
      const channels = yield* channelsOf
      const { isError, report, steps } = yield* run({
        max_concurrency: CHILDREN,
        steps: [
          {
            id: "look",
            ...look("{{item}}"),
            for_each: Array.from({ length: CHILDREN }, (_, n) => channels[n % channels.length])
          }
        ]
      })
      assert.deepStrictEqual([isError, report.status], [false, "partial"])
      assert.deepStrictEqual(outcomes(steps[0]?.result?.items ?? []), { ok: LIMIT, refused: CHILDREN - LIMIT })
      const failed = (steps[0]?.result?.items ?? []).find(({ status }) => status === "failed")
      assert.deepInclude(failed?.error, { code: "BULKHEAD_SATURATED", scope: "global" })
      assert.strictEqual((yield* asked).length, LIMIT)
    }).pipe(crowded)
  )

  it.live("is not rejected if the concurrency is within the limit", () =>
    Effect.gen(function* () {
      const channels = yield* channelsOf
      const steps = Array.from({ length: CHILDREN }, (_, n) => ({
        id: `look${n}`,
        ...look(channels[n % channels.length])
      }))
      const { report } = yield* run({ mode: "parallel", steps })
      assert.strictEqual(report.status, "ok")
    }).pipe(crowded)
  )

  it.live("waits for slots of one channel, and runs every call", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const steps = Array.from({ length: CHILDREN }, (_, n) => ({ id: `look${n}`, ...look(ids.channels.general) }))
      const running = run({ mode: "parallel", max_concurrency: CHILDREN, steps })
      const refused = yield* counted(bulkheadRejected, { scope: "bucket" })(
        Effect.map(running, ({ report, steps }) => {
          assert.strictEqual(report.status, "ok")
          assert.strictEqual(steps.filter(({ status }) => status === "ok").length, CHILDREN)
        })
      )
      assert.strictEqual(refused, 0)
    }).pipe(crowded)
  )
})
