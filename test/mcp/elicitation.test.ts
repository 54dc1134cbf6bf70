import { assert, describe, it } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import {
  type ClientCapabilities,
  type ElicitRequest,
  ElicitRequestSchema,
  type ElicitResult,
  ErrorCode,
  McpError
} from "@modelcontextprotocol/sdk/types.js"
import { Deferred, Effect, Exit, Fiber, Layer, TestClock } from "effect"
import * as Discord from "../../src/discord/Discord.ts"
import { serveOver } from "../../src/mcp/McpServer.ts"
import { answer, makeWire } from "../discord/wire.ts"
import { type Environment, overDiscord, settingsOf } from "../dispatch/app.ts"

const deletion = { channel_id: "111122223333444455", message_id: "222233334444555566" }

/** The user's answer. */
type Answering = (params: ElicitRequest["params"], signal: AbortSignal) => Promise<ElicitResult>

const form: ClientCapabilities = { elicitation: { form: {} } }

/** The server with a transport that finds nothing and applies changes, and the official client. */
const connected = Effect.fnUntraced(function* (
  answering?: Answering,
  capabilities: ClientCapabilities = answering === undefined ? {} : form,
  environment: Environment = {}
) {
  const wire = makeWire((request, onPhase) =>
    (request.method === "GET" ? answer(404, { code: 10003 }) : answer(204))(request, onPhase)
  )
  const settings = yield* settingsOf({ MCP_DRY_RUN: "false", ...environment })
  const server = yield* Layer.build(overDiscord(Layer.provide(Discord.layer, wire.layer), settings))
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  yield* Effect.provide(serveOver(theirs, { version: "1.2.3", sandbox: false }), server)
  const client = new Client({ name: "test", version: "1" }, { capabilities })
  const asked: Array<ElicitRequest["params"]> = []
  if (answering !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) => {
      asked.push(params)
      return answering(params, signal)
    })
  }
  yield* Effect.acquireRelease(
    Effect.promise(() => client.connect(ours)),
    () => Effect.promise(() => client.close())
  )
  const call = (input: object = deletion, signal?: AbortSignal) =>
    Effect.promise(() =>
      client.callTool({ name: "messages_delete", arguments: { ...input } }, undefined, {
        timeout: 3_600_000,
        ...(signal !== undefined && { signal })
      })
    )
  return {
    asked,
    call,
    changes: () => wire.sent.filter(({ method }) => method !== "GET").length,
    /** The code of an answer, or `ok`, and the elicitation. */
    outcome: Effect.map(call(), ({ isError, structuredContent }) => {
      const { code, how }: { readonly code?: unknown; readonly how?: unknown } = Object(structuredContent)
      return isError === true ? [code, how].filter((it) => it !== undefined).join(" ") : "ok"
    })
  }
})

const yes: ElicitResult = { action: "accept", content: { answer: "Yes, do it" } }

const saying =
  (result: ElicitResult): Answering =>
  () =>
    Promise.resolve(result)

