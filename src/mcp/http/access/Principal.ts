import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { Policy } from "../../../config/Policy.ts"
import type { CredentialEnded } from "../../../safety/CurrentSettings.ts"
import { type ClientEntry, policyOf } from "./ClientEntry.ts"

/** The client that a token belongs to, with its limits. */
export interface TokenOwner {
  /** The authenticated client. Unset with `MCP_HTTP_AUTH=none`. */
  readonly client?: { readonly id: string; readonly name: string }
  readonly policy: Policy
  /** The scopes of an access token. Unset: the client has a token of the clients file. */
  readonly scopes?: ReadonlyArray<string>
  /** The time in milliseconds at which the token expires. */
  readonly expiresMs?: number
}

/** The sender of a request, with its limits. */
export interface Principal extends TokenOwner {
  /** The current policy; `undefined` means that it is still `policy`. Fails if the token is no longer valid. */
  readonly current: Effect.Effect<Policy | undefined, CredentialEnded>
  /** Waits until the token is no longer valid. */
  readonly ended: Effect.Effect<void>
}

/** Every sender with `MCP_HTTP_AUTH=none`. */
export const anybody: Principal = { policy: {}, current: Effect.succeed(undefined), ended: Effect.never }

/** Returns the owner of a token of the clients file. */
export const ownerOf = (entry: ClientEntry): TokenOwner => ({
  client: { id: fileId(entry.name), name: entry.name },
  policy: policyOf(entry)
})

/** Returns the hash of a token, as in the clients file. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex")

/** Returns the id of a client of the clients file. */
export const fileId = (name: string): string => `file:${name}`

/** Returns the id of a client with an access token. */
export const jwtId = (subject: string): string => `jwt:${subject}`
