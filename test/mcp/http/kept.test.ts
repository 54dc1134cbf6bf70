/** What a client can make the server keep for longer than its request. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { Clock, Effect } from "effect"
import { BodyMemory } from "../../../src/mcp/http/readBody.ts"
import { openSession } from "../../../src/mcp/http/Session.ts"
import { makeKeptEvents } from "../../../src/mcp/http/SessionEvents.ts"
import type { Access } from "../../../src/mcp/McpServer.ts"
import { forSdk } from "../../../src/mcp/sdkTransport.ts"
import { SharedBudget } from "../../../src/resilience/SharedBudget.ts"
import { makeRedactor } from "../../../src/text/secrets.ts"
import { roomy, settingsOf } from "../../dispatch/app.ts"
import { isDeep, turn } from "../../turns.ts"
import { initializeBody, postHeaders, send, startHttp, withSandbox } from "./httpServer.ts"

const MB = 1024 * 1024

/** The size of a large text in bytes: in a deep run near the limit of a body. */
const LARGE = (isDeep ? 3.5 : 1) * MB

/** Each is different, so that none is shared. */
const large = (seed: string): string => `${seed}${"x".repeat(LARGE)}`

/** The bytes that are in use after a collection of garbage. */
const usedBytes = Effect.sync(() => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  if (typeof collect === "function") for (let pass = 0; pass < 3; pass++) collect()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return heapUsed + arrayBuffers
})

const { clientInfo } = initializeBody.params

/** The parts of `initialize`, each with a large text. */
const parameters: Readonly<Record<string, (text: string) => object>> = {
  name: (text) => ({ clientInfo: { ...clientInfo, name: text } }),
  version: (text) => ({ clientInfo: { ...clientInfo, version: text } }),
  title: (text) => ({ clientInfo: { ...clientInfo, title: text } }),
  description: (text) => ({ clientInfo: { ...clientInfo, description: text } }),
  websiteUrl: (text) => ({ clientInfo: { ...clientInfo, websiteUrl: text } }),
  icons: (text) => ({ clientInfo: { ...clientInfo, icons: [{ src: text }] } }),
  "unknown information": (text) => ({ clientInfo: { ...clientInfo, other: text } }),
  protocolVersion: (text) => ({ protocolVersion: text }),
  "form elicitation": (text) => ({ capabilities: { elicitation: { form: { text } } } }),
  "other elicitation": (text) => ({ capabilities: { elicitation: { form: {}, [text]: {} } } }),
  experimental: (text) => ({ capabilities: { experimental: { text: { text } } } }),
  extensions: (text) => ({ capabilities: { extensions: { [text]: {} } } }),
  "unknown capability": (text) => ({ capabilities: { text } }),
  meta: (text) => ({ _meta: { text } }),
  "unknown parameter": (text) => ({ text })
}

describe("a session keeps little of its client's messages", () => {
  it.live("none of the large parts of initialize, whose sessions open all the same", () =>
    Effect.gen(function* () {
      const url = yield* startHttp({ MCP_HTTP_AUTH: "none" })
      const open = (part: object) =>
        send(url, { json: { ...initializeBody, params: { ...initializeBody.params, ...part } } })
      // The first requests load code.
      for (const part of Object.values(parameters)) yield* open(part("small"))
      const before = yield* usedBytes
      for (const [name, part] of Object.entries(parameters)) {
        assert.strictEqual((yield* open(part(large(name)))).status, 200, name)
      }
      assert.isBelow((yield* usedBytes) - before, 3 * LARGE)
    }).pipe(withSandbox(roomy))
  )

  it.scoped("none of the ids of cancelled requests", () =>
    Effect.gen(function* () {
      const settings = yield* settingsOf({})
      const access: Access = {
        dispatch: { run: () => Effect.never, call: () => Effect.never },
        listing: { names: ["guild_get"], tools: Effect.succeed([]), settings }
      }
      const session = yield* Effect.acquireRelease(
        openSession("session", "one", {
          identity: { version: "1", sandbox: false },
          settings: { result: "both", gateway: false, claudeChannel: false },
          redactor: makeRedactor([]),
          kept: makeKeptEvents()
        }),
        ({ end }) => Effect.provideService(end, Clock.Clock, Clock.make())
      )
      const budget = new SharedBudget({ total: MB })
      const post = (message: JSONRPCMessage) => {
        const headers = { ...postHeaders, "mcp-session-id": "session", "mcp-protocol-version": "2025-11-25" }
        const memory = new BodyMemory(budget, "one")
        return session.handle(new Request("http://localhost/mcp", { method: "POST", headers }), access, {
          message,
          memory
        })
      }
      yield* post(initializeBody as JSONRPCMessage) // its version is a constant
      const cancelOne = (at: number) =>
        Effect.gen(function* () {
          // Two bytes for each character.
          const id = `${at}${"€".repeat(950)}`
          const { body } = yield* post({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "guild_get" } })
          yield* post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } })
          yield* Effect.promise(() => body?.cancel() ?? Promise.resolve())
          yield* turn
        })
      const ids = isDeep ? 1500 : 1000
      yield* Effect.forEach(Array.from({ length: 100 }).keys(), cancelOne, { discard: true })
      const before = yield* usedBytes
      yield* Effect.forEach(Array.from({ length: ids }).keys(), cancelOne, { discard: true })
      assert.strictEqual(session.running(), 0)
      assert.isBelow((yield* usedBytes) - before, ids * 1500)
    })
  )

  it("no id of a task, which an answer to an elicitation could name", () => {
    const answer = { jsonrpc: "2.0", id: 1, result: { action: "accept" } } as const
    assert.deepStrictEqual(forSdk({ ...answer, result: { ...answer.result, task: { taskId: "x" } } }), answer)
  })
})
