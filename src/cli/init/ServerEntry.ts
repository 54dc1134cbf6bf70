import { FileSystem } from "@effect/platform"
import { Array as Arr, Context, Effect, Equal, Option, Predicate } from "effect"
import { PERMISSIONS, SANDBOX } from "../argv.ts"
import type { Host } from "../Environment.ts"
import { isPublished, platform, program, workingDirectory } from "../process.ts"
import type { JsonObject } from "../rendering/renderValue.ts"
import {
  type ConfigLocation,
  type McpClient,
  type RemoteFormat,
  remoteTokenName,
  TOKEN_FILE,
  type TokenForm,
  type TokenSource
} from "./McpClient.ts"

/** What an entry must contain: the launch command and the environment variables. */
export interface DesiredEntry {
  readonly launch: LaunchCommand
  readonly variables: Readonly<Record<string, string>>
  /** Names of variables that an existing entry must not have, because they contradict the new ones. */
  readonly removed?: ReadonlyArray<string>
  /** Names of secret variables. They are written as references, if the client supports references. */
  readonly secrets?: ReadonlyArray<string>
  /** The entry serves the sandbox, which needs no token. */
  readonly sandbox?: boolean
  /** How the entry gets the bot's token, if the user chose a form. Otherwise an existing entry keeps its token. */
  readonly tokenForm?: TokenForm
  /** The address of a server over HTTP. `launch` starts the server, even if the client does not use `launch`. */
  readonly url?: string
}

/** The command with which a client starts the server. */
export interface LaunchCommand {
  readonly command: string
  readonly args: ReadonlyArray<string>
}

/** The name of this package. */
export const PACKAGE = "effect-discord-mcp"

/** Whether the npm registry has this package: the field `published` of package.json. Tests replace it. */
export class Published extends Context.Reference<Published>()("effect-discord-mcp/cli/init/Published", {
  defaultValue: () => isPublished
}) {}

/**
 * Returns the launch command for a script: `npx` for an installed package that the registry has, otherwise `node` with
 * the path of the script. On Windows, `npx` is a script that only the shell can start.
 */
export const launchCommandOf = (script: string, platform: string, published: boolean): LaunchCommand => {
  if (!published || !/[\\/]node_modules[\\/]/.test(script)) return { command: NODE, args: [script, SERVE] }
  const args = ["-y", PACKAGE]
  return platform === "win32" ? { command: "cmd", args: ["/c", "npx", ...args] } : { command: "npx", args }
}

/** Makes a new entry. */
export const newEntry = (client: McpClient, location: ConfigLocation, wanted: DesiredEntry) =>
  wanted.url !== undefined && client.remote !== undefined
    ? { ...remoteEntryOf(client.remote, wanted.url, location.remoteToken), ...client.defaults }
    : processEntryOf(client, location, wanted)

/** Returns how an entry gets its token. */
export const tokenOf = (location: ConfigLocation, { url }: DesiredEntry): TokenSource =>
  url === undefined ? location.token : location.remoteToken

/** Makes a new entry that starts a process. */
export const processEntryOf = ({ defaults, fields }: McpClient, location: ConfigLocation, wanted: DesiredEntry) => {
  const { secrets = [], variables } = wanted
  const launch = wanted.url === undefined ? wanted.launch : connectTo(wanted.url, wanted.launch)
  const token = tokenOf(location, wanted)
  const needsToken = wanted.sandbox !== true && !(TOKEN_FILE in variables)
  const env = {
    ...(token.variable !== undefined && needsToken && { [token.name]: token.variable }),
    ...variables,
    ...Object.fromEntries(secrets.flatMap((name) => referenceTo(name, token).map((text) => [name, text] as const)))
  }
  const forwarded = [...(needsToken ? [token.name] : []), ...secrets]
  return {
    ...fields,
    command: launch.command,
    args: launch.args,
    ...defaults,
    ...(token.forwarded && forwarded.length > 0 && { env_vars: forwarded }),
    ...(Object.keys(env).length > 0 && { env })
  }
}

/** Returns the client's reference to an environment variable, or an empty list if it supports no references. */
export const referenceTo = (name: string, token: TokenSource): ReadonlyArray<string> =>
  token.variable?.startsWith("$") === true && token.variable.includes(token.name)
    ? [token.variable.replace(token.name, name)]
    : []

/** Adds the flags of the sandbox to a launch command. */
export const withSandbox = (
  { args, command }: LaunchCommand,
  permissions: Option.Option<string> = Option.none()
): LaunchCommand => ({
  command,
  args: [
    ...args,
    ...(args.includes(SERVE) ? [] : [SERVE]),
    SANDBOX,
    ...Option.match(permissions, { onNone: () => [], onSome: (names) => [PERMISSIONS, names] })
  ]
})

