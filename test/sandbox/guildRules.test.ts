// Tests of the whole guild have a sandbox each.
// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it, layer } from "@effect/vitest"
import { PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect } from "effect"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import { ask, at, field, type Got, mightySandbox, NOBODY, refusal, Sandbox, textField } from "./http.ts"

type Request = readonly [method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown]

interface Rule {
  /** A request just inside the limit, and one just outside. */
  readonly inside: (ids: SeedIds) => Request
  readonly outside: (ids: SeedIds) => Request
  /** Status, code and message; for a 50035, the nested errors. */
  readonly refused: readonly [number, number, string] | object
}

const one = (code: string, message: string) => ({ _errors: [{ code, message }] })
const tooLong = (max: number) => one("BASE_TYPE_MAX_LENGTH", `Must be ${max} or fewer in length.`)
const badLength = (min: number, max: number) =>
  one("BASE_TYPE_BAD_LENGTH", `Must be between ${min} and ${max} in length.`)
const above = (max: number) => one("NUMBER_TYPE_MAX", `int value should be less than or equal to ${max}.`)
const below = (min: number) => one("NUMBER_TYPE_MIN", `int value should be greater than or equal to ${min}.`)
const choices = (...values: ReadonlyArray<number>) =>
  one("BASE_TYPE_CHOICES", `Value must be one of {${values.join(", ")}}.`)
const DENIED = [403, 50013, "Missing Permissions"] as const

const x = (count: number) => "x".repeat(count)
const many = <A>(count: number, item: (at: number) => A) => Array.from({ length: count }, (_, at) => item(at))
const idAt = (at: number) => String(222_222_222_222_222_000 + at * 1000)

const channel = (body: object) => (ids: SeedIds) => ["POST", `/guilds/${ids.guild}/channels`, body] as const
const named = (body: object) => channel({ name: "made", ...body })
const patched =
  (name: keyof SeedIds["channels"], body: object) =>
  ({ channels }: SeedIds) =>
    ["PATCH", `/channels/${channels[name]}`, body] as const
const role = (body: object) => (ids: SeedIds) => ["POST", `/guilds/${ids.guild}/roles`, body] as const
const emoji = (body: object) => (ids: SeedIds) => ["POST", `/guilds/${ids.guild}/emojis`, body] as const
const automod = (body: object) => (ids: SeedIds) =>
  [
    "POST",
    `/guilds/${ids.guild}/auto-moderation/rules`,
    { name: "rule", event_type: 1, trigger_type: 1, actions: [{ type: 1 }], ...body }
  ] as const
const trigger = (metadata: object, trigger_type = 1) => automod({ trigger_type, trigger_metadata: metadata })
const overwrites = (count: number) =>
  named({ permission_overwrites: many(count, (at) => ({ id: idAt(at), type: 1, deny: "2048" })) })
const tags = (count: number) => named({ type: 15, available_tags: many(count, (at) => ({ name: `tag ${at}` })) })
const template = (body: object) => (ids: SeedIds) =>
  ["PATCH", `/guilds/${ids.guild}/templates/${ids.templateCode}`, body] as const

