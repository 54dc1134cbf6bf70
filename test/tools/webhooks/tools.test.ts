import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue } from "../../../src/catalogue/catalogue.ts"
import { permissionBits } from "../../../src/errors/PermissionName.ts"
import { call, roomy, Sandbox, served } from "../../dispatch/app.ts"
import { armed, bodyOf, issuesOf, PNG, wired } from "../wired.ts"

const ID = "1248328050311954441"
const CHANNEL = "1248328050278400001"
const GUILD = "1248328050278400009"
const TAG = "1248328050278400007"
const TOKEN = "x".repeat(34) + "-_".repeat(17)
const ADDRESS = `https://discord.com/api/v10/webhooks/${ID}/${TOKEN}`

const stored = {
  id: ID,
  type: 1,
  name: "Tide tables",
  avatar: null,
  channel_id: CHANNEL,
  guild_id: GUILD,
  application_id: null,
  token: TOKEN,
  url: ADDRESS,
  user: { id: TAG, username: "ada", global_name: "Ada" }
}
const shown = {
  id: ID,
  name: "Tide tables",
  kind: "incoming",
  channel_id: CHANNEL,
  guild_id: GUILD,
  created_by: { id: TAG, username: "ada", name: "Ada" },
  token: "***"
}
const message = {
  id: ID,
  type: 0,
  channel_id: CHANNEL,
  author: { id: ID, username: "Tide tables", bot: true },
  content: "High at 14:02",
  timestamp: "2026-05-01T10:00:00+00:00",
  attachments: [],
  embeds: [],
  webhook_id: ID
}
const shownMessage = {
  id: ID,
  channel_id: CHANNEL,
  author: { id: ID, name: "Tide tables", bot: true },
  content: "High at 14:02",
  time: "2026-05-01T10:00:00+00:00",
  webhook_id: ID
}

describe("the token of a webhook", () => {
  it.effect("is accepted at any length by every tool that takes one", () =>
    Effect.gen(function* () {
      const tools = catalogue.filter(({ operation }) => /\{(interaction_)?token\}/.test(operation?.route ?? ""))
      assert.isAbove(tools.length, 15)
      for (const { name, operation, prepare } of tools) {
        const field = operation?.route.includes("{token}") === true ? "token" : "interaction_token"
        const isTaken = (token: string) =>
          Effect.match(prepare({ [field]: token }), {
            onSuccess: () => true,
            onFailure: ({ validation_issues }) => validation_issues.every(({ path }) => path !== field)
          })
        for (const token of ["a", "x".repeat(32), "abc-DEF_123.~+=", "x".repeat(1000)]) {
          assert.isTrue(yield* isTaken(token), `${name} ${token}`)
        }
        // An empty optional field counts as omitted.
        for (const token of [
          ...(field === "token" ? [""] : []),
          ".",
          "..",
          "a/b",
          "a?b",
          "a#b",
          "a b",
          "a%2Fb",
          "é",
          "a\u0007b",
          "x".repeat(1001)
        ]) {
          assert.isFalse(yield* isTaken(token), `${name} ${token}`)
        }
      }
      const { sent } = yield* wired("webhooks_get_with_token", { webhook_id: ID, token: "short" }, stored)
      assert.strictEqual(sent?.path, `/webhooks/${ID}/short`)
    })
  )

  it.effect("is masked in every result, with view: full too", () =>
    Effect.gen(function* () {
      const hook = { webhook_id: ID }
      const withToken = { ...hook, token: TOKEN }
      const ones: ReadonlyArray<readonly [tool: string, input: object]> = [
        ["webhooks_get", hook],
        ["webhooks_get_with_token", withToken],
        ["webhooks_create", { channel_id: CHANNEL, name: "Tide tables" }],
        ["webhooks_modify", { ...hook, name: "Tide tables" }],
        ["webhooks_modify_with_token", { ...withToken, name: "Tide tables" }]
      ]
      const { url: _, ...whole } = stored
      for (const [tool, input] of ones) {
        assert.deepStrictEqual((yield* wired(tool, input, stored)).structured, shown)
        const full = yield* wired(tool, { ...input, view: "full" }, stored)
        assert.deepStrictEqual(full.structured, { ...whole, token: "***" })
      }
      for (const [tool, input] of [
        ["webhooks_list_channel", { channel_id: CHANNEL }],
        ["webhooks_list_guild", { guild_id: GUILD }]
      ] as const) {
        assert.deepStrictEqual((yield* wired(tool, input, [stored])).structured, { items: [shown] })
        const full = yield* wired(tool, { ...input, view: "full" }, [stored])
        assert.deepStrictEqual(full.structured, { items: [{ ...whole, token: "***" }] })
      }
    })
  )

  it.effect("is shown by webhooks_create with reveal_token", () =>
    Effect.gen(function* () {
      const { sent, structured } = yield* wired(
        "webhooks_create",
        {
          channel_id: CHANNEL,
          name: "Tide tables",
          avatar: { base64: PNG },
          reveal_token: true,
          audit_reason: "spring"
        },
        stored
      )
      assert.deepStrictEqual(structured, { ...shown, avatar: null, token: TOKEN })
      assert.deepStrictEqual(bodyOf({ sent }), { name: "Tide tables", avatar: `data:image/png;base64,${PNG}` })
      assert.deepStrictEqual([sent?.reason, sent?.authorized], ["spring", true])
    })
  )

  it.effect("can be passed as the webhook's URL and replaces the bot's token", () =>
    Effect.gen(function* () {
      const { sent } = yield* wired("webhooks_get_with_token", { webhook_id: ADDRESS, token: ADDRESS }, stored)
      assert.deepStrictEqual([sent?.path, sent?.authorized], [`/webhooks/${ID}/${TOKEN}`, false])
      assert.deepStrictEqual(issuesOf(yield* wired("webhooks_get_with_token", { webhook_id: ID, token: "../x" })), [
        "token must be a token: 1 to 1000 visible ASCII characters without / ? # %"
      ])
    })
  )
})

