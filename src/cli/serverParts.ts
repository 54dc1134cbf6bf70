import * as AuditLog from "../audit/AuditLog.ts"
import type { Loaded } from "../config/loadSettings.ts"
import { secretsOf } from "../config/loadSettings.ts"
import * as RestTransport from "../discord/RestTransport.ts"
import type { ServerParts } from "../layers.ts"
import { makeOwnSecrets } from "../text/secrets.ts"
import { defaultAuditFile, stateDirectory } from "./Environment.ts"
import { redactorOf } from "./observability.ts"
import { host, isAlive, logOutput, pid, version, workingDirectory } from "./process.ts"

/** The parts of the server for a command that ends after a call. */
export const serverParts = (loaded: Loaded): ServerParts => {
  const { settings, token } = loaded
  return {
    settings,
    secrets: makeOwnSecrets(secretsOf(loaded)),
    transport: RestTransport.layer({
      apiUrl: settings.apiUrl,
      token,
      userAgent: `effect-discord-mcp/${version}`,
      proxies: settings
    }),
    audit: AuditLog.layer(
      { ...settings, file: settings.auditFile ?? defaultAuditFile(host()), pid, output: logOutput },
      redactorOf(loaded)
    )
  }
}

/**
 * The parts of a server. Only a server connects to the gateway. What happens in a sandbox ends with it, so its live events
 * are in memory.
 */
export const servingParts = (loaded: Loaded, sandbox: boolean): ServerParts => {
  const directory = sandbox ? undefined : stateDirectory(host())
  return {
    ...serverParts(loaded),
    gateway: {
      token: loaded.token,
      machine: directory === undefined ? undefined : { directory, pid, isAlive },
      workingDirectory: workingDirectory()
    }
  }
}
