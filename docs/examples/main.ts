// @effect-diagnostics strictEffectProvide:off
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Config, Console, Effect, Layer, Option, Redacted } from "effect"
import { callTool, connect } from "effect-discord-mcp/client"

/** The server at DISCORD_MCP_URL, or else a child process for the bot of DISCORD_TOKEN. */
const Discord = Effect.gen(function* () {
  const url = yield* Config.option(Config.url("DISCORD_MCP_URL"))
  if (Option.isSome(url)) {
    const token = yield* Config.redacted("DISCORD_MCP_TOKEN")
    const requestInit = { headers: { authorization: `Bearer ${Redacted.value(token)}` } }
    return connect({ transport: () => new StreamableHTTPClientTransport(url.value, { requestInit }) })
  }
  const token = yield* Config.redacted("DISCORD_TOKEN")
  return connect({ command: "npx", args: ["effect-discord-mcp"], env: { DISCORD_TOKEN: Redacted.value(token) } })
}).pipe(Layer.unwrapEffect)

const main = Effect.gen(function* () {
  const channel_id = yield* Config.string("CHANNEL")
  const { username } = yield* callTool("users_get_current", {})
  const { id } = yield* callTool("messages_send", { channel_id, content: `${username} is here.` })
  yield* Console.log(`${username} has sent ${id}`)
}).pipe(
  // A failure that the program handles. Any other is logged with its message, and the program exits with 1.
  Effect.catchTag("DiscordPermissionError", "DiscordNotFoundError", (error) =>
    Console.log(`Not sent. ${error.message}`)
  )
)

NodeRuntime.runMain(Effect.provide(main, Discord))
