/** The compared servers, their Discord, and their settings. */
// @effect-diagnostics asyncFunction:off newPromise:off
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { channel } from "./client.ts"
import { Peer } from "./Peer.ts"

/** Returns the path of a built part of the benchmark, beside this file. */
export const beside = (name: string): string => fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))

/** A program, and its additional variables. */
export interface Program {
  readonly args: ReadonlyArray<string>
  readonly environment?: Readonly<Record<string, string>>
}

/** The lean bare server. */
export const bare: Program = { args: [beside("bareServer")] }

/** `@discordjs/rest` alone, with a given number of requests. */
export const rest: Program = { args: [beside("restAlone")] }

/** This server as shipped. */
export const ours: Program = { args: [`${process.cwd()}/dist/bin/main.js`, "serve"] }

/** This server without its audit log. */
export const unaudited: Program = { ...ours, environment: { MCP_AUDIT: "off" } }

/** The directory of this run's audit logs. */
const state = mkdtempSync(join(tmpdir(), "effect-discord-mcp-bench-state-"))
process.once("exit", () => rmSync(state, { recursive: true, force: true }))

/**
 * The variables of all servers: the defaults. Only the global limit of 50 requests a
 * second is raised, because it would hide everything else.
 */
export const variables = (url: string): Readonly<Record<string, string>> => ({
  DISCORD_TOKEN: "x".repeat(59),
  DISCORD_API_URL: url,
  XDG_STATE_HOME: state,
  MCP_GLOBAL_REQUESTS_PER_SECOND: "10000"
})

/** Starts a program that calls a Discord. */
export const start = async ({ args, environment }: Program, url: string): Promise<Peer> => {
  const peer = new Peer(args, { ...variables(url), ...environment })
  await peer.initialize()
  return peer
}

/** Runs with a Discord in a separate process, which responds at once. */
export const withDiscord = async <A>(use: (url: string) => Promise<A>): Promise<A> => {
  const child = spawn(process.execPath, [beside("answering")], { stdio: ["pipe", "pipe", "inherit"] })
  const port = await new Promise<string>((resolve) =>
    child.stdout.once("data", (chunk) => resolve(String(chunk).trim()))
  )
  try {
    return await use(`http://127.0.0.1:${port}`)
  } finally {
    child.stdin.end()
  }
}

/** Reduces a number of calls with `--quick`, for a rough impression. */
export const times = (count: number): number =>
  process.argv.includes("--quick") ? Math.max(2, Math.ceil(count / 10)) : count

/** A call of a tool. */
export interface ToolCall {
  readonly name: string
  readonly input: object
}

export const get = (number: number): ToolCall => ({ name: "channels_get", input: { channel_id: channel(number) } })

/** Reads the last 50 messages. */
export const read = (number: number): ToolCall => ({ name: "messages_read", input: { channel_id: channel(number) } })

export const send = (number: number): ToolCall => ({
  name: "messages_send",
  input: { channel_id: channel(number % 64), content: `message ${number}` }
})

/** Makes `count` calls with limited concurrency. */
export const inBatches = async (
  peer: Peer,
  count: number,
  call: (number: number) => ToolCall,
  atOnce = 64
): Promise<void> => {
  for (let done = 0; done < count; done += atOnce) {
    await Promise.all(
      Array.from({ length: atOnce }, (_, at) => {
        const { input, name } = call(at)
        return peer.call(name, input)
      })
    )
  }
}
