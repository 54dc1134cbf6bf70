/** The boundary to `jose`, whose functions return promises: JWT access tokens of an OAuth 2.1 authorization server. */
import { Data, DateTime, Effect } from "effect"
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose"
import type { Risk } from "../../../safety/Permit.ts"
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

/** The maximum length of a client's name, in characters. */
const SUBJECT_MAX = 200

/** Verifies access tokens of one issuer for one audience. */
export const makeVerifier = (issuer: string, audience: string, keys: SigningKeys) => {
  const verifyWith = (token: string, get: JWTVerifyGetKey) =>
    Effect.flatMap(DateTime.nowAsDate, (currentDate) =>
      Effect.tryPromise({
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
    )

  return (token: string): Effect.Effect<TokenOwner, TokenRejected | KeysUnavailable> =>
    Effect.flatMap(keys.current, (get) =>
      Effect.catchIf(verifyWith(token, get), isUnknownKey, (error) =>
        Effect.flatMap(keys.renewed, (renewed) =>
          renewed === undefined ? Effect.fail(error) : verifyWith(token, renewed)
        )
      )
    ).pipe(
      Effect.catchTag("VerificationFailed", ({ cause }) => new TokenRejected({ why: whyOf(cause) })),
      Effect.flatMap(({ payload }) => ownerOf(payload))
    )
}

/** Returns whether a token has the form of a JWT. */
export const isJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)

const isUnknownKey = (error: VerificationFailed | KeysUnavailable): error is VerificationFailed =>
  error._tag === "VerificationFailed" && error.cause instanceof errors.JWKSNoMatchingKey

const whyOf = (error: unknown): string => {
  if (error instanceof errors.JWTExpired) return "The token has expired."
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === "nbf" ? "The token is not valid yet." : `The token has no valid ${error.claim}.`
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return "The token's algorithm is not accepted."
  if (error instanceof errors.JWKSNoMatchingKey) return "The token's key is not one of the issuer's."
  if (error instanceof errors.JWSSignatureVerificationFailed) return "The token's signature is wrong."
  return "The token is not a valid access token."
}

const ownerOf = ({ exp = 0, scope, scp, sub }: JWTPayload): Effect.Effect<TokenOwner, TokenRejected> => {
  if (sub === undefined || sub === "" || sub.length > SUBJECT_MAX || !/^[\x21-\x7E]+$/.test(sub)) {
    return new TokenRejected({ why: "The token has no valid sub." })
  }
  const scopes = [scope, scp].flat().flatMap((one) => (typeof one === "string" ? one.split(" ") : []))
  const known = allScopes.filter((one) => scopes.includes(one))
  return Effect.succeed({
    client: { id: jwtId(sub), name: sub },
    policy: { risks: known.map((one) => scopeRisks[one]) },
    scopes: known,
    expiresMs: (exp + CLOCK_TOLERANCE) * 1000
  })
}
