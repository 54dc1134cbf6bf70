import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { KEPT_CHARS_MAX, make } from "../../src/pipeline/PlanRun.ts"
import { runCall } from "../../src/pipeline/runCall.ts"
import { Permit } from "../../src/safety/Permit.ts"
import { ToolRunner } from "../../src/tools/Tool.ts"

const step = { id: "more", tool: "users_get_current", args: {}, on_error: "stop" } as const

/** A call of a plan whose results have this many characters. */
const callAfter = (keptChars: number) =>
  Effect.gen(function* () {
    const run = yield* make({ steps: [step], mode: "serial" })
    run.keptChars = keptChars
    const child = yield* runCall(step, ["steps", 0], new Map(), run)
    return { child, keptChars: run.keptChars }
  }).pipe(
    Effect.provideService(ToolRunner, { run: () => Effect.succeed({ value: { id: "1" }, attempts: 2 }) }),
    Effect.provideService(Permit, Permit.grant("test", "read"))
  )

describe("the kept results of a plan", () => {
  it.effect("are limited: beyond the limit no further call starts", () =>
    Effect.gen(function* () {
      const last = yield* callAfter(KEPT_CHARS_MAX)
      assert.deepStrictEqual(last, {
        child: { status: "ok", result: { id: "1" }, attempts: 2 },
        keptChars: KEPT_CHARS_MAX + '{"id":"1"}'.length
      })
      const { child, keptChars } = yield* callAfter(KEPT_CHARS_MAX + 1)
      assert.strictEqual(keptChars, KEPT_CHARS_MAX + 1)
      assert.strictEqual(child.status, "failed")
      if (child.status === "failed") {
        assert.deepStrictEqual(child.error.validation_issues, [
          {
            path: "steps[0]",
            message: "the results of the steps before are too large to keep: ask them for less, with limit or a view",
            code: "results_too_large"
          }
        ])
      }
    })
  )
})
