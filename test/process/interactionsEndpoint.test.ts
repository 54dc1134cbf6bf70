/** Clicks that Discord posts to the real process, without the gateway. */
// @effect-diagnostics nodeBuiltinImport:off
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { verifyKey } from "../../src/sandbox/gateway/GatewayStatus.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { send } from "../mcp/http/httpServer.ts"
import { layer as binary } from "./binary.ts"
import { connect } from "./child.ts"
import { connectTo, readyHttp } from "./httpSession.ts"
import { ready } from "./session.ts"

const state = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "clicks-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
)

/** Asks the sandbox, as the bot. */
const asBot = Effect.fnUntraced(function* (path: string, method: string, json: object) {
  const { token, url } = yield* Sandbox
  const answer = yield* send(`${url}${path}`, {
    method,
    body: JSON.stringify(json),
    headers: { authorization: `Bot ${token}`, "content-type": "application/json" }
  })
  return { ...answer, body: Object(JSON.parse(answer.text)) }
})

const question = {
  content: "May I?",
  components: [{ type: 1, components: [{ type: 2, style: 3, label: "Approve", custom_id: "yes" }] }]
}

/** Connects to a server that has opened its log. */
const sessionAt = Effect.fnUntraced(function* (url: string) {
  const { client } = yield* connectTo(url)
  const call = (name: string, args: Record<string, unknown> = {}) =>
    Effect.promise(() =>
      client.callTool({ name, arguments: args }).then(({ structuredContent }) => Object(structuredContent))
    )
  const opened: Effect.Effect<void> = Effect.flatMap(call("gateway_status"), ({ log }) =>
    log === undefined ? Effect.zipRight(Effect.yieldNow(), opened) : Effect.void
  )
  yield* opened
  return { call, client }
})

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })(
  "clicks that Discord posts",
  (it) => {
    it.scoped("reach a server without the gateway, which owns the bot's files and does not connect", () =>
      Effect.gen(function* () {
        const { gateway, ids, people } = yield* Sandbox
        const directory = yield* state
        const { url } = yield* readyHttp({ MCP_INTERACTIONS_PUBLIC_KEY: verifyKey, XDG_STATE_HOME: directory })
        const { call, client } = yield* sessionAt(url)
        const interactions_endpoint_url = new URL("/discord/interactions", url).href
        for (let times = 0; times < 2; times++) {
          const { status } = yield* asBot("/applications/@me", "PATCH", { interactions_endpoint_url })
          assert.strictEqual(status, 200)
        }
        const channel_id = ids.channels.general
        const { body } = yield* asBot(`/channels/${channel_id}/messages`, "POST", question)
        yield* people({ as: ids.members.ada, click: { channel_id, message_id: body.id, label: "Approve" } })
        const clicked: Effect.Effect<object> = Effect.flatMap(call("gateway_status"), (status) =>
          status.log.events === 0 ? Effect.zipRight(Effect.yieldNow(), clicked) : Effect.succeed(status)
        )
        assert.deepInclude(yield* clicked, { state: "not_connected", reason: "off", clicks_by_http: true })
        for (const tool of ["gateway_wait_for", "gateway_read"]) {
          assert.deepInclude(yield* call(tool), { code: "GATEWAY_UNAVAILABLE", reason: "off", retriable: false })
        }
        assert.deepStrictEqual((yield* gateway).identifies, [])
        assert.include(readdirSync(join(directory, "effect-discord-mcp", "gateway", ids.bot)), "events")
        const { tools } = yield* Effect.promise(() => client.listTools())
        const names = tools.map(({ name }) => name)
        for (const tool of ["gateway_wait_for", "gateway_read", "gateway_status"]) assert.notInclude(names, tool)
        assert.includeMembers(names, ["messages_ask", "asks_list", "asks_get", "asks_cancel"])
        const words = "Shall I publish it?"
        const withoutOptions = yield* call("messages_ask", { channel_id, question: words })
        assert.strictEqual(withoutOptions.code, "VALIDATION_FAILED")
        assert.include(JSON.stringify(withoutOptions), "no reply in words")
        const options = [{ label: "Publish" }, { label: "Wait" }]
        yield* people({
          as: ids.members.ada,
          when: { channel_id, contains: words },
          click: { channel_id, label: "Publish" }
        })
        const answered = yield* call("messages_ask", { channel_id, question: words, options, timeout_seconds: 30 })
        assert.deepInclude(answered, { status: "answered" })
        assert.strictEqual(answered.answer.value, "Publish")
      })
    )

    it.scoped("approve a call without the gateway, once", () =>
      Effect.gen(function* () {
        const { ids, messages, people } = yield* Sandbox
        const { general, support } = ids.channels
        const { url } = yield* readyHttp({
          MCP_INTERACTIONS_PUBLIC_KEY: verifyKey,
          XDG_STATE_HOME: yield* state,
          MCP_DRY_RUN: "false",
          MCP_CONFIRM: "discord",
          MCP_APPROVERS: ids.members.ada,
          MCP_APPROVAL_CHANNEL: support
        })
        const interactions_endpoint_url = new URL("/discord/interactions", url).href
        const { call } = yield* sessionAt(url)
        assert.strictEqual((yield* asBot("/applications/@me", "PATCH", { interactions_endpoint_url })).status, 200)
        const { body: sent } = yield* asBot(`/channels/${general}/messages`, "POST", { content: "Away with me." })
        const isThere = Effect.map(messages(general), (all) => all.some(({ id }) => id === sent.id))
        yield* people({
          as: ids.members.ada,
          when: { channel_id: support },
          click: { channel_id: support, label: "Approve" }
        })
        const deletion = { channel_id: general, message_id: sent.id }
        assert.isTrue(yield* isThere)
        const done = yield* call("messages_delete", deletion)
        assert.notProperty(done, "code", JSON.stringify(done))
        assert.isFalse(yield* isThere)
      })
    )

    it.scoped("have no effect on a server over stdio, which says so", () =>
      Effect.gen(function* () {
        const directory = yield* state
        const child = yield* ready({ MCP_INTERACTIONS_PUBLIC_KEY: verifyKey, XDG_STATE_HOME: directory })
        yield* child.stderr.until((text) => text.includes("without --http: MCP_INTERACTIONS_PUBLIC_KEY"))
        const { client } = yield* connect(child)
        const { structuredContent } = yield* Effect.promise(() =>
          client.callTool({ name: "gateway_status", arguments: {} })
        )
        assert.deepInclude(structuredContent, { code: "GATEWAY_UNAVAILABLE", reason: "off" })
        assert.notInclude(readdirSync(directory, { recursive: true }).join(), "gateway")
      })
    )
  }
)
