/** The boundary to the SDK's Streamable HTTP transport: one session, from its first request to its end. */
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js"
import { Duration, Effect, Exit, Scope } from "effect"
import { showsAll } from "../../config/Policy.ts"
import type { Settings } from "../../config/Settings.ts"
import type { Owner } from "../../resilience/SharedBudget.ts"
import { monotonicMsOf } from "../../telemetry/monotonic.ts"
import type { Redactor } from "../../text/secrets.ts"
import { errorResponse, INVALID_REQUEST } from "../frames.ts"
import { type Access, type SessionOptions, serveSession } from "../McpServer.ts"
import { clientId, ID_IN_USE, OpenRequests } from "../sdkTransport.ts"
import type { Extra } from "../toolCall.ts"
import type { BodyMemory } from "./readBody.ts"
import { type KeptEvents, SessionEvents } from "./SessionEvents.ts"

/** A message of a client, and the memory of the body that contained it. */
export interface Received {
  readonly message: JSONRPCMessage
  readonly memory: BodyMemory
}

/** One MCP session of one client. */
export interface Session {
  readonly id: string
  /** The id of the client that opened it. Unset with `MCP_HTTP_AUTH=none`. */
  readonly owner: Owner
  readonly events: SessionEvents
  /** Answers one HTTP request. A POST has received a message. */
  readonly handle: (request: Request, access: Access, received?: Received) => Effect.Effect<Response>
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
export interface SessionParts extends Pick<SessionOptions, "identity" | "settings" | "stopping"> {
  readonly redactor: Redactor
  readonly kept: KeptEvents
}

/** The time limit for running calls when their session ends. */
const GRACE = Duration.seconds(2)

/** The time in milliseconds that a client should wait before it resumes a stream. */
const RETRY_INTERVAL_MS = 1000

/** Opens a session. */
export const openSession = Effect.fnUntraced(function* (id: string, owner: Owner, { kept, ...parts }: SessionParts) {
  const clock = yield* Effect.clock
  const events = new SessionEvents(kept, owner, () => monotonicMsOf(clock))
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    eventStore: events,
    retryInterval: RETRY_INTERVAL_MS
  })
  const openRequests = new OpenRequests()
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    openRequests.send(message)
    return send(message, options)
  }
  const scope = yield* Scope.make()
  const onRequest = (extra: Extra) => retainBody(transport, extra)
  const { running } = yield* Scope.extend(
    serveSession({ ...parts, transport, grace: GRACE, accessOf, onRequest }),
    scope
  )
  const requests = new SessionRequests({ events, openRequests, running, transport })
  const session: Session = {
    id,
    owner,
    events,
    handle: (request, access, received) => requests.handle(request, access, received),
    open: 0,
    running,
    usedMs: monotonicMsOf(clock),
    end: Effect.ensuring(
      Scope.close(scope, Exit.void),
      Effect.sync(() => events.close())
    )
  }
  return session
})

/** What the requests of a session use. */
interface RequestsParts {
  readonly events: SessionEvents
  readonly openRequests: OpenRequests
  readonly running: () => number
  readonly transport: WebStandardStreamableHTTPServerTransport
}

/** Answers the HTTP requests of a session. */
class SessionRequests {
  readonly #parts: RequestsParts
  /** The settings of requests that may have made the kept messages. */
  #origins: ReadonlyArray<Settings["Type"]> = []

  constructor(parts: RequestsParts) {
    this.#parts = parts
  }

  handle(request: Request, access: Access, received: Received | undefined): Effect.Effect<Response> {
    const { openRequests, transport } = this.#parts
    if (received !== undefined && !openRequests.receive(received.message)) return idInUse
    const handling = Effect.promise(() => {
      this.#dropHidden(access.listing.settings)
      return transport.handleRequest(request, {
        authInfo: authInfo(access, received?.memory),
        ...(received !== undefined && { parsedBody: received.message })
      })
    })
    return Effect.tap(handling, ({ ok }) =>
      Effect.sync(() => {
        if (!ok && received !== undefined) openRequests.refuse(received.message)
      })
    )
  }

  /** Drops the kept messages if a request with these settings may not see all of them. */
  #dropHidden(now: Settings["Type"]): void {
    const { events, running } = this.#parts
    const hidden = this.#origins.filter((origin) => !showsAll(now, origin))
    if (hidden.length > 0) events.clear()
    // A running call can still make messages.
    this.#origins = running() === 0 ? [now] : [...hidden, now]
  }
}

/** Keeps the body of a request until the request has ended. Returns what is called then. */
const retainBody = (
  transport: WebStandardStreamableHTTPServerTransport,
  { authInfo, requestId, signal }: Extra
): (() => void) => {
  const memory = memoryOf(authInfo)
  memory?.retain()
  return () => {
    memory?.release()
    if (signal.aborted) forget(transport, clientId(requestId))
  }
}

/** The response to a request whose id is in use. The SDK would send the response of the open request to this one. */
const idInUse = Effect.sync(() =>
  Response.json(errorResponse({ code: INVALID_REQUEST, message: ID_IN_USE, id: null }), { status: 400 })
)

/** The data that the SDK passes from an HTTP request to the handler of its message. It never contains the token. */
const authInfo = (access: Access, memory: BodyMemory | undefined): AuthInfo => ({
  token: "",
  clientId: access.client?.id ?? "",
  scopes: [],
  extra: { access, memory }
})

const accessOf = ({ authInfo }: Extra): Access => authInfo?.extra?.access as Access // put there by `authInfo`

const memoryOf = (info: AuthInfo | undefined) => info?.extra?.memory as BodyMemory | undefined // put there by `authInfo`

/** The maps of the SDK's transport from a request to its stream. They are private. */
interface Correlations {
  readonly _requestToStreamMapping?: Map<RequestId, string>
  readonly _resumableStreams?: Set<string>
}

/** Forgets a cancelled request. The SDK forgets a request when it answers it, and it answers no cancelled one. */
const forget = (transport: WebStandardStreamableHTTPServerTransport, id: RequestId): void => {
  const { _requestToStreamMapping: streams, _resumableStreams: resumable } = transport as unknown as Correlations // see above
  resumable?.delete(streams?.get(id) ?? "")
  streams?.delete(id)
}
