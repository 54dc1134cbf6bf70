import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { Layer } from "effect"
import * as Everything from "../catalogue.ts"
import type { Loaded } from "../config/loadSettings.ts"
import { Settings } from "../config/Settings.ts"
import * as Discord from "../discord/Discord.ts"
import * as FileSource from "../discord/FileSource.ts"
import * as RestTransport from "../discord/RestTransport.ts"
import type { Dispatch } from "../dispatch/Dispatch.ts"
import * as DispatchLive from "../dispatch/DispatchLive.ts"
import * as Gate from "../safety/Gate.ts"
import * as AuditLog from "../telemetry/audit/AuditLog.ts"
import * as Redactor from "../telemetry/Redactor.ts"
import type { Catalogue } from "../tools/Catalogue.ts"
import { auditFile } from "./auditFile.ts"
import { processes } from "./environment.ts"
import { loggingLayer } from "./logging.ts"
import { version } from "./version.ts"

/** The server without its protocol: everything from the dispatch down to the socket, composed once. */
export const serverLayer = ({ settings, token }: Loaded): Layer.Layer<Catalogue | Dispatch | Settings> =>
  DispatchLive.layer.pipe(
    Layer.provide(Gate.layer),
    Layer.provide(Discord.layer),
    Layer.provide(FileSource.layer()),
    Layer.provide(
      AuditLog.layer({ ...settings, file: settings.auditFile ?? auditFile(), processes }, Redactor.make([token]))
    ),
    Layer.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer)),
    Layer.provide(
      RestTransport.layer({
        apiUrl: settings.apiUrl,
        token,
        userAgent: `effect-discord-mcp/${version}`
      })
    ),
    Layer.provideMerge(Everything.layer),
    Layer.provideMerge(Layer.succeed(Settings, settings))
  )

/** The same for one command, with its logs. */
export const appLayer = (loaded: Loaded) => Layer.provideMerge(serverLayer(loaded), loggingLayer(loaded))
