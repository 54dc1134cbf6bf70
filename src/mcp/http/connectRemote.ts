/**
 * The boundary to the SDK's HTTP client transport: forwards messages between stdio and a remote server,
 * for clients that can only start a process.
 */
// @effect-diagnostics asyncFunction:off

import { StreamableHTTPClientTransport, StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { Deferred, Effect, Redacted, Schedule } from "effect"
import { REMOTE_TOKEN } from "../../config/httpVariables.ts"
import { StdioTransport } from "../stdio/StdioTransport.ts"

/** JSON-RPC's internal error. The protocol has no code for a server that cannot be reached. */
const SERVER_ERROR = -32603

/** The time for open requests to be answered after the local client has closed its output, in milliseconds. */
const LAST_ANSWERS_MS = 5000

/**
 * Forwards messages between stdio and the server until the local client disconnects. Then it waits for the responses to
 * open requests, as `serve` does, and ends the session. `report` receives problems that belong to no request.
 */
export const connectRemote = (
  url: URL,
  token: Redacted.Redacted | undefined,
  report: (problem: string) => void
): Effect.Effect<void> =>
  Effect.scoped(
    Effect.gen(function* () {
      const ended = yield* Deferred.make<void>()
      const local = new StdioTransport({
        input: process.stdin,
        output: process.stdout,
        onEnd: () => Deferred.unsafeDone(ended, Effect.void)
      })
      const remote = new RemoteSession({ url, token, local, report })
      local.onmessage = (message) => void remote.send(message)
      yield* Effect.acquireRelease(
        Effect.promise(() => local.start()),
        () =>
          Effect.promise(async () => {
            await remote.close()
            await local.close()
          })
      )
      yield* Deferred.await(ended)
      yield* Effect.sync(() => local.openRequests.size).pipe(
        Effect.repeat({ until: (open) => open === 0, schedule: Schedule.spaced("20 millis") }),
        Effect.timeoutOption(LAST_ANSWERS_MS)
      )
    })
  )

/** Makes the transport of a client to a server. */
export const transportTo = (url: URL, token: Redacted.Redacted | undefined): StreamableHTTPClientTransport => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${Redacted.value(token)}` }
  return new StreamableHTTPClientTransport(url, { requestInit: { headers } })
}

interface Forwarding {
  readonly url: URL
  readonly token: Redacted.Redacted | undefined
  readonly local: StdioTransport
  readonly report: (problem: string) => void
}

/**
 * The session at the server. If the session no longer exists, as after a restart, a new one is opened with the client's
 * `initialize`. Then the message is sent again, because the server has not processed it.
 */
class RemoteSession {
  readonly #parts: Forwarding
  #initialize: JSONRPCMessage | undefined
  #session: StreamableHTTPClientTransport
  #reopening: Promise<void> | undefined

  constructor(parts: Forwarding) {
    this.#parts = parts
    this.#session = this.#open()
  }

  async send(message: JSONRPCMessage, isRepeated = false): Promise<void> {
    const { openRequests } = this.#parts.local
    if ("method" in message && message.method === "initialize") this.#initialize = message
    try {
      await this.#session.send(message)
      if ("method" in message && "id" in message) openRequests.accept(message.id)
    } catch (error) {
      if (!isRepeated && error instanceof StreamableHTTPError && error.code === 404 && this.#initialize !== message) {
        this.#reopening ??= this.#reopen().finally(() => {
          this.#reopening = undefined
        })
        return this.#reopening.then(
          () => this.send(message, true),
          (failed) => this.#answer(message, failed)
        )
      }
      await this.#answer(message, error)
    }
  }

  async close(): Promise<void> {
    await this.#session.terminateSession().catch(() => undefined)
    await this.#session.close()
  }

  #open(): StreamableHTTPClientTransport {
    const { report, token, url } = this.#parts
    const transport = transportTo(url, token)
    transport.onmessage = (message) => {
      learnVersion(transport, message)
      // The client already has the response to its `initialize`.
      if (!("id" in message && message.id === REOPENED)) void this.#toLocal(message)
    }
    transport.onerror = (error) => report(describe(error, url))
    void transport.start()
    return transport
  }

  async #reopen(): Promise<void> {
    const initialize = this.#initialize
    if (initialize === undefined) return
    await this.#answerLost()
    await this.#session.close()
    this.#session = this.#open()
    await this.#session.send(Object.assign({}, initialize, { id: REOPENED }))
    await this.#session.send({ jsonrpc: "2.0", method: "notifications/initialized" })
  }

  /** Passes a message on. A request gets one response, and a cancelled one gets none. */
  async #toLocal(message: JSONRPCMessage): Promise<void> {
    const { local } = this.#parts
    if ("method" in message || message.id === undefined || local.openRequests.has(message.id)) await local.send(message)
  }

  /** Answers the accepted requests of a session that has ended, because no response to them can arrive. */
  async #answerLost(): Promise<void> {
    for (const id of this.#parts.local.openRequests.accepted()) {
      await this.#toLocal({ jsonrpc: "2.0", id, error: { code: SERVER_ERROR, message: LOST } })
    }
  }

  /** Sends an error response to a request that could not be forwarded. Other messages need no response. */
  async #answer(message: JSONRPCMessage, error: unknown): Promise<void> {
    const { report, url } = this.#parts
    const text = describe(error, url)
    if ("method" in message && "id" in message) {
      await this.#toLocal({ jsonrpc: "2.0", id: message.id, error: { code: SERVER_ERROR, message: text } })
    } else report(text)
  }
}

const LOST =
  "The session at the server ended before the response arrived. The call may have run: check its effect, then retry."

/** The id of an `initialize` that this process sends. */
const REOPENED = "effect-discord-mcp/reopened"

const learnVersion = (transport: StreamableHTTPClientTransport, message: JSONRPCMessage): void => {
  const version: unknown = "result" in message ? Object(message.result).protocolVersion : undefined
  if (typeof version === "string") transport.setProtocolVersion(version)
}

/** Returns the HTTP status of a failed request; `undefined` if the server cannot be reached. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof StreamableHTTPError && error.code !== undefined && error.code > 0 ? error.code : undefined

/** Returns the cause and the action. The SDK's error is not quoted, because it may contain a whole response. */
export const describe = (error: unknown, { host }: URL): string => {
  const status = statusOf(error)
  if (status === 401) return `The server at ${host} does not accept the token. Check ${REMOTE_TOKEN}.`
  if (status === 403) return `The server at ${host} refuses this client (HTTP 403). Ask its operator.`
  if (status === 404) return `The server at ${host} has no MCP endpoint at this path, or the session has ended.`
  if (status === 429) return `The server at ${host} limits this client's requests (HTTP 429). Try again later.`
  if (status !== undefined) return `The server at ${host} answered HTTP ${status}.`
  const cause: unknown = Object(Object(error).cause).code
  return `The server at ${host} cannot be reached${typeof cause === "string" ? ` (${cause})` : ""}.`
}
