import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { answer, type Step } from "../discord/wire.ts"
import { CHANNEL, gateServer, MESSAGE, nobody, outcomeOf, somebody, tokenOf } from "./gateServer.ts"

const deletion = { channel_id: CHANNEL, message_id: MESSAGE }
const armed = { MCP_DRY_RUN: "false" }
const remove = (args: object, id = "remove") => ({ id, tool: "messages_delete", args })
const type = { id: "type", tool: "channels_trigger_typing", args: { channel_id: CHANNEL } }

/** The same deletion through every entry. */
const ways: Readonly<Record<string, (confirm?: unknown) => readonly [tool: string, input: object]>> = {
  "the tool itself": (__confirm) => ["messages_delete", { ...deletion, ...(__confirm !== undefined && { __confirm }) }],
  "the tool with its arguments in another order and another reason": (__confirm) => [
    "messages_delete",
    {
      message_id: MESSAGE,
      audit_reason: "cleaning",
      channel_id: CHANNEL,
      ...(__confirm !== undefined && { __confirm })
    }
  ],
  "a dispatcher": (__confirm) => [
    "mcp_tools_destructive",
    { tool: "messages_delete", args: { ...deletion, ...(__confirm !== undefined && { __confirm }) } }
  ],
  "a plan": (__confirm) => [
    "mcp_pipeline",
    { steps: [type, remove(deletion)], ...(__confirm !== undefined && { __confirm }) }
  ],
  "a plan with a list": (__confirm) => [
    "mcp_pipeline",
    {
      steps: [{ ...remove({ channel_id: CHANNEL, message_id: "{{item}}" }), for_each: [MESSAGE] }],
      ...(__confirm !== undefined && { __confirm })
    }
  ],
  "a dispatcher in a plan": (__confirm) => [
    "mcp_pipeline",
    {
      steps: [{ id: "d", tool: "mcp_tools_destructive", args: { tool: "messages_delete", args: deletion } }],
      ...(__confirm !== undefined && { __confirm })
    }
  ]
}

describe("a declined call", () => {
  for (const [first, declining] of Object.entries(ways)) {
    for (const [second, repeating] of Object.entries(ways)) {
      it.effect(`by ${first} is declined again if it comes confirmed by ${second}, for ten minutes`, () =>
        Effect.gen(function* () {
          const server = yield* gateServer(armed)
          assert.strictEqual(outcomeOf(yield* server.call(...declining(), somebody("declined"))), "declined")
          const again = yield* server.call(...repeating(true), somebody("accepted"))
          assert.strictEqual(outcomeOf(again), "declined")
          yield* TestClock.adjust("599999 millis")
          assert.strictEqual(outcomeOf(yield* server.call(...repeating(true), nobody)), "declined")
          assert.deepStrictEqual(server.changes(), [])
          yield* TestClock.adjust("1 millis")
          assert.strictEqual(outcomeOf(yield* server.call(...repeating(true), nobody)), "ran")
        }).pipe(Effect.scoped)
      )
    }
  }

  it.effect("does not run with the token of a preview", () =>
    Effect.gen(function* () {
      const server = yield* gateServer({ ...armed, MCP_CONFIRM: "token" })
      const token = tokenOf(yield* server.call("messages_delete", { ...deletion, __confirm: false }))
      yield* server.call("messages_delete", deletion, somebody("declined"))
      const ended = yield* server.call("messages_delete", { ...deletion, __confirm: token })
      assert.strictEqual(outcomeOf(ended), "declined")
      assert.deepStrictEqual(server.changes(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("runs after the user accepts it later", () =>
    Effect.gen(function* () {
      const server = yield* gateServer(armed)
      yield* server.call("messages_delete", deletion, somebody("declined"))
      assert.strictEqual(outcomeOf(yield* server.call("messages_delete", deletion, somebody("accepted"))), "ran")
      assert.strictEqual(outcomeOf(yield* server.call("messages_delete", { ...deletion, __confirm: true })), "ran")
    }).pipe(Effect.scoped)
  )

  it.effect("does not affect other calls", () =>
    Effect.gen(function* () {
      const server = yield* gateServer(armed)
      yield* server.call("messages_delete", deletion, somebody("declined"))
      const other = { ...deletion, message_id: "333344445555666677", __confirm: true }
      assert.strictEqual(outcomeOf(yield* server.call("messages_delete", other)), "ran")
      assert.strictEqual(outcomeOf(yield* server.call("channels_trigger_typing", type.args)), "ran")
    }).pipe(Effect.scoped)
  )

  it.effect("does not run as a step whose templates resolve to it", () =>
    Effect.gen(function* () {
      const AUTHORED = { id: MESSAGE, channel_id: CHANNEL, author: { id: "1", username: "x" } }
      const found: Step = (request, onPhase) =>
        (request.method === "GET" ? answer(200, AUTHORED) : answer(204))(request, onPhase)
      const server = yield* gateServer(armed, found)
      yield* server.call("messages_delete", deletion, somebody("declined"))
      const steps = [
        { id: "look", tool: "messages_get", args: { channel_id: CHANNEL, message_id: MESSAGE, view: "full" } },
        remove({ channel_id: CHANNEL, message_id: "{{look.id}}" })
      ]
      const ended = yield* server.call("mcp_pipeline", { steps, __confirm: true })
      assert.strictEqual(Object(ended.structured.report).steps[1].error.code, "CONFIRMATION_DECLINED")
      assert.deepStrictEqual(server.changes(), [])
    }).pipe(Effect.scoped)
  )
})
