/** The boundary to the keys of a token issuer: discovery (RFC 8414, OpenID Connect) and JWKS. */
import { Data, Deferred, Duration, Effect, FiberId, Schema, type Scope } from "effect"
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from "jose"
import { noProxies, type ProxySettings } from "../../../config/proxyVariables.ts"
import { make as makeDownload } from "../../../discord/download.ts"
import { DownloadFailed, publicInternet } from "../../../discord/downloadPolicy.ts"
import { monotonicMs } from "../../../telemetry/monotonic.ts"
import { quoted } from "../../../text/words.ts"

/** The keys of the issuer are not available. */
export class KeysUnavailable extends Data.TaggedError("KeysUnavailable")<{ readonly why: string }> {}

/** The signing keys of one issuer. One fetch runs at a time, in the background. */
export interface SigningKeys {
  /**
   * Returns the keys. Waits for a fetch only without usable keys. Old keys are returned at once, and fetched again in the
   * background.
   */
  readonly current: Effect.Effect<JWTVerifyGetKey, KeysUnavailable>
  /** Fetches the keys again for an unknown key id. Returns `undefined` if they were fetched shortly before. */
  readonly renewed: Effect.Effect<JWTVerifyGetKey | undefined, KeysUnavailable>
}

/** The minimum time between two fetches, after a success and after a failure. */
const COOLDOWN_MS = Duration.toMillis("30 seconds")
const RETRY_AFTER_FAILURE_MS = Duration.toMillis("5 seconds")

/** The age at which keys are fetched again. */
const REFRESH_AFTER_MS = Duration.toMillis("10 minutes")

/**
 * The maximum age of keys. A longer life would help only tokens from before the issuer fell silent, which have expired
 * by then. It would also extend the use of a key that the issuer has withdrawn.
 */
const KEYS_LIFE_MS = Duration.toMillis("24 hours")

/** The time limits of one document, and of a whole fetch. */
const DOCUMENT_TIMEOUT = Duration.seconds(5)
const FETCH_TIMEOUT = Duration.seconds(10)

/** The maximum size of a document in bytes, and the maximum number of keys. */
const DOCUMENT_MAX_BYTES = 256 * 1024
const KEYS_MAX = 100

const Metadata = Schema.parseJson(Schema.Struct({ issuer: Schema.String, jwks_uri: Schema.String }))
const Keys = Schema.parseJson(
  Schema.Struct({
    keys: Schema.Array(Schema.Record({ key: Schema.String, value: Schema.Unknown })).pipe(Schema.maxItems(KEYS_MAX))
  })
)

/** Makes the keys of an issuer. They are fetched at first use. */
export const make = Effect.fnUntraced(function* (
  issuer: string,
  proxies: ProxySettings = noProxies
): Effect.fn.Return<SigningKeys, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const getJson = yield* documentsOf(issuer, proxies)
  return new IssuerKeys(scope, fetchKeys(issuer, getJson)) satisfies SigningKeys
})

type GetJson = Effect.Effect.Success<ReturnType<typeof documentsOf>>

/** Fetches the keys of an issuer by its metadata. */
const fetchKeys = (issuer: string, getJson: GetJson): Effect.Effect<JWTVerifyGetKey, KeysUnavailable> => {
  const discovered = Effect.filterOrFail(
    Effect.firstSuccessOf(metadataUrls(issuer).map((url) => getJson(url, Metadata))),
    (metadata) => withoutSlash(metadata.issuer) === withoutSlash(issuer) && isSafeUrl(metadata.jwks_uri),
    () => new KeysUnavailable({ why: `the metadata of ${issuer} names another issuer, or keys that are not on https` })
  )
  return Effect.flatMap(discovered, ({ jwks_uri }) =>
    Effect.flatMap(getJson(jwks_uri, Keys), (document) =>
      Effect.try({
        try: () => createLocalJWKSet(document as unknown as JSONWebKeySet), // jose checks each key when it is used
        catch: () => new KeysUnavailable({ why: `${quoted(jwks_uri)} holds no key set` })
      })
    )
  ).pipe(
    Effect.timeoutFail({
      duration: FETCH_TIMEOUT,
      onTimeout: () => new KeysUnavailable({ why: `${issuer} does not answer in time` })
    })
  )
}

/** The keys of an issuer, and when they were fetched. */
class IssuerKeys implements SigningKeys {
  readonly #scope: Scope.Scope
  readonly #fetch: Effect.Effect<JWTVerifyGetKey, KeysUnavailable>
  #keys: { readonly get: JWTVerifyGetKey; readonly fetchedMs: number } | undefined
  #running: Deferred.Deferred<JWTVerifyGetKey, KeysUnavailable> | undefined
  #failed: { readonly atMs: number; readonly error: KeysUnavailable } | undefined

  constructor(scope: Scope.Scope, fetch: Effect.Effect<JWTVerifyGetKey, KeysUnavailable>) {
    this.#scope = scope
    this.#fetch = fetch
  }