/** Limits of single fields. All are checked in one sandbox. */
const rules: Readonly<Record<string, Rule>> = {
  "the name of a role": {
    inside: role({ name: x(100) }),
    outside: role({ name: x(101) }),
    refused: { name: badLength(1, 100) }
  },
  "an empty name of a role": {
    inside: role({ name: " x " }),
    outside: role({ name: "   " }),
    refused: { name: badLength(1, 100) }
  },
  "the name of a channel": {
    inside: channel({ name: x(100) }),
    outside: channel({ name: x(101) }),
    refused: { name: badLength(1, 100) }
  },
  "an empty name of a channel": {
    inside: channel({ name: "!x" }),
    outside: channel({ name: "!?" }),
    refused: { name: badLength(1, 100) }
  },
  "an empty name of a voice channel": {
    inside: channel({ name: "!?", type: 2 }),
    outside: channel({ name: " ", type: 2 }),
    refused: { name: badLength(1, 100) }
  },
  "the topic of a text channel": {
    inside: named({ topic: x(1024) }),
    outside: named({ topic: x(1025) }),
    refused: { topic: tooLong(1024) }
  },
  "the topic of a forum": {
    inside: named({ type: 15, topic: x(4096) }),
    outside: named({ type: 15, topic: x(4097) }),
    refused: { topic: tooLong(4096) }
  },
  "slow mode": {
    inside: patched("general", { rate_limit_per_user: 21_600 }),
    outside: patched("general", { rate_limit_per_user: 21_601 }),
    refused: { rate_limit_per_user: above(21_600) }
  },
  "the least bitrate": {
    inside: named({ type: 2, bitrate: 8000 }),
    outside: named({ type: 2, bitrate: 7999 }),
    refused: { bitrate: below(8000) }
  },
  "the bitrate of a voice channel": {
    inside: named({ type: 2, bitrate: 96_000 }),
    outside: patched("voice", { bitrate: 96_001 }),
    refused: { bitrate: above(96_000) }
  },
  "the bitrate of a stage": {
    inside: named({ type: 13, bitrate: 64_000 }),
    outside: named({ type: 13, bitrate: 64_001 }),
    refused: [400, 30052, "Bitrate is too high for channel of this type"]
  },
  "the user limit of a voice channel": {
    inside: named({ type: 2, user_limit: 99 }),
    outside: named({ type: 2, user_limit: 100 }),
    refused: { user_limit: above(99) }
  },
  "the user limit of a stage": {
    inside: named({ type: 13, user_limit: 10_000 }),
    outside: named({ type: 13, user_limit: 10_001 }),
    refused: { user_limit: above(10_000) }
  },
  "the tags of a forum": { inside: tags(20), outside: tags(21), refused: { available_tags: tooLong(20) } },
  "equal tags": {
    inside: named({ type: 15, available_tags: [{ name: "a" }, { name: "A" }] }),
    outside: named({ type: 15, available_tags: [{ name: "a" }, { name: "a" }] }),
    refused: [400, 40061, "Tag names must be unique"]
  },
  "the default reaction of a forum": {
    inside: patched("forum", { default_reaction_emoji: { emoji_name: "👍" } }),
    outside: patched("forum", { default_reaction_emoji: { emoji_id: null, emoji_name: null } }),
    refused: [400, 50151, "The specified emoji is invalid"]
  },
  "an emoji of another guild": {
    inside: (ids) => patched("forum", { default_reaction_emoji: { emoji_id: ids.emoji } })(ids),
    outside: patched("forum", { default_reaction_emoji: { emoji_id: NOBODY } }),
    refused: [400, 10014, "Unknown Emoji"]
  },
  "the overwrites in a body": {
    inside: overwrites(100),
    outside: overwrites(101),
    refused: { permission_overwrites: tooLong(100) }
  },
  "the permissions in overwrites": {
    inside: (ids) => patched("general", { permission_overwrites: [denying(ids.roles.member, Bit.ViewChannel)] })(ids),
    outside: (ids) => patched("general", { permission_overwrites: [denying(ids.roles.member, Bit.ManageRoles)] })(ids),
    refused: DENIED
  },
  "the conversion of a channel": {
    inside: patched("general", { type: 5 }),
    outside: patched("general", { type: 2 }),
    refused: { type: choices(0, 5) }
  },
  "a channel whose type cannot change": {
    inside: patched("voice", { type: 2 }),
    outside: patched("voice", { type: 0 }),
    refused: [400, 50024, "Cannot execute action on this channel type"]
  },
  "a category in a category": {
    inside: (ids) => named({ parent_id: ids.channels.community })(ids),
    outside: (ids) => named({ type: 4, parent_id: ids.channels.community })(ids),
    refused: { parent_id: one("CHANNEL_PARENT_INVALID", "Category does not exist") }
  },
  "several moves to other categories": {
    inside: ({ channels, guild }) => [
      "PATCH",
      `/guilds/${guild}/channels`,
      [
        { id: channels.general, parent_id: channels.information, position: 3 },
        { id: channels.support, parent_id: channels.community, position: 4 }
      ]
    ],
    outside: ({ channels, guild }) => [
      "PATCH",
      `/guilds/${guild}/channels`,
      [
        { id: channels.showcase, parent_id: channels.information },
        { id: channels.support, parent_id: null }
      ]
    ],
    refused: [400, 40009, "Only one channel can have a parent_id modified at a time"]
  },
  "a move of a hidden channel to another category": {
    inside: ({ channels, guild }) => ["PATCH", `/guilds/${guild}/channels`, [{ id: channels.secret, position: 9 }]],
    outside: ({ channels, guild }) => [
      "PATCH",
      `/guilds/${guild}/channels`,
      [{ id: channels.secret, parent_id: null }]
    ],
    refused: [403, 50001, "Missing Access"]
  },
  "the number of rules with one trigger": {
    inside: automod({ trigger_type: 3 }),
    outside: automod({ trigger_type: 3 }),
    refused: one("AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED", "Maximum number of rules with trigger type 3 is 1")
  },
  "the keywords of a rule": {
    inside: trigger({ keyword_filter: many(1000, String) }),
    outside: trigger({ keyword_filter: many(1001, String) }),
    refused: { trigger_metadata: { keyword_filter: tooLong(1000) } }
  },
  "the length of a keyword": {
    inside: trigger({ keyword_filter: [x(60)] }),
    outside: trigger({ keyword_filter: [x(61)] }),
    refused: { trigger_metadata: { keyword_filter: { 0: badLength(1, 60) } } }
  },
  "the patterns of a rule": {
    inside: trigger({ regex_patterns: many(10, String) }),
    outside: trigger({ regex_patterns: many(11, String) }),
    refused: { trigger_metadata: { regex_patterns: tooLong(10) } }
  },
  "the length of a pattern": {
    inside: trigger({ regex_patterns: [x(260)] }),
    outside: trigger({ regex_patterns: [x(261)] }),
    refused: { trigger_metadata: { regex_patterns: { 0: badLength(1, 260) } } }
  },
  "the allowed words of a keyword rule": {
    inside: trigger({ allow_list: many(100, String) }),
    outside: trigger({ allow_list: many(101, String) }),
    refused: { trigger_metadata: { allow_list: tooLong(100) } }
  },
  "the allowed words of a preset rule": {
    inside: trigger({ presets: [1], allow_list: many(1000, String) }, 4),
    outside: trigger({ presets: [1], allow_list: many(1001, String) }, 4),
    refused: { trigger_metadata: { allow_list: tooLong(1000) } }
  },
  "the mentions of a rule": {
    inside: trigger({ mention_total_limit: 50 }, 5),
    outside: trigger({ mention_total_limit: 51 }, 5),
    refused: { trigger_metadata: { mention_total_limit: above(50) } }
  },
  "the exempt roles of a rule": {
    inside: automod({ exempt_roles: many(20, idAt) }),
    outside: automod({ exempt_roles: many(21, idAt) }),
    refused: { exempt_roles: tooLong(20) }
  },
  "the exempt channels of a rule": {
    inside: automod({ exempt_channels: many(50, idAt) }),
    outside: automod({ exempt_channels: many(51, idAt) }),
    refused: { exempt_channels: tooLong(50) }
  },
  "a timeout by a rule": {
    inside: automod({ actions: [{ type: 3, metadata: { duration_seconds: 2_419_200 } }] }),
    outside: automod({ actions: [{ type: 3, metadata: { duration_seconds: 2_419_201 } }] }),
    refused: { actions: { 0: { metadata: { duration_seconds: above(2_419_200) } } } }
  },
  "the channel of an alert": {
    inside: (ids) => automod({ actions: [{ type: 2, metadata: { channel_id: ids.channels.staff } }] })(ids),
    outside: (ids) => automod({ actions: [{ type: 2, metadata: { channel_id: ids.channels.otherGeneral } }] })(ids),
    refused: [404, 10003, "Unknown Channel"]
  },
  "the size of an emoji": {
    inside: emoji({ name: "big", image: `data:image/png;base64,${Buffer.alloc(262_144).toString("base64")}` }),
    outside: emoji({ name: "big", image: `data:image/png;base64,${Buffer.alloc(262_145).toString("base64")}` }),
    refused: { image: one("BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.") }
  },
  "the channels of a welcome screen": {
    inside: ({ channels, guild }) => ["PATCH", `/guilds/${guild}/welcome-screen`, welcome(5, channels.general)],
    outside: ({ channels, guild }) => ["PATCH", `/guilds/${guild}/welcome-screen`, welcome(6, channels.general)],
    refused: { welcome_channels: tooLong(5) }
  },
  "a channel of a welcome screen": {
    inside: ({ channels, guild }) => ["PATCH", `/guilds/${guild}/welcome-screen`, welcome(1, channels.secret)],
    outside: ({ channels, guild }) => ["PATCH", `/guilds/${guild}/welcome-screen`, welcome(1, channels.otherGeneral)],
    refused: [404, 10003, "Unknown Channel"]
  },
  "the channel of community updates": {
    inside: ({ channels, guild }) => ["PATCH", `/guilds/${guild}`, { public_updates_channel_id: channels.staff }],
    outside: ({ channels, guild }) => ["PATCH", `/guilds/${guild}`, { public_updates_channel_id: channels.voice }],
    refused: [400, 50086, "Community server channels must be text channels"]
  },
  "the name of a template": {
    inside: template({ name: x(100) }),
    outside: template({ name: x(101) }),
    refused: { name: badLength(1, 100) }
  },
  "the description of a template": {
    inside: template({ description: x(120) }),
    outside: template({ description: x(121) }),
    refused: { description: tooLong(120) }
  }
}

