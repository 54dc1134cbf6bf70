/**
 * The boundary to downloads: what a caller names is fetched by us, so it must
 * not reach into private networks. The address is judged when the connection is
 * made, not when the name is read: a name can change its mind in between.
 */
// @effect-diagnostics asyncFunction:off
import { lookup } from "node:dns"
import type { LookupFunction } from "node:net"
import { Data, Effect, type Scope } from "effect"
import { Agent, request } from "undici"
import { isPublic } from "./addresses.ts"

/** A download did not work, or is not allowed; in words for the caller. */
export class DownloadFailed extends Data.TaggedError("DownloadFailed")<{ readonly problem: string }> {}

/** What was downloaded. */
export interface Downloaded {
  readonly data: Uint8Array
  readonly contentType: string | undefined
}

/** Which downloads are allowed; tests put loopback in the place of the public internet. */
export interface DownloadPolicy {
  readonly protocols: ReadonlySet<string>
  readonly mayConnect: (address: string) => boolean
  readonly maxBytes: number
}

/** The product's policy: https, public addresses, 25 MiB. */
export const policy: DownloadPolicy = {
  protocols: new Set(["https:"]),
  mayConnect: isPublic,
  maxBytes: 25 * 1024 * 1024
}

const MAX_REDIRECTS = 3
const TIMEOUT = "20 seconds"

/** Makes a download whose sockets live as long as the scope. */
export const make = (
  policy: DownloadPolicy
): Effect.Effect<(url: string, maxBytes?: number) => Effect.Effect<Downloaded, DownloadFailed>, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Agent({ connect: { timeout: 5000, lookup: guarded(policy) }, connections: 8 })),
      (agent) => Effect.promise(() => agent.destroy())
    ),
    (agent) =>
      (url, maxBytes = policy.maxBytes) =>
        Effect.tryPromise({
          try: (signal) => fetchFollowing(agent, { ...policy, maxBytes }, url, signal),
          catch: (error) =>
            error instanceof DownloadFailed ? error : new DownloadFailed({ problem: "could not be downloaded" })
        }).pipe(
          Effect.timeoutFail({
            duration: TIMEOUT,
            onTimeout: () => new DownloadFailed({ problem: "could not be downloaded in time" })
          })
        )
  )

const fetchFollowing = async (
  agent: Agent,
  policy: DownloadPolicy,
  start: string,
  signal: AbortSignal
): Promise<Downloaded> => {
  let url = start
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const address = allowed(policy, url)
    const response = await request(address, { dispatcher: agent, signal, headers: { accept: "*/*" } })
    const { location } = response.headers
    if (response.statusCode >= 300 && response.statusCode < 400 && typeof location === "string") {
      await response.body.dump()
      url = new URL(location, address).href
      continue
    }
    if (response.statusCode !== 200) {
      await response.body.dump()
      throw new DownloadFailed({ problem: `could not be downloaded: it answers HTTP ${response.statusCode}` })
    }
    const type = response.headers["content-type"]
    return {
      data: await readUpTo(response.body, policy.maxBytes),
      contentType: typeof type === "string" ? type : undefined
    }
  }
  throw new DownloadFailed({ problem: `redirects more than ${MAX_REDIRECTS} times` })
}

const allowed = (policy: DownloadPolicy, url: string): URL => {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (address === undefined || !policy.protocols.has(address.protocol)) {
    throw new DownloadFailed({ problem: "must be an https:// address" })
  }
  const literal = address.hostname.replace(/^\[|\]$/g, "")
  if (/^[\d.]+$|:/.test(literal) && !policy.mayConnect(literal)) throw privateAddress()
  return address
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

const readUpTo = async (body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new DownloadFailed({ problem: `is larger than ${maxBytes} bytes` })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
