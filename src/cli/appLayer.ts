import { Layer } from "effect"
import * as AuditLog from "../audit/AuditLog.ts"
import type { Loaded } from "../config/loadSettings.ts"
import { secretsOf } from "../config/loadSettings.ts"
import * as RestTransport from "../discord/RestTransport.ts"
import * as Server from "../layers.ts"
import { makeOwnSecrets } from "../text/secrets.ts"
import { defaultAuditFile, stateDirectory } from "./Environment.ts"
import { observabilityLayer, redactorOf } from "./observability.ts"
import { host, isAlive, logOutput, pid, version, workingDirectory } from "./process.ts"

/** Provides the server without the MCP protocol, for this process. `sandbox`: it serves the embedded sandbox. */
export const servingLayer = (loaded: Loaded, sandbox: boolean) => Server.serverLayer(servingPartsOf(loaded, sandbox))

/** Provides the services that all clients of a server over HTTP share. */
export const sharedLayer = (loaded: Loaded, sandbox: boolean, stores: Pick<Server.ServerParts, "stores"> = {}) =>
  Server.sharedLayer({ ...servingPartsOf(loaded, sandbox), ...stores })

const partsOf = (loaded: Loaded): Server.ServerParts => {
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
 * Only a server connects to the gateway, not a command that ends after a call. What happens in a sandbox ends with it, so
 * its live events are in memory.
 */
const servingPartsOf = (loaded: Loaded, sandbox: boolean): Server.ServerParts => {
  const directory = sandbox ? undefined : stateDirectory(host())
  return {
    ...partsOf(loaded),
    gateway: {
      token: loaded.token,
      machine: directory === undefined ? undefined : { directory, pid, isAlive },
      workingDirectory: workingDirectory()
    }
  }
}

/** Provides the server for one command, with logs and traces. */
export const appLayer = (loaded: Loaded) =>
  Layer.provideMerge(Server.serverLayer(partsOf(loaded)), observabilityLayer(loaded))
