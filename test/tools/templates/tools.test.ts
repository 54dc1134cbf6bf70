import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Discord from "../../../src/discord/Discord.ts"
import { answer, makeWire, refusal } from "../../discord/wire.ts"
import { call, overDiscord, settingsOf } from "../../dispatch/app.ts"
import { issuesOf, wired } from "../wired.ts"

const GUILD = "1248328050278400001"
const CODE = "hgM48av5Q69A"
const OTHER = "abcDEF123456"

const template = (code: string, more: object = {}) => ({
  code,
  name: "Tide club",
  description: "For people who walk the shore",
  usage_count: 7,
  creator_id: GUILD,
  creator: { id: GUILD, username: "mira" },
  created_at: "2026-01-01T00:00:00+00:00",
  updated_at: "2026-01-02T00:00:00+00:00",
  source_guild_id: GUILD,
  serialized_source_guild: {
    name: "Tidepool",
    verification_level: 1,
    default_message_notifications: 1,
    explicit_content_filter: 0,
    roles: [
      { id: 0, name: "@everyone", permissions: "2048", color: 0, hoist: false, mentionable: false },
      { id: 1, name: "keeper", permissions: "8", color: 255, hoist: true, mentionable: false }
    ],
    channels: [
      { id: 1, type: 4, name: "Shore", position: 0, parent_id: null, permission_overwrites: [] },
      {
        id: 2,
        type: 0,
        name: "finds",
        position: 1,
        parent_id: 1,
        topic: "Photos of shells",
        nsfw: false,
        rate_limit_per_user: 5,
        permission_overwrites: [{ id: 0, type: 0, allow: "0", deny: "1024" }]
      },
      { id: 3, type: 2, name: "Talk", position: 2, parent_id: null, topic: null, permission_overwrites: [] }
    ]
  },
  is_dirty: true,
  ...more
})

/** Responses by path. Other paths are not found. */
const over = (tool: string, input: object, answers: Readonly<Record<string, unknown>>) =>
  Effect.gen(function* () {
    const wire = makeWire((request, onPhase) =>
      (request.path in answers ? answer(200, answers[request.path]) : refusal(404, 10057))(request, onPhase)
    )
    const settings = yield* settingsOf()
    const server = yield* Layer.build(overDiscord(Layer.provide(Discord.layer, wire.layer), settings))
    return yield* Effect.provide(call(tool, input), server)
  }).pipe(Effect.scoped)

describe("templates_get", () => {
  it.effect("accepts a code or a URL", () =>
    Effect.gen(function* () {
      for (const given of [CODE, `https://discord.new/${CODE}`, ` discord.com/template/${CODE}/`]) {
        const { sent, structured } = yield* wired("templates_get", { template_code: given }, template(CODE))
        assert.strictEqual(sent?.path, `/guilds/templates/${CODE}`)
        assert.deepStrictEqual(structured, {
          code: CODE,
          name: "Tide club",
          description: "For people who walk the shore",
          source_guild_id: GUILD,
          source_guild: "Tidepool",
          creator: "mira",
          used: 7,
          updated: "2026-01-02T00:00:00+00:00",
          out_of_date: true,
          roles: 2,
          channels: 3
        })
      }
      assert.deepStrictEqual(issuesOf(yield* wired("templates_get", { template_code: "../users/@me" })), [
        "template_code must be a template code or its discord.new URL"
      ])
    })
  )
})

describe("templates_inspect", () => {
  it.effect("shows every role with its permissions, and every channel in its category", () =>
    Effect.gen(function* () {
      const { structured } = yield* wired("templates_inspect", { template_code: CODE }, template(CODE))
      assert.deepInclude(structured, {
        verification_level: "low",
        notifications: "only_mentions",
        content_filter: "disabled",
        roles: [
          { name: "@everyone", permissions: ["SEND_MESSAGES"] },
          { name: "keeper", color: 255, hoist: true, permissions: ["ADMINISTRATOR"] }
        ],
        channels: [
          { name: "Talk", kind: "voice" },
          {
            category: "Shore",
            channels: [
              { name: "finds", kind: "text", topic: "Photos of shells", rate_limit_per_user: 5, private: true }
            ]
          }
        ]
      })
    })
  )
})

const VIEWABLE_ONLY =
  "Only channels that the bot can view are compared: a channel listed as missing may exist but be hidden from the bot."

