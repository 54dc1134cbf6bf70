import { Data, Effect } from "effect"
import { isJwt, TokenRejected } from "./accessTokens.ts"
import type { Clients } from "./Clients.ts"
import { anybody, clientOfToken, type Principal } from "./Principal.ts"
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
  readonly verify?: (token: string) => Effect.Effect<Principal, TokenRejected | KeysUnavailable>
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
    if (known !== undefined) return Effect.succeed(known)
    if (verify === undefined || !isJwt(token)) return new TokenRejected({ why: "The token is not known." })
    return Effect.filterOrFail(
      verify(token),
      // A name must identify one client, above all in the audit log.
      ({ client }) => !entries.some(({ name }) => name === client?.name),
      () => new TokenRejected({ why: "The token's sub is the name of a client of the clients file." })
    )
  }

/** The maximum length of a token, in characters. */
const TOKEN_MAX = 16_384

const bearerOf = (header: string | undefined): string | undefined => {
  const [, token] = /^Bearer +([\w.~+/=-]+) *$/i.exec(header ?? "") ?? []
  return token === undefined || token.length > TOKEN_MAX ? undefined : token
}