const denying = (id: string, bits: bigint) => ({ id, type: 0, deny: String(bits) })

const welcome = (count: number, channel_id: string) => ({
  enabled: true,
  welcome_channels: many(count, (at) => ({ channel_id, description: `channel ${at}` }))
})

const assertRefused = (got: Got, refused: Rule["refused"]) =>
  Array.isArray(refused)
    ? assert.deepStrictEqual(refusal(got), refused)
    : assert.deepStrictEqual([got.status, field("code")(got.body), field("errors")(got.body)], [400, 50035, refused])

layer(mightySandbox, { excludeTestServices: true })("the embedded Discord limits", (it) => {
  for (const [name, { inside, outside, refused }] of Object.entries(rules))
    it.effect(name, () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const [method, path, body] = inside(ids)
        const accepted = yield* ask(method, path, body)
        assert.include([200, 201, 204], accepted.status, JSON.stringify(accepted.body))
        assertRefused(yield* ask(...outside(ids)), refused)
        // The next case starts without what this one created.
        const created = `${path.endsWith("/channels") ? "/channels" : path}/${textField(accepted.body, "id")}`
        if (method === "POST") assert.include([200, 204], (yield* ask("DELETE", created)).status)
      })
    )
})

/** Adds channels to the guild of the seed, until it has this many. */
const fillChannels = (count: number, fields: object = {}) =>
  Effect.gen(function* () {
    const sandbox = yield* Sandbox
    const guild_id = sandbox.ids.guild
    const { body } = yield* ask("GET", `/guilds/${guild_id}/channels`)
    // One channel is hidden from the bot.
    const missing = count - 1 - [body].flat().length
    const made = { type: 0, guild_id, name: "filled", position: 0, parent_id: null, flags: 0, ...fields }
    yield* sandbox.patch(Object.fromEntries(many(missing, (at) => [`/channels/${idAt(at)}`, made])))
  })

