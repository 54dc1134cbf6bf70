import type * as FileSystem from "@effect/platform/FileSystem"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import { Data, Effect, Option, type Scope } from "effect"
import type { KnownNames } from "../../config/loadSettings.ts"
import type { Settings } from "../../config/Settings.ts"
import type { Gateway } from "../../live/Gateway.ts"
import type { Redactor } from "../../text/secrets.ts"
import type { Identity } from "../McpServer.ts"
import * as AccessByPolicy from "./access/AccessByPolicy.ts"
import { makeVerifier } from "./access/accessTokens.ts"
import { authenticateBy, authenticateNobody } from "./access/authenticate.ts"
import { policyOf } from "./access/ClientEntry.ts"
import { openClients } from "./access/Clients.ts"
import { fileId } from "./access/Principal.ts"
import * as SigningKeys from "./access/SigningKeys.ts"
import { makeApp } from "./app.ts"
import { ClientRates } from "./ClientRates.ts"
import { hostChecks, settingProblems } from "./httpSettings.ts"
import type { InteractionsParts } from "./interactionsEndpoint.ts"
import * as Lifecycle from "./Lifecycle.ts"
import { inUrl, listen, whyNotListening } from "./listen.ts"
import { makeBodyReader } from "./readBody.ts"
import * as Sessions from "./Sessions.ts"

/** The server cannot start. The message names every problem. */
export class HttpStartError extends Data.TaggedError("HttpStartError")<{ readonly message: string }> {}

/** The options of a server over HTTP. */
export interface HttpServerParts extends AccessByPolicy.AccessParts {
  readonly identity: Identity
  readonly redactor: Redactor
  /** Takes the clicks that Discord posts. */
  readonly gateway: Gateway["Type"]
  readonly known: KnownNames
  readonly checkToken: Lifecycle.TokenCheck
  /** Whether calls are refused now because they cannot be recorded. */
  readonly refusesCalls: Effect.Effect<boolean>
  /** Returns why the server's log is not read now, if that is known. */
  readonly logProblem: () => string | undefined
}

/** Serves MCP over HTTP until the scope closes. Returns the address. */
export const serveHttp = Effect.fnUntraced(function* (
  parts: HttpServerParts
): Effect.fn.Return<string, HttpStartError, ClientRates | FileSystem.FileSystem | Scope.Scope> {
  const { identity, known, redactor, settings } = parts
  const { authenticate, clients } = yield* authentication(settings, known)
  const access = yield* AccessByPolicy.make(parts)
  // The scope closes in the opposite order: requests end, then sessions, then connections.
  const { connections, ignoreUpgrades, server } = yield* Effect.mapError(listen(settings), ({ cause }) =>
    cannotListen(settings, cause)
  )
  const stopping = yield* Effect.makeLatch()
  const sessions = yield* Sessions.make(settings, { identity, redactor, settings, stopping: stopping.await })
  const lifecycle = yield* Lifecycle.make(parts.checkToken, parts.refusesCalls, sessions.running)
  const watchPolicies = Effect.suspend(() =>
    parts.gateway.watchPolicies([...new Set(clients?.current().flatMap(({ channels = [] }) => channels))])
  )
  yield* watchPolicies
  yield* clients?.watch(
    Effect.suspend(() => {
      const now = clients.current()
      access.keepOnly(now.map(policyOf))
      const ids = new Set(now.map(({ name }) => fileId(name)))
      return Effect.zipRight(
        watchPolicies,
        sessions.endUnless((owner) => !owner.startsWith(fileId("")) || ids.has(owner))
      )
    })
  ) ?? Effect.void
  const readBody = yield* makeBodyReader
  const { interactionsPublicKey: publicKey } = settings
  const app = makeApp({
    connections,
    readBody,
    interactions:
      publicKey === undefined
        ? undefined
        : yield* interactionsEndpoint({ publicKey, connections, lifecycle, readBody, gateway: parts.gateway }),
    hosts: hostChecks(settings),
    authenticate,
    access,
    rates: yield* ClientRates,
    sessions,
    lifecycle,
    logProblem: parts.logProblem,
    issuer: settings.httpIssuer,
    audience: settings.httpAudience
  })
  yield* server.serve(app).pipe(
    // The spans of calls are enough.
    Effect.locally(HttpMiddleware.currentTracerDisabledWhen, () => true),
    // A disconnect interrupts the fiber. It needs no log entry.
    Effect.withUnhandledErrorLogLevel(Option.none())
  )
  yield* ignoreUpgrades
  yield* Effect.addFinalizer(() => Effect.zipRight(stopping.open, lifecycle.drain))
  // Asks Discord once, so that the log tells of a refused token before the first call.
  yield* Effect.forkScoped(lifecycle.unready)
  const port = server.address._tag === "TcpAddress" ? server.address.port : settings.httpPort
  return `http://${inUrl(settings.httpHost)}:${port}/mcp`
})

const interactionsEndpoint = (parts: InteractionsParts) =>
  Effect.flatMap(
    Effect.promise(() => import("./interactionsEndpoint.ts")),
    ({ make }) => make(parts)
  )

/** Makes the authentication of senders. Fails with all problems of the settings and the clients file. */
const authentication = Effect.fnUntraced(function* (settings: Settings["Type"], names: KnownNames) {
  const problems = [...settingProblems(settings)]
  const { httpAudience: audience, httpClientsFile: file, httpIssuer: issuer } = settings
  const clients =
    file === undefined
      ? undefined
      : yield* Effect.catchAll(openClients(file, { ...names, guilds: settings.allowedGuilds }), (error) => {
          problems.push(...error.problems.map((problem) => `the clients file "${file}": ${problem}`))
          return Effect.succeed(undefined)
        })
  if (problems.length > 0) {
    return yield* new HttpStartError({
      message: [
        `The server cannot start: ${problems.length === 1 ? "a setting is" : `${problems.length} settings are`} wrong.`,
        ...problems.map((problem) => `  - ${problem}`)
      ].join("\n")
    })
  }
  if (settings.httpAuth === "none") return { authenticate: authenticateNobody, clients: undefined }
  const verify =
    issuer === undefined || audience === undefined
      ? undefined
      : makeVerifier(issuer, audience, yield* SigningKeys.make(issuer, settings))
  const authenticate = authenticateBy({
    ...(clients !== undefined && { clients }),
    ...(verify !== undefined && { verify })
  })
  return { authenticate, clients }
})

const cannotListen = ({ httpHost, httpPort }: Settings["Type"], cause: unknown) =>
  new HttpStartError({
    message: `Port ${httpPort} of ${httpHost} ${whyNotListening(cause)}. Set MCP_HTTP_HOST and MCP_HTTP_PORT to a free address.`
  })
