import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { toIncomingMessage, toServerResponse } from "@effect/platform-node/NodeHttpServerRequest"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { Cause, Duration, Effect, Exit } from "effect"
import type { AccessByPolicy } from "./access/AccessByPolicy.ts"
import { allScopes, scopeOf, scopeRisks } from "./access/accessTokens.ts"
import { type Authenticate, makeFailureReport } from "./access/authenticate.ts"
import type { Principal } from "./access/Principal.ts"
import type { ClientRates } from "./ClientRates.ts"
import type { Connections } from "./Connections.ts"
import type { HostChecks } from "./httpSettings.ts"
import type { Lifecycle } from "./Lifecycle.ts"
import { BODY_MAX_BYTES, messageBody, type ReadBody } from "./readBody.ts"
import * as reply from "./replies.ts"
import type { Received, Session } from "./Session.ts"
import type { Sessions } from "./Sessions.ts"
import { makeUnreadBudget, sendResponse } from "./sendResponse.ts"

/** The parts that handle requests. */
export interface AppParts {
  readonly connections: Connections
  readonly hosts: HostChecks
  readonly authenticate: Authenticate
  readonly access: AccessByPolicy
  readonly rates: ClientRates["Type"]
  readonly sessions: Sessions
  readonly lifecycle: Lifecycle
  readonly logProblem: () => string | undefined
  readonly readBody: ReadBody
  /** Answers what Discord posts. Unset: there is no such path. */
  readonly interactions:
    | ((request: HttpServerRequest.HttpServerRequest) => Effect.Effect<HttpServerResponse.HttpServerResponse>)
    | undefined
  /** The issuer and the audience of access tokens, if they are configured. */
  readonly issuer: string | undefined
  readonly audience: string | undefined
}

const MCP_PATH = "/mcp"
const INTERACTIONS_PATH = "/discord/interactions"
const METADATA_PATH = "/.well-known/oauth-protected-resource"

/** Handles every request: MCP, health, and metadata for clients without a token. */
export const makeApp = (parts: AppParts) => {
  const app = new HttpApp(parts)
  const answerRequest = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => app.answer(request))
  // The platform makes requests uninterruptible. A disconnect must interrupt its own request.
  return Effect.interruptible(answerRequest)
}

type HttpRequest = HttpServerRequest.HttpServerRequest

/** Answers requests with the parts of the server. */
class HttpApp {
  readonly #parts: AppParts
  readonly #unread = makeUnreadBudget()
  readonly #reportFailure = makeFailureReport()

  constructor(parts: AppParts) {
    this.#parts = parts
  }

  answer(request: HttpRequest) {
    return Effect.catchAllCause(
      Effect.suspend(() => this.#route(request)),
      (cause) => (Cause.isInterruptedOnly(cause) ? Effect.failCause(cause) : answerDefect(request, cause))
    )
  }

  #route(request: HttpRequest) {
    const { interactions, lifecycle, logProblem } = this.#parts
    const path = request.url.split("?")[0] ?? ""
    // A write to a disconnected client is an event of the response.
    toServerResponse(request).on("error", () => undefined)
    if (path === "/healthz") {
      const log = logProblem()
      return Effect.succeed(reply.document({ status: "ok", ...(log !== undefined && { log }) }))
    }
    if (path === "/readyz") {
      return Effect.map(lifecycle.unready, (why) =>
        why === undefined ? reply.document({ status: "ready" }) : reply.document({ status: "not ready", why }, 503)
      )
    }
    // Discord has no token, and reaches the server by a name that no client uses. Its signature is checked instead.
    if (path === INTERACTIONS_PATH && interactions !== undefined) return interactions(request)
    const refusal = this.#refuseAddress(request)
    if (refusal !== undefined) return Effect.succeed(refusal)
    const { origin } = request.headers
    if (origin !== undefined) toServerResponse(request).setHeaders(new Map(Object.entries(sharedWith(origin))))
    if (request.method === "OPTIONS") return Effect.succeed(HttpServerResponse.empty({ status: 204 }))
    if (path === METADATA_PATH || path === `${METADATA_PATH}${MCP_PATH}`) return Effect.succeed(this.#metadata(request))
    if (path === MCP_PATH) return Effect.merge(this.#answerMcp(request))
    return Effect.succeed(reply.refuse(404, `There is nothing at this path. MCP is at ${MCP_PATH}.`))
  }

  /** Returns the response to a request whose Host or Origin header is not allowed. */
  #refuseAddress({ headers }: HttpRequest): HttpServerResponse.HttpServerResponse | undefined {
    const { hosts } = this.#parts
    const host = hosts.hostOf(headers.host)
    if (host === "malformed") {
      return reply.refuse(400, "The Host header is not a host name with an optional port.")
    }
    if (host === "refused") {
      return reply.refuse(403, "The Host header is not allowed. MCP_HTTP_ALLOWED_HOSTS lists the names.")
    }
    return hosts.isAllowedOrigin(headers.origin)
      ? undefined
      : reply.refuse(403, "The Origin header is not allowed. MCP_HTTP_ALLOWED_ORIGINS lists the origins.")
  }

  #metadata(request: HttpRequest) {
    const { audience, issuer } = this.#parts
    return reply.document({
      resource: audience !== undefined && URL.canParse(audience) ? audience : `${baseUrl(request)}${MCP_PATH}`,
      resource_name: "effect-discord-mcp",
      bearer_methods_supported: ["header"],
      ...(issuer !== undefined && { authorization_servers: [issuer], scopes_supported: allScopes })
    })
  }

