import { assert, describe, it } from "@effect/vitest"
import { ChannelFlags, PermissionFlagsBits } from "discord-api-types/v10"
import { Effect } from "effect"
import { call, roomy, Sandbox, served } from "../../dispatch/app.ts"
import { field } from "../../sandbox/http.ts"
import { wired } from "../wired.ts"

const HIDDEN_CHANNELS_CAVEAT = "channels and threads that the bot cannot view, if there are any"

const structured = (tool: string, input: object) => Effect.map(call(tool, input), (answer) => answer.structured)

describe("a guild with a channel the bot cannot view", () => {
  it.live("lists the channels the bot can view, and the category of one of them", () =>
    Effect.gen(function* () {
      const { channels, guild } = (yield* Sandbox).ids
      const ids = field("id")((yield* structured("channels_list", { guild_id: guild })).items)
      assert.include(ids, channels.team)
      assert.include(ids, channels.staff)
      assert.notInclude(ids, channels.secret)
    }).pipe(served())
  )

  it.live("lists every channel for a bot with ADMINISTRATOR", () =>
    Effect.gen(function* () {
      const { channels, guild } = (yield* Sandbox).ids
      const ids = field("id")((yield* structured("channels_list", { guild_id: guild })).items)
      assert.include(ids, channels.secret)
    }).pipe(served({}, { ...roomy, permissions: PermissionFlagsBits.Administrator }))
  )

  it.live("counts only viewable channels in the preview of a deletion, and says so", () =>
    Effect.gen(function* () {
      const { channels } = (yield* Sandbox).ids
      const { preview } = yield* structured("channels_delete", { channel_id: channels.team })
      assert.deepStrictEqual(field("facts")(preview), {
        left_without_category: ["#staff"],
        not_shown: HIDDEN_CHANNELS_CAVEAT
      })
    }).pipe(served())
  )

  it.live("says that a channel without visible threads may have others", () =>
    Effect.gen(function* () {
      const { channels } = (yield* Sandbox).ids
      const { preview } = yield* structured("channels_delete", { channel_id: channels.showcase })
      assert.strictEqual(field("not_shown")(field("facts")(preview)), HIDDEN_CHANNELS_CAVEAT)
    }).pipe(served())
  )

  it.live("makes no claim about other users in a channel that the bot cannot view", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const place = { guild_id: ids.guild, channel_id: ids.channels.secret }
      for (const [tool, input] of [
        ["permissions_audit_channel", place],
        ["permissions_explain", { ...place, user_id: ids.owner }],
        ["permissions_explain", { ...place, role_id: ids.guild }]
      ] as const) {
        const failure = yield* structured(tool, input)
        assert.deepInclude(failure, { code: "DISCORD_PERMISSION_DENIED", missing_permissions: ["VIEW_CHANNEL"] })
      }
      const byId = yield* structured("permissions_explain", {
        ...place,
        user_id: ids.bot,
        requested_permissions: ["VIEW_CHANNEL"]
      })
      assert.deepStrictEqual(byId.missing, ["VIEW_CHANNEL"])
    }).pipe(served())
  )

  it.live("does not treat the list as complete when it compares with a template", () =>
    Effect.gen(function* () {
      const { guild, templateCode } = (yield* Sandbox).ids
      const { notice } = yield* structured("templates_diff", { guild_id: guild, template_code: templateCode })
      assert.match(String(notice), /^Only channels that the bot can view are compared/)
    }).pipe(served({ MCP_DRY_RUN: "false" }, { ...roomy, permissions: PermissionFlagsBits.ManageGuild }))
  )

  it.live("distinguishes a hidden channel from one outside the boundary", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const environment = { ALLOWED_GUILDS: ids.guild }
      const failure = yield* structured("channels_get", { channel_id: ids.channels.secret }).pipe(served(environment))
      assert.strictEqual(failure.code, "GUILD_NOT_ALLOWED")
      assert.match(String(failure.message), /^The server could not confirm/)
      assert.match(String(failure.recovery_hint), /the bot can see it/)
    }).pipe(served())
  )
})

describe("an obfuscated channel", () => {
  const hidden = {
    id: "100000000000000001",
    type: 0,
    guild_id: "100000000000000009",
    name: "___hidden___",
    flags: 1 << 17,
    parent_id: null,
    topic: null,
    thread_metadata: null,
    permission_overwrites: [{ id: "100000000000000009", type: 0, allow: "0", deny: "1024" }]
  }
  const open = { id: "100000000000000002", type: 0, name: "general", flags: 0 }

  it.effect("is omitted from lists, compact and full", () =>
    Effect.gen(function* () {
      for (const view of ["compact", "full"]) {
        const list = yield* wired("channels_list", { guild_id: hidden.guild_id, view }, [hidden, open])
        assert.deepStrictEqual(field("id")(list.structured.items), [open.id])
        const threads = { threads: [hidden, open], members: [] }
        const active = yield* wired("channels_list_active_threads_guild", { guild_id: hidden.guild_id, view }, threads)
        assert.deepStrictEqual(field("id")(active.structured.items), [open.id])
      }
    })
  )

  it.effect("is shown without its name, as hidden", () =>
    Effect.gen(function* () {
      const short = yield* wired("channels_get", { channel_id: hidden.id }, hidden)
      assert.strictEqual(short.structured.hidden, true)
      const full = yield* wired("channels_get", { channel_id: hidden.id, view: "full" }, hidden)
      assert.strictEqual(full.structured.flags, ChannelFlags.HideMediaDownloadOptions << 2)
      for (const { structured } of [short, full]) assert.notInclude(JSON.stringify(structured), "___hidden___")
    })
  )
})
