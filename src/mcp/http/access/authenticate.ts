import { Clock, Data, Duration, Effect, Metric } from "effect"
import { CredentialEnded } from "../../../safety/CurrentSettings.ts"
import { httpAuthFailures } from "../../../telemetry/metrics.ts"
import { monotonicMs } from "../../../telemetry/monotonic.ts"
import { isJwt, TokenRejected } from "./accessTokens.ts"
import { policyOf } from "./ClientEntry.ts"
import type { Clients, TokenEnd } from "./Clients.ts"
import { anybody, hashOfToken, ownerOf, type Principal, type TokenOwner } from "./Principal.ts"
import type { KeysUnavailable } from "./SigningKeys.ts"

/** The request has no bearer token. */
export class TokenMissing extends Data.TaggedError("TokenMissing") {}

/** Authenticates the sender of a request by its `Authorization` header. */
export type Authenticate = (
  header: string | undefined
) => Effect.Effect<Principal, TokenMissing | TokenRejected | KeysUnavailable>

/** How clients are authenticated. */
export interface AuthenticationParts {
  readonly clients?: Clients
  /** Verifies an access token of the issuer. */
  readonly verify?: (token: string) => Effect.Effect<TokenOwner, TokenRejected | KeysUnavailable>
}

/** Accepts every sender. */
export const authenticateNobody: Authenticate = () => Effect.succeed(anybody)

/** Accepts the tokens of the clients file, and access tokens of the issuer. */
export const authenticateBy =
  ({ clients, verify }: AuthenticationParts): Authenticate =>
  (header) => {
    const token = bearerOf(header)
    if (token === undefined) return new TokenMissing()
    // The time of the look-up depends on the hash. It reveals nothing about a token, because nobody can choose a token by
    // its SHA-256.
    const hash = hashOfToken(token)
    const entry = clients?.withHash(hash)
    if (entry !== undefined && clients !== undefined) {
      const owner = ownerOf(entry)
      return Effect.succeed(withCredential(owner, currentInFile(owner, hash, clients), clients))
    }
    const end = clients?.endOf(hash)
    if (end !== undefined) return new TokenRejected({ why: endedTokens[end] })
    if (verify === undefined || !isJwt(token)) return new TokenRejected({ why: "The token is not known." })
    return Effect.filterOrFail(
      verify(token),
      // A name must identify one client, above all in the audit log.
      ({ client }) => client === undefined || clients?.hasName(client.name) !== true,
      () => new TokenRejected({ why: "The token's sub is the name of a client of the clients file." })
    ).pipe(Effect.map((owner) => withCredential(owner, currentOfSigned(owner, clients), clients)))
  }

/** The reason that the holder of an ended token gets. */
const endedTokens: Readonly<Record<TokenEnd, string>> = {
  replaced: "The client has another token now. Its operator has the new one.",
  removed: "The client was removed."
}

/** Why a request has no authenticated sender. Discord signs what it sends. */
export type AuthFailure = "missing" | "rejected" | "signature"

/** The minimum time between two log lines about failures. */
const REPORT_EVERY_MS = Duration.toMillis("10 seconds")

/** Makes a function that counts failures, and logs their number and the latest address, at most once in 10 seconds. */
export const makeFailureReport = (what = "requests without a valid token") => {
  let unreported = 0
  let reportedMs: number | undefined
  return Effect.fnUntraced(function* (reason: AuthFailure, address: string) {
    yield* Metric.increment(Metric.tagged(httpAuthFailures, "reason", reason))
    const nowMs = yield* monotonicMs
    unreported++
    if (reportedMs !== undefined && nowMs < reportedMs + REPORT_EVERY_MS) return
    yield* Effect.logWarning(`${what}: ${unreported}, the latest from ${address}`)
    reportedMs = nowMs
    unreported = 0
  })
}

const UNCHANGED = Effect.succeed(undefined)

/** Returns the policy that a client of the clients file has now. Its name must still have the token with this hash. */
const currentInFile = ({ client }: TokenOwner, hash: string, clients: Clients): Principal["current"] => {
  const accepted = clients.current()
  return Effect.suspend(() => {
    const now = clients.current()
    if (now === accepted) return UNCHANGED
    const entry = now.find(({ name }) => name === client?.name)
    if (entry === undefined) return new CredentialEnded({ why: "the client was removed" })
    return entry.token_sha256 === hash
      ? Effect.succeed(policyOf(entry))
      : new CredentialEnded({ why: "the client has another token now" })
  })
}

/** Checks that an access token has not expired. Its scopes never change. */
const currentOfSigned = ({ client, expiresMs = 0 }: TokenOwner, clients: Clients | undefined): Principal["current"] => {
  const accepted = clients?.current()
  return Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
    if (nowMs >= expiresMs) return new CredentialEnded({ why: "the access token has expired" })
    const now = clients?.current()
    return now !== accepted && now?.some(({ name }) => name === client?.name) === true
      ? new CredentialEnded({ why: "the client has another token now" })
      : UNCHANGED
  })
}

const withCredential = (owner: TokenOwner, current: Principal["current"], clients: Clients | undefined): Principal => {
  const expired =
    owner.expiresMs === undefined
      ? Effect.never
      : Effect.flatMap(Clock.currentTimeMillis, (nowMs) => Effect.sleep(Math.max(0, Number(owner.expiresMs) - nowMs)))
  const invalidated =
    clients === undefined
      ? Effect.never
      : Effect.forever(
          Effect.suspend(() => {
            // Taken before the check, so that no change is missed.
            const change = clients.nextChange()
            return Effect.zipRight(current, change)
          })
        )
  return { ...owner, current, ended: Effect.ignore(Effect.raceFirst(expired, invalidated)) }
}

/** The maximum length of a token, in characters. */
const TOKEN_MAX = 16_384

const bearerOf = (header: string | undefined): string | undefined => {
  const [, token] = /^Bearer +([\w.~+/=-]+) *$/i.exec(header ?? "") ?? []
  return token === undefined || token.length > TOKEN_MAX ? undefined : token
}
