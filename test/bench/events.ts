/** Live events: how soon a waiting call is answered, and whether the memory grows. The Discord is the sandbox, over WebSockets. */
// @effect-diagnostics asyncFunction:off globalTimers:off newPromise:off globalFetch:off
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import * as Sandbox from "../../src/sandbox/Sandbox.ts"
import { clientsText, tokenOf } from "../mcp/http/httpServer.ts"
import { Peer } from "./Peer.ts"
import { ours, times, variables } from "./parts.ts"
import { type Bench, boundRow, median, type Row } from "./Row.ts"

const WAITS = 300
const SESSIONS = 200
const EVENTS = { few: 100_000, many: 1_000_000 }

/** Events that are sent before the server has logged them. It keeps at most 10,000 that wait. */
const AHEAD = 2000

type Discord = Sandbox.SandboxShape

/** The flag of an application that may read the content of messages. */
const MESSAGE_CONTENT = 1 << 19

/** Runs with a sandbox in this process, and the variables of a server that connects to it. */
const withSandbox = async <A>(
  use: (discord: Discord, environment: Readonly<Record<string, string>>, directory: string) => Promise<A>
): Promise<A> => {
  const directory = mkdtempSync(join(tmpdir(), "effect-discord-mcp-bench-events-"))
  const scope = Effect.runSync(Scope.make())
  const discord = await Effect.runPromise(
    Scope.extend(Sandbox.make({ globalPerSecond: 100_000, applicationFlags: MESSAGE_CONTENT }), scope)
  )
  const environment = {
    ...variables(discord.url),
    DISCORD_TOKEN: discord.token,
    XDG_STATE_HOME: directory,
    MCP_GATEWAY: "true",
    MCP_GATEWAY_INTENTS: "GUILDS,GUILD_MESSAGES,MESSAGE_CONTENT"
  }
  try {
    return await use(discord, environment, directory)
  } finally {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(directory, { recursive: true, force: true })
  }
}

let messages = 0

/** Dispatches a message of a person, and returns when. */
const dispatch = ({ dispatch, ids }: Discord, content: string): number => {
  const id = String(2_000_000_000_000_000_000n + BigInt(++messages))
  const place = { channel_id: ids.channels.general, guild_id: ids.guild }
  const author = { id: ids.members.ada, username: "ada" }
  const timestamp = "2026-01-01T00:00:00.000000+00:00"
  const at = performance.now()
  Effect.runFork(dispatch({ t: "MESSAGE_CREATE", d: { id, ...place, content, timestamp, author }, guildId: ids.guild }))
  return at
}

/** The results of a call. */
type Call = (name: string, input: object) => Promise<Readonly<Record<string, unknown>>>

