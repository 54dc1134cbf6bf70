import { FileSystem } from "@effect/platform"
import { Data, Effect, Either, Option, Predicate, type Redacted } from "effect"
import { variables as settings } from "../../config/Settings.ts"
import { decodeText } from "../../text/decodeText.ts"
import { PERMISSIONS, SANDBOX } from "../argv.ts"
import type { Environment } from "../Environment.ts"
import { reasonOf } from "../exit.ts"
import { readConfigFile } from "../init/ConfigFile.ts"
import { findClient } from "../init/clients.ts"
import { configPath, homeOf } from "../init/locations.ts"
import { type McpClient, TOKEN } from "../init/McpClient.ts"
import { findServerName } from "../init/planChanges.ts"
import { kindOf, type LaunchCommand } from "../init/ServerEntry.ts"
import { secretsOfEntry } from "../init/secrets.ts"
import type { JsonObject } from "../rendering/renderValue.ts"
import type { SandboxChoice } from "../settings.ts"

/** There is no such client. */
export class UnknownClient extends Data.TaggedError("UnknownClient")<{ readonly message: string }> {}

/** The client's settings have no entry that starts this server. */
export class NoEntry extends Data.TaggedError("NoEntry")<{ readonly message: string }> {}

/** The entry of this server in a client's settings. */
export interface ConfiguredEntry extends LaunchCommand {
  readonly client: McpClient
  readonly name: string
  readonly path: string
  /** The variables that the client sets, with references replaced. */
  readonly env: Readonly<Record<string, string>>
  /** The client prompts for the token, so only the client knows it. */
  readonly asksForToken: boolean
  readonly sandbox: SandboxChoice
  /** Texts that may be secrets and are never printed. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
  /** The reason that the client does not start the server. */
  readonly problem?: string
}

/** Reads the entry of this server from the settings of a client. References are resolved in the given environment. */
export const configuredEntry = Effect.fn("doctor.configuredEntry")(function* (
  clientName: string,
  environment: Environment,
  launch: LaunchCommand
) {
  const client = yield* Either.mapLeft(findClient(clientName), (message) => new UnknownClient({ message }))
  const paths: Array<string> = []
  for (const location of client.locations) {
    const path = yield* configPath(location, environment)
    if (path === undefined) continue
    paths.push(path)
    const { content } = yield* readConfigFile(path, client)
    const servers: JsonObject = Object(content[client.servers])
    const name = findServerName(servers, launch)
    if (name === undefined) continue
    const entry: JsonObject = Object(servers[name])
    if (kindOf(entry) !== "process") {
      return yield* new NoEntry({
        message: `"${name}" in ${path} uses a server over HTTP. Run doctor where that server runs.`
      })
    }
    return yield* found(client, name, path, entry, environment)
  }
  return yield* new NoEntry({
    message: `${client.title} has no entry that starts this server. Looked in ${paths.join(", ")}. Add one: init ${clientName}`
  })
})

const found = Effect.fnUntraced(function* (
  client: McpClient,
  name: string,
  path: string,
  entry: JsonObject,
  environment: Environment
) {
  const { args, command, env, env_vars, envFile } = entry
  const { directory, variables } = environment
  const words = Array.isArray(args) ? args.map(String) : []
  // VS Code and Cursor have these references besides those to variables.
  const named = { ...variables, workspaceFolder: directory, userHome: homeOf(environment) }
  const file: ReadEnvFile =
    client.readsEnvFile && Predicate.isString(envFile)
      ? yield* Effect.match(readEnvFile(resolved(envFile, named)), {
          onFailure: ({ message }) => ({ variables: {}, problem: message }),
          onSuccess: (variables) => ({ variables })
        })
      : { variables: {} }
  const ownVariables = Object.entries(Object(env)).flatMap(([key, value]) =>
    Predicate.isString(value) ? [[key, resolved(value, client.readsEnvFile ? named : variables)] as const] : []
  )
  const forwarded = (Array.isArray(env_vars) ? env_vars : []).flatMap((it) => {
    const key = String(Predicate.isReadonlyRecord(it) ? it.name : it)
    const value = variables[key]
    return value === undefined ? [] : [[key, value] as const]
  })
  const all = { ...file.variables, ...Object.fromEntries([...forwarded, ...ownVariables]) }
  const asksForToken = PROMPT.test(all[TOKEN] ?? "")
  const own = variables[TOKEN]
  const at = words.indexOf(PERMISSIONS)
  return {
    client,
    name,
    path,
    command: String(command),
    args: words,
    env: asksForToken && own !== undefined ? { ...all, [TOKEN]: own } : all,
    asksForToken: asksForToken && own === undefined,
    sandbox: {
      sandbox: words.includes(SANDBOX),
      permissions: at === -1 ? Option.none() : Option.fromNullable(words[at + 1])
    },
    secrets: secretsOfEntry(entry, all),
    ...(file.problem !== undefined && { problem: file.problem })
  } satisfies ConfiguredEntry as ConfiguredEntry
})

