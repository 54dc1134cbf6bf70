/** An issuer of access tokens on loopback. The test controls its keys. */
// @effect-diagnostics globalDate:off globalDateInEffect:off
// @effect-diagnostics asyncFunction:off
import { createServer, type ServerResponse } from "node:http"
import { Effect } from "effect"
import { base64url, CompactSign, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose"

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
  readonly payload?: Readonly<Record<string, unknown>>
  readonly audience?: string | Array<string>
  readonly issuer?: string
  /** Seconds from now. `null`: the token has none. */
  readonly expiresIn?: number | null
  readonly notBeforeIn?: number
  readonly issuedIn?: number
  /** Further parameters of the header. */
  readonly header?: Readonly<Record<string, unknown>>
  /** The text of the payload, as it is signed. The other claims are not used then. */
  readonly text?: (now: number, issuer: string) => string
}

/** The response of an issuer to each request: its documents, an error, nothing at all, or another response. */
export type Behaviour = "documents" | "away" | "silent" | ((response: ServerResponse, path: string) => unknown)

/** The extensions that a token may declare as critical. */
const EXTENSIONS = ["exp", "tide"]

/** Starts an issuer. */
export const startIssuer = Effect.gen(function* () {
  let key = yield* makeKey("first")
  let published = [key.jwk]
  let keyRequests = 0
  let requests = 0
  let behaviour: Behaviour = "documents"
  const node = createServer((request, response) => {
    const json = (body: object) => response.setHeader("content-type", "application/json").end(JSON.stringify(body))
    requests++
    if (behaviour === "away") response.writeHead(503).end()
    else if (behaviour === "silent") return
    else if (typeof behaviour === "function") behaviour(response, request.url ?? "")
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
    header = {},
    issuedIn,
    issuer: by = issuer,
    notBeforeIn,
    payload = {},
    text
  }: Claims) =>
    Effect.promise(() => {
      const now = Math.floor(Date.now() / 1000)
      const protectedHeader = { alg: "ES256", kid: key.kid, ...header }
      if (text !== undefined) {
        return new CompactSign(new TextEncoder().encode(text(now, issuer)))
          .setProtectedHeader(protectedHeader)
          .sign(key.privateKey, { crit: Object.fromEntries(EXTENSIONS.map((name) => [name, false])) })
      }
      const token = new SignJWT({ sub: "agent-7", scope: "discord:read discord:write", ...payload })
        .setProtectedHeader(protectedHeader)
        .setIssuer(by)
        .setAudience(audience)
      if (issuedIn !== undefined) token.setIssuedAt(now + issuedIn)
      if (expiresIn !== null) token.setExpirationTime(now + expiresIn)
      if (notBeforeIn !== undefined) token.setNotBefore(now + notBeforeIn)
      return token.sign(key.privateKey, { crit: Object.fromEntries(EXTENSIONS.map((name) => [name, false])) })
    })

  return {
    issuer,
    sign,
    keyRequests: () => keyRequests,
    /** The number of all requests, those for metadata included. */
    requests: () => requests,
    behave: (next: Behaviour) => {
      behaviour = next
    },
    /** The published keys. */
    keys: () => published,
    /** Replaces the key. Without `publish` the issuer signs with a key that it does not show. */
    rotate: (publish = true) =>
      Effect.map(makeKey(`key ${published.length} ${publish}`), (next) => {
        key = next
        if (publish) published = [...published, next.jwk]
      }),
    /** A token of another key, which its header carries or points to. */
    forged: (header: (jwk: JWK) => Readonly<Record<string, unknown>>) =>
      Effect.flatMap(makeKey("forged"), ({ jwk, privateKey }) =>
        Effect.promise(() =>
          new SignJWT({ sub: "agent-7", scope: "discord:read" })
            .setProtectedHeader({ alg: "ES256", kid: key.kid, ...header(jwk) })
            .setIssuer(issuer)
            .setAudience("discord-mcp")
            .setExpirationTime("5m")
            .sign(privateKey)
        )
      ),
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
