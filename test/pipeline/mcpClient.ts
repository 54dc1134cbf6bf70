/** Runs plans through the official MCP client, the server and a sandbox. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import { Effect, Layer } from "effect"
import { serveOver } from "../../src/mcp/McpServer.ts"
import { call, codeOf, Sandbox } from "../dispatch/app.ts"
import { loadedCatalogue } from "../tools/loaded.ts"

/** The official client of a complete server. */
export const client = Effect.gen(function* () {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const catalogue = yield* Layer.build(loadedCatalogue)
  yield* Effect.provide(serveOver(theirs, { version: "1.2.3", sandbox: true }), catalogue)
  const it = new Client({ name: "test", version: "1" })
  yield* Effect.acquireRelease(
    Effect.promise(() => it.connect(ours)),
    () => Effect.promise(() => it.close())
  )
  return it
})

/** Runs a plan through the official client. */
export const run = Effect.fnUntraced(function* (plan: object) {
  const it = yield* client
  const result = yield* Effect.promise(() => it.callTool({ name: "mcp_pipeline", arguments: { ...plan } }))
  return { isError: result.isError === true, ...readable(result.structuredContent) }
}, Effect.scoped)

/** Runs a plan through dispatch alone. */
export const plan = Effect.fnUntraced(function* (it: object) {
  const answer = yield* call("mcp_pipeline", it)
  return { isError: answer.isError, ...readable(answer.structured), code: codeOf(answer), text: answer.text }
})

/** The report, also from an envelope. */
const readable = (structured: unknown) => {
  const root = Object(structured)
  const report: Report = root.report ?? root
  return { structured: root, report, steps: report.steps ?? [], issues: root.validation_issues ?? [] }
}

/** The parts of a report that tests read. */
interface Report {
  readonly status: string
  readonly steps: ReadonlyArray<StepReport>
  readonly output?: unknown
  readonly notice?: string
}

interface StepReport {
  readonly id: string
  readonly tool: string
  readonly status: string
  readonly because?: object
  readonly result?: Readonly<Record<string, unknown>> & {
    readonly items?: ReadonlyArray<Readonly<Record<string, unknown>>>
  }
  readonly error?: Readonly<Record<string, unknown>>
  readonly attempts: number
  readonly duration_ms: number
}

/** The status of each step. */
export const statuses = (steps: ReadonlyArray<StepReport>): ReadonlyArray<string> =>
  steps.map(({ id, status }) => `${id} ${status}`)

/** A step that reads the latest messages of #general. */
export const reading = Effect.map(Sandbox, ({ ids }) => ({
  id: "find",
  tool: "messages_read",
  args: { channel_id: ids.channels.general, limit: 3 }
}))

/** A step that sends a message to #general. */
export const saying = (id: string, content: unknown, more: object = {}) =>
  Effect.map(Sandbox, ({ ids }) => ({
    id,
    tool: "messages_send",
    args: { channel_id: ids.channels.general, content },
    ...more
  }))

/** The sent messages, newest first. */
export const said = Effect.flatMap(Sandbox, ({ ids, messages }) =>
  Effect.map(messages(ids.channels.general), (all) => all.slice(0, 10).map(({ content }) => content))
)
