/** Names of channels, threads, roles, members and tags in the place of ids, where exactly one fits. */
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
      const forum = yield* call("channels_modify", {
        channel_id: channels.forum,
        available_tags: [{ name: "planned" }, { name: "done" }]
      })
      const [, tag = ""] = /"id":"(\d+)","name":"planned"/.exec(JSON.stringify(forum.structured)) ?? []
      const view = { allow: ["VIEW_CHANNEL"] }
      const post = { name: "Tides", message: { content: "tide" } }
      const step = { id: "one", tool: "messages_send" }
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
        ],
        ["messages_send", { ...send, channel_id: "#release 1.0" }, "channel_id", channels.thread],
        ["roles_get", { ...inGuild, role_id: "@everyone" }, "role_id", guild],
        [
          "channels_modify_permissions",
          { ...view, channel_id: "#general", overwrite_id: "@moderator", type: "role" },
          "overwrite_id",
          roles.moderator
        ],
        [
          "channels_modify_permissions",
          { ...view, channel_id: channels.general, overwrite_id: "@Bruno", type: 1 },
          "overwrite_id",
          members.bruno
        ],
        [
          "channels_create_guild_channel",
          { ...inGuild, name: "tides", permission_overwrites: [{ id: "member", type: "role", ...view }] },
          "permission_overwrites[0].id",
          roles.member
        ],
        ["channels_modify", { channel_id: channels.idea, applied_tags: ["planned"] }, "applied_tags[0]", tag],
        [
          "channels_forum_create_thread",
          { channel_id: "#ideas", ...post, applied_tags: ["Planned"] },
          "applied_tags[0]",
          tag
        ],
        [
          "mcp_pipeline",
          { steps: [{ ...step, args: { ...send, channel_id: "#general" } }] },
          "steps[0].args.channel_id",
          channels.general
        ],
        [
          "mcp_pipeline",
          { steps: [{ ...step, for_each: ["#general", "#support"], args: { ...send, channel_id: "{{item}}" } }] },
          "steps[0].for_each[1]",
          channels.support
        ],
        [
          "mcp_pipeline",
          {
            steps: [
              {
                id: "one",
                tool: "members_get",
                for_each: [{ who: "Bruno" }],
                args: { user_id: "{{item.who}}", guild_id: guild }
              }
            ]
          },
          "steps[0].for_each[0].who",
          members.bruno
        ],
        [
          "mcp_pipeline",
          {
            steps: [
              { id: "role", tool: "roles_create", args: { ...inGuild, name: "crew" } },
              {
                id: "channel",
                tool: "channels_create_guild_channel",
                args: {
                  ...inGuild,
                  name: "crew",
                  permission_overwrites: [
                    { id: "{{role.id}}", type: "role", ...view },
                    { id: "@moderator", type: "role", ...view }
                  ]
                }
              }
            ]
          },
          "steps[1].args.permission_overwrites[1].id",
          roles.moderator
        ]
      ] as const) {
        const answer = yield* call(tool, input)
        assert.strictEqual(codeOf(answer), "ok", `${tool} ${JSON.stringify(answer.structured)}`)
        assert.include(String(answer.structured.notice), `${path} is ${id}, by its name.`)
      }
    }).pipe(served(armed, { ...roomy, permissions: 8n }))
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

  it.live("is refused with the candidates if several have it, and by its kind if nobody has", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const made = yield* call("channels_create_guild_channel", { guild_id: ids.guild, name: "general" })
      const before = yield* writes
      const send = { content: "tide" }
      const several = yield* call("messages_send", { ...send, channel_id: "#general" })
      assert.deepStrictEqual(issuesOf(several.structured), [["channel_id", "several_have_this_name"]])
      assert.sameDeepMembers(
        [several.structured.candidates].flat(),
        [ids.channels.general, made.structured.id].map((id) => ({ path: "channel_id", id, name: "general" }))
      )
      const nobody = yield* call("messages_send", { ...send, channel_id: "#nowhere" })
      assert.deepStrictEqual(issuesOf(nobody.structured), [["channel_id", "none_has_this_name"]])
      assert.deepStrictEqual(yield* writes, before)
    }).pipe(served(armed, { ...roomy, permissions: 8n }))
  )

  it.live("that is only near is refused with at most five objects of near names, as data", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { channels, guild, members, roles } = ids
      for (let at = 1; at <= 6; at++) yield* call("roles_create", { guild_id: guild, name: `crew ${at}` })
      for (const [tool, input, near] of [
        ["messages_send", { content: "tide", channel_id: "#genral" }, { id: channels.general, name: "general" }],
        ["channels_get", { channel_id: "#release 1" }, { id: channels.thread, name: "release 1.0" }],
        ["members_get", { guild_id: guild, user_id: "Bruni" }, { id: members.bruno, name: "Bruno" }],
        ["roles_get", { guild_id: guild, role_id: "@moderators" }, { id: roles.moderator, name: "moderator" }],
        ["roles_get", { guild_id: guild, role_id: "@crew" }, undefined]
      ] as const) {
        const { structured, text } = yield* call(tool, input)
        assert.deepStrictEqual(
          issuesOf(structured).map(([, code]) => code),
          ["none_has_this_name"],
          tool
        )
        const candidates = [structured.candidates].flat()
        if (near === undefined) assert.lengthOf(candidates, 5)
        else {
          assert.deepInclude(candidates[0], near)
          assert.notInclude(String(structured.recovery_hint), near.name)
          assert.match(text, new RegExp(`Candidates: .*data.*<[^>]+>.*"name":"${near.name}"`))
        }
      }
      assert.deepStrictEqual(
        (yield* writes).filter((request) => !request.endsWith("/roles")),
        []
      )
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
