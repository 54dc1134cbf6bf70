import { fileURLToPath } from "node:url"
import { Console, Data, Duration, Effect } from "effect"
import { connectClient } from "../mcp/connectClient.ts"
import { make as startSandbox } from "../sandbox/Sandbox.ts"
import { environment } from "./environment.ts"
import * as Transcript from "./Transcript.ts"

/** A scene did not go as it must: the demo is also a check. */
export class DemoFailed extends Data.TaggedError("DemoFailed")<{ readonly message: string }> {}

/** What the demo's server runs with: the product's own settings, quick enough to watch. */
const settings = {
  MCP_AUDIT: "off",
  MCP_DRY_RUN: "false",
  MCP_CIRCUIT_FAILURE_THRESHOLD: "3",
  MCP_CIRCUIT_HALF_OPEN_AFTER_MS: "5000",
  MCP_RETRY_BASE_DELAY_MS: "100",
  LOG_LEVEL: "error"
}

/** Plays the real server, as a child process on real stdio, against the sandbox, with the official MCP client. */
export const demo = Effect.scoped(
  Effect.gen(function* () {
    const { isTTY } = process.stdout
    const show = Transcript.make(isTTY === true && environment().NO_COLOR === undefined)
    const sandbox = yield* startSandbox()
    const client = yield* connectClient({
      command: process.execPath,
      args: [fileURLToPath(new URL("main.js", import.meta.url)), "serve"],
      env: { ...settings, DISCORD_TOKEN: sandbox.token, DISCORD_API_URL: sandbox.url }
    })
    const { channels, guild, messages } = sandbox.ids

    /** Calls a tool, shows it, and holds the answer to what the scene promises. */
    const call = Effect.fnUntraced(function* (tool: string, input: Record<string, unknown>, expected: string) {
      yield* show.call(tool, input)
      const [duration, result] = yield* Effect.timed(client.callTool(tool, input))
      const structured: Readonly<Record<string, unknown>> = Object(result.structuredContent)
      const text = textOf(result.content)
      const ms = Math.round(Duration.toMillis(duration))
      yield* result.isError === true ? show.refusal(text, ms) : show.answer(text, ms)
      const outcome = result.isError === true ? String(structured.code) : "ok"
      if (outcome !== expected)
        return yield* new DemoFailed({ message: `${tool} ended with ${outcome}, expected ${expected}` })
      return structured
    })

    yield* Console.log(
      `effect-discord-mcp ${client.server?.version ?? ""}: the real server on stdio, Discord played by the sandbox`
    )

    yield* show.scene("The tools", "What a client sees.")
    const tools = yield* client.listTools
    yield* show.note(`${tools.length} tools: ${tools.map(({ name }) => name).join(", ")}`)

    yield* show.scene("A message, sent and read back", "The ordinary way of things.")
    yield* call("channels_list", { guild_id: guild }, "ok")
    const sent = yield* call("messages_send", { channel_id: channels.general, content: "Hello from the demo!" }, "ok")
    yield* call("messages_read", { channel_id: channels.general, limit: 1 }, "ok")

    yield* show.scene("A refusal", 'Discord says only "Missing Permissions". The agent is told which, and what to do.')
    yield* call("messages_send", { channel_id: channels.staff, content: "May I?" }, "DISCORD_PERMISSION_DENIED")

    yield* show.scene(
      "A rate limit, survived",
      "Discord says 429 once. The server waits as long as it asks and sends the same message again."
    )
    yield* sandbox.inject({
      match: { method: "POST", path: "/channels/*/messages" },
      do: { kind: "rate_limit", scope: "user", retry_after: 1.2 }
    })
    yield* call("messages_send", { channel_id: channels.general, content: "Slowly, then." }, "ok")
    const tries = (yield* sandbox.requests).filter(({ body }) => Object(body).content === "Slowly, then.")
    yield* show.note(
      `Discord was asked ${tries.length} times and said ${tries.map(({ status }) => status).join(", then ")}.`
    )

    yield* show.scene(
      "An outage",
      "Three calls fail; the circuit of this route opens and answers at once, while other routes still work."
    )
    yield* sandbox.inject({
      match: { method: "GET", path: "/channels/*" },
      times: 1000,
      do: { kind: "status", status: 503 }
    })
    for (let failures = 0; failures < 3; failures++)
      yield* call("channels_get", { channel_id: channels.general }, "DISCORD_REST_UNAVAILABLE")
    const open = yield* call("channels_get", { channel_id: channels.general }, "CIRCUIT_OPEN")
    yield* call("guild_get", { guild_id: guild }, "ok")
    yield* sandbox.clearFaults
    const waitMs = Number(open.retry_after_ms)
    yield* show.note(`Discord is well again. Waiting the ${waitMs} ms the refusal named.`)
    yield* Effect.sleep(waitMs)
    yield* call("channels_get", { channel_id: channels.general }, "ok")
    yield* show.note("One probe went through: the circuit is closed.")

    yield* show.scene(
      "A deletion",
      "Destructive calls are previewed first. They run when operator and caller both agree."
    )
    yield* call("messages_delete", { channel_id: channels.general, message_id: String(sent.id) }, "DRY_RUN_PREVIEW")
    yield* call("messages_delete", { channel_id: channels.general, message_id: String(sent.id), __confirm: true }, "ok")
    yield* call("messages_get", { channel_id: channels.general, message_id: String(sent.id) }, "DISCORD_NOT_FOUND")
    yield* call("messages_get", { channel_id: channels.general, message_id: messages.firstInGeneral }, "ok")

    yield* Console.log(
      "\nThat was the real thing: npx effect-discord-mcp serve, with DISCORD_TOKEN set, talks to Discord the same way."
    )
  })
)

const textOf = (content: unknown): string =>
  Array.isArray(content) ? content.map((part) => (typeof part?.text === "string" ? part.text : "")).join("\n") : ""
