/** A server over HTTP in this process, in front of a sandbox, and clients of it. */
// @effect-diagnostics strictEffectProvide:off
// @effect-diagnostics asyncFunction:off globalFetchInEffect:off
import { createHash } from "node:crypto"
import * as FileSystem from "@effect/platform/FileSystem"
import type * as NodeContext from "@effect/platform-node/NodeContext"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Context, Effect, FiberHandle, FiberRef, HashSet, Layer, Logger, Redacted, type Scope } from "effect"
import * as AuditLog from "../../../src/audit/AuditLog.ts"
import { namesByCategory } from "../../../src/catalogue/toolNames.ts"
import { Discord } from "../../../src/discord/Discord.ts"
import { currentUser } from "../../../src/discord/DiscordRequest.ts"
import * as RestTransport from "../../../src/discord/RestTransport.ts"
import { Dispatch } from "../../../src/dispatch/Dispatch.ts"
import { dispatchLayer, sharedLayer } from "../../../src/layers.ts"
import { Gateway } from "../../../src/live/Gateway.ts"
import * as ClientRates from "../../../src/mcp/http/ClientRates.ts"
import { type HttpServerParts, serveHttp } from "../../../src/mcp/http/serveHttp.ts"
import { operatorReads } from "../../../src/safety/operatorReads.ts"
import * as SandboxModule from "../../../src/sandbox/Sandbox.ts"
import { fileStream, LogOutput } from "../../../src/telemetry/LogOutput.ts"
import { makeOwnSecrets, makeRedactor } from "../../../src/text/secrets.ts"
import { Catalogue } from "../../../src/tools/Catalogue.ts"
import { type Environment, Sandbox, settingsOf } from "../../dispatch/app.ts"
import { nodeContext } from "../../nodeContext.ts"
import { timePasses } from "../../whileTimePasses.ts"

/** The hash of a token, as the clients file has it. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex")

/** A clients file with these clients. The token of a client is `token-of-NAME`. */
export const clientsText = (clients: Readonly<Record<string, object>>): string =>
  JSON.stringify(
    Object.entries(clients).map(([name, policy]) => ({ name, token_sha256: hashOf(tokenOf(name)), ...policy }))
  )

/** The token of a client of a test. */
export const tokenOf = (name: string): string => `token-of-${name}`

/** Writes a clients file into a separate folder. */
export const clientsFile = Effect.fnUntraced(function* (clients: Readonly<Record<string, object>>) {
  const fs = yield* FileSystem.FileSystem
  const path = `${yield* fs.makeTempDirectoryScoped()}/clients.json`
  const write = (clients: Readonly<Record<string, object>>) => fs.writeFileString(path, clientsText(clients))
  yield* write(clients)
  return { path, write, writeText: (text: string) => fs.writeFileString(path, text) }
})

/** Collects the messages that a test logs. */
export const logLines = () => {
  const logged: Array<string> = []
  const logger = Logger.make(({ message }) => void logged.push([message].flat().join(" ")))
  const logging = <A, E, R>(test: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.locallyWith(test, FiberRef.currentLoggers, HashSet.add(logger))
  return { logged, logging }
}

/** Waits until a fact about real sockets and files holds. No virtual time passes. */
export const until = (holds: () => boolean) =>
  Effect.repeat(
    Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void))),
    { until: holds }
  )

/** Starts the server on a free port, for as long as the scope lives. */
export const startHttp = Effect.fnUntraced(function* (
  environment: Environment = {},
  overrides: Partial<Pick<HttpServerParts, "catalogue" | "dispatchFor" | "gateway" | "logProblem">> = {}
) {
  const sandbox = yield* Sandbox
  const settings = yield* settingsOf({
    MCP_GLOBAL_REQUESTS_PER_SECOND: "10000",
    MCP_HTTP_PORT: "0",
    ...environment
  })
  const shared = yield* Layer.build(
    sharedLayer({
      settings,
      transport: RestTransport.layer({
        apiUrl: sandbox.url,
        token: Redacted.make(sandbox.token),
        userAgent: "effect-discord-mcp/test"
      }),
      secrets: makeOwnSecrets([Redacted.make(sandbox.token)]),
      // Its files are in memory.
      gateway: { token: Redacted.make(sandbox.token) },
      audit: AuditLog.layer(
        {
          ...settings,
          audit: settings.auditFile === undefined ? "off" : settings.audit,
          file: settings.auditFile,
          pid: process.pid,
          output: new LogOutput(fileStream(process.stderr.fd))
        },
        makeRedactor([])
      )
    })
  )
  return yield* serveHttp({
    settings,
    identity: { version: "1.2.3", sandbox: false },
    redactor: makeRedactor([]),
    known: { tools: Object.values(namesByCategory).flat(), categories: Object.keys(namesByCategory) },
    catalogue: Context.get(shared, Catalogue),
    gateway: Context.get(shared, Gateway),
    refusesCalls: Context.get(shared, AuditLog.AuditLog).refusesCalls,
    logProblem: () => undefined,
    checkToken: Effect.flatMap(Discord, (discord) => operatorReads(discord.request(currentUser))).pipe(
      Effect.as("accepted" as const),
      Effect.catchAll((failure) =>
        Effect.succeed(failure._tag === "DiscordAuthError" ? ("refused" as const) : ("unknown" as const))
      ),
      Effect.provide(shared)
    ),
    dispatchFor: (narrowed) =>
      Effect.map(Layer.build(Layer.provide(dispatchLayer(narrowed), Layer.succeedContext(shared))), (context) =>
        Context.get(context, Dispatch)
      ),
    ...overrides
  }).pipe(Effect.provide(ClientRates.layer(settings.httpClientRequestsPerMinute)))
})

/** Starts the server in virtual time. Time passes by itself while the server ends, because it looks for calls in flight. */
export const startHttpInVirtualTime = Effect.fnUntraced(function* (
  environment: Environment,
  overrides: Parameters<typeof startHttp>[1] = {}
) {
  const passing = yield* FiberHandle.make()
  const url = yield* startHttp(environment, overrides)
  yield* Effect.addFinalizer(() => FiberHandle.run(passing, timePasses))
  return url
})

/** Runs a test with its own sandbox. */
export const withSandbox =
  (options: SandboxModule.SandboxOptions) =>
  <A, E>(
    test: Effect.Effect<A, E, SandboxModule.Sandbox | NodeContext.NodeContext | Scope.Scope>
  ): Effect.Effect<A, E> =>
    Effect.scoped(
      Effect.provide(
        test,
        Layer.mergeAll(SandboxModule.layer(options), nodeContext, Logger.remove(Logger.defaultLogger))
      )
    )

/** A client without capabilities. */
export const newClient = (): Client => new Client({ name: "test", version: "1" })

/** Connects the official client. */
export const connectHttp = Effect.fnUntraced(function* (url: string, token?: string, client: Client = newClient()) {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => client.connect(transport)),
    () => Effect.promise(() => client.close())
  )
  return { client, transport }
})

/** The headers of a POST. */
export const postHeaders = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream"
}

/** The body of a request to initialize. */
export const initializeBody = {
  jsonrpc: "2.0",
  id: "hello",
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } }
}

/** Sends one HTTP request, and waits for its whole body. */
export const send = (url: string, init: RequestInit & { readonly json?: unknown } = {}) =>
  Effect.promise(async () => {
    const { json, ...rest } = init
    const response = await fetch(url, {
      ...rest,
      ...(json !== undefined && { method: "POST", body: JSON.stringify(json) }),
      headers: { ...(json !== undefined && postHeaders), ...Object.fromEntries(new Headers(init.headers)) }
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  })
