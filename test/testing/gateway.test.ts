// Each test has its own sandbox.
// @effect-diagnostics strictEffectProvide:off
import { assert, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { callTool } from "../../src/client/index.ts"
import { Fault, Sandbox, sandbox } from "../../src/testing/index.ts"

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
