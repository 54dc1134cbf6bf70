/** Names of channels, roles and members in the place of ids, where exactly one fits. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { asked, call, codeOf, lastRequest, roomy, Sandbox, served } from "./app.ts"

const armed = { MCP_DRY_RUN: "false" }

const writes = Effect.map(asked, (requests) => requests.filter((request) => !request.startsWith("GET ")))

const issuesOf = (structured: Readonly<Record<string, unknown>>) =>
  (structured.validation_issues as ReadonlyArray<{ path: string; code: string; message: string }>).map(
    ({ code, path }) => [path, code]
  )

describe("a name in the place of an id", () => {
  it.live("is the one channel, role or member that has it, and the notice has its id", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { channels, guild, members, roles } = ids
      const send = { content: "tide" }
      const inGuild = { guild_id: guild }
      for (const [tool, input, path, id] of [
        ["messages_send", { ...send, channel_id: "#general" }, "channel_id", channels.general],
        ["messages_send", { ...send, channel_id: "#General" }, "channel_id", channels.general],
        ["members_get", { ...inGuild, user_id: "Bruno" }, "user_id", members.bruno],
        ["members_get", { ...inGuild, user_id: "@bruno" }, "user_id", members.bruno],
        ["roles_get", { ...inGuild, role_id: "moderator" }, "role_id", roles.moderator],
        ["members_list", { ...inGuild, role_id: "@moderator" }, "role_id", roles.moderator],
        [
          "mcp_tools_read",
          { tool: "channels_get", args: { channel_id: "#support" } },
          "args.channel_id",
          channels.support
        ]
      ] as const) {
        const answer = yield* call(tool, input)
        assert.strictEqual(codeOf(answer), "ok", `${tool} ${JSON.stringify(answer.structured)}`)
        assert.include(String(answer.structured.notice), `${path} is ${id}, by its name.`)
      }
    }).pipe(served(armed))
  )

  it.live("is looked up in one reading of each list", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { members, roles } = ids
      const change = { guild_id: ids.guild, user_id: members.bruno, roles: ["@moderator", "member"] }
      const answer = yield* call("members_modify", change)
      assert.strictEqual(answer.structured.code, "DRY_RUN_PREVIEW", JSON.stringify(answer.structured))
      assert.deepStrictEqual(Object(answer.structured.preview).arguments.roles, [roles.moderator, roles.member])
      const lists = (yield* asked).filter((request) => request === `GET /guilds/${ids.guild}/roles`)
      const again = yield* call("members_modify", { ...change, roles: [roles.moderator, roles.member] })
      assert.strictEqual(again.structured.code, "DRY_RUN_PREVIEW")
      const byId = (yield* asked).filter((request) => request === `GET /guilds/${ids.guild}/roles`)
      assert.strictEqual(lists.length, byId.length - lists.length + 1)
    }).pipe(served({}, { ...roomy, permissions: 8n }))
  )

  it.live("is refused with the candidates if several have it, and as before if nobody has", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const made = yield* call("channels_create_guild_channel", { guild_id: ids.guild, name: "general" })
      const before = yield* writes
      const send = { content: "tide" }
      const several = yield* call("messages_send", { ...send, channel_id: "#general" })
      assert.deepStrictEqual(issuesOf(several.structured), [["channel_id", "several_have_this_name"]])
      const { message } = Object(several.structured.validation_issues)[0]
      for (const id of [ids.channels.general, String(made.structured.id)]) assert.include(message, id)
      const nobody = yield* call("messages_send", { ...send, channel_id: "#nowhere" })
      assert.deepStrictEqual(issuesOf(nobody.structured), [["channel_id", "invalid"]])
      assert.deepStrictEqual(yield* writes, before)
    }).pipe(served(armed, { ...roomy, permissions: 8n }))
  )

  it.live("is looked up only with a guild, and only if the client may list it", () =>
    Effect.gen(function* () {
      const send = { channel_id: "#general", content: "tide" }
      const answer = yield* call("messages_send", send)
      assert.deepStrictEqual(issuesOf(answer.structured), [["channel_id", "invalid"]])
      const plain = yield* call("messages_send", { ...send, channel_id: "general" })
      assert.deepStrictEqual(issuesOf(plain.structured), [["channel_id", "invalid"]])
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(served({ ...armed, MCP_CATEGORIES: "messages" }))
  )

  it.live("asks for consent with the id, and the consent is for it", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const kick = { guild_id: ids.guild, user_id: "Bruno" }
      const preview = yield* call("members_kick", kick)
      assert.strictEqual(preview.structured.code, "DRY_RUN_PREVIEW")
      assert.strictEqual(Object(preview.structured.preview).arguments.user_id, ids.members.bruno)
      assert.deepStrictEqual(yield* writes, [])
      const { confirmation_token: __confirm } = preview.structured
      const done = yield* call("members_kick", { ...kick, __confirm })
      assert.strictEqual(codeOf(done), "ok", JSON.stringify(done.structured))
      assert.include((yield* lastRequest)?.path, ids.members.bruno)
    }).pipe(served({ ...armed, MCP_CONFIRM: "token" }, { ...roomy, permissions: 8n }))
  )
})
