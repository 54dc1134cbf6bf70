import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Scope, TestClock } from "effect"
import { Settings } from "../../src/config/Settings.ts"
import * as Discord from "../../src/discord/Discord.ts"
import { Approver } from "../../src/safety/Approver.ts"
import * as ConfirmationTokens from "../../src/safety/ConfirmationTokens.ts"
import * as Declines from "../../src/safety/Declines.ts"
import { ALL_DECLINES_MAX, DECLINES_FLOOR, DECLINES_MAX } from "../../src/safety/Declines.ts"
import * as Gate from "../../src/safety/Gate.ts"
import { Caller } from "../../src/telemetry/Caller.ts"
import type { ToolCall } from "../../src/tools/Tool.ts"
import { answer, makeWire, type Step } from "../discord/wire.ts"
import { settingsOf } from "../dispatch/app.ts"
import { prepared } from "../tools/prepared.ts"
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
  const alone = ways["the tool itself"] ?? assert.fail()
  // Each entry declines for the tool itself, and the tool itself for each entry.
  const pairs = Object.entries(ways).flatMap(([name, way]) => [
    [`${name}, then the tool`, way, alone] as const,
    [`the tool, then ${name}`, alone, way] as const
  ])
  for (const [what, declining, repeating] of pairs) {
    it.scoped(`is declined again if it comes confirmed by another entry, for ten minutes: ${what}`, () =>
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
      })
    )
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

describe("a decline that other replicas have, too", () => {
  /** Whether a call that was declined here, and accepted elsewhere afterwards, is still declined here. */
  const isDeclined = Effect.fnUntraced(function* (...isShared: ReadonlyArray<boolean>) {
    const declines = yield* Declines.make
    const call = yield* prepared("messages_delete", deletion)
    yield* declines.add(call, undefined, "declined", ...isShared)
    return (yield* declines.find(call, undefined, () => true)) !== undefined
  })

  it.effect("ends if the call is accepted elsewhere, unless the others may not have the decline", () =>
    Effect.gen(function* () {
      assert.isFalse(yield* isDeclined(true))
      assert.isTrue(yield* isDeclined(false))
      assert.isTrue(yield* isDeclined())
    })
  )
})

describe("the bounds of declined calls", () => {
  const callOf = (number: number) =>
    prepared("messages_delete", { channel_id: CHANNEL, message_id: String(10n ** 17n + BigInt(number)) }).pipe(
      Effect.orDie
    )

  it.scoped("of a client leave the declines of every client in force, and nobody is asked beyond them", () =>
    Effect.gen(function* () {
      const declines = yield* Declines.make
      const settings = yield* settingsOf(armed)
      const gate = yield* Layer.build(
        Gate.layer.pipe(
          Layer.provide(Layer.merge(Layer.succeed(Declines.Declines, declines), ConfirmationTokens.layer)),
          Layer.provide(Layer.provide(Discord.layer, makeWire(answer(404, { code: 10003 })).layer)),
          Layer.provide(Layer.succeed(Settings, settings))
        )
      )
      /** How the gate decides about a call. */
      const decision = (clientId: string, call: ToolCall, approver = nobody) =>
        Context.get(gate, Gate.Gate)
          .permit(call)
          .pipe(
            Effect.match({ onSuccess: () => "permitted", onFailure: (failure) => String(Object(failure).how) }),
            Effect.provideService(Caller, { clientId }),
            Effect.provideService(Approver, approver)
          )
      const first = yield* callOf(0)
      assert.strictEqual(yield* decision("bruno", first, somebody("declined")), "declined")
      assert.strictEqual(yield* decision("ana", first, somebody("cancelled")), "cancelled")
      for (let number = 1; number < DECLINES_MAX; number++) {
        yield* declines.add(yield* callOf(number), "ana", "declined")
      }
      const another = yield* callOf(DECLINES_MAX)
      const person = somebody("accepted")
      assert.strictEqual(yield* decision("ana", another, person), "not_asked")
      assert.deepStrictEqual(person.asked, [])
      // The oldest decline of each client is still in force.
      assert.strictEqual(yield* decision("ana", { ...first, confirm: true }), "cancelled")
      assert.strictEqual(yield* decision("bruno", { ...first, confirm: true }), "declined")
      // Another client is still asked.
      assert.strictEqual(yield* decision("bruno", another, person), "permitted")
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* decision("ana", another, person), "permitted")
    })
  )

  it.scoped("count open questions", () =>
    Effect.gen(function* () {
      const declines = yield* Declines.make
      const open = yield* Effect.forEach(
        Array.from({ length: DECLINES_MAX + 5 }, (_, at) => at),
        (number) =>
          Effect.gen(function* () {
            const scope = yield* Scope.make()
            const isReserved = yield* Scope.extend(declines.reserve(yield* callOf(number), "ana"), scope)
            return { isReserved, close: Scope.close(scope, Exit.void) }
          })
      )
      assert.lengthOf(
        open.filter(({ isReserved }) => isReserved),
        DECLINES_MAX
      )
      for (const { close } of open) yield* close
      assert.isTrue(yield* declines.reserve(yield* callOf(0), "ana"))
    })
  )

  it.scoped("of all clients together leave each client capacity for its own declines", () =>
    Effect.gen(function* () {
      const declines = yield* Declines.make
      const call = yield* callOf(0)
      // The same call of one client counts once, so each decline needs another call.
      const calls = yield* Effect.forEach(
        Array.from({ length: DECLINES_MAX }, (_, at) => at),
        callOf
      )
      for (let client = 0; client < ALL_DECLINES_MAX / DECLINES_MAX; client++) {
        for (const one of calls) yield* declines.add(one, `client ${client}`, "declined")
      }
      for (let number = 0; number < DECLINES_FLOOR; number++) {
        assert.isTrue(yield* Effect.scoped(declines.reserve(calls[number] ?? call, "ana")))
        yield* declines.add(calls[number] ?? call, "ana", "declined")
      }
      assert.isFalse(yield* declines.reserve(calls[DECLINES_FLOOR] ?? call, "ana"))
      assert.strictEqual(yield* declines.find(call, "client 0"), "declined")
      assert.strictEqual(yield* declines.find(call, "ana"), "declined")
    })
  )
})
