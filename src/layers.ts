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

type Stores = ConfirmationTokens.ConfirmationTokens | Declines.Declines | RunningPlans.RunningPlans

/** The services that all clients of a server share: one Discord, one resilience chain, one audit log. */
export type Shared =
  | AuditLog
  | Catalogue
  | ClientCalls.ClientCalls
  | Stores
  | Discord.Discord
  | FileSource.FileSource
  | Approvals
  | Gateway
  | ToolServices
  | OwnSecrets

/** Provides the services that all clients of a server share. */
export const sharedLayer = ({
  audit,
  gateway,
  secrets = makeOwnSecrets([]),
  settings,
  stores = Layer.mergeAll(ConfirmationTokens.layer, Declines.layer, RunningPlans.layer),
  transport
}: ServerParts): Layer.Layer<Shared> =>
  answersToWait(settings, gateway).pipe(
    Layer.provideMerge(
      gatewayLayer(settings, gateway).pipe(
        Layer.provide([stores, audit]),
        Layer.provideMerge(Discord.layer.pipe(Layer.provide([transport, stores]))),
        Layer.merge(Layer.mergeAll(FileSource.layer(), audit, stores))
      )
    ),
    Layer.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer)),
    Layer.provideMerge(Layer.succeed(OwnSecrets, secrets)),
    Layer.provideMerge(ClientCalls.layer),
    Layer.provideMerge(LazyCatalogue.layer),
    Layer.provide(Layer.succeed(Settings, settings))
  )

/** Provides live events. Nothing of the connection is loaded if they are off. */
const gatewayLayer = (settings: Settings["Type"], parts: GatewayParts | undefined) =>
  ((settings.gateway || settings.interactionsPublicKey !== undefined) && parts !== undefined
    ? Layer.unwrapEffect(
        Effect.map(
          Effect.promise(() => import("./live/GatewayLive.ts")),
          ({ layer }) => layer(parts)
        )
      ).pipe(Layer.provide(gatewayPermit))
    : Layer.succeed(Gateway, off)
  ).pipe(Layer.map((context) => coreServices(Context.get(context, Gateway))))

/** Answers the command `wait` within the operator's limits. Nothing of it is loaded if live events are off. */
const answersToWait = (settings: Settings["Type"], parts: GatewayParts | undefined) =>
  settings.gateway && parts !== undefined
    ? Layer.scopedDiscard(
        Effect.gen(function* () {
          const { serve } = yield* Effect.promise(() => import("./live/WaitServer.ts"))
          const { run } = yield* Dispatch
          yield* serve((tool, input) => Effect.map(run(tool, input), ({ value }) => value))
        })
      ).pipe(Layer.provide(dispatchLayer(settings)))
    : Layer.empty

/** Provides dispatch with the settings of a server or of one of its clients. */
export const dispatchLayer = (settings: Settings["Type"]): Layer.Layer<Dispatch, never, Shared> =>
  DispatchLive.layer.pipe(Layer.provide(Gate.layerOverStores), Layer.provide(Layer.succeed(Settings, settings)))

/** Provides the server without the MCP protocol: every layer from Dispatch down to Discord. */
export const serverLayer = (
  parts: ServerParts
): Layer.Layer<Catalogue | Discord.Discord | Dispatch | Gateway | Settings> =>
  Layer.merge(dispatchLayer(parts.settings), Layer.succeed(Settings, parts.settings)).pipe(
    Layer.provideMerge(sharedLayer(parts))
  )
