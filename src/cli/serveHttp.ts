// A command composes its layers and provides them once.
// @effect-diagnostics strictEffectProvide:off
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Context, Effect, Layer, Redacted } from "effect"
import { AuditLog } from "../audit/AuditLog.ts"
import { namesByCategory } from "../catalogue/toolNames.ts"
import type { Loaded } from "../config/loadSettings.ts"
import { Discord } from "../discord/Discord.ts"
import { currentUser } from "../discord/DiscordRequest.ts"
import { Dispatch } from "../dispatch/Dispatch.ts"
import { dispatchLayer, sharedLayer } from "../layers.ts"
import { Gateway } from "../live/Gateway.ts"
import * as ClientRates from "../mcp/http/ClientRates.ts"
import * as Server from "../mcp/http/serveHttp.ts"
import { operatorReads } from "../safety/operatorReads.ts"
import { sha256 } from "../text/secureToken.ts"
import { Catalogue } from "../tools/Catalogue.ts"
import { ClientCalls } from "../tools/ClientCalls.ts"
import { metricsEndpoint, observabilityLayer, redactorOf } from "./observability.ts"
import { environmentVariables, logOutput, pid, redirectConsoleToStderr, version } from "./process.ts"
import { servingParts } from "./serverParts.ts"
import { loadCliSettings, type SandboxChoice, sandboxSettings } from "./settings.ts"

/** Serves MCP over HTTP, for Discord or for the embedded sandbox, until a signal stops it. */
export const serveHttp = (choice: SandboxChoice) =>
  Effect.scoped(
    Effect.gen(function* () {
      redirectConsoleToStderr()
      const { sandbox } = choice
      const overrides = yield* sandboxSettings(choice)
      const serving = { http: true, sandbox, environment: environmentVariables() }
      const loaded = yield* loadCliSettings(environmentVariables(overrides), serving)
      const { settings } = loaded
      return yield* Effect.gen(function* () {
        yield* metricsEndpoint(loaded)
        const replicas = yield* replicaStores(loaded, sandbox)
        const shared = yield* Layer.build(
          sharedLayer({ ...servingParts(loaded, sandbox), ...(replicas && { stores: Layer.succeedContext(replicas) }) })
        )
        if (settings.confirm === "discord") {
          const { checkAtStart } = yield* Effect.promise(() => import("../live/approvals/approvalPost.ts"))
          yield* Effect.provide(checkAtStart(settings), shared)
        }
        const rates =
          replicas === undefined
            ? ClientRates.layer(settings.httpClientRequestsPerMinute)
            : Layer.provide(
                ClientRates.layerOverStore(settings.httpClientRequestsPerMinute),
                Layer.succeedContext(replicas)
              )
        const url = yield* Server.serveHttp({
          settings,
          identity: { version, sandbox },
          redactor: redactorOf(loaded),
          known: { tools: Object.values(namesByCategory).flat(), categories: Object.keys(namesByCategory) },
          catalogue: Context.get(shared, Catalogue),
          gateway: Context.get(shared, Gateway),
          checkToken: Effect.provide(checkToken, shared),
          refusesCalls: Context.get(shared, AuditLog).refusesCalls,
          logProblem: () => logOutput.problem,
          dispatchFor: (narrowed) =>
            Effect.map(Layer.build(Layer.provide(dispatchLayer(narrowed), Layer.succeedContext(shared))), (context) =>
              Context.get(context, Dispatch)
            )
        }).pipe(Effect.provide(rates), Effect.provideService(ClientCalls, Context.get(shared, ClientCalls)))
        yield* Effect.logInfo(`ready on ${url}${sandbox ? " (SANDBOX: an embedded Discord, no real one)" : ""}`)
        return yield* Effect.never
      }).pipe(Effect.scoped, Effect.provide(Layer.mergeAll(observabilityLayer(loaded), NodeFileSystem.layer)))
    })
  )

/** Connects to the stores that replicas share, if there are any. Otherwise, the code of Redis is not loaded. */
const replicaStores = Effect.fnUntraced(function* ({ settings, token }: Loaded, sandbox: boolean) {
  if (settings.redisUrl === undefined) return undefined
  const { layer } = yield* Effect.promise(() => import("../replicas/replicas.ts"))
  // Replicas of other bots may use the same Redis.
  const prefix = `effect-discord-mcp:${sha256(Redacted.value(token)).slice(0, 16)}:`
  // Each server of a sandbox has its own, so it needs no lease.
  const gatewayPid = settings.gateway && !sandbox ? pid : undefined
  return yield* Layer.build(layer({ url: settings.redisUrl, prefix }, gatewayPid))
})

/** Asks Discord whether it accepts the bot's token. */
const checkToken = Effect.flatMap(Discord, (discord) => operatorReads(discord.request(currentUser))).pipe(
  Effect.as("accepted" as const),
  Effect.catchAll((failure) =>
    Effect.succeed(failure._tag === "DiscordAuthError" ? ("refused" as const) : ("unknown" as const))
  )
)