describe("webhooks_execute", () => {
  it.effect("waits for the message, sets the author name and limits pings by default", () =>
    Effect.gen(function* () {
      const { query, sent, structured } = yield* wired(
        "webhooks_execute",
        { webhook_id: ID, token: TOKEN, thread_id: CHANNEL, content: "High at 14:02", username: "Harbour" },
        message
      )
      assert.deepStrictEqual(query, { wait: "true", thread_id: CHANNEL })
      assert.deepStrictEqual(bodyOf({ sent }), {
        content: "High at 14:02",
        username: "Harbour",
        allowed_mentions: { parse: ["users"], replied_user: true }
      })
      // Its text is the one that was sent.
      const { content, ...others } = shownMessage
      assert.deepStrictEqual(structured, { ...others, length: content.length })
    })
  )

  it.effect("sets with_components and can skip waiting", () =>
    Effect.gen(function* () {
      const { query, sent, structured } = yield* wired("webhooks_execute", {
        webhook_id: ID,
        token: TOKEN,
        wait: false,
        thread_name: "Spring tide",
        applied_tags: [TAG],
        components: [{ type: 10, content: "High at 14:02" }]
      })
      assert.deepStrictEqual(query, { wait: "false", with_components: "true" })
      assert.deepStrictEqual(bodyOf({ sent }), {
        components: [{ type: 10, content: "High at 14:02" }],
        flags: 32768,
        thread_name: "Spring tide",
        applied_tags: [TAG],
        allowed_mentions: { parse: ["users"], replied_user: true }
      })
      assert.deepStrictEqual(structured, {
        done: true,
        notice: "Discord accepted components, thread_name, applied_tags, but its reply does not show them."
      })
    })
  )

  it.effect("rejects invalid combinations and requires consent to ping everyone", () =>
    Effect.gen(function* () {
      const execute = (input: object) => wired("webhooks_execute", { webhook_id: ID, token: TOKEN, ...input }, message)
      assert.deepStrictEqual(issuesOf(yield* execute({ content: "x", username: "Clyde", thread_id: CHANNEL })), [
        "username must not contain the words clyde or discord"
      ])
      assert.deepStrictEqual(issuesOf(yield* execute({ thread_id: CHANNEL, thread_name: "x" })), [
        "content a message needs content, embeds, files, a sticker, a poll or components",
        "thread_name cannot be set together with thread_id"
      ])
      assert.deepStrictEqual(issuesOf(yield* execute({ content: "x", applied_tags: [TAG] })), [
        "applied_tags requires thread_name: tags apply to a new post"
      ])
      const loud = yield* execute({ content: "@everyone", allowed_mentions: { parse: ["everyone"] } })
      assert.strictEqual(issuesOf(loud), "DRY_RUN_PREVIEW")
    })
  )
})

