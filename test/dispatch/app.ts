import { ConfigProvider, Effect, Layer, Logger, Redacted } from "effect"
import * as AuditLog from "../../src/audit/AuditLog.ts"
import { config, Settings } from "../../src/config/Settings.ts"
import * as Discord from "../../src/discord/Discord.ts"
import * as FileSource from "../../src/discord/FileSource.ts"
import * as RestTransport from "../../src/discord/RestTransport.ts"
import { type CallResult, DATA_NOTICE } from "../../src/dispatch/CallResult.ts"
import * as Dispatch from "../../src/dispatch/Dispatch.ts"
import * as DispatchLive from "../../src/dispatch/DispatchLive.ts"
import { storesInMemory } from "../../src/layers.ts"
import * as Asks from "../../src/live/Asks.ts"
import { coreServices } from "../../src/live/coreServices.ts"
import { off } from "../../src/live/Gateway.ts"
import * as Listing from "../../src/mcp/Listing.ts"
import * as Gate from "../../src/safety/Gate.ts"
import type { RecordedRequest } from "../../src/sandbox/incomingRequest.ts"
import type { SandboxOptions } from "../../src/sandbox/Sandbox.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { seedState } from "../../src/sandbox/Seed.ts"
import { fileStream, LogOutput } from "../../src/telemetry/LogOutput.ts"
import { DELIMITER_TAG } from "../../src/text/delimiters.ts"
import { makeOwnSecrets, makeRedactor, OwnSecrets } from "../../src/text/secrets.ts"
import * as ClientCalls from "../../src/tools/ClientCalls.ts"
import { inOwnFiber } from "../inOwnFiber.ts"
import { nodeContext } from "../nodeContext.ts"
import { loadedCatalogue } from "../tools/loaded.ts"

export const { Sandbox } = SandboxModule

/** Environment variables of an operator. */
export type Environment = Readonly<Record<string, string>>

/** A sandbox with limits that no test reaches by accident. */
export const roomy: SandboxOptions = {
  globalPerSecond: 10_000,
  limits: Object.fromEntries(
    [
      "GET /channels/:id",
      "GET /channels/:id/messages",
      "POST /channels/:id/messages",
      "GET /channels/:id/messages/:id",
      "GET /users/@me",
      "GET /guilds/:id"
    ].map((operation) => [operation, { limit: 10_000, windowMs: 1000 }])
  )
}

/** The settings of an environment, without the token. They are read once: thousands of tests have the same. */
export const settingsOf = (environment: Environment = {}): Effect.Effect<Settings["Type"]> =>
  Effect.suspend(() => {
    const key = JSON.stringify(environment)
    const known = settingsByEnvironment.get(key)
    if (known !== undefined) return Effect.succeed(known)
    const provider = ConfigProvider.fromMap(new Map(Object.entries(environment)), { pathDelim: "\u0000" })
    return Effect.tap(Effect.orDie(provider.load(config)), (settings) =>
      Effect.sync(() => settingsByEnvironment.set(key, settings))
    )
  })

const settingsByEnvironment = new Map<string, Settings["Type"]>()

/** The server from dispatch down to the socket of a sandbox, as composed in production. */
export const app = (environment: Environment, files?: ReturnType<typeof FileSource.layer>) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const settings = yield* settingsOf({
        MCP_GLOBAL_REQUESTS_PER_SECOND: "10000",
        DISCORD_API_URL: sandbox.url,
        ...environment
      })
      const transport = RestTransport.layer({
        apiUrl: sandbox.url,
        token: Redacted.make(sandbox.token),
        userAgent: "effect-discord-mcp/test"
      })
      return overDiscord(Layer.provide(Discord.layer, transport), settings, files).pipe(
        Layer.provide(Layer.succeed(OwnSecrets, makeOwnSecrets([Redacted.make(sandbox.token)])))
      )
    })
  )

/** Dispatch over any Discord. `files` loads the files that calls name. */
export const overDiscord = (
  discord: Layer.Layer<Discord.Discord, never, Settings>,
  settings: Settings["Type"],
  files: ReturnType<typeof FileSource.layer> = FileSource.layer()
) =>
  DispatchLive.layer.pipe(
    Layer.provideMerge(Gate.layer),
    Layer.provideMerge(discord),
    Layer.provide([files, storesInMemory, ClientCalls.layer]),
    Layer.provide(audited(settings)),
    Layer.provide(nodeContext),
    Layer.provideMerge(Listing.layer),
    Layer.provideMerge(loadedCatalogue),
    Layer.provideMerge(Layer.succeed(Settings, settings))
  )