const limited = <E>(name: string, test: Effect.Effect<void, E, Effect.Effect.Context<ReturnType<typeof ask>>>) =>
  it.effect(name, () => Effect.provide(test, mightySandbox))

describe("the embedded Discord limits the number of", () => {
  limited(
    "channels in a guild, without threads",
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      yield* fillChannels(499)
      assert.strictEqual((yield* ask(...named({})(ids))).status, 201)
      assertRefused(yield* ask(...named({})(ids)), [400, 30013, "Maximum number of server channels reached (500)"])
    })
  )

  limited(
    "channels in a category, however they get there",
    Effect.gen(function* () {
      const { channels, guild } = (yield* Sandbox).ids
      yield* fillChannels(11 + 48, { parent_id: channels.information })
      const inside = named({ parent_id: channels.information })
      assert.strictEqual((yield* ask(...inside((yield* Sandbox).ids))).status, 201)
      const full = one("CHANNEL_PARENT_MAX_CHANNELS", "Maximum number of channels in category reached (50)")
      assertRefused(yield* ask(...inside((yield* Sandbox).ids)), { parent_id: full })
      const move = { parent_id: channels.information }
      assertRefused(yield* ask("PATCH", `/channels/${channels.general}`, move), { parent_id: full })
      const moved = yield* ask("PATCH", `/guilds/${guild}/channels`, [{ id: channels.general, ...move }])
      assertRefused(moved, { 0: { parent_id: full } })
      // A channel that is in the category already can say so.
      assert.strictEqual((yield* ask("PATCH", `/channels/${channels.announcements}`, move)).status, 200)
    })
  )

  limited(
    "roles in a guild",
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { body } = yield* ask("GET", `/guilds/${sandbox.ids.guild}/roles`)
      const seeded = [body].flat()
      const added = many(249 - seeded.length, (at) => ({ ...Object(seeded[1]), id: idAt(at) }))
      yield* sandbox.patch({ [`/guilds/${sandbox.ids.guild}`]: { roles: [...seeded, ...added] } })
      assert.strictEqual((yield* ask(...role({})(sandbox.ids))).status, 200)
      assertRefused(yield* ask(...role({})(sandbox.ids)), [400, 30005, "Maximum number of server roles reached (250)"])
    })
  )

  limited(
    "overwrites in a channel",
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const path = `/channels/${sandbox.ids.channels.general}`
      const permission_overwrites = many(999, (at) => ({ id: idAt(at), type: 1, allow: "0", deny: "0" }))
      yield* sandbox.patch({ [path]: { permission_overwrites } })
      const put = (id: string) => ask("PUT", `${path}/permissions/${id}`, { type: 1, deny: "2048" })
      assert.strictEqual((yield* put(idAt(1000))).status, 204)
      assert.strictEqual((yield* put(idAt(1000))).status, 204)
      const message = "Maximum number of channel permission overwrites reached (1000)"
      assertRefused(yield* put(idAt(1001)), [400, 30060, message])
    })
  )

  limited(
    "emojis, still and animated ones apart",
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { emoji: first, guild } = sandbox.ids
      const { body } = yield* ask("GET", `/guilds/${guild}/emojis/${first}`)
      const emojis = many(49, (at) => ({ ...Object(body), id: idAt(at) }))
      yield* sandbox.patch({ [`/guilds/${guild}`]: { emojis } })
      const add = (kind: string) =>
        ask(...emoji({ name: "tide", image: `data:image/${kind};base64,AAAA` })(sandbox.ids))
      assert.strictEqual((yield* add("png")).status, 201)
      assertRefused(yield* add("png"), [400, 30008, "Maximum number of emojis reached (50)"])
      assert.strictEqual((yield* add("gif")).status, 201)
      yield* sandbox.patch({ [`/guilds/${guild}`]: { emojis: many(50, () => ({ ...Object(body), animated: true })) } })
      assertRefused(yield* add("gif"), [400, 30018, "Maximum number of animated emojis reached (50)"])
      yield* sandbox.patch({ [`/guilds/${guild}`]: { premium_tier: 1 } })
      assert.strictEqual((yield* add("gif")).status, 201)
    })
  )

  limited(
    "templates of a guild",
    Effect.gen(function* () {
      const { guild, templateCode } = (yield* Sandbox).ids
      const create = ask("POST", `/guilds/${guild}/templates`, { name: "Copy" })
      assertRefused(yield* create, [400, 30031, "Guild already has a template"])
      assert.strictEqual((yield* ask("DELETE", `/guilds/${guild}/templates/${templateCode}`)).status, 200)
      assert.strictEqual((yield* create).status, 200)
    })
  )
})

