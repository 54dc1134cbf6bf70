/**
 * Downloads files from URLs of callers, and documents of token issuers. Downloads must not reach private networks. The address is
 * checked at every redirect. It is also checked when the connection opens, because a name may resolve
 * to another address later. A proxy gets the checked address instead of the name, which it would resolve itself.
 */
import { lookup } from "node:dns"
import type { LookupFunction } from "node:net"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, type Scope, Stream } from "effect"
import type { Agent } from "undici"
import { noProxies, type ProxySettings } from "../config/proxyVariables.ts"
import { describeProxyFailure } from "../errors/proxyFailure.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { DownloadFailed, type DownloadPolicy } from "./downloadPolicy.ts"
import { makeDispatcher } from "./proxy/proxyDispatcher.ts"

/** A downloaded file. `data` is empty if the download had `into`. */
export interface Downloaded {
  readonly data: Uint8Array
  /** The number of bytes of the body. */
  readonly size: number
  readonly contentType: string | undefined
}

/** The options of a download. */
export interface DownloadOptions {
  readonly maxBytes: number
  /** The first and last byte of a part of the file. If the server sends the whole file, the part is taken from it. */
  readonly range?: readonly [first: number, last: number]
  /**
   * Reserves memory before the body is read: the length that the server declares, else `maxBytes`. The
   * wait for it is part of the time limit of the download.
   */
  readonly reserve?: (bytes: number) => Effect.Effect<void>
  /** Takes each chunk of the body, in place of memory. */
  readonly into?: (chunk: Uint8Array) => Effect.Effect<void, DownloadFailed>
}

/** The pace that a body needs on average, in bytes per second, and the time before it applies. */
const MIN_BYTES_PER_SECOND = 16 * 1024
const PACE_FROM_MS = 5000

/** Makes a download function. Its sockets close with the scope. */
export const make = (
  policy: DownloadPolicy,
  proxies: ProxySettings = noProxies
): Effect.Effect<
  (url: string, options: DownloadOptions) => Effect.Effect<Downloaded, DownloadFailed>,
  never,
  Scope.Scope
> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() =>
        makeDispatcher(proxies, {
          connect: { timeout: 5000, lookup: guarded(policy) },
          connections: 8,
          ...(policy.proxyResolves !== true && { resolve: guarded(policy) })
        })
      ),
      (agent) => Effect.promise(() => agent.destroy())
    ),
    (agent) => {
      const client = clientOver(agent)
      return (url, options) => followed(client, policy, { url, ...options }, policy.maxRedirects)
    }
  )

/** Makes a client whose requests end with their scope. It sends no trace headers, and its spans have no address. */
export const clientOver = (agent: Agent) =>
  // The client uses only `request`, which both versions of undici have.
  NodeHttpClient.makeUndici(agent as unknown as Parameters<typeof NodeHttpClient.makeUndici>[0]).pipe(
    HttpClient.withTracerDisabledWhen(() => true),
    HttpClient.withScope
  )

type Client = ReturnType<typeof clientOver>

/** Follows redirects without the HTTP client, so that each address is checked. */
const followed = (
  client: Client,
  policy: DownloadPolicy,
  file: DownloadOptions & { readonly url: string },
  redirectsLeft: number
): Effect.Effect<Downloaded, DownloadFailed> =>
  Effect.flatMap(Effect.scoped(fetched(client, policy, file)), (loaded) => {
    if (loaded.location === undefined) return Effect.succeed(loaded)
    return redirectsLeft === 0
      ? new DownloadFailed({
          problem: policy.maxRedirects === 0 ? "redirects" : `redirects more than ${policy.maxRedirects} times`
        })
      : followed(client, policy, { ...file, url: loaded.location }, redirectsLeft - 1)
  })

