import { Predicate } from "effect"
import type { JsonObject } from "../JsonObject.ts"
import { type ConfigLocation, type McpClient, TOKEN, TOKEN_FILE, type TokenSource } from "./McpClient.ts"

/** What an entry must contain: the launch command and the environment variables. */
export interface DesiredEntry {
  readonly launch: LaunchCommand
  readonly variables: Readonly<Record<string, string>>
  /** Names of secret variables. They are written as references, if the client supports references. */
  readonly secrets?: ReadonlyArray<string>
  /** The entry serves the sandbox, which needs no token. */
  readonly sandbox?: boolean
}

/** The command with which a client starts the server. */
export interface LaunchCommand {
  readonly command: string
  readonly args: ReadonlyArray<string>
}

/** The name of this package. */
export const PACKAGE = "effect-discord-mcp"

/**
 * Returns the launch command for a script: `npx` for an installed package, `node` for a checkout.
 * On Windows `npx` is a script, which only the shell can start.
 */
export const launchCommandOf = (script: string, platform: string): LaunchCommand => {
  if (!/[\\/]node_modules[\\/]/.test(script)) return { command: "node", args: [script, "serve"] }
  const args = ["-y", PACKAGE]
  return platform === "win32" ? { command: "cmd", args: ["/c", "npx", ...args] } : { command: "npx", args }
}

/** Makes a new entry. */
export const entryOf = ({ fields }: McpClient, { token }: ConfigLocation, wanted: DesiredEntry) => {
  const { launch, secrets = [], variables } = wanted
  const needsToken = wanted.sandbox !== true && !(TOKEN_FILE in variables)
  const env = {
    ...(token.variable !== undefined && needsToken && { [TOKEN]: token.variable }),
    ...variables,
    ...Object.fromEntries(secrets.flatMap((name) => referenceTo(name, token).map((text) => [name, text] as const)))
  }
  const forwarded = [...(needsToken ? [TOKEN] : []), ...secrets]
  return {
    ...fields,
    command: launch.command,
    args: launch.args,
    ...(token.forwarded && forwarded.length > 0 && { env_vars: forwarded }),
    ...(Object.keys(env).length > 0 && { env })
  }
}

/** Returns the client's reference to an environment variable, or nothing if it supports none. */
export const referenceTo = (name: string, { variable }: TokenSource): ReadonlyArray<string> =>
  variable?.startsWith("$") === true && variable.includes(TOKEN) ? [variable.replace(TOKEN, name)] : []

/** Adds the `--sandbox` flag to a launch command. */
export const withSandbox = ({ args, command }: LaunchCommand): LaunchCommand => ({
  command,
  args: [...args, ...(args.includes("serve") ? [] : ["serve"]), SANDBOX]
})

const SANDBOX = "--sandbox"

/** The prompt for the token, for clients with `inputs`. */
export const tokenInput = {
  type: "promptString",
  id: "discord-token",
  description: "The token of the Discord bot",
  password: true
} as const

/** Returns whether an entry starts this server. */
export const startsThisServer = (entry: unknown, launch: LaunchCommand): entry is JsonObject => {
  if (!Predicate.isReadonlyRecord(entry)) return false
  const words = [entry.command, ...(Array.isArray(entry.args) ? entry.args : [])].map(String)
  const plain = (all: ReadonlyArray<string>) => all.filter((word) => word !== SANDBOX && word !== "serve").join("\0")
  return words.some((word) => word.includes(PACKAGE)) || plain(words) === plain([launch.command, ...launch.args])
}
