/** A session over plain pipes. */
import type { ChildProcess } from "node:child_process"
import { Effect } from "effect"
import { Sandbox } from "../dispatch/app.ts"
import { atSandbox, type Child, start } from "./child.ts"

/** The first messages of a client. */
export const initialize = `${JSON.stringify({
  jsonrpc: "2.0",
  id: "hello",
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } }
})}\n${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`

/** A call of a tool, as a line. */
export const toolCall = (id: number | string, name: string, input: object) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } })}\n`

/** The messages of a stdout that carries nothing else. */
export const messagesOf = (stdout: string): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Object(JSON.parse(line)))

/** The ids of the messages on a stdout. */
export const idsOf = (stdout: string) => messagesOf(stdout).map(({ id }) => id)

/** A serving child that has said it is ready. */
export const ready = Effect.fnUntraced(function* (env: Readonly<Record<string, string>> = { LOG_LEVEL: "debug" }) {
  const child = yield* start(["serve"], { ...(yield* atSandbox), LOG_LEVEL: "info", ...env })
  yield* child.stderr.until((text) => text.includes("ready on stdio"))
  return child
})

/** The number of requests the sandbox has had so far. */
export const seen = Effect.flatMap(Sandbox, ({ requests }) => Effect.map(requests, (all) => all.length))
/** The number of clients that left the sandbox before they had their answer. */
export const aborted = Effect.flatMap(Sandbox, ({ requests }) =>
  Effect.map(requests, (all) => all.filter((request) => request.aborted).length)
)

/** Asks until a call is refused, which the first one after the signal's arrival is. */
export const refusedCall = Effect.fnUntraced(function* (child: Child, channel_id: string) {
  for (let at = 0; ; at++) {
    const id = `late ${at}`
    yield* child.write(toolCall(id, "messages_read", { channel_id, limit: 1 }))
    const text = yield* child.stdout.until((it) => it.includes(`"${id}"`))
    const answer = messagesOf(text.slice(0, text.lastIndexOf("\n"))).find((message) => message.id === id)
    if (answer !== undefined && "error" in answer) return answer
  }
})

/** Completes when a process has ended, its pipes read or not. */
export const exited = (process: ChildProcess) =>
  Effect.async<void>((resume) => {
    process.once("exit", () => resume(Effect.void))
  })