/** Completes when the server is connected. Before, its status can be a failure. */
const connected = async (call: Call): Promise<void> => {
  while ((await call("gateway_status", {}).catch(() => ({ state: "starting" }))).state !== "connected") await pause(20)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Starts a server over stdio that is connected. */
const startPeer = async (environment: Readonly<Record<string, string>>, flags: ReadonlyArray<string> = []) => {
  const peer = new Peer([...flags, ...ours.args], environment)
  await peer.initialize()
  const call: Call = async (name, input) => Object(Object((await peer.call(name, input)).result).structuredContent)
  await connected(call)
  return { call, peer }
}

/** Measures the time from a dispatch to the answer of the call that waits for it. */
const wake = (): Promise<ReadonlyArray<Row>> =>
  withSandbox(async (discord, environment) => {
    const { call, peer } = await startPeer(environment)
    const took: Array<number> = []
    for (let round = 0; round < times(WAITS) + 20; round++) {
      const waiting = call("gateway_wait_for", { contains: `number ${round} `, timeout_seconds: 60 })
      // The wait begins before the event.
      await call("gateway_status", {})
      const from = dispatch(discord, `This is number ${round} of some.`)
      await waiting
      if (round >= 20) took.push(performance.now() - from)
    }
    await peer.end()
    return [
      boundRow({
        what: "Discord's dispatch to the answer of gateway_wait_for, p50",
        limit: "one WebSocket and one pipe",
        value: median(took),
        atMost: 10,
        unit: "ms"
      })
    ]
  })

/** Makes a process collect its garbage on SIGUSR2, and print what is left, in bytes. */
const COLLECTS = [
  "--expose-gc",
  `--import=data:text/javascript,${encodeURIComponent(
    'process.on("SIGUSR2", () => { gc(); console.error("heap in use: " + process.memoryUsage().heapUsed + ";") })'
  )}`
]

/** Returns what a server occupies after each of these numbers of events, and what it uses after the last one, in megabytes. */
const memoryAfter = (counts: ReadonlyArray<number>) =>
  withSandbox(async (discord, environment) => {
    const { call, peer } = await startPeer(environment, COLLECTS)
    const logged = async () => Number(String((await call("gateway_status", {})).next_cursor).split("-")[1])
    const residentMb: Array<number> = []
    let at = 0
    for (const until of counts) {
      while (at < until) {
        for (const end = Math.min(until, at + AHEAD); at < end; at++) dispatch(discord, `Message ${at}, and more text.`)
        while ((await logged()) < at) await pause(5)
      }
      await pause(1000)
      residentMb.push(peer.residentMb())
    }
    peer.process.kill("SIGUSR2")
    const heapMb = Number(await peer.said(/heap in use: (\d+);/)) / 2 ** 20
    await peer.end()
    return { residentMb, heapMb }
  })

/** Measures the memory after few and after many events. */
const flat = async (): Promise<ReadonlyArray<Row>> => {
  const few = await memoryAfter([EVENTS.few])
  // Nothing is collected by order before the end, as in use.
  const many = await memoryAfter([EVENTS.few, times(EVENTS.many)])
  const [early = 0, late = 0] = many.residentMb
  const [fewEvents, manyEvents] = [EVENTS.few, times(EVENTS.many)].map((count) => count.toLocaleString("en"))
  return [
    boundRow({
      what: `heap in use after ${manyEvents} events`,
      limit: `after ${fewEvents}: ${few.heapMb.toFixed(1)} MB`,
      value: many.heapMb,
      atMost: few.heapMb * 1.1,
      unit: "MB"
    }),
    boundRow({
      what: `resident memory after ${manyEvents} events`,
      limit: `after ${fewEvents}: ${early.toFixed(0)} MB`,
      value: late,
      atMost: early * 1.25,
      unit: "MB"
    })
  ]
}

/** A session over HTTP. */
const openSession = async (url: string, name: string) => {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${tokenOf(name)}`
  }
  const post = (body: object) =>
    fetch(url, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", ...body }) })
  const hello = await post({
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } }
  })
  headers["mcp-session-id"] = hello.headers.get("mcp-session-id") ?? ""
  await hello.text()
  await (await post({ method: "notifications/initialized" })).text()
  let id = 0
  const call: Call = async (tool, input) => {
    const response = await post({ id: ++id, method: "tools/call", params: { name: tool, arguments: input } })
    const text = await response.text()
    const json = text.startsWith("{") ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? "{}")
    const { result } = Object(JSON.parse(json))
    if (result === undefined || result.isError === true) throw new Error(`${tool}: ${text.slice(0, 500)}`)
    return Object(result.structuredContent)
  }
  return call
}

/** Measures how soon each of many sessions is woken by its own event, while all others go on waiting, and all at once. */
const many = (): Promise<ReadonlyArray<Row>> =>
  withSandbox(async (discord, environment, directory) => {
    const file = join(directory, "clients.json")
    const names = Array.from({ length: 20 }, (_, at) => `client-${at}`)
    writeFileSync(file, clientsText(Object.fromEntries(names.map((name) => [name, {}]))), { mode: 0o600 })
    const server = new Peer([ours.args[0] ?? "", "serve", "--http"], {
      ...environment,
      MCP_HTTP_PORT: "0",
      MCP_HTTP_CLIENTS_FILE: file,
      MCP_HTTP_MAX_SESSIONS: "1000",
      LOG_LEVEL: "info"
    })
    const url = await server.said(/ready on (http:[^\s"]+\/mcp)/)
    const calls = await Promise.all(
      Array.from({ length: SESSIONS }, (_, at) => openSession(url, names[at % names.length] ?? ""))
    )
    for (const call of calls.slice(0, 1)) await connected(call)
    const waitFor = (call: Call, word: string) =>
      call("gateway_wait_for", { contains: word, channel_id: discord.ids.channels.general, timeout_seconds: 300 }).then(
        () => performance.now()
      )
    const waiting = calls.map((call, at) => waitFor(call, `first ${at}.`))
    await pause(2000)
    const alone: Array<number> = []
    for (const [at, call] of calls.entries()) {
      const from = dispatch(discord, `It is first ${at}.`)
      alone.push(((await waiting[at]) ?? 0) - from)
      waiting[at] = waitFor(call, `second ${at}.`)
      await pause(5)
    }
    await pause(2000)
    const from = performance.now()
    for (const at of calls.keys()) dispatch(discord, `It is second ${at}.`)
    const together = (await Promise.all(waiting)).map((at) => at - from)
    await server.end()
    return [
      boundRow({
        what: `${SESSIONS} sessions wait over HTTP, and one event wakes its own: p50`,
        limit: "one WebSocket and one HTTP response",
        value: median(alone),
        atMost: 50,
        unit: "ms"
      }),
      boundRow({
        what: `${SESSIONS} sessions wait over HTTP, and one event wakes its own: max`,
        limit: "the same",
        value: Math.max(...alone),
        atMost: 50,
        unit: "ms"
      }),
      boundRow({
        what: `${SESSIONS} sessions wait over HTTP, and ${SESSIONS} events wake them at once: p50`,
        limit: "the same",
        value: median(together),
        atMost: 50,
        unit: "ms"
      })
    ]
  })

/** Measures live events. */
export const events: Bench = {
  name: "events",
  run: async () => [...(await wake()), ...(await many()), ...(await flat())]
}