describe("the embedded Discord requires, for a community,", () => {
  limited(
    "seven channels of which five are writable, before onboarding is enabled",
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels, guild } = sandbox.ids
      const path = `/guilds/${guild}/onboarding`
      const { announcements, forum, general, showcase, staff, support, voice } = channels
      // Everyone can write in five of these.
      const seven = [announcements, forum, general, showcase, staff, support, voice]
      const enable = (ids: ReadonlyArray<string>, more: object = {}) =>
        ask("PUT", path, { enabled: true, mode: 0, default_channel_ids: ids, prompts: [], ...more })
      const refused = [400, 350000, "Cannot enable onboarding, requirements are not met"] as const
      assertRefused(yield* enable(seven.slice(0, 6)), refused)
      assertRefused(yield* enable([channels.team, ...seven.slice(0, 6)]), refused)
      const option = { title: "Talk", channel_ids: [voice], role_ids: [] }
      const prompts = [{ id: "0", title: "What for?", options: [option] }]
      assertRefused(yield* enable(seven.slice(0, 6), { prompts }), refused)
      assert.strictEqual((yield* enable(seven.slice(0, 6), { mode: 1, prompts })).status, 200)
      assert.strictEqual((yield* enable(seven)).status, 200)
      const below = [400, 350001, "Cannot update onboarding while below requirements"] as const
      assertRefused(yield* enable(seven.slice(0, 6)), below)
      assertRefused(yield* enable([NOBODY, ...seven]), [404, 10003, "Unknown Channel"])
      yield* sandbox.patch({ [`/guilds/${guild}`]: { features: [] } })
      assertRefused(yield* enable(seven), below)
      assertRefused(yield* ask("PATCH", `/guilds/${guild}/welcome-screen`, { enabled: true }), [
        404,
        10069,
        "Unknown Guild Welcome Screen"
      ])
    })
  )

  limited(
    "its channels for rules and updates",
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels, guild } = sandbox.ids
      yield* sandbox.patch({
        [`/guilds/${guild}`]: { rules_channel_id: channels.support, system_channel_id: channels.showcase }
      })
      const rulesChannel = `/channels/${channels.support}`
      assertRefused(yield* ask("DELETE", rulesChannel), [
        400,
        50074,
        "Cannot delete a channel required for community servers"
      ])
      assert.strictEqual((yield* ask("DELETE", `/channels/${channels.showcase}`)).status, 200)
      assert.strictEqual(field("system_channel_id")((yield* ask("GET", `/guilds/${guild}`)).body), null)
      yield* sandbox.patch({ [`/guilds/${guild}`]: { features: [] } })
      assert.strictEqual((yield* ask("DELETE", rulesChannel)).status, 200)
    })
  )

  limited(
    "the features of announcement channels, stages and forums",
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { guild } = sandbox.ids
      for (const type of [5, 13]) assert.strictEqual((yield* ask(...named({ type })(sandbox.ids))).status, 201)
      yield* sandbox.patch({ [`/guilds/${guild}`]: { features: [] } })
      for (const type of [5, 13])
        assertRefused(yield* ask(...named({ type })(sandbox.ids)), { type: choices(0, 2, 4, 15, 16) })
      for (const type of [15, 16])
        assertRefused(yield* ask(...named({ type })(sandbox.ids)), [
          400,
          50024,
          "Cannot execute action on this channel type"
        ])
      assertRefused(yield* ask(...patched("general", { type: 5 })(sandbox.ids)), { type: choices(0) })
    })
  )
})

