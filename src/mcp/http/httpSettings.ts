/** What the HTTP settings allow: their combinations, and the Host and Origin headers of requests. */
import { httpVariables as variables } from "../../config/httpVariables.ts"
import type { Settings } from "../../config/Settings.ts"
import { isLoopback, isSafeUrl } from "./access/SigningKeys.ts"
import { inUrl } from "./listen.ts"

/** Returns the problems of the combined HTTP settings, one line each. */
export const settingProblems = (settings: Settings["Type"]): ReadonlyArray<string> => {
  const { httpAudience, httpAuth, httpClientsFile, httpHost, httpIssuer } = settings
  const problems: Array<string> = []
  const isAuthenticated = httpClientsFile !== undefined || httpIssuer !== undefined || httpAudience !== undefined
  if (httpAuth === "none" && isAuthenticated) {
    problems.push(
      `${variables.httpAuth.name}: none cannot be combined with ${variables.httpClientsFile.name}, ${variables.httpIssuer.name} or ${variables.httpAudience.name}. Unset one of them`
    )
  }
  if (httpAuth === "none" && !isLoopback(httpHost)) {
    problems.push(
      `${variables.httpAuth.name}: none needs a loopback address, and ${variables.httpHost.name} is "${httpHost}". Set up clients, or listen on 127.0.0.1`
    )
  }
  if (httpAuth === undefined && !isAuthenticated) {
    problems.push(
      `no authentication is set up. Add a client with "effect-discord-mcp clients add NAME" and set ${variables.httpClientsFile.name}, or set ${variables.httpIssuer.name} and ${variables.httpAudience.name}, or set ${variables.httpAuth.name}=none for local use`
    )
  }
  if ((httpIssuer === undefined) !== (httpAudience === undefined)) {
    const [missing, present] =
      httpIssuer === undefined
        ? [variables.httpIssuer.name, variables.httpAudience.name]
        : [variables.httpAudience.name, variables.httpIssuer.name]
    problems.push(`${missing}: not set. ${present} needs it`)
  }
  if (httpIssuer !== undefined && !isSafeUrl(httpIssuer)) {
    problems.push(`${variables.httpIssuer.name}: expected an https:// address, got "${httpIssuer}"`)
  }
  return problems
}

/** Checks of the Host and Origin headers, which prevent DNS rebinding by web pages. */
export interface HostChecks {
  /** Checks a Host header. `malformed`: it is missing, or not a host with an optional port. */
  readonly hostOf: (header: string | undefined) => "allowed" | "refused" | "malformed"
  readonly isAllowedOrigin: (header: string | undefined) => boolean
}

/** The settings of the checks. */
export interface HostSettings {
  readonly httpHost: string
  readonly httpAllowedHosts: ReadonlyArray<string> | undefined
  readonly httpAllowedOrigins: ReadonlyArray<string> | undefined
}

/** Makes the checks. A listed host without a port is allowed with every port. */
export const hostChecks = ({ httpAllowedHosts, httpAllowedOrigins, httpHost }: HostSettings): HostChecks => {
  const hosts = new Set((httpAllowedHosts ?? ownNames(httpHost)).map((host) => host.toLowerCase()))
  const origins = new Set(httpAllowedOrigins ?? [])
  return {
    hostOf: (header) => {
      const [host, name = "", port] = HOST.exec(header?.toLowerCase() ?? "") ?? []
      if (host === undefined || Number(port ?? 0) > PORT_MAX) return "malformed"
      return hosts.has(host) || hosts.has(name) ? "allowed" : "refused"
    },
    // A request without Origin does not come from a web page.
    isAllowedOrigin: (header) => header === undefined || origins.has(header)
  }
}

/** A host name or an address, with an optional port (RFC 9110, section 7.2). */
const HOST = /^([\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::(\d{1,5}))?$/
const PORT_MAX = 65_535

/** Returns the host names of the listening address. */
const ownNames = (host: string): ReadonlyArray<string> =>
  isLoopback(host) ? ["127.0.0.1", "localhost", "[::1]", inUrl(host)] : [inUrl(host)]
