import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Permit } from "../../src/discord/Permit.ts"
import { make } from "../../src/pipeline/PlanRun.ts"
import { runCall } from "../../src/pipeline/runCall.ts"
import { ClientCalls, KEPT_CHARS, make as makeBudgets, PlanHold } from "../../src/tools/ClientCalls.ts"
import { ToolRunner } from "../../src/tools/Tool.ts"

const step = { id: "more", tool: "users_get_current", args: {}, on_error: "continue" } as const

/** A call of a plan whose results have this many characters. */
const callAfter = (keptChars: number) =>
  Effect.gen(function* () {
    const hold = (yield* ClientCalls).hold
    const own = yield* hold()
    own.keep(keptChars)
    const plan = { steps: [step], mode: "serial" } as const
    const run = yield* Effect.provideService(make({ plan, dependencies: new Map() }, 100_000), PlanHold, own)
    const child = yield* runCall(step, ["steps", 0], new Map(), run)
    return { child, stoppedBy: run.stoppedBy }
  }).pipe(
    Effect.provideService(ClientCalls, makeBudgets()),
    Effect.provideService(ToolRunner, { run: () => Effect.succeed({ value: { id: "1" }, attempts: 2 }) }),
    Effect.provideService(Permit, Permit.grant("test", "read"))
  )

describe("the kept results of a plan", () => {
  it.effect("are limited: beyond the limit no further call starts", () =>
    Effect.gen(function* () {
      const last = yield* callAfter(KEPT_CHARS.total)
      assert.deepStrictEqual(last, {
        child: { status: "ok", result: { id: "1" }, attempts: 2 },
        stoppedBy: undefined
      })
      const { child, stoppedBy } = yield* callAfter(KEPT_CHARS.total + 1)
      assert.strictEqual(stoppedBy, "more")
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
