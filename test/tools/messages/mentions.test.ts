import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect } from "effect"
import { answerTo, asked, call, codeOf, lastRequest, roomy, Sandbox, served } from "../../dispatch/app.ts"

/** A server where the operator and the caller consent, and a bot that may ping everyone. */
const mighty = served(
  { MCP_DRY_RUN: "false" },
  { ...roomy, permissions: PermissionFlagsBits.MentionEveryone | PermissionFlagsBits.ManageWebhooks }
)

/** The tools that send a message, with the arguments each requires beside the text. */
const writers = Effect.gen(function* () {
  const { ids } = yield* Sandbox
  const { general } = ids.channels
  const sent = yield* call("messages_send", { channel_id: general, content: "first" })
  const hook = { channel_id: general, name: "Tides", reveal_token: true }
  const { id: webhook_id, token } = (yield* call("webhooks_create", hook)).structured
  const said = yield* call("webhooks_execute", { webhook_id, token, content: "first" })
  return [
    ["messages_send", { channel_id: general }],
    ["messages_send", { channel_id: general, reply_to: sent.structured.id }],
    ["messages_edit", { channel_id: general, message_id: sent.structured.id }],
    ["webhooks_execute", { webhook_id, token }],
    ["webhooks_edit_message", { webhook_id, token, message_id: said.structured.id }]
  ] as const
})

/** Returns whom the message with this text pinged, according to the sandbox. */
const pinged = Effect.fnUntraced(function* (content: string) {
  const sandbox = yield* Sandbox
  const message = (yield* sandbox.messages(sandbox.ids.channels.general)).find((it) => it.content === content)
  return {
    everyone: message?.mention_everyone,
    roles: message?.mention_roles,
    users: message?.mentions.map(({ id }) => id)
  }
})

/** The allowed_mentions of a request. */
const allowed = Effect.map(lastRequest, (request) => Object(request?.body).allowed_mentions)

describe("a tool that sends a message", () => {
  it.live("does not ping @everyone, @here or a role that the text names", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      for (const [at, [tool, input]] of (yield* writers).entries()) {
        for (const named of ["@everyone", "@here", `<@&${ids.roles.member}>`, `<@&${ids.roles.moderator}>`]) {
          const content = `${named}, number ${at}`
          assert.strictEqual(codeOf(yield* call(tool, { ...input, content })), "ok", tool)
          assert.deepStrictEqual(yield* allowed, { parse: ["users"], replied_user: true }, tool)
          const { everyone, roles } = yield* pinged(content)
          assert.deepStrictEqual([everyone, roles], [false, []], `${tool} ${named}`)
        }
      }
    }).pipe(mighty)
  )

  it.live("pings the users that the text mentions", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      for (const [tool, input] of yield* writers) {
        if ("reply_to" in input) continue
        const content = `<@${ids.members.ada}> and @everyone, by ${tool}`
        assert.strictEqual(codeOf(yield* call(tool, { ...input, content })), "ok", tool)
        assert.deepStrictEqual(yield* pinged(content), { everyone: false, roles: [], users: [ids.members.ada] }, tool)
      }
    }).pipe(mighty)
  )

  it.live("pings everyone only if allowed_mentions says so, and only with consent", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      for (const [at, [tool, input]] of (yield* writers).entries()) {
        const content = `@everyone, number ${at}`
        const asking = { ...input, content, allowed_mentions: { parse: ["everyone"] } }
        const before = (yield* sandbox.requests).filter(({ method }) => method !== "GET").length
        assert.strictEqual(codeOf(yield* call(tool, asking)), "DRY_RUN_PREVIEW", tool)
        assert.strictEqual((yield* sandbox.requests).filter(({ method }) => method !== "GET").length, before, tool)
        assert.strictEqual(codeOf(yield* call(tool, { ...asking, __confirm: true })), "ok", tool)
        assert.deepStrictEqual(yield* allowed, { parse: ["everyone"] }, tool)
        assert.deepStrictEqual(yield* pinged(content), { everyone: true, roles: [], users: [] }, tool)
      }
    }).pipe(mighty)
  )

  it.live("pings a role only if allowed_mentions has it or its kind, and only with consent", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      for (const [tool, input] of yield* writers) {
        for (const allowed_mentions of [{ roles: [ids.roles.member] }, { parse: ["roles"] }]) {
          const content = `<@&${ids.roles.member}> and @everyone, by ${tool} and ${Object.keys(allowed_mentions)}`
          const asking = { ...input, content, allowed_mentions }
          assert.strictEqual(codeOf(yield* call(tool, asking)), "DRY_RUN_PREVIEW", tool)
          assert.strictEqual(codeOf(yield* call(tool, { ...asking, __confirm: true })), "ok", tool)
          assert.deepStrictEqual(yield* allowed, allowed_mentions, tool)
          const { everyone, roles } = yield* pinged(content)
          assert.deepStrictEqual([everyone, roles], [false, [ids.roles.member]], tool)
        }
      }
    }).pipe(mighty)
  )
})

