import { Predicate } from "effect"
import { type Client, type Place, TOKEN } from "./Client.ts"

/** What an entry is to say: how the server is started, and the variables that were asked for. */
export interface Wanted {
  readonly launch: Launch
  readonly variables: Readonly<Record<string, string>>
}

/** How a client starts the server. */
export interface Launch {
  readonly command: string
  readonly args: ReadonlyArray<string>
}

/** The name of this package. */
export const PACKAGE = "effect-discord-mcp"

/**
 * The way this very program was started: as the registry's package when it was
 * installed from there, else by its file. On Windows `npx` is a script, and a
 * script is started by the shell.
 */
export const launchOf = (script: string, platform: string): Launch => {
  if (!/[\\/]node_modules[\\/]/.test(script)) return { command: "node", args: [script, "serve"] }
  const args = ["-y", PACKAGE]
  return platform === "win32" ? { command: "cmd", args: ["/c", "npx", ...args] } : { command: "npx", args }
}

/** An entry that is all ours. */
export const entryOf = ({ fields }: Client, { token }: Place, { launch, variables }: Wanted) => {
  const env = { ...(token.variable !== undefined && { [TOKEN]: token.variable }), ...variables }
  return {
    ...fields,
    command: launch.command,
    args: launch.args,
    ...(token.forwarded && { env_vars: [TOKEN] }),
    ...(Object.keys(env).length > 0 && { env })
  }
}

/** What a client of `inputs` asks for. */
export const tokenInput = {
  type: "promptString",
  id: "discord-token",
  description: "The token of the Discord bot",
  password: true
} as const

/** Whether an entry starts this server. */
export const isOurs = (entry: unknown, launch: Launch): entry is Fields => {
  if (!Predicate.isReadonlyRecord(entry)) return false
  const words = [entry.command, ...(Array.isArray(entry.args) ? entry.args : [])].map(String)
  return (
    words.some((word) => word.includes(PACKAGE)) || words.join("\0") === [launch.command, ...launch.args].join("\0")
  )
}

/** A table of a file. */
export type Fields = Readonly<Record<string, unknown>>
