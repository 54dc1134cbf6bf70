/** The boundary to the SDK's Streamable HTTP transport: one session, from its first request to its end. */
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { Duration, Effect, Exit, Scope } from "effect"
import { monotonicMsOf } from "../../resilience/monotonic.ts"
import type { Redactor } from "../../telemetry/Redactor.ts"
import { encodeIds } from "../frames.ts"
import { type Access, type Extra, type SessionOptions, serveSession } from "../McpServer.ts"
import { SessionEvents } from "./SessionEvents.ts"

/** One MCP session of one client. */
export interface Session {
  readonly id: string
  /** The id of the client that opened it. Unset with `MCP_HTTP_AUTH=none`. */
  readonly owner: string | undefined
  readonly events: SessionEvents
  /** Answers one HTTP request. The message is the body of a POST. */
  readonly handle: (request: Request, access: Access, message?: JSONRPCMessage) => Effect.Effect<Response>
  /** The number of running requests and open streams. */
  open: number
  /** The number of running calls, including those without an open stream. */
  readonly running: () => number
  /** The time at which a request last began or ended, in monotonic milliseconds. */
  usedMs: number
  /** Ends the session. Running calls get a short time to finish. */
  readonly end: Effect.Effect<void>
}

/** The parts that all sessions of a server share. */
export interface SessionParts extends Pick<SessionOptions, "identity" | "result"> {
  readonly redactor: Redactor
}

/** The time limit for running calls when their session ends. */
const GRACE = Duration.seconds(2)

/** The time in milliseconds that a client should wait before it resumes a stream. */
const RETRY_INTERVAL_MS = 1000

/** Opens a session. */
export const openSession = Effect.fnUntraced(function* (id: string, owner: string | undefined, parts: SessionParts) {
  const clock = yield* Effect.clock
  const events = new SessionEvents(() => monotonicMsOf(clock))
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    eventStore: events,
    retryInterval: RETRY_INTERVAL_MS
  })
  const send = transport.send.bind(transport)
  transport.send = (message, options) => send(spelled(message), options)
  const scope = yield* Scope.make()
  const { running } = yield* Scope.extend(serveSession({ ...parts, transport, grace: GRACE, accessOf }), scope)
  const session: Session = {
    id,
    owner,
    events,
    handle: (request, access, message) =>
      Effect.promise(() =>
        transport.handleRequest(request, {
          authInfo: authInfo(access),
          ...(message !== undefined && { parsedBody: message })
        })
      ),
    open: 0,
    running,
    usedMs: monotonicMsOf(clock),
    end: Scope.close(scope, Exit.void)
  }
  return session
})

/** The data that the SDK passes from an HTTP request to the handler of its message. It never contains the token. */
const authInfo = (access: Access): AuthInfo => ({
  token: "",
  clientId: access.client?.id ?? "",
  scopes: [],
  extra: { access }
})

const accessOf = ({ authInfo }: Extra): Access => authInfo?.extra?.access as Access // put there by `authInfo`

/**
 * Encodes a message for the client. The id of a response stays unchanged, because the transport
 * finds its stream by the id inside the server.
 */
const spelled = (message: JSONRPCMessage): JSONRPCMessage => {
  const written = encodeIds(message)
  return written === message ? message : Object.defineProperty({ ...message }, "toJSON", { value: () => written })
}
