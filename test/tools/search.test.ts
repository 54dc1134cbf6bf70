import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, served } from "../dispatch/app.ts"

/** What people ask for, and the tool that does it. */
const wishes: ReadonlyArray<readonly [wish: string, tool: string]> = [
  ["send a message", "messages_send"],
  ["time out a user", "members_modify"],
  ["who is banned", "members_list_bans"],
  ["schedule an event", "events_create"],
  ["make a private channel for staff", "channels_create_guild_channel"],
  ["delete many spam messages at once", "messages_bulk_delete"],
  ["read the latest messages", "messages_read"],
  ["find messages that mention a word", "messages_search"],
  ["kick someone out", "members_kick"],
  ["ban a user", "members_ban"],
  ["give a member a role", "members_add_role"],
  ["take a role away from a member", "members_remove_role"],
  ["create a new role", "roles_create"],
  ["pin a message", "messages_pin"],
  ["react with an emoji", "reactions_create"],
  ["start a thread", "channels_create_thread"],
  ["create an invite link", "invites_create_channel"],
  ["who changed this, moderation history", "audit_log_get"],
  ["rename a channel", "channels_modify"],
  ["why can the bot not do this", "permissions_explain"],
  ["block bad words automatically", "automod_create_rule"],
  ["which servers am I in", "users_list_current_user_guilds"],
  ["upload a custom emoji", "emojis_create"],
  ["unban somebody", "members_unban"]
]

const names = (structured: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  Array.isArray(structured.items) ? structured.items.map((item) => String(Object(item).name)) : []

describe("mcp_tools_search", () => {
  for (const [wish, tool] of wishes) {
    it.live(`finds ${tool} for "${wish}" among the first three`, () =>
      Effect.gen(function* () {
        const { structured } = yield* call("mcp_tools_search", { query: wish, limit: 3 })
        assert.include(names(structured), tool)
      }).pipe(served())
    )
  }

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

describe("the doors by risk", () => {
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

  it.live("ask for both halves of consent, which stand in args", () =>
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
