import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect, Record } from "effect"
import type { CallResult } from "../../src/dispatch/CallResult.ts"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import { snowflakeAt } from "../../src/sandbox/Snowflakes.ts"
import { asked, call, codeOf, roomy, type Served, seedIds, served } from "../dispatch/app.ts"
import { turn } from "../turns.ts"
import { insideOf, outsideOf, type Side } from "./guildIds.ts"
import { deep, menu } from "./nestedIds.ts"

/** Runs a test inside Tidepool with these permissions of the bot. */
const inTidepool = <A, E>(
  test: (ids: SeedIds, inside: Side, outside: Side) => Effect.Effect<A, E, Served>,
  permissions = 0n
): Effect.Effect<A, E> =>
  Effect.flatMap(seedIds, (ids) =>
    served(
      { ALLOWED_GUILDS: ids.guild, MCP_DRY_RUN: "false" },
      { ...roomy, permissions }
    )(test(ids, insideOf(ids), outsideOf(ids)))
  )

const boundaryOf = ({ structured }: CallResult) => [structured.code, structured.boundary, structured.guild_id]
const unresolved = ["GUILD_NOT_ALLOWED", "unresolved", undefined]

const changes = Effect.map(asked, (all) => all.filter((line) => !line.startsWith("GET ")))

const NOWHERE = snowflakeAt(1_700_000_000_000)

describe("a nested id", () => {
  it.live("must be inside, directly and through a dispatcher", () =>
    inTidepool((ids, inside, outside) =>
      Effect.gen(function* () {
        const refused = ["GUILD_NOT_ALLOWED", "not_listed", ids.otherGuild]
        for (const [path, tool, input] of deep) {
          yield* turn
          const answer = yield* call(tool, input(inside, outside))
          assert.deepStrictEqual([...boundaryOf(answer), answer.structured.path], [...refused, path], tool)
          assert.notStrictEqual(codeOf(yield* call(tool, input(inside, inside))), "GUILD_NOT_ALLOWED", tool)
        }
        const [path = "", tool = "", input = () => ({})] = deep[0] ?? []
        const end = yield* call("mcp_tools_write", { tool, args: input(inside, outside) })
        assert.deepStrictEqual([...boundaryOf(end), end.structured.path], [...refused, `args.${path}`])
      })
    )
  )
})

/** Calls whose ids do not determine a guild, also with an id of an allowed guild. */
const unplaced: Readonly<Record<string, (inside: Side) => readonly [tool: string, input: object]>> = {
  "a direct message": () => ["users_create_dm", { recipient_id: NOWHERE }],
  "the bot's own name": () => ["users_modify_current", { username: "gull" }],
  "a global command": () => [
    "commands_create_global",
    { application_id: NOWHERE, name: "tide", description: "When is it?" }
  ],
  "all global commands": () => ["commands_bulk_overwrite_global", { application_id: NOWHERE, commands: [] }],
  "the application": () => ["application_modify_current", { description: "x" }],
  "an emoji of the application": () => ["app_emojis_delete", { application_id: NOWHERE, emoji_id: NOWHERE }],
  "a purchase": () => ["entitlements_consume", { application_id: NOWHERE, entitlement_id: NOWHERE }],
  "a test purchase of an allowed guild": ({ guild }) => [
    "entitlements_create_test",
    { application_id: NOWHERE, sku_id: NOWHERE, owner_id: guild, owner_type: "guild" }
  ],
  "all purchases": () => ["entitlements_list", { application_id: NOWHERE }],
  "an answer to an interaction, with a channel of an allowed guild in a menu": ({ channel, token }) => [
    "interactions_create_followup",
    { application_id: NOWHERE, interaction_token: token, content: "x", components: [menu(channel)] }
  ],
  "what was answered to one": ({ token }) => [
    "interactions_get_original_response",
    { application_id: NOWHERE, interaction_token: token }
  ],
  "a lobby, with a channel of an allowed guild to link": ({ channel: channel_id }) => [
    "lobbies_link_channel",
    { lobby_id: NOWHERE, channel_id }
  ],
  "the messages of a lobby": () => ["lobbies_list_messages", { lobby_id: NOWHERE }],
  "a channel that is not there": () => ["messages_read", { channel_id: NOWHERE }],
  "an invite that is not there": () => ["invites_get", { code: "nowhere" }],
  "a template that is not there": () => ["templates_get", { template_code: "nowhere" }],
  "a webhook the bot may not manage": ({ webhook: webhook_id }) => ["webhooks_get", { webhook_id }],
  "a webhook with the token of another": ({ webhook: webhook_id }) => [
    "webhooks_get_with_token",
    { webhook_id, token: "x".repeat(68) }
  ]
}

describe("a call without a resolvable guild", () => {
  it.live("is rejected and changes nothing", () =>
    inTidepool((_, inside) =>
      Effect.gen(function* () {
        for (const [what, make] of Record.toEntries(unplaced)) {
          yield* turn
          assert.deepStrictEqual(boundaryOf(yield* call(...make(inside))), unresolved, what)
        }
        assert.deepStrictEqual(yield* changes, [])
      })
    )
  )

  it.live("is rejected before the first step of a plan, if known", () =>
    inTidepool(({ guild, otherGuild }) =>
      Effect.gen(function* () {
        const steps = [
          { id: "first", tool: "roles_list", args: { guild_id: guild } },
          {
            id: "second",
            tool: "members_add_role",
            args: { guild_id: otherGuild, user_id: NOWHERE, role_id: "{{first.items[0].id}}" }
          }
        ]
        const refused = yield* call("mcp_pipeline", { steps })
        assert.deepStrictEqual(boundaryOf(refused), ["GUILD_NOT_ALLOWED", "not_listed", otherGuild])
        assert.deepStrictEqual(yield* asked, [])
      })
    )
  )

  it.live("is rejected without a request if no reply could help", () =>
    inTidepool((_, { channel, token }) =>
      Effect.gen(function* () {
        const args = { application_id: NOWHERE, interaction_token: token, content: "x", components: [menu(channel)] }
        yield* call("interactions_create_followup", args)
        yield* call("lobbies_link_channel", { lobby_id: NOWHERE, channel_id: channel })
        assert.deepStrictEqual(yield* asked, [])
      })
    )
  )
})

