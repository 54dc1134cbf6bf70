/** An issuer of access tokens on loopback. The test controls its keys. */
// @effect-diagnostics globalDate:off globalDateInEffect:off
// @effect-diagnostics asyncFunction:off
import { createServer } from "node:http"
import { Effect } from "effect"
import { base64url, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose"

/** A key of an issuer. */
interface Key {
  readonly kid: string
  readonly privateKey: Awaited<ReturnType<typeof generateKeyPair>>["privateKey"]
  readonly jwk: JWK
}

const makeKey = (kid: string) =>
  Effect.promise(async (): Promise<Key> => {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true })
    return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256" } }
  })

/** The claims of a token. */
export interface Claims {
  readonly payload?: JWTPayload
  readonly audience?: string
  readonly issuer?: string
  /** Seconds from now. `null`: the token has none. */
  readonly expiresIn?: number | null
  readonly notBeforeIn?: number
}

/** Starts an issuer. */
export const startIssuer = Effect.gen(function* () {
  let key = yield* makeKey("first")
  let published = [key.jwk]
  let keyRequests = 0
  let away = false
  const node = createServer((request, response) => {
    const json = (body: object) => response.setHeader("content-type", "application/json").end(JSON.stringify(body))
    if (away) response.writeHead(503).end()
    else if (request.url === "/.well-known/oauth-authorization-server") json({ issuer, jwks_uri: `${issuer}/keys` })
    else if (request.url === "/keys") {
      keyRequests++
      json({ keys: published })
    } else response.writeHead(404).end()
  })
  const port = yield* Effect.acquireRelease(
    Effect.async<number>((resume) => {
      node.listen(0, "127.0.0.1", () => resume(Effect.succeed(Object(node.address()).port)))
    }),
    () => Effect.sync(() => node.close().closeAllConnections())
  )
  const issuer = `http://127.0.0.1:${port}`

  const sign = ({
    audience = "discord-mcp",
    expiresIn = 300,
    issuer: by = issuer,
    notBeforeIn,
    payload = {}
  }: Claims) =>
    Effect.promise(() => {
      const now = Math.floor(Date.now() / 1000)
      const token = new SignJWT({ sub: "agent-7", scope: "discord:read discord:write", ...payload })
        .setProtectedHeader({ alg: "ES256", kid: key.kid })
        .setIssuer(by)
        .setAudience(audience)
      if (expiresIn !== null) token.setExpirationTime(now + expiresIn)
      if (notBeforeIn !== undefined) token.setNotBefore(now + notBeforeIn)
      return token.sign(key.privateKey)
    })

  return {
    issuer,
    sign,
    keyRequests: () => keyRequests,
    setAway: (is: boolean) => {
      away = is
    },
    /** Replaces the key. Without `publish` the issuer signs with a key that it does not show. */
    rotate: (publish = true) =>
      Effect.map(makeKey(`key ${published.length} ${publish}`), (next) => {
        key = next
        if (publish) published = [...published, next.jwk]
      }),
    /** A token that names no algorithm, and has no signature. */
    unsigned: () => {
      const part = (value: object) => base64url.encode(JSON.stringify(value))
      const payload = {
        sub: "agent-7",
        iss: issuer,
        aud: "discord-mcp",
        exp: Math.floor(Date.now() / 1000) + 300,
        scope: "discord:read discord:write discord:destructive"
      }
      return `${part({ alg: "none" })}.${part(payload)}.`
    },
    /** A token signed with the public key as a shared secret. */
    confused: Effect.promise(() =>
      new SignJWT({ sub: "agent-7", scope: "discord:read" })
        .setProtectedHeader({ alg: "HS256", kid: key.kid })
        .setIssuer(issuer)
        .setAudience("discord-mcp")
        .setExpirationTime("5m")
        .sign(new TextEncoder().encode(JSON.stringify(key.jwk).padEnd(64)))
    )
  }
})
