// Each test has its own sandbox.
// @effect-diagnostics strictEffectProvide:off
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Redacted, Stream } from "effect"
import { callTool } from "../../src/client/index.ts"
import { Transport } from "../../src/discord/Transport.ts"
import { Fault, recorded, Sandbox, sandbox } from "../../src/testing/index.ts"
import { serverOver } from "../../src/testing/server.ts"

it.live("a test sees the events of calls and of people as a stream", () =>
  Effect.gen(function* () {
    const { awaitActs, events, ids, people } = yield* Sandbox
    const stream = yield* events
    const { general } = ids.channels
    yield* people({ as: ids.members.ada, when: { channel_id: general }, write: { content: "Thank you." } })
    yield* callTool("messages_send", { channel_id: general, content: "The tide is in." })
    const seen = yield* Stream.runCollect(Stream.take(stream, 2))
    assert.deepStrictEqual(
      [...seen].map(({ d, t }) => [t, d.content]),
      [
        ["MESSAGE_CREATE", "The tide is in."],
        ["MESSAGE_CREATE", "Thank you."]
      ]
    )
    assert.deepStrictEqual(
      (yield* awaitActs(1)).map(({ did, problem }) => [did, problem]),
      [["write", undefined]]
    )
  }).pipe(Effect.scoped, Effect.provide(sandbox()))
)

it.live("faults of the gateway are values with modifiers", () =>
  Effect.gen(function* () {
    const { clearFaults, fail } = yield* Sandbox
    const dropped = Fault.onGateway("MESSAGE_*", { kind: "disconnect", frame: false }).after(1).times(2).afterEffect()
    assert.deepStrictEqual(dropped.script, [
      {
        match: { gateway: "MESSAGE_*" },
        do: { kind: "disconnect", frame: false },
        after: 1,
        times: 2,
        after_effect: true
      }
    ])
    yield* fail(dropped)
    yield* clearFaults
  }).pipe(Effect.provide(sandbox()))
)

const settings = { gateway: true, dryRun: false } as const

it.live("a test begins when the bot is connected", () =>
  Effect.gen(function* () {
    const { state } = yield* callTool("gateway_status", {})
    assert.strictEqual(state, "connected")
  }).pipe(Effect.provide(sandbox({ settings })))
)

it.live("a test begins also if Discord refuses the connection, or the setting is off", () =>
  Effect.gen(function* () {
    const refused = yield* Effect.provide(
      callTool("gateway_status", {}),
      sandbox({ settings: { ...settings, gatewayIntents: ["GUILDS", "MESSAGE_CONTENT"] } })
    )
    assert.deepStrictEqual([refused.state, refused.reason], ["not_connected", "intents"])
    const off = yield* Effect.flip(Effect.provide(callTool("gateway_status", {}), sandbox()))
    assert.deepInclude(off, { _tag: "GatewayUnavailable", reason: "off" })
  })
)

it.live("a test with faults from the start begins also if the bot cannot connect yet", () =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip(callTool("gateway_status", {}))
    assert.deepInclude(failure, { _tag: "GatewayUnavailable", reason: "disconnected" })
  }).pipe(Effect.provide(sandbox({ settings, faults: [Fault.status(500).forever().on("GET /users/@me")] })))
)

it.live("a test ends with the defect that ends live events, and does not wait for a connection", () =>
  Effect.gen(function* () {
    const defective = serverOver({
      transport: Layer.succeed(Transport, { send: () => Effect.dieMessage("a defect of the transport") }),
      settings,
      gateway: { token: Redacted.make("token"), isAwaited: true }
    })
    const exit = yield* Effect.exit(Effect.provide(callTool("gateway_status", {}), defective))
    assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause), String(exit))
  })
)

it.live("a test can let people approve a call", () =>
  Effect.gen(function* () {
    const { awaitActs, ids, messages, people } = yield* Sandbox
    const { general, support } = ids.channels
    yield* people({
      as: ids.members.ada,
      when: { channel_id: support, label: "Approve" },
      click: { label: "Approve" }
    })
    const call = { channel_id: general, message_id: ids.messages.byMember } as const
    yield* callTool("messages_delete", call)
    assert.deepStrictEqual(
      (yield* awaitActs(1)).map(({ problem }) => problem),
      [undefined]
    )
    const left = yield* messages(general)
    assert.isFalse(left.some(({ id }) => id === call.message_id))
  }).pipe(
    Effect.provide(
      sandbox({
        settings: ({ channels, members }) => ({
          ...settings,
          confirm: "discord",
          approvers: [members.ada],
          approvalChannel: channels.support
        })
      })
    )
  )
)

it("a recording cannot have live events", () => {
  // @ts-expect-error: live events cannot be recorded.
  recorded("never.json", { settings: { gateway: true } })
})
