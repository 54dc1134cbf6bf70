/** The boundary to the official MCP client, a peer dependency: sends requests, receives results and progress. */
import type { Transport as SdkTransport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { Data, Deferred, Effect, FiberId, Option } from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { decodeFailure } from "../errors/dialects/Dialect.ts"
import type { RemoteFailure } from "../errors/RemoteFailure.ts"
import { ANSI_CODE } from "../text/columns.ts"
import { lastLines } from "../text/lastLines.ts"
import type { StructuredContent } from "./decodeToolResult.ts"

/** A server to start as a child process, connected over stdio. */
export interface ServerCommand {
  readonly command: string
  readonly args?: ReadonlyArray<string>
  /** Added to a minimal environment, such as `PATH`. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** The destination of the server's log: this process's stderr, or none. A failed start is reported with its last lines. */
  readonly stderr?: "inherit" | "ignore"
}

/** A transport of the official SDK, or another object with the same methods. */
export interface Transport {
  start(): Promise<void>
  send(message: never, options?: never): Promise<void>
  close(): Promise<void>
}

/** The progress of a call, as the server reports it. */
export interface ProgressUpdate {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

/** Opens a session with a server and closes it with the scope. */
export const openSession = Effect.fnUntraced(function* (
  server: ServerCommand | { readonly transport: () => Transport }
) {
  const { Client, McpError, ProgressNotificationSchema, ResultSchema, StdioClientTransport } = yield* sdk
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => new Client({ name: "effect-discord-mcp", version: "1" })),
    (client) => Effect.promise(() => client.close())
  )
  // The SDK drops its progress handler when it reads the result. So it loses the last update before the result.
  const listeners = new Map<string | number, (step: ProgressUpdate) => void>()
  let last = 0
  client.setNotificationHandler(ProgressNotificationSchema, ({ params: { progressToken, ...step } }) =>
    listeners.get(progressToken)?.(step)
  )

  // After its last attempt to read a broken stream again, the SDK leaves the requests of that stream open.
  let abandoned = Deferred.unsafeMake<never, ConnectionFailed>(FiberId.none)
  client.onerror = ({ message }) => {
    if (!ABANDONS.test(message)) return
    Deferred.unsafeDone(abandoned, connectionFailed(`The connection was lost: ${message}`, true))
    abandoned = Deferred.unsafeMake(FiberId.none)
  }

  let log = ""
  const start = ({ stderr, ...command }: ServerCommand): SdkTransport => {
    const options = { ...command, args: [...(command.args ?? [])], env: { ...command.env } }
    const transport = new StdioClientTransport({ ...options, stderr: "pipe" })
    transport.stderr?.on("data", (chunk: Uint8Array) => {
      log = lastLines(log + Buffer.from(chunk).toString("utf8"))
      if (stderr !== "ignore") process.stderr.write(chunk)
    })
    return transport
  }
  const transport = (): SdkTransport => ("command" in server ? start(server) : (server.transport() as SdkTransport)) // callers get transports, and so their messages, from the SDK
  yield* Effect.tryPromise({
    try: (signal) => client.connect(transport(), { signal, timeout: "command" in server ? NEVER_MS : HANDSHAKE_MS }),
    catch: (error) => {
      const said = log.replaceAll(new RegExp(ANSI_CODE, "g"), "").trim()
      const last = said === "" ? "" : `. The last lines of its stderr:\n${said}`
      return connectionFailed(`The server could not be reached: ${messageOf(error)}${last}`, false)
    }
  })

  const failureOf = (error: unknown, wasOpen: boolean): DiscordMcpError | RemoteFailure | ConnectionFailed =>
    error instanceof McpError && client.transport !== undefined
      ? protocolFailure(error.code, error.message, error.data)
      : connectionFailed(`The connection was lost: ${messageOf(error)}`, wasOpen)

  /** Sends a request. Interruption cancels it on the server. The caller sets the timeout. */
  const request = (method: string, params: StructuredContent): Effect.Effect<StructuredContent, RequestFailure> =>
    Effect.suspend(() => {
      const wasOpen = client.transport !== undefined
      return Effect.tryPromise({
        try: (signal) => client.request({ method, params }, ResultSchema, { signal, timeout: NEVER_MS }),
        catch: (error) => failureOf(error, wasOpen)
      }).pipe(Effect.raceFirst(Deferred.await(abandoned)))
    })

  /** Sends a request and passes its progress to `listen`. */
  const requestWithProgress = (method: string, params: StructuredContent, listen: (step: ProgressUpdate) => void) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const progressToken = ++last
        listeners.set(progressToken, listen)
        return progressToken
      }),
      (progressToken) => request(method, { ...params, _meta: { progressToken } }),
      (progressToken) => Effect.sync(() => listeners.delete(progressToken))
    )

  const { name, version } = client.getServerVersion() ?? { name: "", version: "" }
  return { server: { name, version }, request, requestWithProgress }
})

/** A session with a server. */
export type Session = Effect.Effect.Success<ReturnType<typeof openSession>>

type RequestFailure = DiscordMcpError | RemoteFailure | ConnectionFailed

/** What the SDK reports when it does not read a broken stream again. It has no code. */
const ABANDONS = /^Maximum reconnection attempts/

/** How long a server that runs already has for its first answer. One that is started may have to be downloaded first. */
const HANDSHAKE_MS = 60_000

/** The longest timeout of a Node.js timer, in milliseconds: 24 days. */
const NEVER_MS = 2 ** 31 - 1

/** Loaded at the first connection, so that decoding results needs no SDK. */
const sdk = Effect.tryPromise({
  try: () =>
    Promise.all([
      import("@modelcontextprotocol/sdk/client/index.js"),
      import("@modelcontextprotocol/sdk/client/stdio.js"),
      import("@modelcontextprotocol/sdk/types.js")
    ]),
  catch: (error) =>
    connectionFailed(
      `The client needs @modelcontextprotocol/sdk, which your project must install: ${messageOf(error)}`,
      false
    )
}).pipe(Effect.map(([client, stdio, types]) => ({ ...client, ...stdio, ...types })))

const connectionFailed = (message: string, outcome_unknown: boolean) =>
  new ConnectionFailed({ message, outcome_unknown })

/** Decodes a JSON-RPC error by its code. The failure is retriable only if its data say so. */
const protocolFailure = (code: number, message: string, data: unknown): DiscordMcpError | RemoteFailure =>
  Option.getOrThrow(
    decodeFailure({
      error: { code, message: message.replace(PREFIX, ""), data: { retryable: false, ...Object(data) } }
    })
  )

/** The SDK's prefix of error messages. */
const PREFIX = /^MCP error -?\d+: /

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * The server did not start, does not speak the protocol, or closed the connection.
 * `outcome_unknown`: a call was sent, and its outcome is unknown.
 */
export class ConnectionFailed extends Data.TaggedError("ConnectionFailed")<{
  readonly message: string
  readonly outcome_unknown: boolean
}> {}