  #answerMcp(request: HttpRequest) {
    return Effect.gen(this, function* () {
      const { connections, lifecycle } = this.#parts
      const principal = yield* this.#authenticate(request)
      if (!connections.authenticated(toIncomingMessage(request), principal.client?.id)) {
        return reply.busy("This client has too many connections in use.", { connection: "close" })
      }
      yield* this.#checkRate(principal)
      if (request.method !== "POST" && request.method !== "GET" && request.method !== "DELETE") {
        return reply.refuse(405, "Method not allowed.", { headers: { allow: "GET, POST, DELETE" } })
      }
      const received = request.method === "POST" ? yield* this.#receive(request, principal) : undefined
      const message = received?.message
      const isRequest = message !== undefined && "method" in message && "id" in message
      if (isRequest) yield* this.#checkScopes(request, message, principal)
      const work = this.#answerInSession(request, principal, received)
      yield* isRequest ? lifecycle.accept(work, reply.busy("The server is shutting down.")) : work
      return HttpServerResponse.empty()
    }).pipe(Effect.scoped)
  }

  /** Returns the authenticated sender. Fails with the response to any other sender. */
  #authenticate(request: HttpRequest) {
    const { authenticate, issuer } = this.#parts
    const url = metadataUrl(request)
    const unauthorized = (why?: string) =>
      Effect.zipRight(
        this.#reportFailure(
          why === undefined ? "missing" : "rejected",
          toIncomingMessage(request).socket.remoteAddress ?? "?"
        ),
        Effect.fail(reply.unauthorized(url, issuer !== undefined, why))
      )
    return Effect.catchTags(authenticate(request.headers.authorization), {
      TokenMissing: () => unauthorized(),
      TokenRejected: ({ why }) => unauthorized(why),
      KeysUnavailable: () => Effect.fail(reply.busy("The keys of the token issuer are not available now."))
    }).pipe(
      Effect.filterOrFail(
        ({ scopes }) => scopes === undefined || scopes.length > 0,
        () => reply.insufficientScope(url, allScopes.join(" "), null)
      )
    )
  }

  /** Rejects a request above the rate of its client. */
  #checkRate({ client }: Principal) {
    if (client === undefined) return Effect.void
    return Effect.flatMap(this.#parts.rates.excess(client.id), (wait) =>
      wait === undefined
        ? Effect.void
        : Effect.fail(reply.tooManyRequests(Math.max(1, Math.ceil(Duration.toSeconds(wait)))))
    )
  }

  /** Rejects a call if the token lacks the scope of its tool. */
  #checkScopes(request: HttpRequest, message: JSONRPCMessage, { scopes }: Principal) {
    if (scopes === undefined || !("method" in message) || message.method !== "tools/call") return Effect.void
    return Effect.flatMap(this.#parts.access.riskOf(String(Object(message.params).name)), (risk) =>
      risk === undefined || scopes.some((scope) => Object.hasOwn(scopeRisks, scope) && scope === scopeOf(risk))
        ? Effect.void
        : Effect.fail(reply.insufficientScope(metadataUrl(request), scopeOf(risk), "id" in message ? message.id : null))
    )
  }

  #receive(request: HttpRequest, { client }: Principal) {
    return Effect.flatMap(
      Effect.catchTags(this.#parts.readBody(toIncomingMessage(request), client?.id, messageBody), {
        BodyTooLarge: () => Effect.fail(reply.bodyTooLarge(BODY_MAX_BYTES)),
        BodyTooSlow: () => Effect.fail(reply.bodyTooSlow()),
        BodiesBusy: () => Effect.fail(reply.busy("Too many bodies of this client are being read, or their calls run."))
      }),
      ({ body, memory }) => {
        switch (body.kind) {
          case "message":
            return Effect.succeed<Received>({ message: body.message, memory })
          case "refused":
            return Effect.fail(reply.badMessage(body.message, body.code, body.id))
          case "excess":
            return Effect.fail(reply.badMessage(body.excess.message))
          case "empty":
            return Effect.fail(reply.badMessage("The body is empty."))
        }
      }
    )
  }

  /** Answers a request in the session that it names, or opens a session for `initialize`. */
  #answerInSession(request: HttpRequest, principal: Principal, received: Received | undefined) {
    const { sessions } = this.#parts
    const owner = principal.client?.id
    const id = request.headers["mcp-session-id"]
    const answered = (session: Session) => sessions.during(session, this.#send(request, session, principal, received))
    if (id !== undefined) {
      const session = sessions.find(id, owner)
      return session === undefined ? Effect.fail(reply.noSession()) : answered(session)
    }
    const message = received?.message
    if (message === undefined || !("method" in message) || message.method !== "initialize" || !("id" in message)) {
      return Effect.fail(reply.refuse(400, "Bad Request: Mcp-Session-Id header is required"))
    }
    const opened = Effect.filterOrFail(
      sessions.open(owner),
      (session) => session !== undefined,
      () => reply.busy("There are too many open sessions. End one, or try again later.")
    )
    // The client does not know the id of a session whose first response fails or is not delivered.
    return Effect.acquireUseRelease(opened, answered, (session, exit) =>
      Exit.isSuccess(exit) && exit.value ? Effect.void : sessions.end(session)
    )
  }

  /** Sends the response of a session until it ends. Returns whether the session has accepted the request. */
  #send(request: HttpRequest, session: Session, principal: Principal, received: Received | undefined) {
    return Effect.gen(this, function* () {
      const { access, sessions } = this.#parts
      const node = toServerResponse(request)
      const lastEventId = request.headers["last-event-id"]
      // The SDK keeps a resumed stream open after its last message.
      const replayed =
        lastEventId !== undefined && session.events.isOver(lastEventId)
          ? session.events.after(lastEventId).length
          : undefined
      const response = yield* session.handle(webRequest(request), yield* access.of(principal), received)
      if (request.method === "DELETE" && response.ok) yield* sessions.end(session)
      yield* sendResponse(response, node, {
        unread: this.#unread,
        owner: session.owner,
        events: response.ok ? replayed : undefined,
        until: principal.ended
      })
      return response.ok
    })
  }
}

