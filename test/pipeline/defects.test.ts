import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, HashMap, Layer, Logger } from "effect"
import { Discord } from "../../src/discord/Discord.ts"
import * as KnownNames from "../../src/discord/KnownNames.ts"
import { overDiscord, settingsOf } from "../dispatch/app.ts"
import { plan } from "./mcpClient.ts"

const steps = [
  { id: "me", tool: "users_get_current" },
  { id: "broken", tool: "guild_get", args: { guild_id: "1248328050278400001", view: "full" }, on_error: "continue" },
  { id: "after", tool: "users_get_current" }
]

/** Runs the plan over a Discord with this second response. Returns the log too. */
const over = (second: ReturnType<Discord["Type"]["request"]>) =>
  Effect.gen(function* () {
    const lines: Array<readonly [cause: string, annotations: object]> = []
    const logger = Logger.make<unknown, void>(({ annotations, cause }) => {
      lines.push([Cause.pretty(cause), Object.fromEntries(HashMap.toEntries(annotations))])
    })
    const request: Discord["Type"]["request"] = ({ route }) =>
      route.startsWith("/guilds")
        ? second
        : Effect.succeed({ body: { id: "1", username: "ada" }, attempts: 1, alreadyApplied: false })
    const app = overDiscord(
      Layer.succeed(Discord, { request, identified: Effect.void, names: KnownNames.make() }),
      yield* settingsOf()
    )
    const context = yield* Layer.build(Layer.merge(app, Logger.replace(Logger.defaultLogger, logger)))
    return [yield* Effect.provide(plan({ steps }), context), lines] as const
  }).pipe(Effect.scoped)

describe("a defect in a step", () => {
  for (const [what, second] of [
    ["is an incident of that step alone, and logged whole under its id", Effect.die(new TypeError("secret internals"))],
    [
      "is one, too, in a result that cannot be written",
      Effect.succeed({ body: { id: 1n }, attempts: 1, alreadyApplied: false })
    ]
  ] as const) {
    it.effect(what, () =>
      Effect.gen(function* () {
        const [{ isError, report, steps, text }, lines] = yield* over(second)
        assert.deepStrictEqual([isError, report.status], [false, "partial"])
        assert.deepStrictEqual(
          steps.map(({ error, id, status }) => [id, status, error?.code]),
          [
            ["me", "ok", undefined],
            ["broken", "failed", "INTERNAL_ERROR"],
            ["after", "ok", undefined]
          ]
        )
        const incident_id = steps[1]?.error?.incident_id
        assert.match(String(incident_id), /^[\da-f]{8}$/)
        assert.strictEqual(lines.length, 1)
        assert.deepStrictEqual(lines[0]?.[1], {
          step: "broken",
          step_tool: "guild_get",
          incident_id
        })
        assert.match(String(lines[0]?.[0]), /TypeError/)
        assert.notInclude(text, "internals")
      })
    )
  }

  it.effect("differs from an internal interruption, which cancels the step", () =>
    Effect.gen(function* () {
      const [{ steps }, lines] = yield* over(Effect.interrupt)
      assert.deepStrictEqual([steps[1]?.error?.code, steps[2]?.status, lines], ["CANCELLED", "ok", []])
    })
  )
})
