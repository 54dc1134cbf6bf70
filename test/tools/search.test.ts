import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { findTool } from "../../src/catalogue.ts"
import { call, served } from "../dispatch/app.ts"
import { everydayRequests, type Request } from "./everydayRequests.ts"
import { heldOutRequests } from "./heldOutRequests.ts"

const names = (structured: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  Array.isArray(structured.items) ? structured.items.map((item) => String(Object(item).name)) : []

/** Searches for each request, and counts how often the right tool comes first, and among the first three. */
const score = (requests: ReadonlyArray<Request>) =>
  Effect.map(
    Effect.forEach(requests, ([query, tool]) =>
      Effect.map(call("mcp_tools_search", { query, limit: 3 }), ({ structured }) => ({
        query,
        tool,
        found: names(structured)
      }))
    ),
    (all) => ({
      first: all.filter(({ found, tool }) => found[0] === tool).length / all.length,
      inThree: all.filter(({ found, tool }) => found.includes(tool)).length / all.length,
      missed: all.filter(({ found, tool }) => !found.includes(tool)).map(({ query }) => query)
    })
  )

describe("mcp_tools_search", () => {
  it.live(
    "finds what people ask for: first in 90 %, among the first three in 98 %",
    () =>
      Effect.gen(function* () {
        const { first, inThree, missed } = yield* score(everydayRequests)
        assert.isAtLeast(everydayRequests.length, 80)
        assert.isAtLeast(first, 0.9)
        assert.isAtLeast(inThree, 0.98, missed.join("; "))
      }).pipe(served()),
    60_000
  )

  it.live(
    "finds what it is not tuned for: first in 90 %, among the first three in 97 %",
    () =>
      Effect.gen(function* () {
        const { first, inThree, missed } = yield* score(heldOutRequests)
        assert.strictEqual(heldOutRequests.length, 40)
        assert.isAtLeast(first, 0.9)
        assert.isAtLeast(inThree, 0.97, missed.join("; "))
      }).pipe(served()),
    60_000
  )

  it("has no held-out request among those that it is tuned with", () => {
    const tuned = new Set(everydayRequests.map(([query]) => query))
    assert.deepStrictEqual(
      heldOutRequests.filter(([query]) => tuned.has(query)),
      []
    )
    assert.deepStrictEqual(
      [...everydayRequests, ...heldOutRequests].filter(([, tool]) => findTool(tool) === undefined),
      []
    )
  })

  for (const [typed, meant] of [
    ["bna", "members_ban"],
    ["kcik a user", "members_kick"],
    ["plol", "polls_create"],
    ["untmieout", "members_timeout"],
    ["slwomode", "channels_modify"],
    ["wehbook", "webhooks_create"],
    ["invte lnik", "invites_create_channel"],
    ["anounce", "messages_send"],
    ["sumarise a chanel", "messages_read"],
    ["slahs comand", "commands_create_guild"]
  ] as const) {
    it.live(`finds ${meant} for "${typed}"`, () =>
      Effect.gen(function* () {
        const { structured } = yield* call("mcp_tools_search", { query: typed, limit: 1 })
        assert.deepStrictEqual(names(structured), [meant])
      }).pipe(served())
    )
  }

  it.live("finds only tools of the given category, and has a notice if there are none", () =>
    Effect.gen(function* () {
      const polls = yield* call("mcp_tools_search", { query: "ban someone or start a vote", category: "polls" })
      assert.strictEqual(names(polls.structured)[0], "polls_create")
      assert.isTrue(names(polls.structured).every((name) => name.startsWith("polls_")))
      const nothing = yield* call("mcp_tools_search", { query: "qqqq xyzzy" })
      assert.deepStrictEqual(names(nothing.structured), [])
      assert.match(String(nothing.structured.notice), /^No tool matches these words\. Categories: users, guild, /)
    }).pipe(served())
  )

  it.live("gives the schema of the best match, and of all when asked", () =>
    Effect.gen(function* () {
      const compact = yield* call("mcp_tools_search", { query: "send a message" })
      const full = yield* call("mcp_tools_search", { query: "send a message", detail: "full" })
      const withSchema = ({ items }: Readonly<Record<string, unknown>>) =>
        Array.isArray(items) ? items.filter((item) => "input_schema" in item).length : 0
      assert.strictEqual(withSchema(compact.structured), 1)
      assert.strictEqual(withSchema(full.structured), names(full.structured).length)
    }).pipe(served())
  )

  it.live("shows only what the operator allows", () =>
    Effect.gen(function* () {
      const { structured } = yield* call("mcp_tools_search", { query: "send delete ban message", limit: 20 })
      assert.notInclude(names(structured), "messages_send")
      assert.isNotEmpty(names(structured))
    }).pipe(served({ MCP_READ_ONLY: "true" }))
  )
})

describe("the dispatchers by risk", () => {
  it.live("run a tool of their risk as if it had been called itself", () =>
    Effect.gen(function* () {
      const through = yield* call("mcp_tools_read", { tool: "users_get_current" })
      assert.deepStrictEqual(through, yield* call("users_get_current", {}))
    }).pipe(served())
  )

  it.live("refuse any other, and name the right one", () =>
    Effect.gen(function* () {
      const { structured } = yield* call("mcp_tools_read", {
        tool: "messages_send",
        args: { channel_id: "123456789012345678", content: "hi" }
      })
      assert.deepInclude(structured, { code: "VALIDATION_FAILED", suggested_tool: "mcp_tools_write" })
    }).pipe(served())
  )

  it.live("tell what is wrong inside args, with its path", () =>
    Effect.gen(function* () {
      const { structured } = yield* call("mcp_tools_write", { tool: "messages_send", args: { channel_id: 1 } })
      const paths = Array.isArray(structured.validation_issues)
        ? structured.validation_issues.map((issue) => Object(issue).path)
        : []
      assert.include(paths, "args.channel_id")
    }).pipe(served())
  )

  it.live("require the consent of operator and caller, which is in args", () =>
    Effect.gen(function* () {
      const destroy = (args: object) =>
        call("mcp_tools_destructive", {
          tool: "messages_delete",
          args: { channel_id: "123456789012345678", message_id: "123456789012345678", ...args }
        })
      assert.deepInclude((yield* destroy({})).structured, { code: "DRY_RUN_PREVIEW", armed: true })
      assert.deepInclude((yield* destroy({ __confirm: true })).structured, { code: "DISCORD_NOT_FOUND" })
    }).pipe(served({ MCP_DRY_RUN: "false" }))
  )
})