/** Live events that only take questions to people, whose answers can arrive. */
export const asksInMemory = Layer.effectContext(
  Effect.map(Effect.orDie(Asks.make(undefined)), (asks) =>
    coreServices({
      ...off,
      asks: Effect.succeed(asks),
      takesReplies: true,
      status: Effect.succeed({ intents: ["GUILD_MESSAGES", "DIRECT_MESSAGES"], dropped: {}, recovered: 0 })
    })
  )
).pipe(Layer.provide(nodeContext))

/** Only tests with a file for it record calls. */
const audited = (settings: Settings["Type"]) =>
  AuditLog.layer(
    {
      ...settings,
      audit: settings.auditFile === undefined ? "off" : settings.audit,
      file: settings.auditFile,
      pid: process.pid,
      output: new LogOutput(fileStream(process.stderr.fd))
    },
    makeRedactor([])
  )

/** The services of a test with a server and its sandbox. */
export type Served =
  | Listing.Listing
  | Dispatch.Dispatch
  | Settings
  | SandboxModule.Sandbox
  | Gate.Gate
  | Discord.Discord

/** Runs a test with its own sandbox and a server in front of it. */
export const served =
  (environment: Environment = {}, sandbox: SandboxOptions = roomy, files?: ReturnType<typeof FileSource.layer>) =>
  <A, E>(test: Effect.Effect<A, E, Served>): Effect.Effect<A, E> =>
    Effect.scoped(
      Effect.flatMap(
        Layer.build(
          app(environment, files).pipe(
            Layer.provideMerge(SandboxModule.layer(sandbox)),
            Layer.merge(Logger.remove(Logger.defaultLogger))
          )
        ),
        (context) => Effect.provide(test, context)
      )
    )

/** The ids of every sandbox with the usual seed, which are known before it starts. */
export const seedIds = Effect.map(
  Effect.suspend(() => seedState(1)),
  ({ ids }) => ids
)

/** Calls a tool as every caller does. */
export const answerTo = (tool: string, input: unknown): Effect.Effect<CallResult, never, Dispatch.Dispatch> =>
  Effect.flatMap(Dispatch.Dispatch, (dispatch) => inOwnFiber(dispatch.call(tool, input)))

/** Calls a tool, without the fields about untrusted text. */
export const call = (tool: string, input: unknown): Effect.Effect<CallResult, never, Dispatch.Dispatch> =>
  Effect.map(answerTo(tool, input), unmarked)

/** An answer without delimiters, `untrusted_fields` and their notice. */
export const unmarked = ({ structured, text, ...answer }: CallResult): CallResult => {
  const { notice, untrusted_fields: _, ...value } = structured
  const own = typeof notice === "string" ? notice.replace(DATA_NOTICE, "").trim() : ""
  return {
    ...answer,
    structured: own === "" ? value : { ...value, notice: own },
    text: unwrapped(text) ?? text
  }
}

/** The text inside the delimiters, for an answer with one pair around everything. */
export const unwrapped = (text: string): string | undefined =>
  new RegExp(String.raw`^<${DELIMITER_TAG} ([\da-f]{12})>\n(.*)\n</${DELIMITER_TAG} \1>$`, "ms").exec(text)?.[2]

/** The code of a failure, or `ok`. */
export const codeOf = ({ isError, structured }: CallResult): unknown => (isError ? structured.code : "ok")

/** The requests to the sandbox, one line each. */
export const asked: Effect.Effect<ReadonlyArray<string>, never, SandboxModule.Sandbox> = Effect.flatMap(
  Sandbox,
  ({ requests }) => Effect.map(requests, (all) => all.map(({ method, path }) => `${method} ${path}`))
)

/** The last request to the sandbox. */
export const lastRequest: Effect.Effect<RecordedRequest | undefined, never, SandboxModule.Sandbox> = Effect.flatMap(
  Sandbox,
  ({ requests }) => Effect.map(requests, (all) => all.at(-1))
)
