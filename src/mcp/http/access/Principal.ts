import { createHash } from "node:crypto"
import type { Policy } from "../../../config/Policy.ts"
import { type ClientEntry, policyOf } from "./ClientEntry.ts"

/** The sender of a request, with its limits. */
export interface Principal {
  /** The authenticated client. Unset with `MCP_HTTP_AUTH=none`. */
  readonly client?: { readonly id: string; readonly name: string }
  readonly policy: Policy
  /** The scopes of an access token. Unset: the client has a token of the clients file. */
  readonly scopes?: ReadonlyArray<string>
}

/** Every sender with `MCP_HTTP_AUTH=none`. */
export const anybody: Principal = { policy: {} }

/** Returns the sender that has a token of the clients file. */
export const principalOf = (entry: ClientEntry): Principal => ({
  client: { id: fileId(entry.name), name: entry.name },
  policy: policyOf(entry)
})

/** Returns the hash of a token, as in the clients file. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex")

/** Returns the id of a client of the clients file. */
export const fileId = (name: string): string => `file:${name}`

/** Returns the id of a client with an access token. */
export const jwtId = (subject: string): string => `jwt:${subject}`
