/** A clone has every setting of its source, directly below it. */
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits as Bit, ChannelType } from "discord-api-types/v10"
import { Effect, Record } from "effect"
import { call, codeOf, roomy, Sandbox, type Served, served } from "../../dispatch/app.ts"
import { armed } from "../wired.ts"

const manager = { ...roomy, permissions: Bit.ManageChannels }

const channelAt = (id: unknown): Effect.Effect<Readonly<Record<string, unknown>>, never, Served> =>
  Effect.flatMap(Sandbox, ({ snapshot }) => Effect.map(snapshot, (all) => Object(all[`/channels/${id}`])))

/** Settings of each kind that differ from Discord's defaults. */
const settings = {
  general: { topic: "Tides", nsfw: true, rate_limit_per_user: 30, default_auto_archive_duration: 60 },
  announcements: { topic: null, default_thread_rate_limit_per_user: 5 },
  voice: { bitrate: 32_000, user_limit: 7, rtc_region: "rotterdam", video_quality_mode: 2 },
  forum: {
    available_tags: [
      { id: "1248328050278400777", name: "open", moderated: true, emoji_id: null, emoji_name: "🌊" },
      { id: "1248328050278400778", name: "done", moderated: false, emoji_id: null, emoji_name: null }
    ],
    default_reaction_emoji: { emoji_id: null, emoji_name: "👍" },
    default_sort_order: 1,
    default_forum_layout: 2,
    flags: 1 << 4
  },
  staff: {},
  community: {}
}

/** What a clone does not share with its source: ids, and what was written there. */
const shared = ({ available_tags, id: _, last_message_id: __, ...rest }: Readonly<Record<string, unknown>>) => ({
  ...Record.filter(rest, (value) => value !== 0 && value !== null && value !== false),
  ...(Array.isArray(available_tags) && { available_tags: available_tags.map((tag) => ({ ...tag, id: "" })) })
})

describe("channels_clone", () => {
  it.live("copies the settings and permissions of each kind, and comes next", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels, guild } = sandbox.ids
      for (const [name, changes] of Object.entries(settings)) {
        const channel_id = channels[name as keyof typeof settings] // its own key
        yield* sandbox.patch({ [`/channels/${channel_id}`]: changes })
        const source = yield* channelAt(channel_id)
        const answer = yield* call("channels_clone", { channel_id, __confirm: true })
        assert.strictEqual(codeOf(answer), "ok", JSON.stringify(answer.structured))
        assert.deepStrictEqual(shared(yield* channelAt(answer.structured.id)), shared(source), name)
        assert.deepStrictEqual(answer.structured.source, { id: channel_id, name: source.name })
        if (source.type === ChannelType.GuildCategory) continue
        const { structured } = yield* call("channels_list", { guild_id: guild })
        const order = Object(structured.items).map((it: object) => Object(it).id)
        assert.strictEqual(order.indexOf(answer.structured.id), order.indexOf(channel_id) + 1, name)
      }
    }).pipe(served({ ...armed, MCP_CONFIRM: "flag" }, { ...manager, permissions: Bit.Administrator }))
  )

  it.live("stays without the permissions of its category if the source has none", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { community, general } = sandbox.ids.channels
      const denied = { id: sandbox.ids.guild, type: 0, allow: "0", deny: String(Bit.SendMessages) }
      yield* sandbox.patch({ [`/channels/${community}`]: { permission_overwrites: [denied] } })
      const { structured } = yield* call("channels_clone", { channel_id: general, name: "Low Tide" })
      assert.deepInclude(yield* channelAt(structured.id), { name: "low-tide", permission_overwrites: [] })
      assert.notProperty(structured, "permission_overwrites")
      assert.deepStrictEqual(structured.not_copied, ["messages", "threads", "pins", "webhooks", "invites"])
    }).pipe(served(armed, { ...manager, permissions: Bit.ManageChannels | Bit.ManageRoles }))
  )

  it.live("names the created channel if it cannot take all, and refuses what cannot be cloned", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { forum, thread } = sandbox.ids.channels
      assert.strictEqual(
        (yield* call("channels_clone", { channel_id: thread })).structured.reason,
        "not_a_guild_channel"
      )
      yield* sandbox.patch({ [`/channels/${forum}`]: { flags: 1 << 4 } })
      yield* sandbox.inject({
        match: { method: "PATCH", path: "/channels/*" },
        do: { kind: "status", status: 403, body: { code: 50013, message: "Missing Permissions" } }
      })
      const { structured } = yield* call("channels_clone", { channel_id: forum })
      const [, id] =
        /with the id (\d+)\. .* set its flags with channels_modify/.exec(String(structured.recovery_hint)) ?? []
      assert.deepInclude(yield* channelAt(id), { name: "ideas", type: ChannelType.GuildForum })
    }).pipe(served(armed, manager))
  )

  it.live("asks before it copies a dangerous permission, and names what the bot cannot give", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { announcements, general } = sandbox.ids.channels
      const moderator = { id: sandbox.ids.roles.moderator, type: 0, allow: String(Bit.ManageMessages), deny: "0" }
      const own = { id: sandbox.ids.roles.member, type: 0, allow: String(Bit.UseExternalEmojis), deny: "0" }
      yield* sandbox.patch({ [`/channels/${announcements}`]: { permission_overwrites: [moderator, own] } })
      const preview = yield* call("channels_clone", { channel_id: announcements })
      assert.strictEqual(codeOf(preview), "DRY_RUN_PREVIEW")
      assert.deepStrictEqual(Object(preview.structured.preview).facts, {
        copies: "#announcements",
        overwrites_set: ["@moderator: newly allowed MANAGE_MESSAGES", "@member: newly allowed USE_EXTERNAL_EMOJIS"],
        bot_lacks: ["USE_EXTERNAL_EMOJIS"]
      })
      yield* sandbox.patch({ [`/channels/${general}`]: { permission_overwrites: [own] } })
      const { structured } = yield* call("channels_clone", { channel_id: general })
      assert.deepInclude(structured, {
        code: "DISCORD_PERMISSION_DENIED",
        missing_permissions: ["USE_EXTERNAL_EMOJIS"]
      })
    }).pipe(served({}, manager))
  )
})
