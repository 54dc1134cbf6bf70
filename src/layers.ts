import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { Context, Effect, Layer } from "effect"
import type { AuditLog } from "./audit/AuditLog.ts"
import * as LazyCatalogue from "./catalogue/lazyCatalogue.ts"
import { Settings } from "./config/Settings.ts"
import * as Discord from "./discord/Discord.ts"
import * as FileSource from "./discord/FileSource.ts"
import type { Transport } from "./discord/Transport.ts"
import { Dispatch } from "./dispatch/Dispatch.ts"
import * as DispatchLive from "./dispatch/DispatchLive.ts"
import { coreServices } from "./live/coreServices.ts"
import { Gateway, off } from "./live/Gateway.ts"
import type { GatewayParts } from "./live/GatewayLive.ts"
import type { Approvals } from "./safety/Approvals.ts"
import * as ConfirmationTokens from "./safety/ConfirmationTokens.ts"
import * as Declines from "./safety/Declines.ts"
import * as Gate from "./safety/Gate.ts"
import { gatewayPermit } from "./safety/operatorReads.ts"
import { makeOwnSecrets, OwnSecrets, type OwnSecretsShape } from "./text/secrets.ts"
import type { Catalogue } from "./tools/Catalogue.ts"
import * as ClientCalls from "./tools/ClientCalls.ts"
import * as RunningPlans from "./tools/RunningPlans.ts"
import type { ToolServices } from "./tools/ToolServices.ts"

/** The parts of the server that differ between production and tests. */
export interface ServerParts {
  readonly settings: Settings["Type"]
  /** The transport to Discord. */
  readonly transport: Layer.Layer<Transport>
  /** Secrets that must not be sent or logged. */
  readonly secrets?: OwnSecretsShape
  /** What replicas share, with their `SharedLimits` and `ReplicaClaims`. Unset: in memory. */
  readonly stores?: Layer.Layer<Stores>
  /** What the connection to the gateway needs. Unset: live events are off, even if a setting switches them on. */
  readonly gateway?: GatewayParts
  readonly audit: Layer.Layer<AuditLog, never, FileSystem.FileSystem | Path.Path>
}

/** What a client may come back to: tokens, declined calls, running plans. */
type Stores = ConfirmationTokens.ConfirmationTokens | Declines.Declines | RunningPlans.RunningPlans

/** The services that all clients of a server share: one Discord, one resilience chain, one audit log. */
type Shared =
  | Approvals
  | AuditLog
  | Catalogue
  | ClientCalls.ClientCalls
  | Discord.Discord
  | FileSource.FileSource
  | Gateway
  | OwnSecrets
  | Stores
  | ToolServices

/** Provides the server without the MCP protocol, for one client: every layer from Dispatch down to Discord. */
export const serverLayer = (
  parts: ServerParts
): Layer.Layer<Catalogue | Discord.Discord | Dispatch | Gateway | Settings> =>
  Layer.merge(dispatchLayer(parts.settings), Layer.succeed(Settings, parts.settings)).pipe(
    Layer.provideMerge(sharedLayer(parts))
  )

/** Provides dispatch with the settings of a server, or of one of its clients. */
export const dispatchLayer = (settings: Settings["Type"]): Layer.Layer<Dispatch, never, Shared> =>
  DispatchLive.layer.pipe(Layer.provide(Gate.layer), Layer.provide(Layer.succeed(Settings, settings)))

/** Provides the services that all clients of a server share, from live events down to Discord and the files. */
export const sharedLayer = (parts: ServerParts): Layer.Layer<Shared> => {
  const { audit, secrets = makeOwnSecrets([]), settings, stores = storesInMemory, transport } = parts
  return answersToWait(parts).pipe(
    Layer.provideMerge(liveLayer(parts)),
    Layer.provideMerge(Discord.layer),
    Layer.provide(transport),
    Layer.provideMerge(Layer.mergeAll(FileSource.layer(), audit, stores)),
    Layer.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer)),
    Layer.provideMerge(Layer.mergeAll(Layer.succeed(OwnSecrets, secrets), ClientCalls.layer, LazyCatalogue.layer)),
    Layer.provide(Layer.succeed(Settings, settings))
  )
}

/** Tokens, declined calls and running plans of one process. */
export const storesInMemory: Layer.Layer<Stores> = Layer.mergeAll(
  ConfirmationTokens.layer,
  Declines.layer,
  RunningPlans.layer
)

/** Provides live events. Nothing of the connection is loaded if they are off. */
const liveLayer = ({ gateway, settings }: ServerParts) =>
  ((settings.gateway || settings.interactionsPublicKey !== undefined) && gateway !== undefined
    ? Layer.unwrapEffect(
        Effect.map(
          Effect.promise(() => import("./live/GatewayLive.ts")),
          ({ layer }) => layer(gateway)
        )
      ).pipe(Layer.provide(gatewayPermit))
    : Layer.succeed(Gateway, off)
  ).pipe(Layer.map((context) => coreServices(Context.get(context, Gateway))))

/** Answers the command `wait` within the operator's limits. Nothing of it is loaded if live events are off. */
const answersToWait = ({ gateway, settings }: ServerParts) =>
  settings.gateway && gateway !== undefined
    ? Layer.scopedDiscard(
        Effect.gen(function* () {
          const { serve } = yield* Effect.promise(() => import("./live/WaitServer.ts"))
          const { run } = yield* Dispatch
          yield* serve((tool, input) => Effect.map(run(tool, input), ({ value }) => value))
        })
      ).pipe(Layer.provide(dispatchLayer(settings)))
    : Layer.empty
