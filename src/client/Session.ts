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
  const modules = yield* sdk
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => new modules.Client({ name: "effect-discord-mcp", version: "1" })),
    (client) => Effect.promise(() => client.close())
  )
  const session = new ClientSession(client, modules)
  let log = ""
  const transport = (): SdkTransport =>
    "command" in server
      ? startServer(server, modules, (text) => {
          log = lastLines(log + text)
        })
      : (server.transport() as SdkTransport) // callers get transports, and so their messages, from the SDK
  yield* Effect.tryPromise({
    try: (signal) => client.connect(transport(), { signal, timeout: "command" in server ? NEVER_MS : HANDSHAKE_MS }),
    catch: (error) => {
      const said = log.replaceAll(new RegExp(ANSI_CODE, "g"), "").trim()
      const last = said === "" ? "" : `. The last lines of its stderr:\n${said}`
      return connectionFailed(`The server could not be reached: ${messageOf(error)}${last}`, false)
    }
  })
  const { name, version } = client.getServerVersion() ?? { name: "", version: "" }
  return {
    server: { name, version },
    request: (method: string, params: StructuredContent) => session.request(method, params),
    requestWithProgress: (method: string, params: StructuredContent, listen: (step: ProgressUpdate) => void) =>
      session.requestWithProgress(method, params, listen)
  }
})

/** Starts a server as a child process. `logged` gets what it writes to stderr. */
const startServer = (
  { stderr, ...command }: ServerCommand,
  { StdioClientTransport }: Sdk,
  logged: (text: string) => void
): SdkTransport => {
  const options = { ...command, args: [...(command.args ?? [])], env: { ...command.env } }
  const transport = new StdioClientTransport({ ...options, stderr: "pipe" })
  transport.stderr?.on("data", (chunk: Uint8Array) => {
    logged(Buffer.from(chunk).toString("utf8"))
    if (stderr !== "ignore") process.stderr.write(chunk)
  })
  return transport
}

/** Sends the requests of a session, and hands over their progress. */
class ClientSession {
  readonly #client: InstanceType<Sdk["Client"]>
  readonly #sdk: Sdk
  /** The SDK drops its progress handler when it reads the result. So it loses the last update before the result. */
  readonly #listeners = new Map<string | number, (step: ProgressUpdate) => void>()
  #lastToken = 0
  /** After its last attempt to read a broken stream again, the SDK leaves the requests of that stream open. */
  #abandoned = Deferred.unsafeMake<never, ConnectionFailed>(FiberId.none)

  constructor(client: InstanceType<Sdk["Client"]>, sdk: Sdk) {
    this.#client = client
    this.#sdk = sdk
    client.setNotificationHandler(sdk.ProgressNotificationSchema, ({ params: { progressToken, ...step } }) =>
      this.#listeners.get(progressToken)?.(step)
    )
    client.onerror = ({ message }) => this.#noteError(message)
  }

  /** Sends a request. Interruption cancels it on the server. The caller sets the timeout. */
  request(method: string, params: StructuredContent): Effect.Effect<StructuredContent, RequestFailure> {
    return Effect.suspend(() => {
      const client = this.#client
      const wasOpen = client.transport !== undefined
      return Effect.tryPromise({
        try: (signal) => client.request({ method, params }, this.#sdk.ResultSchema, { signal, timeout: NEVER_MS }),
        catch: (error) => this.#failureOf(error, wasOpen)
      }).pipe(Effect.raceFirst(Deferred.await(this.#abandoned)))
    })
  }

  /** Sends a request and passes its progress to `listen`. */
  requestWithProgress(method: string, params: StructuredContent, listen: (step: ProgressUpdate) => void) {
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        const progressToken = ++this.#lastToken
        this.#listeners.set(progressToken, listen)
        return progressToken
      }),
      (progressToken) => this.request(method, { ...params, _meta: { progressToken } }),
      (progressToken) => Effect.sync(() => this.#listeners.delete(progressToken))
    )
  }

  /** Ends the open requests if the SDK does not read a broken stream again. */
  #noteError(message: string): void {
    if (!ABANDONS.test(message)) return
    Deferred.unsafeDone(this.#abandoned, connectionFailed(`The connection was lost: ${message}`, true))
    this.#abandoned = Deferred.unsafeMake(FiberId.none)
  }

  #failureOf(error: unknown, wasOpen: boolean): RequestFailure {
    return error instanceof this.#sdk.McpError && this.#client.transport !== undefined
      ? protocolFailure(error.code, error.message, error.data)
      : connectionFailed(`The connection was lost: ${messageOf(error)}`, wasOpen)
  }
}

/** A session with a server. */
export type Session = Effect.Effect.Success<ReturnType<typeof openSession>>

/** The parts of the SDK that a session uses. */
type Sdk = Effect.Effect.Success<typeof sdk>

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
