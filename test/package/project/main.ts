/** Uses every entry of the package as its users do: compiled in a project of theirs, and run there. */
// @effect-diagnostics strictEffectProvide:off
import { Console, Effect, FastCheck } from "effect"
import { Errors, Resilience } from "effect-discord-mcp"
import { Client, callTool, connect, type ToolOutput, type Tools } from "effect-discord-mcp/client"
import { DiscordRateLimitError, renderEnvelope, toEnvelope } from "effect-discord-mcp/errors"
import { Backoff } from "effect-discord-mcp/resilience"
import { checkEnvelope, Fault, Sandbox, sandbox, toolInput } from "effect-discord-mcp/testing"
import { remove } from "../../../docs/examples/failures.ts"
import { makeClient, readText } from "../../../docs/examples/resilience.ts"

/** The errors and the policies, which need nothing besides. */
const plain = Effect.gen(function* () {
  const envelope = toEnvelope(new DiscordRateLimitError({ retry_after_ms: 5000, scope: "user", sent: true }))
  const backoff = { baseDelayMs: 100, maxDelayMs: 1000, jitter: "none" } as const
  return {
    code: renderEnvelope(envelope).split(" ")[1],
    violations: checkEnvelope(envelope),
    waitMs: yield* Backoff.next(backoff, { ...Backoff.initial(backoff), retries: 1 }, undefined),
    isOne: Errors.toEnvelope === toEnvelope && Resilience.Backoff === Backoff
  }
})

/** A server in this process, with the whole chain over real HTTP, and a Discord that fails on demand. */
const tested = Effect.gen(function* () {
  const { fail, ids } = yield* Sandbox
  const channel_id = ids.channels.general
  yield* fail(Fault.status(403, 50013).on("POST /channels/:id/messages"))
  const refused: string = yield* Effect.flip(callTool("messages_send", { channel_id, content: "one" })).pipe(
    Effect.map(({ _tag }) => _tag)
  )
  const sent: ToolOutput<"messages_send"> = yield* callTool("messages_send", { channel_id, content: "two" })
  const [input]: ReadonlyArray<Tools["guild_get"]["input"]> = FastCheck.sample(toolInput("guild_get"), 1)
  // Nobody is asked here, so the deletion is only previewed.
  const handled = yield* remove(channel_id, sent.id)
  return { refused, length: sent.length, drawn: typeof input?.guild_id, handled }
}).pipe(Effect.provide(sandbox()))

/** A server in its own process, for users with the official SDK. */
const served = Effect.gen(function* () {
  const { server } = yield* Client
  const { bot } = yield* callTool("users_get_current", {})
  return { server: server.name, bot }
}).pipe(
  Effect.provide(connect({ command: "npx", args: ["effect-discord-mcp", "serve", "--sandbox"], stderr: "ignore" })),
  Effect.catchTag("ConnectionFailed", ({ message }) => Effect.succeed({ failed: message }))
)

/** A server that does not start. */
const unserved = callTool("users_get_current", {}).pipe(
  Effect.provide(connect({ command: "npx", args: ["effect-discord-mcp", "serve"], stderr: "ignore" })),
  Effect.flip,
  Effect.map(({ message }) => message)
)

/** The policies around a `fetch`. */
const fetched = Effect.flatMap(makeClient, ({ call }) => call("data", readText("data:,fetched")))

await Effect.runPromise(
  Effect.flatMap(Effect.all({ plain, tested, served, unserved, fetched }), (all) => Console.log(JSON.stringify(all)))
)
