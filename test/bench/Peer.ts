/** A server as a child process. The benchmark sends plain JSON-RPC, so that no client library is measured. */
// @effect-diagnostics asyncFunction:off newPromise:off
import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"

/** The response of a peer. */
export interface Answered {
  readonly id: number
  readonly result?: unknown
  readonly error?: unknown
}

interface Waiting {
  readonly resolve: (answered: Answered) => void
  readonly reject: (error: Error) => void
}

/** One running server. */
export class Peer {
  readonly process: ChildProcess
  readonly startedAt = performance.now()
  readonly #waiting = new Map<number, Waiting>()
  #next = 0
  #rest = ""
  #stderr = ""
  #onStderr = () => undefined as unknown

  constructor(args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}, node = process.execPath) {
    this.process = spawn(node, [...args], { env: { ...env }, stdio: "pipe" })
    this.process.stdin?.on("error", () => undefined)
    this.process.once("exit", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`the server ended: ${this.#stderr}`))
    })
    this.process.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      this.#stderr = (this.#stderr + chunk).slice(-2000)
      this.#onStderr()
    })
    this.process.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (this.#rest + chunk).split("\n")
      this.#rest = lines.pop() ?? ""
      for (const line of lines) {
        const message = JSON.parse(line) as Answered // a server's answer; it is ours or the bare one
        this.#waiting.get(message.id)?.resolve(message)
        this.#waiting.delete(message.id)
      }
    })
  }

  /** Sends a request and returns its response. */
  request(method: string, params: object = {}): { readonly id: number; readonly answer: Promise<Answered> } {
    const id = ++this.#next
    const answer = new Promise<Answered>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
    })
    // A cancelled request has no waiting caller.
    answer.catch(() => undefined)
    this.#write({ jsonrpc: "2.0", id, method, params })
    return { id, answer }
  }

  notify(method: string, params: object = {}): void {
    this.#write({ jsonrpc: "2.0", method, params })
  }

  #write(message: object): void {
    this.process.stdin?.write(`${JSON.stringify(message)}\n`)
  }

  async initialize(): Promise<void> {
    await this.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "bench", version: "1" }
    }).answer
    this.notify("notifications/initialized")
  }

  async call(name: string, input: object): Promise<Answered> {
    const answered = await this.request("tools/call", { name, arguments: input }).answer
    if (Object(answered.result).isError === true || answered.error !== undefined) {
      throw new Error(`${name}: ${JSON.stringify(answered).slice(0, 500)}`)
    }
    return answered
  }

  /** Resolves with the first group of a pattern, when stderr has it. */
  said(pattern: RegExp): Promise<string> {
    return new Promise((resolve) => {
      this.#onStderr = () => {
        const [, group] = pattern.exec(this.#stderr) ?? []
        if (group !== undefined) resolve(group)
      }
      this.#onStderr()
    })
  }

  /** Resident memory in megabytes. */
  residentMb(): number {
    const status = readFileSync(`/proc/${this.process.pid}/status`, "utf8")
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  }

  /** Processor time spent so far, in milliseconds. */
  cpuMs(): number {
    const fields = readFileSync(`/proc/${this.process.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once("exit", resolve))
    this.process.kill("SIGKILL")
    await ended
  }
}
