import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { prepared } from "../prepared.ts"
import { armed, issuesOf, PNG, wired } from "../wired.ts"

const APP = "1248328050311954441"
const USER = "1248328050278400001"

const stored = {
  id: APP,
  name: "Tide",
  description: "Tells the tide.",
  icon: null,
  summary: "",
  bot_public: true,
  bot_require_code_grant: false,
  verify_key: "00",
  team: null,
  owner: { id: USER, username: "ada", global_name: null, discriminator: "0", avatar: null },
  flags: 8192 + 8_388_608,
  flags_new: "0",
  tags: ["sea"],
  interactions_endpoint_url: null,
  event_webhooks_status: 1,
  install_params: { scopes: ["bot"], permissions: "3072" },
  integration_types_config: { "0": { oauth2_install_params: { scopes: ["bot"], permissions: "0" } }, "1": {} }
}

/** The risk of a change. */
const riskOf = (given: object) => {
  return Either.getOrUndefined(prepared("application_modify_current", given))?.risk
}

describe("application_get_current", () => {
  it.effect("shows a compact view, with flags by name", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* wired("application_get_current", {}, stored)).structured, {
        id: APP,
        name: "Tide",
        description: "Tells the tide.",
        tags: ["sea"],
        owner: { id: USER, username: "ada" },
        public: true,
        flags: ["APPLICATION_COMMAND_BADGE", "GATEWAY_PRESENCE_LIMITED"],
        event_webhooks_status: "disabled",
        install_params: { scopes: ["bot"], permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"] },
        guild_install: { scopes: ["bot"] }
      })
      const whole = yield* wired("application_get", { application_id: APP, view: "full" }, stored)
      assert.deepStrictEqual(whole.structured, stored)
    })
  )
})

describe("application_modify_current", () => {
  it.effect("sends enums as numbers and images as data URLs", () =>
    Effect.gen(function* () {
      const given = {
        description: "",
        icon: { base64: PNG },
        clear: ["cover_image"],
        flags: ["GATEWAY_PRESENCE_LIMITED", "GATEWAY_MESSAGE_CONTENT_LIMITED"],
        install_params: { scopes: ["bot"], permissions: ["VIEW_CHANNEL"] },
        integration_types_config: {
          guild_install: { scopes: ["bot", "applications.commands"], permissions: ["SEND_MESSAGES"] },
          user_install: { scopes: ["applications.commands"], permissions: [] }
        },
        event_webhooks_status: "enabled",
        event_webhooks_types: ["ENTITLEMENT_CREATE"]
      }
      const { sent } = yield* wired("application_modify_current", given, stored)
      assert.deepStrictEqual(JSON.parse(JSON.stringify(sent?.body)), {
        description: "",
        icon: `data:image/png;base64,${PNG}`,
        cover_image: null,
        flags: 8192 + 524_288,
        install_params: { scopes: ["bot"], permissions: "1024" },
        integration_types_config: {
          "0": { oauth2_install_params: { scopes: ["bot", "applications.commands"], permissions: "2048" } },
          "1": { oauth2_install_params: { scopes: ["applications.commands"], permissions: "0" } }
        },
        event_webhooks_status: 2,
        event_webhooks_types: ["ENTITLEMENT_CREATE"]
      })
      const same = yield* wired("application_modify", { application_id: APP, ...given }, stored)
      assert.deepStrictEqual([same.sent?.path, same.sent?.body], [`/applications/${APP}`, sent?.body])
    })
  )

  it.effect("rejects a call without a change", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(issuesOf(yield* wired("application_modify", { application_id: APP })), [
        "description set at least one setting"
      ])
      assert.deepStrictEqual(issuesOf(yield* wired("application_modify_current", { integration_types_config: {} })), [
        "integration_types_config needs guild_install or user_install"
      ])
    })
  )

  it("is destructive when it redirects interactions or events, or requests a dangerous permission", () => {
    const install = (...permissions: ReadonlyArray<string>) => ({ scopes: ["bot"], permissions })
    assert.deepStrictEqual(
      [
        { interactions_endpoint_url: "https://example.com/in" },
        { event_webhooks_url: "https://example.com/in" },
        { install_params: install("SEND_MESSAGES", "ADMINISTRATOR") },
        { integration_types_config: { guild_install: install("BAN_MEMBERS") } },
        { integration_types_config: { user_install: install("MANAGE_ROLES") } }
      ].map(riskOf),
      Array.from({ length: 5 }, () => "destructive" as const)
    )
    assert.deepStrictEqual(
      [
        { description: "x" },
        { clear: ["interactions_endpoint_url", "event_webhooks_url"] },
        { install_params: install("SEND_MESSAGES") }
      ].map(riskOf),
      ["write", "write", "write"]
    )
  })
})

