import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sizeOf } from "../../src/dispatch/CallResult.ts"
import type { PipelineReport } from "../../src/errors/PipelineReport.ts"
import { fitReport } from "../../src/pipeline/fitReport.ts"
import { asked, Sandbox, served } from "../dispatch/app.ts"
import { plan, run, statuses } from "./mcpClient.ts"

const MAX = 4000

const short = served({ MCP_MAX_RESULT_CHARS: String(MAX) })

/** Steps with large results, and one with a small one. */
const long = Effect.map(Sandbox, ({ ids }) => [
  { id: "few", tool: "users_get_current" },
  { id: "many", tool: "messages_read", args: { channel_id: ids.channels.general, limit: 100 } },
  { id: "some", tool: "messages_read", args: { channel_id: ids.channels.general, limit: 20 } }
])

describe("a report that is too long", () => {
  it.live("omits the largest results by name, and keeps the status of every step", () =>
    Effect.gen(function* () {
      const { report, steps, structured } = yield* run({ steps: yield* long })
      assert.deepStrictEqual([report.status, statuses(steps)], ["ok", ["few ok", "many ok", "some ok"]])
      assert.deepStrictEqual(
        steps.map(({ result }) => result !== undefined),
        [true, false, false]
      )
      assert.include(
        String(report.notice),
        `Left out to fit ${MAX} characters: the result of many, the result of some. Ask the tools for less, or name what you need in output.`
      )
      assert.isAtMost(JSON.stringify(structured).length, MAX)
    }).pipe(short)
  )

  it.live("still passes removed results to later steps and to the output", () =>
    Effect.gen(function* () {
      const { report } = yield* run({ steps: yield* long, output: "{{many.items.length}}" })
      assert.deepStrictEqual([report.output, report.notice], [38, undefined])
    }).pipe(short)
  )

  it.live("omits an output that is too long", () =>
    Effect.gen(function* () {
      const { report, steps } = yield* run({ steps: yield* long, output: "{{many}}" })
      assert.deepStrictEqual([report.output, statuses(steps)], [undefined, ["few ok", "many ok", "some ok"]])
      assert.include(String(report.notice), "characters: the output.")
    }).pipe(short)
  )

  it.live("is shortened in a failure too, with every error complete", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const hidden = { id: "hidden", tool: "channels_get", args: { channel_id: ids.channels.secret } }
      const { isError, report, steps, structured } = yield* run({ steps: [...(yield* long), hidden] })
      assert.isTrue(isError)
      assert.deepStrictEqual(statuses(steps), ["few ok", "many ok", "some ok", "hidden failed"])
      assert.strictEqual(steps[3]?.error?.code, "DISCORD_PERMISSION_DENIED")
      assert.isString(steps[3]?.error?.recovery_hint)
      assert.include(String(report.notice), "the result of many")
      assert.isAtMost(JSON.stringify(structured).length, MAX)
    }).pipe(short)
  )

  it.live("keeps every step's status and error at any limit", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const steps = Array.from({ length: 50 }, (_, n) => ({
        id: `step${n}`,
        tool: n % 2 === 0 ? "users_get_current" : "channels_get",
        ...(n % 2 === 1 && { args: { channel_id: ids.channels.secret } }),
        on_error: "continue"
      }))
      const done = yield* plan({ steps, mode: "parallel" })
      assert.strictEqual(done.report.status, "partial")
      assert.strictEqual(done.steps.length, 50)
      for (const { error, result, status } of done.steps) {
        assert.deepStrictEqual(
          [status === "ok", result, typeof error?.recovery_hint],
          [error === undefined, undefined, status === "ok" ? "undefined" : "string"]
        )
      }
      assert.isAtLeast((yield* asked).length, 50)
    }).pipe(served({ MCP_MAX_RESULT_CHARS: "2000" }))
  )
})

const envelope = (n: number) => ({
  code: "DISCORD_NOT_FOUND",
  retriable: false,
  message: `Nothing ${n}.`,
  recovery_hint: "Verify.",
  category: "validation" as const
})

describe("fitting a report", () => {
  const report: PipelineReport = {
    status: "partial",
    steps: [
      { id: "a", tool: "guild_get", status: "ok", result: { text: "x".repeat(500) }, attempts: 1, duration_ms: 1 },
      {
        id: "b",
        tool: "guild_get",
        status: "failed",
        result: {
          items: Array.from({ length: 20 }, (_, n) =>
            n % 2 === 0
              ? { status: "ok", result: { text: "y".repeat(100 + n) } }
              : { status: "failed", error: envelope(n) }
          )
        },
        attempts: 1,
        duration_ms: 1
      },
      {
        id: "c",
        tool: "guild_get",
        status: "skipped",
        because: { why: "stopped", step: "b" },
        attempts: 0,
        duration_ms: 0
      }
    ]
  }
  const size = (it: PipelineReport) => sizeOf({ value: it })
  const whole = size(report)

  it("does not change a report that fits", () => assert.strictEqual(fitReport(report, 10_000), report))

  it("removes as little as possible: first results, then the entries of items", () => {
    const { notice, steps } = fitReport(report, whole - 100)
    assert.deepStrictEqual([steps[0]?.result, steps[1]], [undefined, report.steps[1]])
    assert.match(String(notice), /characters: the result of a\. /)

    const tighter = fitReport(report, whole - 900)
    assert.match(String(tighter.notice), /characters: the result of a, \d results of b\. /)
    const { items } = Object(tighter.steps[1]?.result)
    assert.strictEqual(items.length, 20)
    assert.deepStrictEqual(
      items.filter((_: unknown, n: number) => n % 2 === 1),
      Object(report.steps[1]?.result).items.filter((_: unknown, n: number) => n % 2 === 1)
    )

    const tightest = fitReport(report, 600)
    assert.match(String(tightest.notice), /characters: the result of a, the items of b\. /)
    assert.deepStrictEqual(
      tightest.steps.map(({ id, status }) => `${id} ${status}`),
      ["a ok", "b failed", "c skipped"]
    )
    assert.deepStrictEqual(tightest.steps[1]?.error, envelope(1))
  })

  it("respects every limit down to the part that always stays", () => {
    // The number itself takes up to three more digits.
    const least = size(fitReport(report, 1)) + 3
    for (let max = least; max < whole; max += 13) assert.isAtMost(size(fitReport(report, max)), max)
  })
})
