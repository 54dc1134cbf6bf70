/** Sends every class of large input to the server as shipped, and measures its event loop and its heap. */
// @effect-diagnostics asyncFunction:off newPromise:off globalTimers:off
import { type ChildProcess, spawn } from "node:child_process"
import type { Duplex } from "node:stream"
import { argumentClasses, catalogueClasses, frameClasses, type InputClass } from "./largeInputs.ts"
import { beside, ours, variables, withDiscord } from "./parts.ts"
import { type Bench, boundRow, type Row } from "./Row.ts"

const BLOCKED_MAX_MS = 50
const HEAP_MAX_MB = 300

/** The number of rounds. The smallest value counts, because a busy machine blocks every process. */
const ROUNDS = 3

interface Seen {
  readonly blockedMs: number
  readonly heapMb: number
}

/** A server with a probe. It is sent raw bytes. */
class Watched {
  readonly #process: ChildProcess
  readonly #answers: Array<string> = []
  readonly #probe: Duplex
  #rest = ""
  #next = 0

  constructor(url: string) {
    const args = ["--max-old-space-size=512", "--import", beside("probe"), ...ours.args]
    this.#process = spawn(process.execPath, args, {
      env: { ...variables(url), MCP_TOOL_SURFACE: "full" },
      stdio: ["pipe", "pipe", "inherit", "pipe"]
    })
    this.#probe = this.#process.stdio[3] as Duplex // a pipe, as asked for above
    this.#process.stdin?.on("error", () => undefined)
    this.#process.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (this.#rest + chunk).split("\n")
      this.#rest = lines.pop() ?? ""
      this.#answers.push(...lines)
    })
  }

  /** Sends a request and returns its response. */
  async ask(method: string, params: object = {}): Promise<string> {
    const id = `bench-${++this.#next}`
    this.#process.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)
    for (;;) {
      const at = this.#answers.findIndex((line) => line.includes(`"id":"${id}"`))
      if (at >= 0) return this.#answers.splice(at, 1)[0] ?? ""
      await new Promise((resolve) => setTimeout(resolve, 2))
      if (this.#process.exitCode !== null) throw new Error("the server has ended")
    }
  }

  /** Returns the values of the probe since the last call. */
  seen(): Promise<Seen> {
    return new Promise((resolve) => {
      this.#probe.once("data", (chunk) => resolve(JSON.parse(String(chunk)) as Seen)) // the probe's own words
      this.#probe.write("?")
    })
  }

  /** Sends the bytes. Returns the responses once all bytes are handled. */
  async give(bytes: string | Buffer): Promise<{ readonly seen: Seen; readonly answers: ReadonlyArray<string> }> {
    await this.seen()
    this.#answers.length = 0
    this.#process.stdin?.write(bytes)
    await this.ask("ping")
    // A call may still run when the ping after it is answered.
    await this.ask("tools/call", { name: "mcp_tools_search", arguments: { query: "x" } })
    return { seen: await this.seen(), answers: [...this.#answers] }
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve))
    this.#process.kill("SIGKILL")
    await ended
  }
}

const started = async (url: string) => {
  const server = new Watched(url)
  await server.ask("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" }
  })
  return server
}

/** Returns the rows of the worst class. */
const rows = async (what: string, server: Watched, classes: ReadonlyArray<InputClass>): Promise<ReadonlyArray<Row>> => {
  const worst = { name: "", blockedMs: 0, heapMb: 0 }
  const wrong: Array<string> = []
  for (const { bytes, name } of classes) {
    let blockedMs = Number.POSITIVE_INFINITY
    for (let round = 0; round < ROUNDS && blockedMs > BLOCKED_MAX_MS / 2; round++) {
      const { answers, seen } = await server.give(bytes())
      blockedMs = Math.min(blockedMs, seen.blockedMs)
      worst.heapMb = Math.max(worst.heapMb, seen.heapMb)
      if (answers.some((line) => line.includes("INTERNAL_ERROR"))) wrong.push(name)
    }
    if (process.argv.includes("--verbose")) process.stderr.write(`${name}: ${blockedMs.toFixed(0)} ms\n`)
    if (blockedMs > worst.blockedMs) Object.assign(worst, { name, blockedMs })
  }
  return [
    boundRow({
      what: `loop blocked by ${what} of 4 MB (worst: ${worst.name})`,
      limit: `${classes.length} classes`,
      value: worst.blockedMs,
      atMost: BLOCKED_MAX_MS,
      unit: "ms"
    }),
    boundRow({
      what: `heap under ${what} of 4 MB`,
      limit: "largest seen",
      value: worst.heapMb,
      atMost: HEAP_MAX_MB,
      unit: "MB"
    }),
    boundRow({
      what: `INTERNAL_ERROR for ${what} of 4 MB${wrong.length > 0 ? ` (${wrong[0]})` : ""}`,
      limit: "none",
      value: wrong.length,
      atMost: 0,
      unit: "classes"
    })
  ]
}

/** Measures how long the largest inputs block the event loop, and their memory. */
export const bounds: Bench = {
  name: "bounds",
  run: () =>
    withDiscord(async (url) => {
      const server = await started(url)
      const listed: unknown = JSON.parse(await server.ask("tools/list"))
      const tools = Object(Object(listed).result).tools
      const all = [
        ...(await rows("frames", server, frameClasses)),
        ...(await rows("arguments", server, argumentClasses)),
        ...(await rows("arguments of every tool", server, catalogueClasses(tools)))
      ]
      await server.end()
      return all
    })
}
