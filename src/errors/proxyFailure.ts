/** The start of the network code of a failure of the proxy. An HTTP status or a network code follows. */
export const PROXY_CODE = "PROXY_"

/** What to tell about a proxy that opens no connection. */
export interface ProxyProblem {
  readonly message: string
  readonly hint: string
  /** Whether another attempt can help. */
  readonly transient: boolean
}

/** Describes a failure of the proxy by its network code. Returns `undefined` for other codes. */
export const describeProxyFailure = (network: string | undefined): ProxyProblem | undefined => {
  if (network?.startsWith(PROXY_CODE) !== true) return undefined
  const code = network.slice(PROXY_CODE.length)
  if (code === "407") {
    return {
      message: "The proxy of this server requires a user name and a password (HTTP 407).",
      hint: "Set them in HTTPS_PROXY or HTTP_PROXY, before the host: USER:PASSWORD@HOST:PORT.",
      transient: false
    }
  }
  return /^\d+$/.test(code)
    ? {
        message: `The proxy of this server refused the connection (HTTP ${code}).`,
        hint: "Allow CONNECT to this host in the proxy, or add the host to NO_PROXY.",
        transient: !/^4(?!08|29)/.test(code)
      }
    : {
        message: `The proxy of this server cannot be reached (${code}).`,
        hint: "Check HTTPS_PROXY, HTTP_PROXY and the proxy. The command doctor says which proxy is used.",
        transient: !/CERT|TLS/.test(code)
      }
}

/** Returns whether a network code proves that nothing was sent, so that a retry is always safe. */
export const wasNeverSent = (network: string | undefined): boolean =>
  network !== undefined && (neverSentCodes.has(network) || network.startsWith(PROXY_CODE))

const neverSentCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID"
])