/** Answers a request that a defect has ended. A response that has begun is cut off. */
const answerDefect = (request: HttpRequest, cause: Cause.Cause<never>) =>
  Effect.map(Effect.logError("an HTTP request failed with a defect", cause), () => {
    const node = toServerResponse(request)
    if (!node.headersSent) return reply.failed()
    node.destroy()
    node.end()
    return HttpServerResponse.empty()
  })

/** Lets a page of an allowed origin use the server (Fetch standard, CORS protocol). */
const sharedWith = (origin: string) => ({
  "access-control-allow-origin": origin,
  "access-control-allow-methods": "GET, POST, DELETE",
  "access-control-allow-headers":
    "authorization, content-type, accept, mcp-session-id, mcp-protocol-version, last-event-id",
  "access-control-expose-headers": "mcp-session-id, www-authenticate, retry-after",
  "access-control-max-age": "600",
  vary: "origin"
})

/** Returns the address that the client uses. The Host header was checked; a proxy may terminate TLS. */
const baseUrl = ({ headers }: HttpRequest): string =>
  `${headers["x-forwarded-proto"] === "https" ? "https" : "http"}://${headers.host}`

/** Returns the address of the metadata of `/mcp`, for a client that has to get a token. */
const metadataUrl = (request: HttpRequest): string => `${baseUrl(request)}${METADATA_PATH}${MCP_PATH}`

/** The headers that the SDK reads. */
const SDK_HEADERS = ["accept", "content-type", "last-event-id", "mcp-protocol-version", "mcp-session-id"]

/** Returns the request for the SDK, which reads nothing of its address. */
const webRequest = ({ headers, method }: HttpRequest): Request =>
  new Request("http://localhost/mcp", {
    method,
    headers: SDK_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))
  })
