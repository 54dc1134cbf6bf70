/** The boundary to the keys of a token issuer: discovery (RFC 8414, OpenID Connect) and JWKS. */
import * as HttpClient from "@effect/platform/HttpClient"
import { Clock, Data, Duration, Effect, Schema } from "effect"
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from "jose"

/** The keys of the issuer are not available. */
export class KeysUnavailable extends Data.TaggedError("KeysUnavailable")<{ readonly why: string }> {}

/** The signing keys of one issuer. */
export interface SigningKeys {
  /** Returns the keys. Fetches them at first use, and again after they expire. */
  readonly current: Effect.Effect<JWTVerifyGetKey, KeysUnavailable>
  /** Fetches the keys again for an unknown key id. Returns `undefined` if they were fetched shortly before. */
  readonly renewed: Effect.Effect<JWTVerifyGetKey | undefined, KeysUnavailable>
}

/**
 * The minimum time between two fetches, after a success and after a failure, and the maximum time that
 * keys are kept.
 */
const COOLDOWN = Duration.toMillis("30 seconds")
const RETRY_AFTER_FAILURE = Duration.toMillis("5 seconds")
const KEYS_LIFE = Duration.toMillis("10 minutes")
const FETCH_TIMEOUT = Duration.seconds(5)

const Metadata = Schema.Struct({ issuer: Schema.String, jwks_uri: Schema.String })
const Keys = Schema.Struct({ keys: Schema.Array(Schema.Record({ key: Schema.String, value: Schema.Unknown })) })

/** Makes the keys of an issuer. They are fetched at first use. */
export const make = Effect.fnUntraced(function* (issuer: string) {
  const http = HttpClient.filterStatusOk(yield* HttpClient.HttpClient)
  const one = yield* Effect.makeSemaphore(1)
  let keys: { readonly get: JWTVerifyGetKey; readonly fetchedMs: number } | undefined
  let failedMs: number | undefined

  const getJson = <A, I>(url: string, schema: Schema.Schema<A, I>) =>
    http.get(url, { headers: { accept: "application/json" } }).pipe(
      Effect.flatMap((response) => response.json),
      Effect.flatMap(Schema.decodeUnknown(schema)),
      Effect.scoped,
      Effect.timeout(FETCH_TIMEOUT),
      Effect.mapError(() => new KeysUnavailable({ why: `${url} does not answer as expected` }))
    )

  const discovered = Effect.filterOrFail(
    Effect.firstSuccessOf(metadataUrls(issuer).map((url) => getJson(url, Metadata))),
    (metadata) => withoutSlash(metadata.issuer) === withoutSlash(issuer) && isSafeUrl(metadata.jwks_uri),
    () => new KeysUnavailable({ why: `the metadata of ${issuer} names another issuer, or keys that are not on https` })
  )

  const fetchKeys = Effect.gen(function* () {
    const { jwks_uri } = yield* discovered
    const found = yield* getJson(jwks_uri, Keys)
    const get = yield* Effect.try({
      try: () => createLocalJWKSet(found as unknown as JSONWebKeySet), // jose checks each key when it is used
      catch: () => new KeysUnavailable({ why: `${jwks_uri} holds no key set` })
    })
    keys = { get, fetchedMs: yield* Clock.currentTimeMillis }
    failedMs = undefined
    return get
  }).pipe(
    Effect.tapError(({ why }) =>
      Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
        failedMs = nowMs
        return Effect.logWarning(`the keys of the token issuer cannot be fetched: ${why}`)
      })
    )
  )

  /** Returns whether a fetch failed so recently that the next one waits. */
  const mustWait = (nowMs: number) => failedMs !== undefined && nowMs < failedMs + RETRY_AFTER_FAILURE

  const current = Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
    if (keys !== undefined && nowMs < keys.fetchedMs + KEYS_LIFE) return Effect.succeed(keys.get)
    const old = keys?.get
    if (mustWait(nowMs)) {
      return old === undefined ? new KeysUnavailable({ why: "the last attempt failed" }) : Effect.succeed(old)
    }
    // Uses expired keys while the issuer is unavailable.
    return old === undefined ? fetchKeys : Effect.orElseSucceed(fetchKeys, () => old)
  })

  const renewed = Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
    (keys !== undefined && nowMs < keys.fetchedMs + COOLDOWN) || mustWait(nowMs) ? Effect.succeed(undefined) : fetchKeys
  )

  return {
    current: one.withPermits(1)(current),
    renewed: one.withPermits(1)(renewed)
  } satisfies SigningKeys as SigningKeys
})

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
