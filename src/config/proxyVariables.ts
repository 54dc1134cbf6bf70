/** The settings of a proxy between this server and the internet. Their names are those of curl and most programs. */
import { Redacted } from "effect"
import { isBlank, optionalSetting, type Parser } from "./Setting.ts"

/** A proxy. The strings are secrets, and the address has none. */
export interface ProxyAddress {
  readonly url: string
  /** The password, as it is and as the address encodes it. */
  readonly password: string
  readonly encodedPassword: string
  /** The value of the header `Proxy-Authorization`. Empty: none. */
  readonly authorization: string
}

/** The settings that decide on the proxy of an address. */
export interface ProxySettings {
  readonly httpsProxy: Redacted.Redacted<ProxyAddress> | undefined
  readonly httpProxy: Redacted.Redacted<ProxyAddress> | undefined
  readonly noProxy: ReadonlyArray<string> | undefined
}

/** No proxy for any address. */
export const noProxies: ProxySettings = { httpsProxy: undefined, httpProxy: undefined, noProxy: undefined }

const proxyAddress: Parser<Redacted.Redacted<ProxyAddress>> = {
  accepts: "the address of an HTTP proxy, such as http://proxy.example:3128",
  secret: true,
  fault: (value) =>
    /^\s*["']?socks/i.test(value)
      ? "is a SOCKS proxy. Set the address of an HTTP proxy, such as http://proxy.example:3128"
      : undefined,
  parse: (value) => {
    const bare = value.trim()
    const address = SCHEME.test(bare) ? bare : `http://${bare}`
    if (!/^https?:\/\/[^\s/]+\/?$/i.test(address) || !URL.canParse(address)) return undefined
    const url = new URL(address)
    const [user, password] = [decoded(url.username), decoded(url.password)]
    if (user === undefined || password === undefined) return undefined
    const encodedPassword = url.password
    const authorization =
      user === "" && password === "" ? "" : `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`
    url.username = ""
    url.password = ""
    return Redacted.make({ url: url.href, password, encodedPassword, authorization })
  }
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i

const decoded = (part: string): string | undefined => {
  const bytes = part.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const text = Buffer.from(bytes, "latin1").toString("utf8")
  return text.includes("\uFFFD") ? undefined : text
}

const hosts: Parser<ReadonlyArray<string>> = {
  accepts: "hosts, separated by commas, or * for all",
  parse: (value) =>
    isBlank(value)
      ? undefined
      : value
          .split(/[,\s]+/)
          .filter((host) => host !== "")
          .map((host) => host.toLowerCase())
}

/** The settings of proxies, in the order of the documentation. */
export const proxyVariables = {
  httpsProxy: optionalSetting(
    "HTTPS_PROXY",
    proxyAddress,
    "The HTTP proxy for https:// and wss:// addresses: Discord's API, files, live events and the keys of a token issuer. Also https_proxy, which has precedence. Unset: HTTP_PROXY."
  ),
  httpProxy: optionalSetting(
    "HTTP_PROXY",
    proxyAddress,
    "The HTTP proxy for http:// and ws:// addresses. Also http_proxy, which has precedence."
  ),
  noProxy: optionalSetting(
    "NO_PROXY",
    hosts,
    "The hosts that are reached without a proxy: names with their subdomains, addresses, networks such as 10.0.0.0/8, each with an optional port, or * for all. Also no_proxy, which has precedence."
  )
}

/** The lower-case name of each setting, as curl reads it. */
export const lowerCaseNames: ReadonlyMap<string, string> = new Map(
  Object.values(proxyVariables).map(({ name }) => [name.toLowerCase(), name])
)
