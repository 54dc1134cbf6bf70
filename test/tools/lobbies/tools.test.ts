import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Struct } from "effect"
import { prepared } from "../prepared.ts"
import { issuesOf, wired } from "../wired.ts"

const LOBBY = "1248328050311954441"
const USER = "1248328050278400001"

const stored = {
  id: LOBBY,
  application_id: LOBBY,
  metadata: { map: "reef" },
  flags: 0,
  members: [
    { id: USER, metadata: null, flags: 1 },
    { id: LOBBY, metadata: {}, flags: 0, additional_name: "Gull" }
  ],
  linked_channel: { id: USER, name: "reef", type: 0 },
  override_event_webhooks_url: null
}

const shown = {
  id: LOBBY,
  application_id: LOBBY,
  metadata: { map: "reef" },
  members: [
    { id: USER, can_link_lobby: true },
    { id: LOBBY, additional_name: "Gull" }
  ],
  linked_channel: { id: USER, name: "reef" }
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** The risk of a call, or what is wrong with it. */
const riskOf = (tool: string, given: object) => {
  return Either.match(prepared(tool, { lobby_id: LOBBY, ...given }), {
    onLeft: ({ validation_issues }) => validation_issues,
    onRight: ({ risk }) => risk
  })
}

describe("lobbies_create", () => {
  it.effect("sends the permissions of members as flags", () =>
    Effect.gen(function* () {
      const { sent, structured } = yield* wired(
        "lobbies_create",
        {
          metadata: { map: "reef" },
          idle_timeout_seconds: 60,
          members: [{ id: `<@${USER}>`, can_link_lobby: true }, { id: LOBBY, can_link_lobby: false }, { id: LOBBY }]
        },
        stored
      )
      assert.deepStrictEqual(plain(sent?.body), {
        metadata: { map: "reef" },
        idle_timeout_seconds: 60,
        members: [{ id: USER, flags: 1 }, { id: LOBBY, flags: null }, { id: LOBBY }]
      })
      assert.deepStrictEqual(structured, {
        ...shown,
        notice: "Discord accepted idle_timeout_seconds, but its reply does not show it."
      })
    })
  )

  it.effect("keeps metadata within Discord's limits", () =>
    Effect.gen(function* () {
      const create = (metadata: unknown) => Effect.map(wired("lobbies_create", { metadata }, stored), issuesOf)
      const many = Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`k${index}`, ""]))
      assert.deepStrictEqual(yield* create(many), ["metadata must have at most 25 entries, has 26"])
      assert.deepStrictEqual(yield* create({ map: "x".repeat(1001) }), [
        "metadata each text must be at most 1000 characters, map has 1001"
      ])
      assert.deepStrictEqual(yield* create({ a: "x".repeat(500), b: "x".repeat(499) }), [
        "metadata must be at most 1000 characters in total, is 1001"
      ])
      assert.deepStrictEqual(yield* create({ map: true }), ["metadata.map expected string, actual true"])
      assert.deepStrictEqual(yield* create("reef"), ["metadata must be an object whose values are texts"])
    })
  )
})

describe("lobbies_modify", () => {
  it.effect("keeps omitted fields, and removes metadata that is cleared", () =>
    Effect.gen(function* () {
      const { sent } = yield* wired("lobbies_modify", { lobby_id: LOBBY, clear: ["metadata"] }, stored)
      assert.deepStrictEqual([sent?.path, plain(sent?.body)], [`/lobbies/${LOBBY}`, { metadata: null }])
    })
  )

  it("is destructive when it replaces all members or redirects events", () => {
    const elsewhere = { override_event_webhooks_url: "https://example.com/in" }
    assert.deepStrictEqual(
      [
        riskOf("lobbies_modify", { metadata: {} }),
        riskOf("lobbies_modify", { clear: ["override_event_webhooks_url"] }),
        riskOf("lobbies_modify", { members: [] }),
        riskOf("lobbies_modify", elsewhere)
      ],
      ["write", "write", "destructive", "destructive"]
    )
    assert.deepStrictEqual(riskOf("lobbies_modify", {}), [
      {
        path: "metadata",
        message: "set at least one of metadata, members, idle_timeout_seconds, override_event_webhooks_url",
        code: "empty_change"
      }
    ])
  })
})