  get current(): Effect.Effect<JWTVerifyGetKey, KeysUnavailable> {
    return Effect.flatMap(monotonicMs, (nowMs) => {
      const keys = this.#keys
      if (keys === undefined || nowMs >= keys.fetchedMs + KEYS_LIFE_MS) return Effect.flatten(this.#refresh())
      return nowMs < keys.fetchedMs + REFRESH_AFTER_MS ? Effect.succeed(keys.get) : Effect.as(this.#refresh(), keys.get)
    })
  }

  get renewed(): Effect.Effect<JWTVerifyGetKey | undefined, KeysUnavailable> {
    return Effect.flatMap(monotonicMs, (nowMs) =>
      this.#keys !== undefined && nowMs < this.#keys.fetchedMs + COOLDOWN_MS
        ? Effect.succeed(undefined)
        : Effect.flatten(this.#refresh())
    )
  }

  /**
   * Starts a fetch, unless one is running or has just failed. Returns its result, for which a caller can wait. It
   * continues if the caller ends.
   */
  #refresh() {
    return Effect.flatMap(monotonicMs, (nowMs): Effect.Effect<Effect.Effect<JWTVerifyGetKey, KeysUnavailable>> => {
      if (this.#running !== undefined) return Effect.succeed(Deferred.await(this.#running))
      return this.#failed !== undefined && nowMs < this.#failed.atMs + RETRY_AFTER_FAILURE_MS
        ? Effect.succeed(this.#failed.error)
        : this.#start()
    })
  }

  #start() {
    return Effect.suspend(() => {
      // Made at once, so that no other fiber starts a second fetch meanwhile.
      const started = Deferred.unsafeMake<JWTVerifyGetKey, KeysUnavailable>(FiberId.none)
      this.#running = started
      const end = Effect.sync(() => {
        this.#running = undefined
      })
      const fetching = Effect.ensuring(Effect.interruptible(this.#fetchOnce()), end)
      return Effect.as(Effect.forkIn(Effect.intoDeferred(fetching, started), this.#scope), Deferred.await(started))
    }).pipe(Effect.uninterruptible)
  }

  /** Fetches the keys, and logs when the first fetch fails and when the next one succeeds. */
  #fetchOnce() {
    return Effect.tapBoth(this.#fetch, {
      onSuccess: (get) =>
        Effect.flatMap(monotonicMs, (fetchedMs) => {
          const wasFailing = this.#failed !== undefined
          this.#keys = { get, fetchedMs }
          this.#failed = undefined
          return wasFailing ? Effect.logInfo("the keys of the token issuer can be fetched again") : Effect.void
        }),
      onFailure: (error) =>
        Effect.flatMap(monotonicMs, (atMs) => {
          const isFirst = this.#failed === undefined
          this.#failed = { atMs, error }
          return isFirst
            ? Effect.logWarning(`the keys of the token issuer cannot be fetched: ${error.why}`)
            : Effect.void
        })
    })
  }
}

/** Makes a function that fetches the documents of an issuer. It follows no redirects. */
const documentsOf = Effect.fnUntraced(function* (issuer: string, proxies: ProxySettings) {
  const limits = { maxBytes: DOCUMENT_MAX_BYTES, maxRedirects: 0 }
  const protocols = new Set(["https:", "http:"])
  const fromIssuer = yield* makeDownload({ ...limits, protocols, mayConnect: () => true, proxyResolves: true }, proxies)
  const fromOthers = yield* makeDownload({ ...publicInternet, ...limits }, proxies)
  return <A, I>(url: string, schema: Schema.Schema<A, I>) =>
    (isHostOf(issuer, url) ? fromIssuer : fromOthers)(url, limits).pipe(
      Effect.timeoutFail({
        duration: DOCUMENT_TIMEOUT,
        onTimeout: () => new DownloadFailed({ problem: "does not answer in time" })
      }),
      Effect.mapError(({ problem }) => problem),
      Effect.flatMap(({ data }) =>
        Effect.mapError(
          Schema.decodeUnknown(schema)(new TextDecoder().decode(data)),
          () => "does not have the expected content"
        )
      ),
      Effect.mapError((problem) => new KeysUnavailable({ why: `${quoted(url)} ${problem}` }))
    )
})

/**
 * Returns whether a URL is on the issuer's own host. The operator has named that host, so it may have a private address.
 * Any other host is named by the issuer, and must be public.
 */
export const isHostOf = (issuer: string, url: string): boolean => {
  const [own, other] = [new URL(issuer).hostname, new URL(url).hostname]
  return own === other || (isLoopback(own) && isLoopback(other))
}

/**
 * Returns the URLs where an issuer publishes its metadata (RFC 8414, section 3; OpenID Connect
 * Discovery, section 4).
 */
const metadataUrls = (issuer: string): ReadonlyArray<string> => {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/+$/, "")
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`
  ]
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, "")

/** Returns whether keys may be fetched from a URL: over TLS, or from this machine. */
export const isSafeUrl = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { hostname, protocol } = new URL(url)
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname))
}

/** Returns whether a host name means this machine. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host)