describe("the user of a client", () => {
  it.scoped("is asked by a form with one choice and no default", () =>
    Effect.gen(function* () {
      const { asked, changes, outcome } = yield* connected(saying(yes))
      assert.deepStrictEqual([yield* outcome, changes()], ["ok", 1])
      assert.deepStrictEqual(asked, [
        {
          mode: "form",
          message: [
            "Delete one message permanently.",
            "channel: (not found, or not visible to the bot)",
            "message: (not found, or not visible to the bot)",
            "This cannot be undone.",
            "Not all of this could be looked up.",
            "",
            "Run this call?"
          ].join("\n"),
          requestedSchema: {
            type: "object",
            properties: { answer: { type: "string", title: "Your answer", enum: ["Yes, do it", "No, leave it"] } },
            required: ["answer"]
          }
        }
      ])
    })
  )

  for (const [what, result, expected] of [
    ["declines", { action: "decline" }, "CONFIRMATION_DECLINED declined"],
    ["closes the form", { action: "cancel" }, "CONFIRMATION_DECLINED cancelled"],
    [
      "sends the form with a no",
      { action: "accept", content: { answer: "No, leave it" } },
      "CONFIRMATION_DECLINED declined"
    ],
    ["sends an empty form", { action: "accept" }, "CONFIRMATION_DECLINED declined"],
    ["sends something else", { action: "accept", content: { answer: "maybe" } }, "CONFIRMATION_DECLINED declined"],
    ["sends an empty form", { action: "accept", content: {} }, "CONFIRMATION_DECLINED declined"]
  ] satisfies ReadonlyArray<readonly [string, ElicitResult, string]>) {
    it.scoped(`who ${what} has not confirmed`, () =>
      Effect.gen(function* () {
        const { asked, changes, outcome } = yield* connected(saying(result))
        assert.deepStrictEqual([yield* outcome, asked.length, changes()], [expected, 1, 0])
      })
    )
  }

  for (const [what, capabilities, times] of [
    ["forms", { elicitation: { form: {} } }, 1],
    ["elicitation, without saying of what kind", { elicitation: {} }, 1],
    ["forms and addresses", { elicitation: { form: {}, url: {} } }, 1],
    ["addresses alone", { elicitation: { url: {} } }, 0]
  ] satisfies ReadonlyArray<readonly [string, ClientCapabilities, number]>) {
    it.scoped(`is asked ${times === 0 ? "nothing" : "once"} if the client has ${what}`, () =>
      Effect.gen(function* () {
        const { asked, outcome } = yield* connected(saying(yes), capabilities)
        assert.deepStrictEqual([yield* outcome, asked.length], [times === 0 ? "DRY_RUN_PREVIEW" : "ok", times])
      })
    )
  }

  it.scoped("is not asked by a client without elicitation: the agent gets a token instead", () =>
    Effect.gen(function* () {
      const { call, changes } = yield* connected()
      const { structuredContent } = yield* call()
      const { armed, code, confirmation_token }: Readonly<Record<string, unknown>> = Object(structuredContent)
      assert.deepStrictEqual([code, armed, typeof confirmation_token], ["DRY_RUN_PREVIEW", true, "string"])
      const again = yield* call({ ...deletion, __confirm: confirmation_token })
      assert.deepStrictEqual([again.isError, changes()], [undefined, 1])
    })
  )

  it.scoped("is the only approver with MCP_CONFIRM=elicit", () =>
    Effect.gen(function* () {
      const environment = { MCP_CONFIRM: "elicit" }
      const able = yield* connected(saying(yes), form, environment)
      assert.deepStrictEqual([yield* able.outcome, able.changes()], ["ok", 1])
      const unable = yield* connected(undefined, {}, environment)
      const { structuredContent } = yield* unable.call({ ...deletion, __confirm: true })
      const { armed, code, held_by }: Readonly<Record<string, unknown>> = Object(structuredContent)
      assert.deepStrictEqual([code, armed, held_by, unable.changes()], ["DRY_RUN_PREVIEW", false, "MCP_CONFIRM", 0])
    })
  )

  it.scoped("cannot be reached if the elicitation fails: then the agent gets a token", () =>
    Effect.gen(function* () {
      const failing = yield* connected(() => Promise.reject(new McpError(ErrorCode.InternalError, "no window")))
      assert.deepStrictEqual(
        [yield* failing.outcome, failing.asked.length, failing.changes()],
        ["DRY_RUN_PREVIEW", 1, 0]
      )
    })
  )
})

describe("an unanswered elicitation", () => {
  /** A client whose user does not answer. Its first request has passed, whose id the SDK reads as absent. */
  const silent = Effect.fnUntraced(function* () {
    const shown = yield* Deferred.make<void>()
    const withdrawn = yield* Deferred.make<void>()
    let questions = 0
    const connection = yield* connected((_, signal) => {
      if (questions++ === 0) return Promise.resolve({ action: "decline" })
      Deferred.unsafeDone(shown, Exit.void)
      return Effect.runPromise(
        Effect.async<ElicitResult>((resume) => {
          signal.addEventListener("abort", () => {
            Deferred.unsafeDone(withdrawn, Exit.void)
            resume(Effect.succeed({ action: "cancel" }))
          })
        })
      )
    })
    assert.strictEqual(yield* connection.outcome, "CONFIRMATION_DECLINED declined")
    return { ...connection, shown, withdrawn }
  })

  it.scoped("is cancelled after five minutes, which ends the call", () =>
    Effect.gen(function* () {
      const { changes, outcome, shown, withdrawn } = yield* silent()
      const ending = yield* Effect.fork(outcome)
      yield* Deferred.await(shown)
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual([yield* Fiber.join(ending), changes()], ["CONFIRMATION_DECLINED timed_out", 0])
      yield* Deferred.await(withdrawn)
    })
  )

  it.scoped("is cancelled if the client cancels the call", () =>
    Effect.gen(function* () {
      const { call, changes, shown, withdrawn } = yield* silent()
      const abort = new AbortController()
      yield* Effect.fork(Effect.ignore(Effect.sandbox(call(deletion, abort.signal))))
      yield* Deferred.await(shown)
      abort.abort()
      yield* Deferred.await(withdrawn)
      assert.strictEqual(changes(), 0)
    })
  )
})
