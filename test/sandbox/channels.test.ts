// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits as Bit, ChannelType } from "discord-api-types/v10"
import { Effect } from "effect"
import { ask, field, mightySandbox, NOBODY, refusal, Sandbox, textField } from "./http.ts"

const create = Effect.fnUntraced(function* (body: object) {
  return (yield* ask("POST", `/guilds/${(yield* Sandbox).ids.guild}/channels`, { name: "made", ...body })).body
})

describe("a channel of the embedded Discord", () => {
  it.effect("has no capitals, spaces and punctuation in its name if it holds messages or posts", () =>
    Effect.gen(function* () {
      const names = [
        ["Release Notes", "release-notes"],
        ["Joey's  Cool -- Channel!", "joeys-cool-channel"],
        ["a_b-c.d:e/f", "a_b-cdef"],
        ["Éclair 🍰 日本語", "éclair-🍰-日本語"],
        ["tab\tand\u2009thin", "tab-and-thin"]
      ] as const
      for (const [name, kept] of names) assert.strictEqual(field("name")(yield* create({ name })), kept)
      const [[name, kept]] = names
      for (const type of [ChannelType.GuildAnnouncement, ChannelType.GuildForum, ChannelType.GuildMedia])
        assert.strictEqual(field("name")(yield* create({ name, type })), kept)
      for (const type of [ChannelType.GuildVoice, ChannelType.GuildCategory, ChannelType.GuildStageVoice])
        assert.strictEqual(field("name")(yield* create({ name: ` ${name} `, type })), name)
    }).pipe(Effect.provide(mightySandbox))
  )

  it.effect("has the settings of its type, and ignores others", () =>
    Effect.gen(function* () {
      const settings = { topic: "t", bitrate: 9000, rate_limit_per_user: 3, available_tags: [], nsfw: true }
      const has = (body: unknown) => Object.keys(settings).filter((name) => field(name)(body) !== undefined)
      assert.deepStrictEqual(has(yield* create({ type: 0, ...settings })), ["topic", "rate_limit_per_user", "nsfw"])
      assert.deepStrictEqual(has(yield* create({ type: 2, ...settings })), ["bitrate", "rate_limit_per_user", "nsfw"])
      assert.deepStrictEqual(has(yield* create({ type: 4, ...settings })), [])
      const forum = yield* create({ type: 15 })
      assert.deepInclude(Object(forum), {
        topic: null,
        available_tags: [],
        default_reaction_emoji: null,
        default_sort_order: null,
        default_forum_layout: 0
      })
    }).pipe(Effect.provide(mightySandbox))
  )

  it.effect("is placed after the channels that Discord sorts together with it", () =>
    Effect.gen(function* () {
      const { channels } = (yield* Sandbox).ids
      const positionOf = (id: string) =>
        Effect.map(ask("GET", `/channels/${id}`), ({ body }) => field("position")(body))
      for (const [type, last] of [
        [0, channels.staff],
        [2, channels.voice],
        [4, channels.team]
      ] as const) {
        const before = Number(yield* positionOf(last))
        const made = Number(field("position")(yield* create({ type })))
        assert.isAbove(made, before)
        assert.strictEqual(Number(field("position")(yield* create({ type }))), made + 1)
      }
      assert.strictEqual(field("position")(yield* create({ position: 0 })), 0)
    }).pipe(Effect.provide(mightySandbox))
  )

  it.effect("takes the overwrites of its category with lock_permissions only, and stays when that is deleted", () =>
    Effect.gen(function* () {
      const { channels, guild } = (yield* Sandbox).ids
      const move = (entry: object) => ask("PATCH", `/guilds/${guild}/channels`, [entry])
      const overwritesOf = (id: string) =>
        Effect.map(ask("GET", `/channels/${id}`), ({ body }) => field("permission_overwrites")(body))
      const deny = (id: string) => [{ id, type: 0, allow: "0", deny: String(Bit.SendMessages) }]
      const category = yield* create({ type: 4, permission_overwrites: deny(guild) })
      const parent_id = textField(category, "id")
      assert.strictEqual((yield* move({ id: channels.support, parent_id })).status, 204)
      assert.deepStrictEqual(yield* overwritesOf(channels.support), [])
      assert.strictEqual((yield* move({ id: channels.general, parent_id, lock_permissions: true })).status, 204)
      assert.deepStrictEqual(yield* overwritesOf(channels.general), deny(guild))

      assert.strictEqual((yield* ask("DELETE", `/channels/${parent_id}`)).status, 200)
      for (const id of [channels.support, channels.general])
        assert.strictEqual(field("parent_id")((yield* ask("GET", `/channels/${id}`)).body), null)
    }).pipe(Effect.provide(mightySandbox))
  )

  it.effect("becomes an announcement channel in place, and a text channel again", () =>
    Effect.gen(function* () {
      const { channels } = (yield* Sandbox).ids
      for (const type of [5, 0]) {
        const { body, status } = yield* ask("PATCH", `/channels/${channels.general}`, { type })
        assert.deepStrictEqual([status, field("id")(body), field("type")(body)], [200, channels.general, type])
      }
    }).pipe(Effect.provide(mightySandbox))
  )

  it.effect("keeps overwrites of permissions that the bot lacks, and lets it change them with MANAGE_ROLES there", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { bot, channels, roles } = sandbox.ids
      const path = `/channels/${channels.general}`
      const admin = { id: roles.member, type: 0, allow: "0", deny: String(Bit.Administrator) }
      const send = { id: roles.moderator, type: 0, allow: "0", deny: String(Bit.SendMessages) }
      yield* sandbox.patch({ [path]: { permission_overwrites: [admin] } })
      const set = (...permission_overwrites: ReadonlyArray<object>) => ask("PATCH", path, { permission_overwrites })
      const noPermission = [403, 50013, "Missing Permissions"]
      assert.strictEqual((yield* set(admin, send)).status, 200)
      assert.deepStrictEqual(refusal(yield* set(send)), noPermission)
      const remove = ask("DELETE", `${path}/permissions/${roles.member}`)
      assert.deepStrictEqual(refusal(yield* remove), noPermission)
      const manages = { id: bot, type: 1, allow: String(Bit.ManageRoles), deny: "0" }
      yield* sandbox.patch({ [path]: { permission_overwrites: [admin, manages] } })
      assert.strictEqual((yield* remove).status, 204)
      assert.deepStrictEqual(refusal(yield* set()), noPermission)
    }).pipe(Effect.provide(mightySandbox))
  )

  it.effect(
    "is not listed if the bot cannot view it, but its category is while the bot views another of its channels",
    () =>
      Effect.gen(function* () {
        const sandbox = yield* Sandbox
        const { channels, guild } = sandbox.ids
        const listed = Effect.map(ask("GET", `/guilds/${guild}/channels`), ({ body }) => [field("id")(body)].flat())
        // The bot views #staff and not #secret. Everyone is denied the category of both.
        assert.includeMembers(yield* listed, [channels.team, channels.staff])
        assert.notInclude(yield* listed, channels.secret)
        assert.deepStrictEqual(refusal(yield* ask("GET", `/channels/${channels.secret}`)), [
          403,
          50001,
          "Missing Access"
        ])
        assert.deepStrictEqual(refusal(yield* ask("DELETE", `/channels/${channels.secret}`)), [
          403,
          50001,
          "Missing Access"
        ])
        assert.deepStrictEqual(refusal(yield* ask("GET", `/channels/${NOBODY}`)), [404, 10003, "Unknown Channel"])
        const hidden = [{ id: guild, type: 0, allow: "0", deny: String(Bit.ViewChannel) }]
        yield* sandbox.patch({ [`/channels/${channels.staff}`]: { permission_overwrites: hidden } })
        for (const id of [channels.team, channels.staff]) assert.notInclude(yield* listed, id)
        assert.deepStrictEqual(refusal(yield* ask("GET", `/channels/${channels.team}`)), [403, 50001, "Missing Access"])
      }).pipe(Effect.provide(mightySandbox))
  )
})

describe("an AutoMod rule of the embedded Discord", () => {
  it.effect("keeps its trigger type, and times out members only for keywords and mentions", () =>
    Effect.gen(function* () {
      const { guild, rule } = (yield* Sandbox).ids
      const all = `/guilds/${guild}/auto-moderation/rules`
      const { body } = yield* ask("PATCH", `${all}/${rule}`, { trigger_type: 3, name: "renamed" })
      assert.deepStrictEqual([field("trigger_type")(body), field("name")(body)], [1, "renamed"])
      const timeout = [{ type: 3, metadata: { duration_seconds: 60 } }]
      const make = (trigger_type: number) =>
        ask("POST", all, { name: "r", event_type: 1, trigger_type, actions: timeout })
      assert.strictEqual((yield* make(5)).status, 200)
      assert.deepStrictEqual(refusal(yield* make(3)), [400, 50035, "Invalid Form Body"])
    }).pipe(Effect.provide(mightySandbox))
  )
})
