/** Clients of a server over HTTP that is connected to the gateway of the sandbox. */
// @effect-diagnostics asyncFunction:off
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { Deferred, Effect, FiberRef, HashSet, Logger, Predicate, TestClock } from "effect"
import { roomy, Sandbox } from "../../dispatch/app.ts"
import { until } from "../../live/connection/connecting.ts"
import { clientsFile, connectHttp, startHttpInVirtualTime, tokenOf } from "./httpServer.ts"

const environment = {
  MCP_GATEWAY: "true",
  MCP_GATEWAY_INTENTS: "GUILDS,GUILD_MESSAGES,MESSAGE_CONTENT",
  MCP_TOOL_SURFACE: "full"
}

/** The application may read the content of messages. */
export const sandbox = { ...roomy, applicationFlags: 1 << 19 }

const callOn = (client: Client, name: string, input: Readonly<Record<string, unknown>>) =>
  Effect.map(
    Effect.promise(() => client.callTool({ name, arguments: input })),
    ({ structuredContent }): Readonly<Record<string, unknown>> => Object(structuredContent)
  )

/** The texts of the messages in a result. */
export const textsOf = ({ items }: Readonly<Record<string, unknown>>) =>
  Array.isArray(items) ? items.filter(Predicate.isReadonlyRecord).map(({ content, gap }) => content ?? gap) : []

/** A server with clients that have these policies, connected to the gateway of the sandbox. */
export const serverFor = Effect.fnUntraced(function* (
  policies: Readonly<Record<string, object>>,
  more: Readonly<Record<string, string>> = {}
) {
  const reloaded = yield* Deferred.make<void>()
  const logger = Logger.make(({ message }) => {
    if (String(message).includes("was reloaded")) Deferred.unsafeDone(reloaded, Effect.void)
  })
  const file = yield* clientsFile(policies)
  const url = yield* Effect.locallyWith(
    startHttpInVirtualTime({ ...environment, ...more, MCP_HTTP_CLIENTS_FILE: file.path }),
    FiberRef.currentLoggers,
    HashSet.add(logger)
  )
  const names = Object.keys(policies)
  const clients = Object.fromEntries(
    yield* Effect.forEach(names, (name) =>
      Effect.map(connectHttp(url, tokenOf(name)), ({ client }) => [name, client] as const)
    )
  )
  const call = (name: string, tool: string, input: Readonly<Record<string, unknown>>) => {
    const client = clients[name]
    return client === undefined ? Effect.dieMessage(`no client ${name}`) : callOn(client, tool, input)
  }
  yield* until(call(names[0] ?? "", "gateway_status", {}), ({ state }) => state === "connected")
  const change = Effect.fnUntraced(function* (changed: Readonly<Record<string, object>>) {
    yield* file.write(changed)
    // The file is read in real time, after the virtual time of the interval.
    yield* TestClock.adjust("3 seconds")
    yield* Deferred.await(reloaded)
  })
  return { call, change, clients }
})

/** Dispatches messages, numbered in the order of their ids. */
export const dispatching = Effect.map(Sandbox, ({ dispatch, ids }) => {
  let number = 0
  return (content: string, channel_id: string, more: object = {}) =>
    dispatch({
      t: "MESSAGE_CREATE",
      d: {
        id: String(2_000_000_000_000_000_000n + BigInt(++number)),
        channel_id,
        guild_id: ids.guild,
        content,
        timestamp: "2026-11-23T12:00:00.000Z",
        author: { id: ids.members.ada, username: "ada" },
        ...more
      },
      guildId: ids.guild
    })
})