describe("templates_diff", () => {
  const roles = [
    { id: GUILD, name: "@everyone", permissions: "2050", color: 0, hoist: false, mentionable: false, managed: false },
    { id: "1", name: "helper", permissions: "8", color: 0, hoist: false, mentionable: false, managed: true },
    { id: "2", name: "guest", permissions: "0", color: 0, hoist: false, mentionable: false, managed: false }
  ]
  const channels = [
    { id: "10", type: 4, name: "Shore", position: 0, parent_id: null },
    {
      id: "11",
      type: 5,
      name: "finds",
      position: 1,
      parent_id: "10",
      topic: "Photos of shells",
      rate_limit_per_user: 5
    },
    { id: "12", type: 0, name: "finds", position: 2, parent_id: "10" }
  ]

  const diff = (answers: { readonly channels: unknown; readonly roles: unknown }) =>
    Effect.map(
      over(
        "templates_diff",
        { guild_id: GUILD, template_code: CODE },
        {
          [`/guilds/templates/${CODE}`]: template(CODE),
          [`/guilds/${GUILD}/channels`]: answers.channels,
          [`/guilds/${GUILD}/roles`]: answers.roles
        }
      ),
      ({ structured }) => structured
    )

  it.effect("lists what the guild lacks, what it has in addition, and what differs", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* diff({ channels, roles }), {
        template: "Tide club",
        of_this_guild: true,
        same: false,
        roles: {
          missing: ["keeper"],
          extra: ["guest"],
          different: [{ name: "@everyone", permissions_extra: ["KICK_MEMBERS"] }]
        },
        channels: {
          missing: ["Talk (voice)"],
          extra: ["Shore / finds (text) 2"],
          different: [{ name: "Shore / finds (text)", private: { template: true, guild: false } }]
        },
        notice: VIEWABLE_ONLY
      })
    })
  )

  it.effect("reports that there is no difference", () =>
    Effect.gen(function* () {
      const { channels, roles } = template(CODE).serialized_source_guild
      const there = {
        roles: roles.map((role) => ({ ...role, id: role.id === 0 ? GUILD : String(role.id), managed: false })),
        channels: channels.map((channel) => ({
          ...channel,
          id: String(channel.id),
          parent_id: channel.parent_id === null ? null : String(channel.parent_id),
          permission_overwrites: channel.permission_overwrites.map((overwrite) => ({ ...overwrite, id: GUILD }))
        }))
      }
      assert.deepStrictEqual(yield* diff(there), {
        template: "Tide club",
        of_this_guild: true,
        same: true,
        notice: VIEWABLE_ONLY
      })
    })
  )
})

describe("templates_recommend", () => {
  it.effect("ranks templates by matched words, and lists those not found", () =>
    Effect.gen(function* () {
      const { structured } = yield* over(
        "templates_recommend",
        {
          request: "A server to share photos of shells and the club's finds, with moderators",
          template_codes: [OTHER, `https://discord.new/${CODE}`, "gone"]
        },
        {
          [`/guilds/templates/${CODE}`]: template(CODE),
          [`/guilds/templates/${OTHER}`]: template(OTHER, {
            name: "Study hall",
            description: null,
            serialized_source_guild: { name: "Study", roles: [], channels: [] }
          })
        }
      )
      const items = Array.isArray(structured.items) ? structured.items : []
      assert.deepStrictEqual(
        items.map(({ administrators, code, silent_on, speaks_of }) => ({ code, speaks_of, silent_on, administrators })),
        [
          {
            code: CODE,
            speaks_of: ["photos", "shells", "club", "finds"],
            silent_on: ["share", "moderators"],
            administrators: ["keeper"]
          },
          {
            code: OTHER,
            speaks_of: undefined,
            silent_on: ["share", "photos", "shells", "club", "finds", "moderators"],
            administrators: undefined
          }
        ]
      )
      assert.deepStrictEqual(structured.not_found, ["gone"])
    })
  )

  it.effect("ranks the preferred template first, and requires at least one", () =>
    Effect.gen(function* () {
      const { structured } = yield* over(
        "templates_recommend",
        { request: "photos of shells", template_codes: [CODE], preferred_primary_code: OTHER },
        {
          [`/guilds/templates/${CODE}`]: template(CODE),
          [`/guilds/templates/${OTHER}`]: template(OTHER, { serialized_source_guild: { name: "Empty" } })
        }
      )
      assert.deepStrictEqual(Array.isArray(structured.items) && structured.items.map(({ code }) => code), [OTHER, CODE])
      assert.deepStrictEqual(issuesOf(yield* wired("templates_recommend", { request: "photos" })), [
        "template_codes pass at least one template: Discord has no template search"
      ])
    })
  )
})
