import { Clock, Data, Effect } from "effect"
import { CredentialEnded } from "../../../safety/CurrentSettings.ts"
import { isJwt, TokenRejected } from "./accessTokens.ts"
import { policyOf } from "./ClientEntry.ts"
import type { Clients } from "./Clients.ts"
import { anybody, clientOfToken, hashOfToken, type Principal, type TokenOwner } from "./Principal.ts"
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
    const entries = clients?.current() ?? []
    const known = clientOfToken(token, entries)
    if (known !== undefined && clients !== undefined) {
      return Effect.succeed(withCredential(known, currentInFile(known, hashOfToken(token), clients), clients))
    }
    if (verify === undefined || !isJwt(token)) return new TokenRejected({ why: "The token is not known." })
    return Effect.filterOrFail(
      verify(token),
      // A name must identify one client, above all in the audit log.
      ({ client }) => !entries.some(({ name }) => name === client?.name),
      () => new TokenRejected({ why: "The token's sub is the name of a client of the clients file." })
    ).pipe(Effect.map((owner) => withCredential(owner, currentOfSigned(owner, clients), clients)))
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