describe("webhooks_execute_slack and webhooks_execute_github", () => {
  it.effect("send the payload unchanged and accept any reply", () =>
    Effect.gen(function* () {
      const payload = { text: "Build finished", attachments: [{ color: "#2f855a", unknown: [1, null] }] }
      const slack = yield* wired("webhooks_execute_slack", { webhook_id: ID, token: TOKEN, payload }, "ok")
      assert.deepStrictEqual([slack.sent?.path, bodyOf(slack)], [`/webhooks/${ID}/${TOKEN}/slack`, payload])
      assert.deepStrictEqual(slack.structured, {
        done: true,
        notice: "Discord accepted payload, but its reply does not show it."
      })
      const github = yield* wired("webhooks_execute_github", {
        webhook_id: ID,
        token: TOKEN,
        thread_id: CHANNEL,
        event: "push",
        payload
      })
      assert.deepStrictEqual([bodyOf(github), github.query], [payload, { thread_id: CHANNEL }])
      assert.deepStrictEqual(github.structured, {
        done: true,
        notice: "Discord accepts every event but shows only some. Read the channel to check for a message."
      })
      assert.deepStrictEqual(
        issuesOf(yield* wired("webhooks_execute_slack", { webhook_id: ID, token: TOKEN, payload: "text" })),
        ["payload must be an object"]
      )
    })
  )
})

describe("webhooks_modify", () => {
  it.effect("moves a webhook and clears its avatar", () =>
    Effect.gen(function* () {
      const { sent } = yield* wired(
        "webhooks_modify",
        { webhook_id: ID, channel_id: CHANNEL, clear: ["avatar"] },
        stored
      )
      assert.deepStrictEqual(bodyOf({ sent }), { channel_id: CHANNEL, avatar: null })
      assert.deepStrictEqual(issuesOf(yield* wired("webhooks_modify", { webhook_id: ID })), [
        "name set at least one of name, avatar, channel_id"
      ])
    })
  )
})

describe("messages of a webhook", () => {
  it.effect("are read, edited and deleted with the token, in their thread", () =>
    Effect.gen(function* () {
      const path = { webhook_id: ID, token: TOKEN, message_id: ID, thread_id: CHANNEL }
      const got = yield* wired("webhooks_get_message", path, message)
      assert.deepStrictEqual(got.structured, shownMessage)
      const edited = yield* wired(
        "webhooks_edit_message",
        { ...path, content: "Low at 20:15", components: [] },
        message
      )
      assert.deepStrictEqual(edited.query, { thread_id: CHANNEL, with_components: "true" })
      assert.deepStrictEqual(bodyOf(edited), {
        content: "Low at 20:15",
        components: [],
        allowed_mentions: { parse: ["users"], replied_user: true }
      })
      const deleted = yield* wired("webhooks_delete_message", { ...path, __confirm: true }, undefined, armed)
      assert.deepStrictEqual([deleted.sent?.method, deleted.query], ["DELETE", { thread_id: CHANNEL }])
      for (const { sent } of [got, edited, deleted]) {
        assert.deepStrictEqual([sent?.path, sent?.authorized], [`/webhooks/${ID}/${TOKEN}/messages/${ID}`, false])
      }
    })
  )
})

describe("webhooks_execute_github", () => {
  it.live("sends the event name as X-GitHub-Event, and no header without event", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels } = sandbox.ids
      const made = yield* call("webhooks_create", { channel_id: channels.general, name: "Builds", reveal_token: true })
      const { id, token } = Object(made.structured)
      const base = { webhook_id: id, token, payload: { zen: "Keep it simple." } }
      const named = yield* call("webhooks_execute_github", { ...base, event: "pull_request" })
      const unnamed = yield* call("webhooks_execute_github", base)
      assert.deepStrictEqual([named.isError, unnamed.isError], [false, false])
      assert.include(unnamed.structured.notice, "Set event to the name")
      const sent = (yield* sandbox.requests).filter(({ path }) => path.endsWith("/github"))
      assert.deepStrictEqual(
        sent.map(({ headers }) => headers["x-github-event"]),
        ["pull_request", undefined]
      )
      const wrong = yield* call("webhooks_execute_github", { ...base, event: "push\r\nX-Evil: 1" })
      assert.strictEqual(wrong.structured.code, "VALIDATION_FAILED")
    }).pipe(served({}, { ...roomy, permissions: permissionBits.MANAGE_WEBHOOKS }))
  )
})
