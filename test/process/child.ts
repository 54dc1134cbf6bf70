/** A server as a child process, whose pipes the test controls. */
// @effect-diagnostics asyncFunction:off
import { type ChildProcess, spawn } from "node:child_process"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { Deferred, Effect, Exit } from "effect"
import { Sandbox } from "../dispatch/app.ts"
import { Binary } from "./binary.ts"

/** The exit of a process. */
export interface Ended {
  readonly code: number | null
  readonly signal: string | null
}

/** A text that grows, and can be waited for. */
class Growing {
  text = ""
  readonly #waiting = new Set<() => void>()

  constructor(stream: NodeJS.ReadableStream | null) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      this.text += chunk
      for (const look of this.#waiting) look()
    })
  }

  /** Completes when the text has what is looked for. */
  until(found: (text: string) => boolean): Effect.Effect<string> {
    return Effect.async((resume) => {
      const look = () => {
        if (!found(this.text)) return
        this.#waiting.delete(look)
        resume(Effect.succeed(this.text))
      }
      this.#waiting.add(look)
      look()
      return Effect.sync(() => this.#waiting.delete(look))
    })
  }
}

/** A running child. It is killed at the end of the scope, if it still runs. */
export interface Child {
  readonly process: ChildProcess
  readonly stdout: Growing
  readonly stderr: Growing
  /** Completes when the process has ended and its pipes are empty. */
  readonly ended: Effect.Effect<Ended>
  readonly write: (text: string) => Effect.Effect<void>
  readonly endInput: Effect.Effect<void>
  readonly signal: (name: NodeJS.Signals) => Effect.Effect<void>
}

/** Starts the binary with these arguments, and no variables but these. */
export const start = Effect.fn("start")(function* (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
) {
  return yield* startProcess(process.execPath, [yield* Binary, ...args], env)
})

/** Starts any program with these arguments, and no variables but these. */
export const startProcess = Effect.fn("startProcess")(function* (
  command: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>
) {
  const done = yield* Deferred.make<Ended>()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawn(command, [...args], { env: { ...env }, stdio: "pipe" })),
    (running) =>
      Effect.zipRight(
        Effect.sync(() => running.kill("SIGKILL")),
        Deferred.await(done)
      )
  )
  // Writing to a process that has ended is what some of these tests are about.
  child.stdin.on("error", () => undefined)
  const stdout = new Growing(child.stdout)
  const stderr = new Growing(child.stderr)
  child.once("close", (code, signal) => Deferred.unsafeDone(done, Exit.succeed({ code, signal })))
  return {
    process: child,
    stdout,
    stderr,
    ended: Deferred.await(done),
    write: (text) => Effect.async<void>((resume) => void child.stdin.write(text, () => resume(Effect.void))),
    endInput: Effect.sync(() => child.stdin.end()),
    signal: (name) => Effect.sync(() => child.kill(name))
  } satisfies Child as Child
})

/** The variables that point a server at the sandbox; what is done there is recorded only by tests of that. */
export const atSandbox = Effect.map(Sandbox, ({ token, url }) => ({
  DISCORD_TOKEN: token,
  DISCORD_API_URL: url,
  MCP_AUDIT: "off",
  MCP_GLOBAL_REQUESTS_PER_SECOND: "10000"
}))

/** Runs the binary to its end. */
export const run = Effect.fn("run")(function* (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  input = ""
) {
  const child = yield* start(args, env)
  yield* child.write(input)
  yield* child.endInput
  const { code } = yield* child.ended
  return { code, stdout: child.stdout.text, stderr: child.stderr.text }
}, Effect.scoped)

/** The official client over a child's pipes. What is no protocol on stdout ends up in `errors`. */
export const connect = Effect.fn("connect")(function* (
  child: Child,
  client: Client = new Client({ name: "test", version: "1" })
) {
  const errors: Array<Error> = []
  const received: Array<JSONRPCMessage> = []
  client.onerror = (error) => errors.push(error)
  yield* Effect.promise(() => client.connect(pipesOf(child.process, received)))
  return { client, errors, received }
})

const pipesOf = (child: ChildProcess, received: Array<JSONRPCMessage>): Transport => {
  const buffer = new ReadBuffer()
  const transport: Transport = {
    start: async () => {
      child.stdout?.on("data", (chunk: string) => {
        buffer.append(Buffer.from(chunk))
        for (let more = true; more; ) {
          try {
            const message = buffer.readMessage()
            more = message !== null
            if (message === null) return
            received.push(message)
            transport.onmessage?.(message)
          } catch (error) {
            transport.onerror?.(error instanceof Error ? error : new Error(String(error)))
          }
        }
      })
      child.once("close", () => transport.onclose?.())
    },
    send: async (message) => {
      child.stdin?.write(serializeMessage(message))
    },
    close: async () => {
      child.stdin?.end()
    }
  }
  return transport
}
