import { ConfigProvider, Context, Effect, Layer, Logger, LogLevel, type Redacted, Schedule } from "effect"
import * as AuditLog from "../audit/AuditLog.ts"
import { Client, clientOf } from "../client/Client.ts"
import type { Session } from "../client/Session.ts"
import { config, Settings } from "../config/Settings.ts"
import type { Transport } from "../discord/Transport.ts"
import { Dispatch } from "../dispatch/Dispatch.ts"
import { RemoteFailure } from "../errors/RemoteFailure.ts"
import { serverLayer } from "../layers.ts"
import { Gateway, type LiveEvents } from "../live/Gateway.ts"
import { Caller } from "../telemetry/Caller.ts"
import { currentName } from "../text/formerNames.ts"
import { Catalogue, noSuchTool as noSuchToolMessage } from "../tools/Catalogue.ts"
import { Progress } from "../tools/dsl/Progress.ts"
import { indexedNames, listedTools, listingStyleOf, loadListed, type ToolSummary } from "../tools/meta/surface.ts"
import { toolListing, withIndex, withoutGuild } from "../tools/meta/toolListing.ts"
import type { Tool } from "../tools/Tool.ts"

/**
 * Settings of a server under test. The layer sets the API, the token, the log format and the audit log. Nothing is posted
 * to a server in this process, so it has no interactions endpoint.
 */
export type TestSettings = Partial<
  Omit<
    Settings["Type"],
    | "apiUrl"
    | "token"
    | "tokenFile"
    | "logFormat"
    | "audit"
    | "auditFile"
    | "auditRequired"
    | "auditSync"
    | "interactionsPublicKey"
  >
>

/** The parts of a server under test. */
interface TestParts {
  readonly transport: Layer.Layer<Transport>
  readonly settings: TestSettings
  /** The token for the gateway, and whether the layer waits for the connection. Unset: live events are off. */
  readonly gateway?: { readonly token: Redacted.Redacted; readonly isAwaited: boolean }
  /** Runs after each call, and can end the test with a defect. */
  readonly afterCall?: Effect.Effect<void>
}

/** The product's default settings, independent of the environment. */
export const productSettings: Effect.Effect<Settings["Type"]> = Effect.suspend(() =>
  Effect.orDie(ConfigProvider.fromMap(new Map()).load(config))
)

/** Provides a client of a server in this process, with default settings, except the given ones, and no log. */
export const serverOver = ({ afterCall, gateway, settings: overrides, transport }: TestParts): Layer.Layer<Client> =>
  Layer.unwrapEffect(
    Effect.map(productSettings, (rest) => {
      const settings = { ...rest, logLevel: "none", ...overrides } as const
      const audit = Layer.succeed(AuditLog.AuditLog, AuditLog.off)
      const server = serverLayer({ settings, transport, audit, ...(gateway && { gateway }) }).pipe(
        Layer.provide(Logger.minimumLogLevel(levels[settings.logLevel]))
      )
      const isAwaited = settings.gateway && gateway?.isAwaited === true
      return Layer.provide(
        inProcess(afterCall),
        isAwaited ? Layer.tap(server, (context) => connected(Context.get(context, Gateway))) : server
      )
    })
  )

/** Waits until the bot is connected, or cannot be connected. */
const connected = ({ status }: LiveEvents) =>
  Effect.repeat(status, {
    schedule: Schedule.spaced("10 millis"),
    while: ({ unavailable }) => unavailable?.reason === "disconnected"
  })

/**
 * Provides a client of a server in this process, without child process and pipes.
 * Arguments and results are encoded as on the wire. `afterCall` runs after every
 * call, and can end the test with a defect.
 */
const inProcess = (
  afterCall: Effect.Effect<void> = Effect.void
): Layer.Layer<Client, never, Catalogue | Dispatch | Settings> =>
  Layer.effect(
    Client,
    Effect.gen(function* () {
      const catalogue = yield* Catalogue
      const dispatch = yield* Dispatch
      const settings = yield* Settings
      let requests = 0

      const requestWithProgress: Session["requestWithProgress"] = Effect.fnUntraced(function* (method, params, listen) {
        if (method === "tools/list") {
          const [listed, all] = yield* Effect.all([loadListed(catalogue, settings), catalogue.traits])
          return { tools: asJson(listingOf(listed, settings, all)) }
        }
        const name = currentName(String(params.name))
        if (!catalogue.names.includes(name)) return yield* noSuchTool(name, catalogue.names)
        const { isError, structured, text } = yield* dispatch.call(name, asJson(params.arguments)).pipe(
          Effect.provideService(Caller, { client: "effect-discord-mcp/testing", requestId: String(requests++) }),
          Effect.provideService(Progress, {
            takesProgress: true,
            report: ({ done, ...rest }) => Effect.sync(() => listen({ progress: done, ...rest }))
          }),
          Logger.withMinimumLogLevel(levels[settings.logLevel])
        )
        yield* afterCall
        return { content: [{ type: "text", text }], structuredContent: asJson(structured), isError }
      })

      return clientOf({
        server: { name: "effect-discord-mcp", version: "in process" },
        request: (method, params) => requestWithProgress(method, params, () => {}),
        requestWithProgress
      })
    })
  )

/** Encodes and decodes a value as JSON, as the wire does. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** The protocol error for an unknown tool. */
const noSuchTool = (name: string, names: ReadonlyArray<string>) =>
  new RemoteFailure({
    kind: "validation",
    code: "-32602",
    message: noSuchToolMessage(name, names),
    retriable: false
  })

/** The log levels of Effect for the values of the setting. */
const levels = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warn: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
} as const

/** Returns the `tools/list` result of a server with these settings. */
export const listingOf = (
  tools: ReadonlyArray<Tool>,
  settings: Settings["Type"],
  all: ReadonlyArray<ToolSummary> = tools
) =>
  listedTools(tools, settings).map((tool) => {
    const listing = withIndex(toolListing(tool, listingStyleOf(settings)), indexedNames(all, settings))
    return settings.defaultGuildId === undefined ? listing : withoutGuild(listing)
  })
