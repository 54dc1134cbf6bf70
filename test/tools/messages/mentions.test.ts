import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect } from "effect"
import { call, codeOf, lastRequest, roomy, Sandbox, served } from "../../dispatch/app.ts"

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
