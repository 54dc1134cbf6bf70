/** No client holds the event loop by work that sends no request to Discord, by any tool and any size. */
// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { turnScheduler } from "../../src/resilience/TurnScheduler.ts"
import { Catalogue } from "../../src/tools/Catalogue.ts"
import { portableSchema } from "../../src/tools/dsl/publishedSchema.ts"
import { CHANNEL, gateServer } from "../safety/gateServer.ts"
import { loadedCatalogue } from "../tools/loaded.ts"
import { longestTurnOf } from "../turns.ts"

/** The longest turn of the event loop, in milliseconds of processor time. */
const TURN_MS = 50

/** Code that is not compiled yet, and the garbage of other tests, make a measurement slower, and none faster. So the best counts. */
const MEASUREMENTS = 5

const times = <A>(count: number, make: (at: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, at) => make(at))

const texts = (count: number, chars: number) => times(count, () => ({ type: 10, content: "*".repeat(chars) }))
const picture = `https://tidepool.example/${"x".repeat(400)}.png`

/** The tools with the largest schemas. */
const withLargestSchemas = catalogue
  .map(({ input, name }) => ({ name, size: JSON.stringify(portableSchema(input)).length }))
  .toSorted((a, b) => b.size - a.size)
  .slice(0, 10)
  .map(({ name }) => name)

/** The largest input of each tool that needs no request, and that of one of 100 items of a plan if it is another. */
const largest: Readonly<Record<string, { readonly alone: object; readonly item?: object }>> = {
  mcp_tools_search: {
    alone: { query: "who is banned and muted ".repeat(8), limit: 20 },
    item: { names: withLargestSchemas }
  },
  mcp_tools_read: {
    alone: { tool: "components_v2_validate", args: { components: texts(3300, 100) } },
    item: { tool: "components_v2_validate", args: { components: texts(160, 100) } }
  },
  components_v2_build_container: { alone: { components: texts(38, 100) } },
  components_v2_build_section: {
    alone: { text: times(3, () => "*".repeat(1300)), accessory: { type: 11, media: { url: picture } } }
  },
  components_v2_build_media_gallery: {
    alone: { items: times(10, () => ({ url: picture, description: "*".repeat(1000) })) }
  },
  components_v2_validate: { alone: { components: texts(3300, 100) }, item: { components: texts(160, 100) } },
  components_v2_preview: { alone: { components: texts(38, 100) } },
  guild_get_widget_image_url: { alone: { guild_id: CHANNEL } },
  asks_list: { alone: {} }
}

/** Tools that are not one request: they ask Discord, wait for it, or run other tools. */
const others: ReadonlyArray<string> = [
  ...["permissions_explain", "permissions_audit_channel", "messages_ask", "asks_get", "asks_cancel"],
  ...["gateway_wait_for", "gateway_read", "gateway_status", "presence_set", "templates_diff", "templates_recommend"],
  ...["members_get_current_user", "messages_search_recent", "blueprint_export", "blueprint_plan", "blueprint_apply"],
  ...["changes_list", "changes_undo"],
  ...[
    "users_send_dm",
    "channels_move",
    "channels_lock",
    "channels_unlock",
    "channels_clone",
    "messages_catch_up",
    "messages_count",
    "messages_send_text_file",
    "messages_view_attachment",
    "messages_forward"
  ],
  ...["mcp_tools_write", "mcp_tools_destructive", "mcp_pipeline"]
]

const planOf = (tool: string, args: object, steps: number, items = 100) => ({
  steps: times(steps, (step) => ({
    id: `s${step}`,
    tool,
    args,
    for_each: times(items, (item) => `item ${item}`),
    on_error: "continue"
  }))
})

/** Calls a tool until its longest turn is short, or has been measured often enough. */
const shortestOf = (call: Effect.Effect<void>) =>
  Effect.gen(function* () {
    const measured: Array<number> = []
    while (measured.length < MEASUREMENTS && !measured.some((ms) => ms < TURN_MS))
      measured.push(yield* longestTurnOf(call))
    return Math.min(...measured)
  })

const measure = (tool: string, input: object, code?: string, environment = {}) =>
  Effect.gen(function* () {
    const server = yield* gateServer(environment)
    const call = Effect.map(server.call(tool, input), ({ isError, structured, text }) =>
      assert.deepStrictEqual([isError, structured.code], [code !== undefined, code], text.slice(0, 500))
    )
    assert.isBelow(yield* shortestOf(call), TURN_MS, "the longest turn in ms")
    assert.deepStrictEqual(server.changes(), [])
  }).pipe(Effect.scoped, Effect.withScheduler(turnScheduler))

describe("a tool that sends no request", () => {
  it.effect("has a largest input here", () =>
    Effect.gen(function* () {
      const catalogue = yield* Catalogue
      const tools = yield* Effect.forEach(catalogue.names, catalogue.find)
      assert.sameMembers(
        tools.flatMap((tool) => (tool?.operation === undefined && tool !== undefined ? [tool.name] : [])),
        [...Object.keys(largest), ...others]
      )
    }).pipe(Effect.provide(loadedCatalogue))
  )

  for (const [tool, { alone, item = alone }] of Object.entries(largest)) {
    it.live(`does not hold the event loop: ${tool}, alone`, () => measure(tool, alone))
    it.live(`does not hold the event loop: ${tool}, for 100 items of a plan`, () =>
      measure("mcp_pipeline", planOf(tool, item, 1))
    )
  }
})

describe("a plan of 50 steps of 100 items", () => {
  it.live("does not hold the event loop while it is checked", () =>
    measure(
      "mcp_pipeline",
      planOf("messages_send", { channel_id: CHANNEL, content: "{{item}}" }, 50),
      "DRY_RUN_PREVIEW",
      {
        MCP_WRITE_MODE: "preview"
      }
    )
  )
  it.live("does not hold the event loop if all its calls are refused", () =>
    measure("mcp_pipeline", planOf("channels_get", { channel_id: "{{item}}" }, 50), "VALIDATION_FAILED")
  )
})
