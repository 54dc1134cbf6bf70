// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Everything from "../../src/catalogue/catalogue.ts"
import { loadSettings } from "../../src/config/loadSettings.ts"
import { Settings } from "../../src/config/Settings.ts"
import * as Listing from "../../src/mcp/Listing.ts"
import { snowflakeAt } from "../../src/sandbox/Snowflakes.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import { asked, call, type Environment, Sandbox, served, settingsOf } from "../dispatch/app.ts"
import { loadedCatalogue } from "../tools/loaded.ts"

const GUILD = snowflakeAt(1_700_000_000_000)
const OTHER = snowflakeAt(1_700_000_000_001)

/** The required fields of each listed tool. */
const needed = (environment: Environment) =>
  Effect.gen(function* () {
    const { tools } = yield* Listing.Listing
    return (yield* tools).map(({ inputSchema }) => [...(inputSchema.required ?? [])])
  }).pipe(
    Effect.provide(
      Layer.provide(
        Listing.layer,
        Layer.merge(loadedCatalogue, Layer.effect(Settings, settingsOf({ MCP_TOOL_SURFACE: "full", ...environment })))
      )
    )
  )

describe("a default guild", () => {
  it.effect("makes guild_id optional in the listing, and changes nothing else", () =>
    Effect.gen(function* () {
      const without = yield* needed({})
      assert.isAbove(without.filter((fields) => fields.includes("guild_id")).length, 90)
      assert.deepStrictEqual(
        yield* needed({ DISCORD_DEFAULT_GUILD_ID: GUILD }),
        without.map((fields) => fields.filter((name) => name !== "guild_id"))
      )
    })
  )

  it("is filled in for every tool with an optional guild_id", () => {
    const tools = Everything.catalogue.filter(({ input }) =>
      [publishedSchema(input).required].flat().includes("guild_id")
    )
    for (const tool of tools) {
      const missing = (defaultGuildId?: string) => {
        const prepared = Effect.runSync(Effect.either(tool.prepare({}, defaultGuildId)))
        const issues = prepared._tag === "Left" ? prepared.left.validation_issues : []
        return issues.some(({ code, path }) => path === "guild_id" && code === "required")
      }
      assert.deepStrictEqual([tool.name, missing(), missing(GUILD)], [tool.name, true, false])
    }
  })

  it.live("appears in the tool search, too", () =>
    Effect.gen(function* () {
      const { structured } = yield* call("mcp_tools_search", { query: "who is banned", limit: 1 })
      const [match] = Object(structured).items
      assert.deepStrictEqual([match.name, match.input_schema.required], ["members_list_bans", undefined])
      assert.deepStrictEqual(publishedSchema(Object(Everything.findTool("members_list_bans")).input).required, [
        "guild_id"
      ])
    }).pipe(served({ DISCORD_DEFAULT_GUILD_ID: GUILD }))
  )

  it.live("is not filled in if omission has a meaning", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      yield* call("entitlements_list", { application_id: ids.bot })
      assert.deepStrictEqual(yield* asked, [`GET /applications/${ids.bot}/entitlements`])
    }).pipe(served({ DISCORD_DEFAULT_GUILD_ID: GUILD }))
  )

  it.effect("outside the allowed guilds gives a warning at the start", () =>
    Effect.gen(function* () {
      const warnings = (environment: Readonly<Record<string, string>>) =>
        Effect.map(
          loadSettings({ DISCORD_TOKEN: "a.b.cdefghijk", ...environment }, { tools: [], categories: [] }, Effect.fail),
          (loaded) => loaded.warnings
        )
      assert.deepStrictEqual(yield* warnings({ DISCORD_DEFAULT_GUILD_ID: GUILD, ALLOWED_GUILDS: OTHER }), [
        `DISCORD_DEFAULT_GUILD_ID (${GUILD}) is not in ALLOWED_GUILDS. Every call without a guild_id is rejected`
      ])
      assert.deepStrictEqual(
        yield* warnings({ DISCORD_DEFAULT_GUILD_ID: GUILD, ALLOWED_GUILDS: `${OTHER},${GUILD}` }),
        []
      )
      assert.deepStrictEqual(yield* warnings({ DISCORD_DEFAULT_GUILD_ID: GUILD }), [])
    })
  )
})
