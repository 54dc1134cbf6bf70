import { Layer } from "effect"
import type { Loaded } from "../config/loadSettings.ts"
import { secretsOf } from "../config/secretsOf.ts"
import * as RestTransport from "../discord/RestTransport.ts"
import * as Server from "../serverLayer.ts"
import * as AuditLog from "../telemetry/audit/AuditLog.ts"
import * as OwnSecrets from "../telemetry/OwnSecrets.ts"
import { auditFile } from "./auditFile.ts"
import { pid } from "./environment.ts"
import { observedLayer } from "./observed.ts"
import { redactorOf } from "./redactor.ts"
import { version } from "./version.ts"

/** The server without its protocol, as it runs in this process. */
export const serverLayer = (loaded: Loaded) => {
  const { settings, token } = loaded
  return Server.serverLayer({
    settings,
    secrets: OwnSecrets.make(secretsOf(loaded)),
    transport: RestTransport.layer({
      apiUrl: settings.apiUrl,
      token,
      userAgent: `effect-discord-mcp/${version}`
    }),
    audit: AuditLog.layer({ ...settings, file: settings.auditFile ?? auditFile(), pid }, redactorOf(loaded))
  })
}

/** The same for one command, with its logs and traces. */
export const appLayer = (loaded: Loaded) => Layer.provideMerge(serverLayer(loaded), observedLayer(loaded))
