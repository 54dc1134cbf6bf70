/** Decides which addresses are reached through a proxy. */
import { Redacted } from "effect"
import ipaddr from "ipaddr.js"
import type { ProxyAddress, ProxySettings } from "../../config/proxyVariables.ts"

/** A proxy, and the setting that names it. */
export interface ChosenProxy {
  readonly setting: "HTTPS_PROXY" | "HTTP_PROXY"
  readonly address: ProxyAddress
}

/** Returns the proxy for an address. `undefined`: none. */
export const proxyOf = (settings: ProxySettings, address: string | URL): ChosenProxy | undefined => {
  const { hostname, port, protocol } = new URL(address)
  const isSecure = protocol === "https:" || protocol === "wss:"
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase()
  const ownPort = port === "" ? (isSecure ? "443" : "80") : port
  if ((settings.noProxy ?? []).some((entry) => covers(entry, host, ownPort))) return undefined
  if (isSecure && settings.httpsProxy !== undefined) {
    return { setting: "HTTPS_PROXY", address: Redacted.value(settings.httpsProxy) }
  }
  return settings.httpProxy === undefined
    ? undefined
    : { setting: "HTTP_PROXY", address: Redacted.value(settings.httpProxy) }
}

/** Returns whether an entry of NO_PROXY covers a host. A name covers its subdomains, as for curl and Go. */
const covers = (entry: string, host: string, port: string): boolean => {
  if (entry === "*") return true
  const [, bracketed, plain = "", ownPort = ""] =
    /^(?:\[([^\]]+)\]|([^:]*|[^:]*:[^:]*:.*?))(?::(\d+))?$/.exec(entry) ?? []
  if (ownPort !== "" && ownPort !== port) return false
  const name = (bracketed ?? plain).replace(/^\*?\./, "")
  if (name === "") return false
  if (ipaddr.isValid(host)) return coversAddress(name, host)
  return host === name || host.endsWith(`.${name}`)
}

/** Returns whether an address, or a network such as 10.0.0.0/8, covers an address. */
const coversAddress = (entry: string, host: string): boolean => {
  const address = ipaddr.process(host)
  if (ipaddr.isValid(entry)) return ipaddr.process(entry).toNormalizedString() === address.toNormalizedString()
  if (!ipaddr.isValidCIDR(entry)) return false
  const [network, bits] = ipaddr.parseCIDR(entry)
  return network.kind() === address.kind() && address.match(network, bits)
}
