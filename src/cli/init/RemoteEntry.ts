/** Entries of servers over HTTP. */
import type { JsonObject } from "../rendering/renderValue.ts"
import { type RemoteFormat, remoteTokenName, type TokenSource } from "./McpClient.ts"

/** How an entry reaches the server: it starts the server, starts `connect`, or names the server's address. */
export type EntryKind = "process" | "connect" | "remote"

/** Returns how an entry reaches the server. */
export const kindOf = (entry: JsonObject): EntryKind => {
  if (addressOf(entry) !== undefined) return "remote"
  return Array.isArray(entry.args) && entry.args.includes(CONNECT) ? "connect" : "process"
}

/** The command that serves stdio from a server over HTTP. */
export const CONNECT = "connect"

/** Makes a new entry. */
export const remoteEntryOf = (format: RemoteFormat, url: string, token: TokenSource) => ({
  ...format.fields,
  [format.url]: url,
  ...(format.bearerVariable === undefined
    ? { headers: { Authorization: authorizationOf(token) } }
    : { [format.bearerVariable]: token.name })
})

/** Returns the value of the Authorization header. */
export const authorizationOf = ({ variable = "" }: TokenSource): string => `Bearer ${variable}`

/** Returns whether an entry is for this server: it has the address, or a token of this server. */
export const isRemoteEntry = (entry: JsonObject, url: string | undefined): boolean => {
  const address = addressOf(entry)
  if (address === undefined) return false
  const text = JSON.stringify(entry)
  return address === url || OWN_WORDS.some((word) => text.includes(word))
}

const OWN_WORDS = [remoteTokenName.name, remoteTokenName.placeholder, remoteTokenName.input.id]

const URL_FIELDS = ["url", "httpUrl", "serverUrl"] satisfies ReadonlyArray<RemoteFormat["url"]>

const addressOf = (entry: JsonObject): unknown => URL_FIELDS.map((field) => entry[field]).find((it) => it !== undefined)