/** Changes a launch command to `connect`. */
const connectTo = (url: string, { args, command }: LaunchCommand): LaunchCommand => ({
  command,
  args: [...args.filter((word) => word !== SERVE), CONNECT, url]
})

/** The command that serves MCP on stdio. */
export const SERVE = "serve"

/** Returns whether an entry starts this server. */
export const startsThisServer = (entry: unknown, launch: LaunchCommand): entry is JsonObject => {
  if (!Predicate.isReadonlyRecord(entry)) return false
  const words = [entry.command, ...(Array.isArray(entry.args) ? entry.args : [])].map(String)
  const plain = (all: ReadonlyArray<string>) =>
    Arr.takeWhile(all, (word) => word !== CONNECT)
      .filter(
        (word, at, words) => word !== SANDBOX && word !== SERVE && word !== PERMISSIONS && words[at - 1] !== PERMISSIONS
      )
      .join("\0")
  const [command = "", ...args] = words
  return (
    words.some((word) => word.includes(PACKAGE)) ||
    plain([shortCommand(command), ...args]) === plain([shortCommand(launch.command), ...launch.args])
  )
}

/** Returns the launch command for the running script. The script may be a symbolic link, so its real path is used. */
export const currentLaunchCommand = (
  script: string,
  platform: string
): Effect.Effect<LaunchCommand, never, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const file = yield* Effect.orElseSucceed(fs.realPath(script), () => script)
    return launchCommandOf(file, platform, yield* Published)
  })

/**
 * Returns the launch command with the file of Node, which a PATH without Node needs. A file in the PATH has precedence:
 * its path stays when Node is upgraded. `execPath`: the running Node.
 */
export const withNodeFile = Effect.fnUntraced(function* (
  launch: LaunchCommand,
  execPath: string,
  { platform, variables }: Host
) {
  if (launch.command !== NODE) return launch
  const fs = yield* FileSystem.FileSystem
  const [separator, slash, name] = platform === "win32" ? [";", "\\", "node.exe"] : [":", "/", NODE]
  const realPath = (path: string) => Effect.option(fs.realPath(path))
  const running = yield* realPath(execPath)
  const candidates = (variables.PATH ?? variables.Path ?? "")
    .split(separator)
    .filter((directory) => /^(?:\/|[A-Za-z]:[\\/])/.test(directory))
    .map((directory) => `${directory.replace(/[\\/]+$/, "")}${slash}${name}`)
  const inPath = yield* Effect.findFirst(candidates, (path) =>
    Effect.map(realPath(path), (real) => Option.isSome(real) && Equal.equals(real, running))
  )
  return { ...launch, command: Option.getOrElse(inPath, () => execPath) }
})

const NODE = "node"

/** Returns the command `node` for the file of Node. */
const shortCommand = (command: string): string => (/[\\/]node(?:\.exe)?$/i.test(command) ? NODE : command)

/** Returns a command line that starts this package with other words. A word with a space is quoted. */
export const commandLine = ({ args, command }: LaunchCommand, ...words: ReadonlyArray<string>): string =>
  [shortCommand(command), ...Arr.takeWhile(args, (word) => word !== SERVE && word !== SANDBOX), ...words]
    .map((word) => (word.includes(" ") ? `"${word}"` : word))
    .join(" ")

/** Returns a command line that starts the running script with other words, as it works in the working directory. */
export const ownCommandLine = (...words: ReadonlyArray<string>) =>
  Effect.map(currentLaunchCommand(program.script, platform()), ({ args, command }) => {
    const here = `${workingDirectory()}/`
    const launch = { command, args: args.map((word) => (word.startsWith(here) ? word.slice(here.length) : word)) }
    return commandLine(launch, ...words)
  })

/** How an entry reaches the server: it starts the server, starts `connect`, or names the server's address. */
export type EntryKind = "process" | "connect" | "remote"

/** Returns how an entry reaches the server. */
export const kindOf = (entry: JsonObject): EntryKind => {
  if (addressOf(entry) !== undefined) return "remote"
  return Array.isArray(entry.args) && entry.args.includes(CONNECT) ? "connect" : "process"
}

/** The command that serves stdio from a server over HTTP. */
const CONNECT = "connect"

/** Makes a new entry with the address of a server over HTTP. */
const remoteEntryOf = (format: RemoteFormat, url: string, token: TokenSource) => ({
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
