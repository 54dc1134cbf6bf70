/** Servers as child processes, whose gateway is on and connected. */
// @effect-diagnostics nodeBuiltinImport:off
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { Effect } from "effect"
import { connect } from "./child.ts"
import { ready } from "./session.ts"

/** A directory for the state of processes. */
export const state = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "live-events-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
)

/** Calls tools of a client, and waits until its server has a connection to the gateway. */
export const untilConnected = Effect.fnUntraced(function* (client: Client) {
  const call = (name: string, args: Record<string, unknown>) =>
    Effect.promise(() =>
      client.callTool({ name, arguments: args }).then(({ structuredContent }) => Object(structuredContent))
    )
  const connected: Effect.Effect<void> = Effect.flatMap(call("gateway_status", {}), ({ state }) =>
    state === "connected" ? Effect.void : Effect.zipRight(Effect.sleep("20 millis"), connected)
  )
  yield* connected
  return call
})

/** The official client of a server whose gateway is on, and that is connected. */
export const listening = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>> = {}) {
  const child = yield* ready({ MCP_GATEWAY: "true", XDG_STATE_HOME: yield* state, ...environment })
  const { client, received } = yield* connect(child)
  return { call: yield* untilConnected(client), child, client, received }
})
