import { assert, describe, it } from "@effect/vitest"
import { PipelineFailed } from "../../src/errors/DiscordMcpError.ts"
import { toEnvelope } from "../../src/errors/failureEnvelope.ts"
import { MAX_TEXT_CHARS, renderEnvelope, reportLines } from "../../src/errors/renderEnvelope.ts"

const envelope = {
  code: "DISCORD_NOT_FOUND",
  retriable: false,
  message: "Discord knows no message\nwith that id.",
  recovery_hint: "Verify the id.",
  category: "validation"
} as const

const step = { tool: "messages_get", attempts: 1, duration_ms: 1 }
const report = {
  status: "failed",
  steps: [
    { ...step, id: "a", status: "ok", result: { content: "what somebody wrote" } },
    { ...step, id: "b", status: "ok", result: {} },
    { ...step, id: "c", status: "failed", error: envelope },
    { ...step, id: "d", status: "skipped", because: { why: "needs", step: "c" } },
    { ...step, id: "e", status: "skipped", because: { why: "stopped", step: "c" } },
    { ...step, id: "f", status: "skipped", because: { why: "condition" } },
    {
      ...step,
      id: "g",
      status: "failed",
      result: { items: [{ status: "ok" }, { status: "failed", item: "1", name: "#staff", error: envelope }] }
    }
  ]
} as const

const lines = [
  "Steps done: a, b",
  "Step c (messages_get) failed: DISCORD_NOT_FOUND: Discord knows no message with that id. Recovery: Verify the id.",
  "Step d (messages_get) skipped: it needs the result of c, which has none.",
  "Step e (messages_get) skipped: c failed, which stopped the plan.",
  "Step f (messages_get) skipped: its condition does not hold.",
  "Step g (messages_get) failed at item 2 of 2: DISCORD_NOT_FOUND: Discord knows no message with that id. Recovery: Verify the id."
]

describe("the lines of a report", () => {
  it("have the status of each step, without its result", () => {
    assert.deepStrictEqual(reportLines(report), lines)
    assert.deepStrictEqual(reportLines({ status: "failed", steps: [] }), ["Steps done: none"])
    assert.deepStrictEqual(reportLines({ steps: "none" }), [])
  })

  it("are in the text form before the report itself, however long that is", () => {
    const long = {
      ...report,
      steps: [{ ...report.steps[0], result: { content: "x".repeat(20_000) } }, ...report.steps.slice(1)]
    }
    const text = renderEnvelope(toEnvelope(new PipelineFailed({ report: long })))
    assert.deepStrictEqual(text.split("\n").slice(1, 7), lines)
    assert.isAtMost(text.length, MAX_TEXT_CHARS)
  })
})
