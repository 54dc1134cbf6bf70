import { Predicate } from "effect"
import { type Client, type Place, TOKEN, TOKEN_FILE, type TokenWay } from "./Client.ts"

/** What an entry is to say: how the server is started, and the variables that were asked for. */
export interface Wanted {
  readonly launch: Launch
  readonly variables: Readonly<Record<string, string>>
  /** Names of secrets that are to be handed on by reference, where the client knows references. */
  readonly secrets?: ReadonlyArray<string>
  /** The entry serves the sandbox, which needs no token. */
  readonly sandbox?: boolean
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
export const entryOf = ({ fields }: Client, { token }: Place, wanted: Wanted) => {
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

/** How a client refers to a variable of its own environment; nothing where it cannot. */
export const referenceTo = (name: string, { variable }: TokenWay): ReadonlyArray<string> =>
  variable?.startsWith("$") === true && variable.includes(TOKEN) ? [variable.replace(TOKEN, name)] : []

/** The way to start the sandbox, of the way to start the server. */
export const withSandbox = ({ args, command }: Launch): Launch => ({
  command,
  args: [...args, ...(args.includes("serve") ? [] : ["serve"]), SANDBOX]
})

const SANDBOX = "--sandbox"

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
  const plain = (all: ReadonlyArray<string>) => all.filter((word) => word !== SANDBOX && word !== "serve").join("\0")
  return words.some((word) => word.includes(PACKAGE)) || plain(words) === plain([launch.command, ...launch.args])
}

/** A table of a file. */
export type Fields = Readonly<Record<string, unknown>>
