/** The boundary to undici's proxy agent. Every connection through a proxy is a tunnel (CONNECT), so that TLS ends at the host. */
// @effect-diagnostics asyncFunction:off extendsNativeError:off newPromise:off
import { isIP, type LookupFunction } from "node:net"
import { Agent, type Dispatcher, Pool, ProxyAgent } from "undici"
import type { ProxySettings } from "../../config/proxyVariables.ts"
import { PROXY_CODE } from "../../errors/proxyFailure.ts"
import { proxyOf } from "./proxyOf.ts"

/** The options of a dispatcher, with or without proxy. */
export interface DispatcherOptions extends Agent.Options {
  readonly connect: { readonly timeout: number; readonly lookup?: LookupFunction }
  /** Resolves names before a tunnel opens, so that the proxy gets a checked address. Unset: the proxy resolves them. */
  readonly resolve?: LookupFunction
}

/** Makes a dispatcher that opens its connections through the proxies of the settings. */
export const makeDispatcher = (settings: ProxySettings, { resolve, ...options }: DispatcherOptions): Agent =>
  settings.httpsProxy === undefined && settings.httpProxy === undefined
    ? new Agent(options)
    : new Agent({
        ...options,
        factory: (origin, inherited) => {
          const proxy = proxyOf(settings, origin)
          if (proxy === undefined) return new Pool(origin, inherited)
          const { authorization, url } = proxy.address
          const {
            connect: { timeout }
          } = options
          return new ProxyAgent({
            ...options,
            uri: url,
            ...(authorization !== "" && { token: authorization }),
            requestTls: { timeout },
            proxyTls: { timeout },
            clientFactory: (address, own) => new ProxyPool(address, own, resolve)
          })
        }
      })

/** A tunnel that the proxy did not open. `code` is `PROXY_` and the HTTP status, or the network code. */
export class ProxyFailure extends Error {
  readonly code: string
  constructor(code: string, cause?: unknown) {
    super("the proxy opens no tunnel", { cause })
    this.code = `${PROXY_CODE}${code}`
  }
}

/** The connections to a proxy. Its failures have other codes than those of the host behind it. */
class ProxyPool extends Pool {
  readonly #resolve: LookupFunction | undefined

  constructor(address: URL, options: object, resolve: LookupFunction | undefined) {
    super(address, options)
    this.#resolve = resolve
  }

  override connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>
  override connect(
    options: Dispatcher.ConnectOptions,
    callback: (error: Error | null, data: Dispatcher.ConnectData) => void
  ): void
  override connect(
    options: Dispatcher.ConnectOptions,
    callback?: (error: Error | null, data: Dispatcher.ConnectData) => void
  ): Promise<Dispatcher.ConnectData> | undefined {
    if (callback === undefined) return this.#open(options)
    super.connect(options, callback)
    return undefined
  }

  async #open(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const path = this.#resolve === undefined ? options.path : await resolved(options.path, this.#resolve)
    const data = await super.connect({ ...options, path }).catch((error: unknown) => {
      const { code, name } = Object(error)
      if (name === "AbortError") throw error
      throw new ProxyFailure(typeof code === "string" ? code : "FAILED", error)
    })
    if (data.statusCode === 200) return data
    data.socket.on("error", () => undefined).destroy()
    throw new ProxyFailure(String(data.statusCode))
  }
}

/** Replaces the name in `host:port` by its address. */
const resolved = (target: string, resolve: LookupFunction): Promise<string> => {
  const { hostname, port } = new URL(`tunnel://${target}`)
  const host = hostname.replace(/^\[|\]$/g, "")
  if (isIP(host) !== 0) return Promise.resolve(target)
  return new Promise((done, fail) =>
    resolve(host, {}, (error, address) => {
      if (error !== null) return fail(error)
      const first = String(address)
      return done(`${isIP(first) === 6 ? `[${first}]` : first}:${port}`)
    })
  )
}
