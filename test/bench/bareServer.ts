/** A minimal Discord MCP server on Effect: the SDK's low-level server, `@discordjs/rest`, Effect's timeout and retry. */
// @effect-diagnostics asyncFunction:off processEnv:off
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js"
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import { Effect, Schedule } from "effect"
import { client } from "./client.ts"

const rest = client(process.env.DISCORD_API_URL ?? "")

const policy = Schedule.intersect(Schedule.exponential("200 millis"), Schedule.recurs(2))

const protect = (request: (signal: AbortSignal) => Promise<unknown>) =>
  Effect.tryPromise(request).pipe(Effect.timeout("30 seconds"), Effect.retry(policy))

const tools: Readonly<
  Record<string, (input: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<unknown>>
> = {
  channels_get: ({ channel_id }, signal) => rest.get(`/channels/${channel_id}`, { signal }),
  messages_read: ({ channel_id, limit = 50 }, signal) =>
    rest.get(`/channels/${channel_id}/messages`, { query: new URLSearchParams({ limit: String(limit) }), signal }),
  messages_send: ({ channel_id, content }, signal) =>
    rest.post(`/channels/${channel_id}/messages`, { body: { content }, signal })
}

const server = new Server({ name: "bare", version: "1" }, { capabilities: { tools: {} } })
server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: "object" as const } }))
}))
server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
  const run = tools[params.name]
  if (run === undefined) throw new Error(`no tool ${params.name}`)
  const value = await Effect.runPromise(
    protect((aborted) => run(params.arguments ?? {}, aborted)),
    { signal }
  )
  return { content: [{ type: "text" as const, text: JSON.stringify(value) }] }
})
await server.connect(new StdioServerTransport())
