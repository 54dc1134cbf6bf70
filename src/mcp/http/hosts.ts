import { isLoopback } from "./access/SigningKeys.ts"

/** Checks of the Host and Origin headers, which prevent DNS rebinding by web pages. */
export interface HostChecks {
  readonly isAllowedHost: (header: string | undefined) => boolean
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
    isAllowedHost: (header) => {
      const host = header?.toLowerCase() ?? ""
      return hosts.has(host) || hosts.has(host.replace(/:\d+$/, ""))
    },
    // A request without Origin does not come from a web page.
    isAllowedOrigin: (header) => header === undefined || origins.has(header)
  }
}

/** Returns the host names of the listening address. */
const ownNames = (host: string): ReadonlyArray<string> =>
  isLoopback(host) ? ["127.0.0.1", "localhost", "[::1]", inUrl(host)] : [inUrl(host)]

/** Formats a host for a URL: an IPv6 address gets brackets. */
export const inUrl = (host: string): string => (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host)