interface ReadEnvFile {
  readonly variables: Readonly<Record<string, string>>
  readonly problem?: string
}

/** Returns the variables of the server that the client starts. That server gets no settings from this environment. */
export const variablesOf = (entry: ConfiguredEntry, { variables }: Environment): Environment["variables"] => {
  const own = new Set<string>(Object.values(settings).map(({ name }) => name))
  const { [TOKEN]: token, ...env } = entry.env
  return {
    ...Object.fromEntries(Object.entries(variables).filter(([name]) => !own.has(name))),
    ...env,
    ...(token !== undefined && !entry.asksForToken && { [TOKEN]: token })
  }
}

/** Replaces references to variables that are set. Other references stay, and the checks report them. */
const resolved = (text: string, variables: Environment["variables"]): string =>
  text.replaceAll(
    REFERENCE,
    (whole, name: string, fallback: string | undefined) => variables[name] || (fallback ?? whole)
  )

/** `${env:NAME}`, `${NAME}` and `${NAME:-default}`. */
const REFERENCE = /\$\{(?:env:)?(\w+)(?::-([^}]*))?\}/g

const PROMPT = /^\$\{input:[^}]+\}$/

/** The file cannot be read. The client does not start the server then. */
export class EnvFileUnreadable extends Data.TaggedError("EnvFileUnreadable")<{ readonly message: string }> {}

/** Reads further variables from the file that an entry names (`envFile`). `path` has no references any more. */
const readEnvFile = Effect.fn("doctor.readEnvFile")(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  if (!ABSOLUTE.test(path)) {
    return yield* new EnvFileUnreadable({ message: `its envFile "${path}" is not an absolute path` })
  }
  const unreadable = (reason: string) =>
    new EnvFileUnreadable({ message: `its envFile ${path} cannot be read (${reason})` })
  const bytes = yield* Effect.mapError(fs.readFile(path), (error) => unreadable(reasonOf(error)))
  return parseEnvFile(yield* Either.mapLeft(decodeText(bytes), unreadable))
})

/**
 * Parses lines of `NAME=value` as VS Code does: an optional `export`, comments after `#`, and values in quotes
 * (src/vs/base/common/envfile.ts of VS Code).
 */
export const parseEnvFile = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(/\r\n?|\n/).flatMap((line) => {
      const [, name, rest = ""] = LINE.exec(line) ?? []
      return name === undefined ? [] : [[name, valueOf(rest)] as const]
    })
  )

const valueOf = (rest: string): string => {
  const text = (BEFORE_COMMENT.exec(rest)?.[0] ?? "").trim()
  const [, quote, inside = ""] = QUOTED.exec(text) ?? []
  if (quote === undefined) return text
  return quote === '"' ? inside.replaceAll("\\n", "\n").replaceAll("\\r", "\r") : inside
}

const LINE = /^\s*(?:export\s+)?([^\s#"'`=:][^"'`=:]*?)\s*[=:](.*)$/
const BEFORE_COMMENT = /^(?:[^"'`#]|"(?:\\.|[^"\\])*(?:"|$)|'(?:\\.|[^'\\])*(?:'|$)|`(?:\\.|[^`\\])*(?:`|$))*/
const QUOTED = /^(["'`])(.*)\1$/
const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/])/
