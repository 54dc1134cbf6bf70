/** The tools of live events, with the real process, the official client and people in the sandbox. */
// @effect-diagnostics nodeBuiltinImport:off
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Predicate } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { layer as binary } from "./binary.ts"
import { connect } from "./child.ts"
import { ready } from "./session.ts"

const state = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "live-events-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
)

/** The official client of a server whose gateway is on, and that is connected. */
const listening = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>> = {}) {
  const child = yield* ready({ MCP_GATEWAY: "true", XDG_STATE_HOME: yield* state, ...environment })
  const { client } = yield* connect(child)
  const call = (name: string, args: Record<string, unknown>) =>
    Effect.promise(() =>
      client.callTool({ name, arguments: args }).then(({ structuredContent }) => Object(structuredContent))
    )
  const connected: Effect.Effect<void> = Effect.flatMap(call("gateway_status", {}), ({ state }) =>
    state === "connected" ? Effect.void : Effect.zipRight(Effect.yieldNow(), connected)
  )
  yield* connected
  return { call, client }
})

const contentsOf = ({ items }: Readonly<Record<string, unknown>>) =>
  (Array.isArray(items) ? items : []).filter(Predicate.isReadonlyRecord).map(({ content }) => content)

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("live events", (it) => {
  it.scoped("wake a waiting call when a person mentions the bot, and miss nothing between two calls", () =>
    Effect.gen(function* () {
      const { ids, people } = yield* Sandbox
      const { call } = yield* listening()
      const { bruno } = ids.members
      const { general } = ids.channels
      const { next_cursor: after } = yield* call("gateway_status", {})
      const waiting = yield* Effect.fork(call("gateway_wait_for", { mentions_me: true, timeout_seconds: 30, after }))
      const write = (content: string) => people({ as: bruno, write: { channel_id: general, content } })
      yield* write("Only among us.")
      yield* write(`<@${ids.bot}> are you there?`)
      const woken = yield* waiting
      assert.deepStrictEqual(contentsOf(woken), [`<@${ids.bot}> are you there?`])
      yield* write(`<@${ids.bot}> and now?`)
      const next = yield* call("gateway_wait_for", { mentions_me: true, timeout_seconds: 30, after: woken.next_cursor })
      assert.deepStrictEqual(contentsOf(next), [`<@${ids.bot}> and now?`])
    })
  )

  it.scoped("are not listed, and say why they fail, without the setting", () =>
    Effect.gen(function* () {
      const { client } = yield* connect(yield* ready({}))
      const { tools } = yield* Effect.promise(() => client.listTools())
      assert.deepStrictEqual(
        tools.filter(({ name }) => name.startsWith("gateway_w")),
        []
      )
      const { structuredContent } = yield* Effect.promise(() =>
        client.callTool({ name: "gateway_wait_for", arguments: {} })
      )
      assert.deepInclude(structuredContent, { code: "GATEWAY_UNAVAILABLE", reason: "off", retriable: false })
    })
  )
})