/** Sends a text, reads it in every way, and returns the mentions of each answer. */
const mentionsOf = Effect.fnUntraced(function* (content: string) {
  const { ids } = yield* Sandbox
  const { general } = ids.channels
  const sent = (yield* call("messages_send", { channel_id: general, content })).structured
  const before = (yield* asked).length
  const one = (yield* call("messages_get", { channel_id: general, message_id: sent.id })).structured
  const page = (yield* call("messages_read", { channel_id: general, limit: 1 })).structured
  const scan = (yield* call("messages_search_recent", { channel_id: general, query: content, limit: 1 })).structured
  const items = [...Object(page.items), ...Object(scan.items)]
  return {
    each: [sent, one, ...items].map(({ mentions }) => mentions),
    requests: (yield* asked).length - before
  }
})

describe("a message whose text mentions something", () => {
  it.live("names the users that Discord sends with it, without a request", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const text = `<@${ids.members.bruno}> and <@!${ids.members.ada}>, see <#${ids.channels.support}>`
      const { each, requests } = yield* mentionsOf(text)
      const names = { [`<@${ids.members.bruno}>`]: "@Bruno", [`<@!${ids.members.ada}>`]: "@Ada" }
      assert.deepStrictEqual(each, [names, names, names, names])
      assert.strictEqual(requests, 3)
    }).pipe(mighty)
  )

  it.live("names the channels, roles and members that earlier replies of its guild have shown, without a request", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      yield* call("channels_list", { guild_id: ids.guild })
      yield* call("roles_list", { guild_id: ids.guild })
      const role = `<@&${ids.roles.moderator}>`
      const { each, requests } = yield* mentionsOf(`${role} in <#${ids.channels.support}>: <#${ids.guild}>`)
      const names = { [role]: "@moderator", [`<#${ids.channels.support}>`]: "#support" }
      assert.deepStrictEqual(
        each.map((mentions) => ({ ...Object(mentions) })),
        [1, 2, 3, 4].map(() => names)
      )
      assert.strictEqual(requests, 3)
    }).pipe(mighty)
  )

  it.live("has no mentions if its text names nothing, or nothing known", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      for (const text of ["plain", "<:wave:1> a < b", `<@&${ids.roles.moderator}>`, "<@123>"]) {
        assert.deepStrictEqual((yield* mentionsOf(text)).each, [undefined, undefined, undefined, undefined], text)
      }
    }).pipe(mighty)
  )

  it.live("names nothing of another guild", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const [other] = Object((yield* call("channels_list", { guild_id: ids.otherGuild })).structured.items)
      yield* call("channels_list", { guild_id: ids.guild })
      const { each } = yield* mentionsOf(`<#${other.id}> and <@&${ids.otherGuild}>`)
      assert.deepStrictEqual(each, [undefined, undefined, undefined, undefined])
    }).pipe(mighty)
  )

  it.live("marks the names as untrusted, and removes what is invisible from them", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      yield* call("channels_modify", { channel_id: ids.channels.support, name: "sup\u{e0041}\u{e0042}port" })
      yield* call("channels_list", { guild_id: ids.guild })
      const { structured } = yield* answerTo("messages_send", {
        channel_id: general,
        content: `see <#${ids.channels.support}>`
      })
      assert.deepStrictEqual(structured.mentions, { [`<#${ids.channels.support}>`]: "#support" })
      assert.include(structured.untrusted_fields, "mentions.*")
      assert.include(String(structured.notice), "Invisible characters were removed.")
    }).pipe(served({ MCP_DRY_RUN: "false" }, { ...roomy, permissions: PermissionFlagsBits.Administrator }))
  )
})
