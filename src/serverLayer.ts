import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { Layer } from "effect"
import { Settings } from "./config/Settings.ts"
import * as Discord from "./discord/Discord.ts"
import * as FileSource from "./discord/FileSource.ts"
import type { Transport } from "./discord/Transport.ts"
import type { Dispatch } from "./dispatch/Dispatch.ts"
import * as DispatchLive from "./dispatch/DispatchLive.ts"
import * as LazyCatalogue from "./lazyCatalogue.ts"
import * as Gate from "./safety/Gate.ts"
import type { AuditLog } from "./telemetry/audit/AuditLog.ts"
import { make, OwnSecrets, type OwnSecretsShape } from "./telemetry/OwnSecrets.ts"
import type { Catalogue } from "./tools/Catalogue.ts"

/** The parts of the server that differ between production and tests. */
export interface ServerParts {
  readonly settings: Settings["Type"]
  /** The transport to Discord. */
  readonly transport: Layer.Layer<Transport>
  /** Secrets that must not be sent or logged. */
  readonly secrets?: OwnSecretsShape
  readonly audit: Layer.Layer<AuditLog, never, FileSystem.FileSystem | Path.Path>
}

/** Provides the server without the MCP protocol: every layer from Dispatch down to Discord. */
export const serverLayer = ({
  audit,
  secrets = make([]),
  settings,
  transport
}: ServerParts): Layer.Layer<Catalogue | Dispatch | Settings> =>
  DispatchLive.layer.pipe(
    Layer.provide(Gate.layer),
    Layer.provide(Discord.layer),
    Layer.provide(FileSource.layer()),
    Layer.provide(audit),
    Layer.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer)),
    Layer.provide(transport),
    Layer.provide(Layer.succeed(OwnSecrets, secrets)),
    Layer.provideMerge(LazyCatalogue.layer),
    Layer.provideMerge(Layer.succeed(Settings, settings))
  )
