/** Approval in Discord, with the real process, the official client and people in the sandbox. */
// Each test has its own files.
// @effect-diagnostics strictEffectProvide:off
// @effect-diagnostics nodeBuiltinImport:off
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { recordsIn } from "../audit/log.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { post } from "../live/live.ts"
import { layer as binary } from "./binary.ts"
import { atSandbox, connect, run, start } from "./child.ts"
import { ready } from "./session.ts"

/** The environment of a server that keeps its state, and asks Chiara in the channel of support. */
const approvals = Effect.gen(function* () {
  const { ids } = yield* Sandbox
  const state = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "approvals-"))),
    (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
  )
  return {
    MCP_GATEWAY: "true",
    MCP_DRY_RUN: "false",
    MCP_CONFIRM: "discord",
    MCP_APPROVERS: ids.members.chiara,
    MCP_APPROVAL_CHANNEL: ids.channels.support,
    MCP_AUDIT: "file",
    MCP_AUDIT_FILE: join(state, "audit.log"),
    XDG_STATE_HOME: state
  }
})

/** The official client of a server that is connected to the gateway. */
const connected = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>>) {
  const child = yield* ready(environment)
  const { client } = yield* connect(child)
  const call = (name: string, args: Record<string, unknown>) =>
    Effect.promise(() =>
      client.callTool({ name, arguments: args }).then(({ structuredContent }) => Object(structuredContent))
    )
  const isConnected: Effect.Effect<void> = Effect.flatMap(call("gateway_status", {}), ({ state }) =>
    state === "connected" ? Effect.void : Effect.zipRight(Effect.yieldNow(), isConnected)
  )
  yield* isConnected
  return { call, child }
})

/** A person who clicks on the next message with that button. */
const clicks = (label: string) =>
  Effect.flatMap(Sandbox, ({ ids, people }) =>
    people({ as: ids.members.chiara, when: { channel_id: ids.channels.support, label }, click: { label } })
  )

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("approval in Discord", (it) => {
  it.scoped("lets a call run at once when an approver clicks while it waits", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const environment = yield* approvals
      const { call, child } = yield* connected(environment)
      const deletion = { channel_id: general, message_id: yield* post(sandbox, general, "soon gone") }
      yield* clicks("Approve")
      assert.deepInclude(yield* call("messages_delete", deletion), { done: true })
      yield* clicks("Decline")
      const kept = { channel_id: general, message_id: yield* post(sandbox, general, "stays") }
      assert.deepInclude(yield* call("messages_delete", kept), {
        code: "CONFIRMATION_DECLINED",
        declined_by: sandbox.ids.members.chiara
      })
      yield* child.endInput
      yield* child.ended
      const records = yield* Effect.provide(recordsIn(environment.MCP_AUDIT_FILE), NodeContext.layer)
      const [question, ...others] = records.filter((record) => record.kind === "ended" && record.tool === "server")
      const { ask_id, request_id } = Object(question)
      assert.isAtLeast(others.length, 3)
      const [approved] = records.filter(
        (record) => record.kind === "ended" && record.ask_id === ask_id && record.tool !== "server"
      )
      assert.deepInclude(approved, { outcome: "OK", request_id, tool: "messages_delete" })
      const { code } = yield* run(["audit", "verify"], { MCP_AUDIT_FILE: environment.MCP_AUDIT_FILE })
      assert.strictEqual(code, 0)
    })
  )

  it.scoped("outlives the call and the process: the next call with the ask_id runs, once", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general, support } = sandbox.ids.channels
      const environment = { ...(yield* approvals), MCP_APPROVAL_WAIT_MS: "0" }
      const first = yield* connected(environment)
      const deletion = { channel_id: general, message_id: yield* post(sandbox, general, "gone later") }
      const { ask_id, code } = yield* first.call("messages_delete", deletion)
      assert.strictEqual(code, "CONFIRMATION_PENDING")
      yield* first.child.endInput
      yield* first.child.ended
      const { call } = yield* connected(environment)
      const acts = (yield* sandbox.awaitActs(0)).length
      const [question] = yield* sandbox.messages(support)
      yield* sandbox.people({
        as: sandbox.ids.members.chiara,
        click: { channel_id: support, message_id: question?.id ?? "", label: "Approve" }
      })
      const [clicked] = (yield* sandbox.awaitActs(acts + 1)).slice(acts)
      assert.strictEqual(clicked?.answer?.type, 7)
      const named = { ...deletion, __confirm: ask_id }
      assert.deepInclude(yield* call("messages_delete", named), { done: true })
      const again = yield* call("messages_delete", named)
      assert.deepInclude(again.validation_issues[0], { path: "__confirm", code: "approval_used" })
    })
  )

  it.scoped("prevents the start if the channel is outside the allowed guilds, and names it", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const child = yield* start(["serve"], {
        ...(yield* atSandbox),
        ...(yield* approvals),
        ALLOWED_GUILDS: ids.guild,
        MCP_APPROVAL_CHANNEL: ids.channels.otherGeneral
      })
      const { code } = yield* child.ended
      assert.notStrictEqual(code, 0)
      assert.include(
        child.stderr.text,
        `MCP_APPROVAL_CHANNEL: channel ${ids.channels.otherGeneral} is in guild ${ids.otherGuild}, which ALLOWED_GUILDS does not allow`
      )
    })
  )
})
