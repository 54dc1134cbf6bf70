/**
 * Downloads what a caller names. That must not reach into private networks, so the address is checked
 * when the connection is made, because a name may resolve to another address later, and again at every redirect.
 */
import { lookup } from "node:dns"
import type { LookupFunction } from "node:net"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, type Scope, Stream } from "effect"
import { Agent } from "undici"
import { DownloadFailed, type DownloadPolicy } from "./downloadPolicy.ts"

/** What was downloaded. */
export interface Downloaded {
  readonly data: Uint8Array
  readonly contentType: string | undefined
}

const MAX_REDIRECTS = 3

/** Makes a download whose sockets live as long as the scope. */
export const make = (
  policy: DownloadPolicy
): Effect.Effect<(url: string, maxBytes: number) => Effect.Effect<Downloaded, DownloadFailed>, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Agent({ connect: { timeout: 5000, lookup: guarded(policy) }, connections: 8 })),
      (agent) => Effect.promise(() => agent.destroy())
    ),
    (agent) => {
      const client = clientOver(agent)
      return (url, maxBytes) => followed(client, { ...policy, maxBytes }, url, MAX_REDIRECTS)
    }
  )

/** A client whose requests end with their scope. Hosts that a caller names get no trace headers, and spans no address. */
const clientOver = (agent: Agent) =>
  // The client calls nothing but `request`, which both versions of undici have.
  NodeHttpClient.makeUndici(agent as unknown as Parameters<typeof NodeHttpClient.makeUndici>[0]).pipe(
    HttpClient.withTracerDisabledWhen(() => true),
    HttpClient.withScope
  )

type Client = ReturnType<typeof clientOver>

/** Follows redirects itself, so that each address is checked. */
const followed = (
  client: Client,
  policy: DownloadPolicy,
  url: string,
  redirectsLeft: number
): Effect.Effect<Downloaded, DownloadFailed> =>
  Effect.flatMap(Effect.scoped(fetched(client, policy, url)), (found) => {
    if (found.location === undefined) return Effect.succeed(found)
    return redirectsLeft === 0
      ? new DownloadFailed({ problem: `redirects more than ${MAX_REDIRECTS} times` })
      : followed(client, policy, found.location, redirectsLeft - 1)
  })

/** One request: the file, or where it is instead. */
const fetched = Effect.fnUntraced(function* (client: Client, policy: DownloadPolicy, url: string) {
  const address = yield* allowed(policy, url)
  const response = yield* client
    .execute(HttpClientRequest.get(address.href, { headers: { accept: "*/*" } }))
    .pipe(Effect.mapError(({ cause }) => (cause instanceof DownloadFailed ? cause : broken())))
  const { location } = response.headers
  if (response.status >= 300 && response.status < 400 && location !== undefined) {
    return URL.canParse(location, address.href) ? { location: new URL(location, address).href } : yield* broken()
  }
  if (response.status !== 200) {
    return yield* new DownloadFailed({ problem: `could not be downloaded: it answers HTTP ${response.status}` })
  }
  const data = yield* bodyOf(response, policy.maxBytes)
  return { data, contentType: response.headers["content-type"] } satisfies Downloaded
})

const broken = () => new DownloadFailed({ problem: "could not be downloaded" })

const allowed = (policy: DownloadPolicy, url: string): Effect.Effect<URL, DownloadFailed> => {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (address === undefined || !policy.protocols.has(address.protocol)) {
    return new DownloadFailed({ problem: "must be an https:// address" })
  }
  const literal = address.hostname.replace(/^\[|\]$/g, "")
  if (/^[\d.]+$|:/.test(literal) && !policy.mayConnect(literal)) return privateAddress()
  // The client would send a fragment as a part of the path.
  address.hash = ""
  return Effect.succeed(address)
}

const privateAddress = () => new DownloadFailed({ problem: "must be a public address" })

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

/** The whole body, as far as it is not too large. A body that ended early may look as if it were empty. */
const bodyOf = Effect.fnUntraced(function* (response: HttpClientResponse, maxBytes: number) {
  const chunks: Array<Uint8Array> = []
  let size = 0
  yield* response.stream.pipe(
    Stream.mapError(broken),
    Stream.runForEach((chunk) => {
      size += chunk.length
      chunks.push(chunk)
      return size > maxBytes ? new DownloadFailed({ problem: `is larger than ${maxBytes} bytes` }) : Effect.void
    })
  )
  return size < Number(response.headers["content-length"] ?? 0) ? yield* broken() : Buffer.concat(chunks)
})
