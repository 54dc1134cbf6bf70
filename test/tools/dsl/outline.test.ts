import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { findTool } from "../../../src/catalogue/catalogue.ts"

const ID = "1248328050311954441"

/** In these tests, the text "open" marks a value that is not known yet. */
const isOpen = (value: unknown): boolean =>
  value === "open" || (typeof value === "object" && value !== null && Object.values(value).some(isOpen))

const outline = (tool: string, input: Readonly<Record<string, unknown>>, defaultGuildId?: string) =>
  Effect.runSync(
    Effect.either(findTool(tool)?.outline(input, isOpen, defaultGuildId) ?? Effect.dieMessage(`no tool ${tool}`))
  )

const riskOf = (tool: string, input: Readonly<Record<string, unknown>>) =>
  Either.match(outline(tool, input), {
    onLeft: ({ validation_issues }) => validation_issues.map(({ code, path }) => `${path}: ${code}`),
    onRight: ({ risk, resolveRisk }) => (resolveRisk === undefined ? risk : `${risk}, depends on Discord`)
  })

describe("an outline", () => {
  it("validates only the known fields", () => {
    assert.deepStrictEqual(riskOf("messages_send", { content: "open", tts: "loud", foo: "open" }), [
      "foo: unknown_field",
      "channel_id: required",
      "tts: invalid"
    ])
    assert.strictEqual(riskOf("messages_send", { channel_id: "open", content: "open" }), "write")
    assert.deepStrictEqual(riskOf("messages_send", JSON.parse('{"channel_id": "open", "__proto__": "open"}')), [
      "__proto__: unknown_field"
    ])
  })

  it("uses the default guild and names its tool", () => {
    const given = outline("members_get", { user_id: "open" }, ID)
    assert.deepStrictEqual(
      Either.map(given, ({ arguments: args, risk, tool }) => [tool.name, risk, args]),
      Either.right(["members_get", "read", undefined])
    )
    assert.deepStrictEqual(riskOf("members_get", { user_id: "open" }), ["guild_id: required"])
  })

  it("has the risk of the known fields", () => {
    const member = { guild_id: ID, user_id: "open" }
    assert.strictEqual(riskOf("members_modify", { ...member, nick: "x" }), "write")
    assert.strictEqual(riskOf("members_modify", { ...member, roles: [] }), "destructive")
    assert.strictEqual(riskOf("messages_delete", { channel_id: ID, message_id: "open" }), "destructive")
  })

  it("has the highest risk if and only if the risk depends on an open field", () => {
    const member = { guild_id: ID, user_id: ID }
    assert.strictEqual(riskOf("members_modify", { ...member, nick: "open" }), "write")
    assert.strictEqual(riskOf("members_modify", { ...member, roles: "open" }), "destructive")
    const everyone = { parse: ["everyone"] }
    const post = (message: object) =>
      riskOf("channels_forum_create_thread", { channel_id: ID, name: "x", message: { ...message } })
    assert.strictEqual(post({ content: "open" }), "write")
    assert.strictEqual(post({ content: "open", allowed_mentions: everyone }), "destructive")
    assert.strictEqual(post({ content: "x", allowed_mentions: { parse: ["users", "open"] } }), "destructive")
    assert.strictEqual(riskOf("roles_create", { guild_id: ID, name: "x", permissions: ["open"] }), "destructive")
    assert.strictEqual(riskOf("roles_create", { guild_id: "open", name: "x", permissions: [] }), "write")
  })

  it("resolves the risk if all relevant fields are known", () => {
    const give = (role_id: string) => riskOf("members_add_role", { guild_id: ID, user_id: "open", role_id })
    assert.strictEqual(give(ID), "write, depends on Discord")
    assert.strictEqual(give("open"), "destructive")
  })

  it("of a dispatcher is the outline of the other tool", () => {
    const carried = (risk: string, tool: string, args: object) => riskOf(`mcp_tools_${risk}`, { tool, args })
    assert.strictEqual(carried("write", "messages_send", { channel_id: ID, content: "open" }), "write")
    assert.deepStrictEqual(carried("write", "roles_create", { guild_id: ID, permissions: "open" }), [
      "tool: wrong_risk"
    ])
    assert.strictEqual(
      carried("write", "members_add_role", { guild_id: ID, user_id: "open", role_id: ID }),
      "write, depends on Discord"
    )
    assert.strictEqual(carried("destructive", "roles_create", { guild_id: ID, permissions: "open" }), "destructive")
    assert.deepStrictEqual(carried("read", "messages_send", { channel_id: ID, content: "open" }), ["tool: wrong_risk"])
    assert.deepStrictEqual(carried("write", "messages_send", { content: "open" }), ["args.channel_id: required"])
    assert.deepStrictEqual(carried("write", "no_such_tool", {}), ["tool: unknown_tool"])
  })
})