/** Reads of one object of each kind. */
const reads: Readonly<Record<string, (side: Side) => readonly [tool: string, input: object]>> = {
  channel: ({ channel: channel_id }) => ["messages_read", { channel_id }],
  webhook: ({ token, webhook: webhook_id }) => ["webhooks_get_with_token", { webhook_id, token }],
  invite: ({ invite: code }) => ["invites_get_target_users_job", { code }],
  template: ({ template: template_code }) => ["templates_get", { template_code }],
  sticker: ({ sticker: sticker_id }) => ["stickers_get", { sticker_id }]
}

describe("the guild of an id", () => {
  it.live("is looked up once for concurrent and later calls", () =>
    inTidepool((_, inside, outside) =>
      Effect.gen(function* () {
        for (const [kind, make] of Record.toEntries(reads)) {
          const before = (yield* asked).length
          const calls = Array.from({ length: 10 }, () => call(...make(outside)))
          const all = [...(yield* Effect.all(calls, { concurrency: "unbounded" })), yield* call(...make(outside))]
          for (const it of all) {
            assert.deepStrictEqual(boundaryOf(it), ["GUILD_NOT_ALLOWED", "not_listed", outside.guild], kind)
          }
          assert.strictEqual((yield* asked).length, before + 1, kind)
          assert.strictEqual(codeOf(yield* call(...make(inside))), "ok", kind)
        }
      })
    )
  )

  it.live("is resolved by the token of a webhook without a permission", () =>
    inTidepool((ids, inside, outside) =>
      Effect.gen(function* () {
        const { token, webhook: webhook_id } = inside
        assert.strictEqual(codeOf(yield* call("webhooks_execute", { webhook_id, token, content: "x" })), "ok")
        assert.deepStrictEqual(yield* asked, [
          `GET /webhooks/${webhook_id}/${token}`,
          `POST /webhooks/${webhook_id}/${token}`
        ])
        const elsewhere = { webhook_id: outside.webhook, token: outside.token, content: "x" }
        assert.deepStrictEqual(boundaryOf(yield* call("webhooks_execute", elsewhere)), [
          "GUILD_NOT_ALLOWED",
          "not_listed",
          ids.otherGuild
        ])
      })
    )
  )

  it.live("is resolved by the id of a manageable webhook if its token is wrong", () =>
    inTidepool(
      (_, { webhook: webhook_id }) =>
        Effect.gen(function* () {
          assert.strictEqual(codeOf(yield* call("webhooks_get", { webhook_id })), "ok")
          const wrong = yield* call("webhooks_get_with_token", { webhook_id, token: "x".repeat(68) })
          assert.strictEqual(codeOf(wrong), "DISCORD_AUTH_INVALID")
        }),
      PermissionFlagsBits.ManageWebhooks
    )
  )

  it.live("is `everywhere` for Discord's own stickers, which do not determine a call's guild", () =>
    inTidepool((_, { channel: channel_id }, { channel }) =>
      Effect.gen(function* () {
        assert.strictEqual(codeOf(yield* call("messages_send", { channel_id, sticker_ids: [NOWHERE] })), "ok")
        assert.strictEqual(codeOf(yield* call("stickers_get", { sticker_id: NOWHERE })), "ok")
        const refused = yield* call("messages_send", { channel_id: channel, sticker_ids: [NOWHERE] })
        assert.strictEqual(codeOf(refused), "GUILD_NOT_ALLOWED")
      })
    )
  )

  it.live("needs no lookup for an object below a guild route", () =>
    inTidepool(({ guild }, { sticker }) =>
      Effect.gen(function* () {
        yield* call("stickers_get_guild_sticker", { guild_id: guild, sticker_id: sticker })
        yield* call("roles_get", { guild_id: guild, role_id: NOWHERE })
        assert.deepStrictEqual(yield* asked, [
          `GET /guilds/${guild}/stickers/${sticker}`,
          `GET /guilds/${guild}/roles/${NOWHERE}`
        ])
      })
    )
  )
})

describe("the list of guilds", () => {
  it.live("has only the allowed guilds, page by page, with a cursor", () =>
    Effect.gen(function* () {
      const { guild, otherGuild } = yield* seedIds
      const pages = (allowed: string) =>
        Effect.gen(function* () {
          const first = yield* call("users_list_current_user_guilds", { limit: 1 })
          const { items: _, ...rest } = first.structured
          const next = yield* call("users_list_current_user_guilds", { limit: 1, cursor: first.structured.next_cursor })
          const ids = [first, next].map(({ structured }) =>
            Object(structured).items.map(({ id }: Side & { id: string }) => id)
          )
          return { ids, notices: [rest.notice, next.structured.notice] }
        }).pipe(served({ ALLOWED_GUILDS: allowed }))
      const more = "The operator allows none of the guilds on this page: continue with next_cursor."
      const empty = yield* pages(NOWHERE)
      assert.deepStrictEqual((yield* pages(guild)).ids, [[guild], []])
      assert.deepStrictEqual((yield* pages(otherGuild)).ids, [[], [otherGuild]])
      assert.deepStrictEqual((yield* pages(otherGuild)).notices, [more, undefined])
      assert.deepStrictEqual(empty.ids, [[], []])
    })
  )
})