/** Sends one request. Returns the file or a redirect. */
const fetched = Effect.fnUntraced(function* (
  client: Client,
  policy: DownloadPolicy,
  { into, maxBytes, range, reserve = () => Effect.void, url }: DownloadOptions & { readonly url: string }
) {
  const address = yield* allowed(policy, url)
  const response = yield* client
    .execute(
      HttpClientRequest.get(address.href, {
        headers: { accept: "*/*", ...(range !== undefined && { range: `bytes=${range[0]}-${range[1]}` }) }
      })
    )
    .pipe(Effect.mapError(({ cause }) => (cause instanceof DownloadFailed ? cause : broken(cause))))
  const { location } = response.headers
  if (response.status >= 300 && response.status < 400 && location !== undefined) {
    return URL.canParse(location, address.href) ? { location: new URL(location, address).href } : yield* broken()
  }
  const isPart = response.status === 206 && range !== undefined
  if (response.status !== 200 && !isPart) {
    const { status } = response
    return yield* new DownloadFailed({
      status,
      problem: `could not be downloaded: the server answered HTTP ${status}`
    })
  }
  const declared = declaredLength(response)
  if (declared !== undefined && declared > maxBytes) return yield* tooLarge(maxBytes)
  if (into === undefined) yield* reserve(declared ?? maxBytes)
  const { data: whole, size } = yield* bodyOf(response, maxBytes, into)
  const data = range === undefined || isPart ? whole : whole.subarray(range[0], range[1] + 1)
  return { data, size, contentType: response.headers["content-type"] } satisfies Downloaded
})

/** Returns the length in the headers. The HTTP client fails if the body has another. */
const declaredLength = ({ headers }: HttpClientResponse): number | undefined => {
  const length = headers["content-length"]
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined
}

const tooLarge = (maxBytes: number) =>
  new DownloadFailed({ problem: `is larger than ${maxBytes} bytes`, refused: "too_large" })

const tooSlow = () =>
  new DownloadFailed({ problem: `arrives too slowly: it needs ${MIN_BYTES_PER_SECOND} bytes per second` })

const broken = (cause?: unknown) => {
  const proxy = describeProxyFailure(Object(cause).code)
  return new DownloadFailed({
    problem: proxy === undefined ? "could not be downloaded" : `could not be downloaded: ${proxy.message} ${proxy.hint}`
  })
}

const allowed = (policy: DownloadPolicy, url: string): Effect.Effect<URL, DownloadFailed> => {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (address === undefined || !policy.protocols.has(address.protocol)) {
    return new DownloadFailed({ problem: "must be an https:// address", refused: "forbidden" })
  }
  if (policy.origins !== undefined && !policy.origins.has(address.origin)) {
    return new DownloadFailed({ problem: "is not on one of Discord's hosts", refused: "forbidden" })
  }
  const literal = address.hostname.replace(/^\[|\]$/g, "")
  if (/^[\d.]+$|:/.test(literal) && !policy.mayConnect(literal)) return privateAddress()
  // The client would send a fragment as part of the path.
  address.hash = ""
  return Effect.succeed(address)
}

const privateAddress = () => new DownloadFailed({ problem: "must be a public address", refused: "forbidden" })

const guarded =
  (policy: DownloadPolicy): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const bad = error ?? (addresses.every(({ address }) => policy.mayConnect(address)) ? null : privateAddress())
      const [first] = addresses ?? []
      if (bad !== null || first === undefined) callback(bad ?? privateAddress(), [])
      else if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

/** Reads the body up to the size limit, at the minimum pace. A body that ends early may look empty. */
const bodyOf = Effect.fnUntraced(function* (
  response: HttpClientResponse,
  maxBytes: number,
  into?: DownloadOptions["into"]
) {
  const chunks: Array<Uint8Array> = []
  let size = 0
  const startedAt = yield* monotonicMs
  yield* response.stream.pipe(
    Stream.mapError(() => broken()),
    Stream.timeoutFail(tooSlow, PACE_FROM_MS),
    Stream.runForEach((chunk) => {
      size += chunk.length
      if (size > maxBytes) return tooLarge(maxBytes)
      if (into === undefined) chunks.push(chunk)
      return Effect.flatMap(monotonicMs, (now) =>
        size * 1000 < (now - startedAt - PACE_FROM_MS) * MIN_BYTES_PER_SECOND
          ? tooSlow()
          : (into?.(chunk) ?? Effect.void)
      )
    })
  )
  return size < (declaredLength(response) ?? 0) ? yield* broken() : { data: Buffer.concat(chunks), size }
})
