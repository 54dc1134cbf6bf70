/** The boundary to `jose`, whose functions return promises: JWT access tokens of an OAuth 2.1 authorization server. */
import { Data, DateTime, Effect } from "effect"
import { errors, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyResult, jwtVerify } from "jose"
import type { Risk } from "../../../discord/Permit.ts"
import { jwtId, type TokenOwner } from "./Principal.ts"
import type { KeysUnavailable, SigningKeys } from "./SigningKeys.ts"

/** The token is not accepted. The reason never contains a part of the token. */
export class TokenRejected extends Data.TaggedError("TokenRejected")<{ readonly why: string }> {}

/** `jose` rejects a token. `cause` is its error. */
class VerificationFailed extends Data.TaggedError("VerificationFailed")<{ readonly cause: unknown }> {}

/** The scopes that this server knows, with the risk that each allows. */
export const scopeRisks = {
  "discord:read": "read",
  "discord:write": "write",
  "discord:destructive": "destructive"
} as const satisfies Readonly<Record<string, Risk>>

/** The scopes that this server knows. */
export const allScopes = Object.keys(scopeRisks) as ReadonlyArray<keyof typeof scopeRisks> // its own keys

/** Returns the scope that allows a risk. */
export const scopeOf = (risk: Risk): string => `discord:${risk}`

/**
 * The accepted signature algorithms. `none` and shared secrets are excluded, because others could sign
 * tokens with them.
 */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"]

/** The accepted clock skew in seconds. */
const CLOCK_TOLERANCE = 5

/** The maximum time until a token expires, in seconds. A later time is a mistake, or no time at all. */
const EXPIRES_MAX = 366 * 24 * 60 * 60

/** The accepted types: of an access token (RFC 9068), and of any JWT. A token of another type is for another use. */
const TYPES: ReadonlySet<string> = new Set(["at+jwt", "jwt"])

/** The maximum length of a client's name, in characters. */
const SUBJECT_MAX = 200

/** Verifies access tokens of one issuer for one audience. */
export const makeVerifier = (issuer: string, audience: string, keys: SigningKeys) => {
  const verifyWith = Effect.fnUntraced(function* (token: string, get: JWTVerifyGetKey) {
    const currentDate = yield* DateTime.nowAsDate
    const verified = yield* Effect.tryPromise({
      try: () =>
        jwtVerify(token, get, {
          // Some issuers have a slash at the end.
          issuer: [issuer, `${issuer}/`],
          audience,
          algorithms: ALGORITHMS,
          requiredClaims: ["exp", "sub"],
          clockTolerance: CLOCK_TOLERANCE,
          currentDate
        }),
      catch: (cause) => new VerificationFailed({ cause })
    })
    return yield* ownerOf(verified, currentDate.getTime() / 1000)
  })

  return (token: string): Effect.Effect<TokenOwner, TokenRejected | KeysUnavailable> =>
    Effect.flatMap(keys.current, (get) =>
      Effect.catchIf(verifyWith(token, get), isUnknownKey, (error) =>
        Effect.flatMap(keys.renewed, (renewed) =>
          renewed === undefined ? Effect.fail(error) : verifyWith(token, renewed)
        )
      )
    ).pipe(Effect.catchTag("VerificationFailed", ({ cause }) => new TokenRejected({ why: whyOf(cause) })))
}

/** Returns whether a token has the form of a JWT. */
export const isJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)

const isUnknownKey = (error: VerificationFailed | TokenRejected | KeysUnavailable): error is VerificationFailed =>
  error._tag === "VerificationFailed" && error.cause instanceof errors.JWKSNoMatchingKey

const whyOf = (error: unknown): string => {
  if (error instanceof errors.JWTExpired) return "The token has expired."
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === "nbf" ? "The token is not valid yet." : `The token has no valid ${error.claim}.`
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return "The token's algorithm is not accepted."
  if (error instanceof errors.JWKSNoMatchingKey) return "The token's key is not one of the issuer's."
  if (error instanceof errors.JWSSignatureVerificationFailed) return "The token's signature is wrong."
  if (error instanceof errors.JOSENotSupported) return "The token has an extension that is not supported."
  return "The token is not a valid access token."
}

/** Returns the owner of a verified token. Fails if the token is for another use. */
const ownerOf = (
  { payload, protectedHeader }: JWTVerifyResult,
  now: number
): Effect.Effect<TokenOwner, TokenRejected> => {
  const { sub } = payload
  const why = faultOf(payload, protectedHeader, now)
  if (why !== undefined) return new TokenRejected({ why })
  if (!isSubject(sub)) return new TokenRejected({ why: "The token has no valid sub." })
  const scopes = [payload.scope, payload.scp].flat().flatMap((one) => (typeof one === "string" ? one.split(" ") : []))
  const grantedScopes = allScopes.filter((one) => scopes.includes(one))
  return Effect.succeed({
    client: { id: jwtId(sub), name: sub },
    policy: { risks: grantedScopes.map((one) => scopeRisks[one]) },
    scopes: grantedScopes,
    expiresMs: ((payload.exp ?? 0) + CLOCK_TOLERANCE) * 1000
  })
}

/** Returns why a token with a valid signature is not a bearer token for now, if it is not. */
const faultOf = (
  { cnf, exp = 0, iat }: JWTPayload,
  { b64, typ = "JWT" }: JWTVerifyResult["protectedHeader"],
  now: number
): string | undefined => {
  if (typeof typ !== "string" || !TYPES.has(typ.toLowerCase().replace(/^application\//, ""))) {
    return "The token's type is not that of an access token."
  }
  if (b64 !== undefined) return "The token's payload is not encoded as a JWT."
  // Any sender could use it here, and it must work only for the holder of a key (RFC 7800).
  if (cnf !== undefined) return "The token is bound to a key of its holder, which this server does not verify."
  if (iat !== undefined && iat > now + CLOCK_TOLERANCE) return "The token was issued in the future."
  return exp > now + EXPIRES_MAX ? "The token expires more than 366 days from now." : undefined
}

const isSubject = (sub: unknown): sub is string =>
  typeof sub === "string" && sub.length <= SUBJECT_MAX && /^[\x21-\x7E]+$/.test(sub)