describe("a template of the embedded Discord", () => {
  limited(
    "keeps a guild with numbers for ids, and is dirty until it is synced",
    Effect.gen(function* () {
      const { channels, guild, templateCode } = (yield* Sandbox).ids
      const read = Effect.map(ask("GET", `/guilds/templates/${templateCode}`), ({ body }) => body)
      const before = yield* read
      assert.strictEqual(field("is_dirty")(before), null)
      const roles = at(before, "serialized_source_guild", "roles")
      assert.deepStrictEqual(field("id")(roles), [0, 1, 2, 3])
      assert.deepStrictEqual(field("name")(roles), ["@everyone", "member", "moderator", "admin"])
      const snapshot = at(before, "serialized_source_guild", "channels")
      const byName = (name: string) => [snapshot].flat().find((it) => field("name")(it) === name)
      assert.strictEqual(field("parent_id")(byName("general")), field("id")(byName("Community")))
      assert.deepStrictEqual([field("type")(byName("announcements")), field("type")(byName("ideas"))], [0, 15])
      assert.deepStrictEqual(field("permission_overwrites")(byName("secret")), [
        { id: 0, type: 0, allow: "0", deny: "1024" }
      ])
      assert.strictEqual((yield* ask("PATCH", `/channels/${channels.general}`, { topic: "new" })).status, 200)
      assert.strictEqual(field("is_dirty")(yield* read), true)
      const synced = yield* ask("PUT", `/guilds/${guild}/templates/${templateCode}`)
      assert.deepStrictEqual([synced.status, field("is_dirty")(synced.body)], [200, null])
      assert.notStrictEqual(textField(synced.body, "updated_at"), textField(before, "updated_at"))
    })
  )
})
