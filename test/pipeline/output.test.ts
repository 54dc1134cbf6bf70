import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { served } from "../dispatch/app.ts"
import { plan, saying, statuses } from "./mcpClient.ts"

/** Outputs that the results cannot provide. */
const outputs: Readonly<Record<string, unknown>> = {
  "names nothing": "{{say.nothing}}",
  "is a list inside a text": { a: "x {{say.mentions}}", b: "y {{say}}" },
  "names no item": "{{say.items[3].id}}",
  "is too large as one text": "{{say.content}} ".repeat(900),
  "is too large in all its fields": Object.fromEntries(Array.from({ length: 990 }, (_, at) => [`f${at}`, "{{say}}"])),
  "is nested deeply": JSON.parse(`${'{"a":'.repeat(39)}"{{say.nothing}}"${"}".repeat(39)}`)
}

describe("an invalid output", () => {
  for (const [what, output] of Object.entries(outputs)) {
    it.live(`because it ${what} keeps the report of the steps`, () =>
      Effect.gen(function* () {
        const say = yield* saying("say", "z".repeat(1900))
        const { isError, report, steps } = yield* plan({ steps: [say], output })
        assert.deepStrictEqual([isError, report.status, report.output], [false, "ok", undefined])
        assert.deepStrictEqual(statuses(steps), ["say ok"])
        assert.match(String(steps[0]?.result?.id), /^\d{17,20}$/)
        assert.match(String(report.notice), /output/)
      }).pipe(served({ MCP_MAX_RESULT_CHARS: "20000" }))
    )
  }

  it.live("keeps the report of a stopped plan", () =>
    Effect.gen(function* () {
      const say = yield* saying("say", "done")
      const broken = { id: "broken", tool: "channels_get", args: { channel_id: "1248328050999999999" } }
      const { code, report, steps } = yield* plan({ steps: [say, broken], output: "{{broken.id}}" })
      assert.deepStrictEqual(
        [code, report.status, statuses(steps)],
        ["PIPELINE_FAILED", "failed", ["say ok", "broken failed"]]
      )
      assert.match(String(steps[0]?.result?.id), /^\d{17,20}$/)
    }).pipe(served())
  )
})
