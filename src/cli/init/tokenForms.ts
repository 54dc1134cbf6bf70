import type { ConfigLocation, TokenForm } from "./McpClient.ts"
import { referenceTo } from "./ServerEntry.ts"

/** Returns the forms that a config file supports, best first. No form puts the token into the config file. */
export const tokenFormsOf = ({ scope, token }: ConfigLocation): ReadonlyArray<TokenForm> => [
  ...(token.prompted === undefined ? [] : (["prompt"] as const)),
  // The file is in the home directory of one user, so a project cannot name it.
  ...(scope === "user" ? (["file"] as const) : []),
  ...(token.forwarded === true || referenceTo(token.name, token).length > 0 ? (["env"] as const) : [])
]