describe("members of a lobby", () => {
  it.effect("are added and changed in bulk, as a bare list", () =>
    Effect.gen(function* () {
      const given = [
        { id: USER, metadata: { team: "crab" } },
        { id: LOBBY, additional_name: "Gull" }
      ]
      const { sent, structured } = yield* wired(
        "lobbies_modify_members",
        { lobby_id: LOBBY, members: given },
        stored.members
      )
      assert.deepStrictEqual(plain(sent?.body), given)
      assert.deepStrictEqual(structured, { items: shown.members })
      const one = yield* wired(
        "lobbies_add_member",
        { lobby_id: LOBBY, user_id: USER, can_link_lobby: true },
        stored.members[0]
      )
      assert.deepStrictEqual(
        [one.sent?.path, plain(one.sent?.body)],
        [`/lobbies/${LOBBY}/members/${USER}`, { flags: 1 }]
      )
      assert.deepStrictEqual(one.structured, shown.members[0])
    })
  )
})

describe("messages of a lobby", () => {
  const message = {
    id: LOBBY,
    type: 0,
    content: "low tide",
    lobby_id: LOBBY,
    channel_id: LOBBY,
    author: { id: USER, username: "ada", global_name: "Ada", discriminator: "0", avatar: null },
    moderation_metadata: { verdict: "fine" },
    flags: 0
  }

  it.effect("ping nobody by accident", () =>
    Effect.gen(function* () {
      const { sent, structured } = yield* wired(
        "lobbies_send_message",
        { lobby_id: LOBBY, content: "low tide" },
        message
      )
      assert.deepStrictEqual(sent?.body, {
        content: "low tide",
        allowed_mentions: { parse: ["users"], replied_user: true }
      })
      const compact = {
        id: LOBBY,
        author: { id: USER, username: "ada", name: "Ada" },
        content: "low tide",
        moderation_metadata: { verdict: "fine" }
      }
      assert.deepStrictEqual(structured, { ...Struct.omit(compact, "content"), length: 8 })
      assert.strictEqual(
        riskOf("lobbies_send_message", { content: "x", allowed_mentions: { parse: ["everyone"] } }),
        "destructive"
      )
      const list = yield* wired("lobbies_list_messages", { lobby_id: LOBBY, limit: 200 }, [message])
      assert.deepStrictEqual([list.query, list.structured], [{ limit: "200" }, { items: [compact] }])
    })
  )

  it.effect("carry the moderation metadata of the game", () =>
    Effect.gen(function* () {
      const given = { lobby_id: LOBBY, message_id: USER, metadata: { verdict: "fine" } }
      const { sent, structured } = yield* wired("lobbies_set_message_moderation", given)
      assert.deepStrictEqual(
        [sent?.path, sent?.body],
        [`/lobbies/${LOBBY}/messages/${USER}/moderation-metadata`, { verdict: "fine" }]
      )
      assert.deepStrictEqual(structured, { done: true, ...given })
    })
  )
})

describe("lobbies_link_channel", () => {
  it.effect("links a channel, and unlinks it with clear without checking a channel", () =>
    Effect.gen(function* () {
      const link = (input: object) => wired("lobbies_link_channel", { lobby_id: LOBBY, ...input }, stored)
      assert.deepStrictEqual((yield* link({ channel_id: `<#${USER}>` })).sent?.body, { channel_id: USER })
      assert.deepStrictEqual((yield* link({ clear: ["channel_id"] })).sent?.body, { channel_id: null })
      const unlink = prepared("lobbies_link_channel", { lobby_id: LOBBY, clear: ["channel_id"] })
      assert.deepStrictEqual(Object(Either.getOrUndefined(unlink)).referencedIds, [
        { kind: "lobby", id: LOBBY, path: "lobby_id" }
      ])
    })
  )
})
