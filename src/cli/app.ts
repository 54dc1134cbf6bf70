import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { Effect, Layer } from "effect"
import * as Everything from "../catalogue.ts"
import { type Loaded, loadSettings } from "../config/loadSettings.ts"
import { Settings } from "../config/Settings.ts"
import * as Discord from "../discord/Discord.ts"
import * as FileSource from "../discord/FileSource.ts"
import * as RestTransport from "../discord/RestTransport.ts"
import * as Dispatch from "../dispatch/Dispatch.ts"
import * as Gate from "../safety/Gate.ts"
import * as AuditLog from "../telemetry/audit/AuditLog.ts"
import * as Logging from "../telemetry/Logging.ts"
import * as Redactor from "../telemetry/Redactor.ts"
import type { Catalogue } from "../tools/Catalogue.ts"
import { auditFile } from "./auditFile.ts"
import { onTerminal, processes } from "./environment.ts"
import { readTextFile } from "./readTextFile.ts"
import { version } from "./version.ts"

/** The settings of this process, with the names the catalogue knows. */
export const settingsFrom = (environment: Readonly<Record<string, string | undefined>>) =>
  loadSettings(
    environment,
    { tools: Everything.catalogue.map(({ name }) => name), categories: Everything.categories },
    readTextFile
  )

/** The server without its protocol: everything from the dispatch down to the socket, composed once. */
export const appLayer = ({
  settings,
  token,
  warnings
}: Loaded): Layer.Layer<Catalogue | Dispatch.Dispatch | Settings> => {
  const redactor = Redactor.make([token])
  const logging = Logging.layer(
    { level: settings.logLevel, format: settings.logFormat ?? (onTerminal() ? "pretty" : "json") },
    redactor
  )
  return Dispatch.layer.pipe(
    Layer.provide(Gate.layer),
    Layer.provide(Discord.layer),
    Layer.provide(FileSource.layer()),
    Layer.provide(AuditLog.layer({ ...settings, file: settings.auditFile ?? auditFile(), processes }, redactor)),
    Layer.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer)),
    Layer.provide(
      RestTransport.layer({
        apiUrl: settings.apiUrl,
        token,
        userAgent: `effect-discord-mcp/${version}`
      })
    ),
    Layer.provideMerge(Everything.layer),
    Layer.provideMerge(Layer.succeed(Settings, settings)),
    Layer.provideMerge(Layer.effectDiscard(Effect.forEach(warnings, (warning) => Effect.logWarning(warning)))),
    Layer.provideMerge(logging)
  )
}