describe("role connection metadata", () => {
  it.effect("is sent as a bare list, and Discord's errors name the records", () =>
    Effect.gen(function* () {
      const record = { key: "tides_seen", name: "Tides", description: "Seen.", name_localizations: { de: "Gezeiten" } }
      const given = { application_id: APP, records: [{ ...record, type: "integer_greater_than_or_equal" }] }
      const tool = "application_modify_linked_role_metadata"
      const { sent, structured } = yield* wired(tool, given, [{ ...record, type: 2 }])
      assert.deepStrictEqual(sent?.body, [{ ...record, type: 2 }])
      assert.deepStrictEqual(structured, { items: given.records })
      const odd = { application_id: APP, records: [{ ...given.records[0], key: "Tides seen" }] }
      assert.deepStrictEqual(issuesOf(yield* wired(tool, odd)), ["records[0].key must be 1 to 50 of a-z, 0-9 and _"])
    })
  )
})

describe("application_upload_attachment", () => {
  it.effect("sends one file as a form and returns its URL", () =>
    Effect.gen(function* () {
      const attachment = { id: USER, filename: "map.png", size: 9, url: "https://cdn.discordapp.com/x", proxy_url: "" }
      const file = { base64: PNG, name: "map.png" }
      const { sent, structured } = yield* wired(
        "application_upload_attachment",
        { application_id: APP, file },
        { attachment }
      )
      assert.deepStrictEqual(
        [sent?.form, sent?.body, sent?.files.map(({ key, name }) => [key, name])],
        [true, undefined, [["file", "map.png"]]]
      )
      assert.deepStrictEqual(structured, { name: "map.png", size: 9, url: "https://cdn.discordapp.com/x" })
    })
  )
})

describe("the bot's gateway and activities", () => {
  it.effect("counts down the remaining session starts", () =>
    Effect.gen(function* () {
      const session_start_limit = { total: 1000, remaining: 998, reset_after: 60_000, max_concurrency: 1 }
      const { structured } = yield* wired(
        "gateway_get_bot",
        {},
        { url: "wss://gateway.discord.gg", shards: 1, session_start_limit }
      )
      assert.deepStrictEqual(structured, {
        url: "wss://gateway.discord.gg",
        shards: 1,
        sessions_left: 998,
        sessions_in_all: 1000,
        sessions_reset_after_ms: 60_000,
        starts_at_once: 1
      })
    })
  )

  it.effect("shows where an activity runs", () =>
    Effect.gen(function* () {
      const instance_id = `i-${APP}-gc-${USER}`
      const { sent, structured } = yield* wired(
        "application_get_activity_instance",
        { application_id: APP, instance_id },
        {
          application_id: APP,
          instance_id,
          launch_id: USER,
          location: { id: "gc", kind: "gc", channel_id: USER, guild_id: APP },
          users: [USER]
        }
      )
      assert.strictEqual(sent?.path, `/applications/${APP}/activity-instances/${instance_id}`)
      assert.deepStrictEqual(structured, {
        instance_id,
        launch_id: USER,
        where: "guild_channel",
        channel_id: USER,
        guild_id: APP,
        users: [USER]
      })
    })
  )
})

describe("a change of the interactions URL", () => {
  it.effect("runs only with both parts of the consent", () =>
    Effect.gen(function* () {
      const given = { interactions_endpoint_url: "https://example.com/in" }
      const held = yield* wired("application_modify_current", given, stored, armed)
      assert.deepStrictEqual([held.structured.code, held.sent], ["DRY_RUN_PREVIEW", undefined])
      const done = yield* wired("application_modify_current", { ...given, __confirm: true }, stored, armed)
      assert.deepStrictEqual(JSON.parse(JSON.stringify(done.sent?.body)), given)
    })
  )
})
