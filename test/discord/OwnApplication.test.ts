/** Tools of an application work without its id: the server asks for its own once. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { portableSchema } from "../../src/tools/dsl/publishedSchema.ts"
import { asked, call, codeOf, Sandbox, served } from "../dispatch/app.ts"

describe("the bot's own application", () => {
  it("is the default of every tool that takes an application in its route", () => {
    const required = catalogue.filter(
      ({ input, operation }) =>
        operation?.route.includes("{application_id}") === true &&
        [portableSchema(input).required].flat().includes("application_id")
    )
    assert.deepStrictEqual(
      required.map(({ name }) => name),
      []
    )
  })

  it.live("is asked for once, before the first request that needs it", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      for (const [tool, input] of [
        ["commands_list_global", {}],
        ["commands_create_global", { name: "ping", description: "Ping" }],
        ["app_emojis_list", {}],
        ["entitlements_list", { application_id: ids.bot }]
      ] as const)
        assert.strictEqual(codeOf(yield* call(tool, input)), "ok", tool)
      const paths = (yield* asked).map(String)
      assert.deepStrictEqual(
        paths.filter((path) => path.includes("/applications/@me")),
        ["GET /applications/@me"]
      )
      assert.deepStrictEqual(paths.filter((path) => path.includes("/applications/") && !path.includes("@me")).length, 4)
    }).pipe(served({ MCP_DRY_RUN: "false" }))
  )
})
