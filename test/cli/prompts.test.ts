import * as Terminal from "@effect/platform/Terminal"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { terminalApprover } from "../../src/cli/prompts.ts"
import type { ConfirmationOutcome } from "../../src/safety/Approver.ts"
import { nodeContext } from "../nodeContext.ts"
import { CHANNEL, gateServer, MESSAGE, outcomeOf } from "../safety/gateServer.ts"
import { typing } from "./typing.ts"

const question = { tool: "messages_delete", message: "Delete one message permanently.\nchannel: #general" }

/** The person at a terminal, and what was put on their screen. */
const at = Effect.fnUntraced(function* (interactive: boolean, ...keys: ReadonlyArray<string>) {
  const screen: Array<string> = []
  const write = (text: string) => Effect.sync(() => void screen.push(text))
  const context = yield* Layer.build(nodeContext)
  const person = yield* terminalApprover({ interactive, columns: 80, write }).pipe(
    Effect.provideService(Terminal.Terminal, typing(...keys)),
    Effect.provide(context)
  )
  return { person, screen }
}, Effect.scoped)

describe("the approver at the terminal", () => {
  for (const [keys, verdict] of [
    [["y"], "accepted"],
    [["n"], "declined"],
    [["enter"], "declined"],
    [[], "cancelled"]
  ] satisfies ReadonlyArray<readonly [ReadonlyArray<string>, ConfirmationOutcome]>) {
    it.effect(`has ${verdict} by pressing ${keys.join() || "nothing until the input ends"}`, () =>
      Effect.gen(function* () {
        const { person, screen } = yield* at(true, ...keys)
        assert.strictEqual(yield* person.confirm?.(question) ?? Effect.die("nobody there"), verdict)
        assert.include(screen.join(""), "Run messages_delete for real?")
        assert.include(screen.join(""), question.message)
      })
    )
  }

  it.effect("can be asked only on an interactive terminal, and accepts no token later", () =>
    Effect.gen(function* () {
      const { person } = yield* at(false)
      assert.deepStrictEqual(person, { canReturn: false })
      assert.isFalse((yield* at(true)).person.canReturn)
    })
  )

  it.effect("decides about a destructive call", () =>
    Effect.gen(function* () {
      const deletion = { channel_id: CHANNEL, message_id: MESSAGE }
      for (const [environment, key, expected, changes] of [
        [{ MCP_DRY_RUN: "false" }, "y", "ran", 1],
        [{ MCP_DRY_RUN: "false" }, "n", "declined", 0],
        [{ MCP_DRY_RUN: "false", MCP_CONFIRM: "elicit" }, "y", "ran", 1],
        [{ MCP_DRY_RUN: "false", MCP_CONFIRM: "token" }, "y", "ran", 1],
        [{}, "y", "preview MCP_DRY_RUN", 0]
      ] as const) {
        const server = yield* gateServer(environment)
        const { person } = yield* at(true, key)
        const ended = yield* server.call("messages_delete", deletion, person)
        assert.deepStrictEqual([outcomeOf(ended), server.changes().length], [expected, changes])
      }
    }).pipe(Effect.scoped)
  )

  it.effect("is missing in a script, so a call that needs approval fails", () =>
    Effect.gen(function* () {
      for (const [confirm, expected] of [
        ["flag", "armed"],
        ["token", "preview MCP_CONFIRM"],
        ["elicit", "preview MCP_CONFIRM"]
      ] as const) {
        const server = yield* gateServer({ MCP_DRY_RUN: "false", MCP_CONFIRM: confirm })
        const { person } = yield* at(false)
        const ended = yield* server.call("messages_delete", { channel_id: CHANNEL, message_id: MESSAGE }, person)
        assert.strictEqual(outcomeOf(ended), expected)
      }
    }).pipe(Effect.scoped)
  )
})
