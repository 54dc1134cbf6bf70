/** Plans the changes of a client's config file. Everything else in the file stays. */
import { Either, Predicate } from "effect"
import type { JsonObject } from "../JsonObject.ts"
import { type ConfigLocation, type McpClient, TOKEN, TOKEN_FILE } from "./McpClient.ts"
import { type DesiredEntry, entryOf, type LaunchCommand, PACKAGE, startsThisServer, tokenInput } from "./ServerEntry.ts"

/** Sets the value at a path. With `item`, appends it to the list at that path. */
export interface ConfigChange {
  readonly path: ReadonlyArray<string>
  readonly value: unknown
  readonly item?: true
}

/** The changes, and the name of the server in the file. */
export interface ConfigPlan {
  readonly name: string
  readonly changes: ReadonlyArray<ConfigChange>
}

/** Plans the changes, or returns why the file cannot hold an entry. */
export const planChanges = (
  file: JsonObject,
  client: McpClient,
  location: ConfigLocation,
  wanted: DesiredEntry
): Either.Either<ConfigPlan, string> =>
  Either.gen(function* () {
    const servers = yield* tableAt(file, client.servers)
    const name = findServerName(servers, wanted.launch) ?? NAMES.find((free) => !(free in servers))
    if (name === undefined) return yield* Either.left(`${NAMES.join(" and ")} are the names of other servers`)
    const entry = servers[name]
    if (startsThisServer(entry, wanted.launch)) {
      const updates = yield* entryUpdates(entry, client, location, wanted)
      const changes = updates.map((it) => ({ ...it, path: [client.servers, name, ...it.path] }))
      return { name, changes: [...(yield* inputOf(file, location, entry, wanted)), ...changes] }
    }
    const whole = entryOf(client, location, wanted)
    const change: ConfigChange =
      client.servers in file
        ? { path: [client.servers, name], value: whole }
        : { path: [client.servers], value: { [name]: whole } }
    return { name, changes: [...(yield* inputOf(file, location, whole, wanted)), change] }
  })

/** Returns the name under which this server is listed. */
export const findServerName = (servers: JsonObject, launch: LaunchCommand): string | undefined =>
  Object.keys(servers).find((name) => startsThisServer(servers[name], launch))

/** The names for a new entry. The second is used if another server has the first. */
const NAMES = ["discord", PACKAGE] as const

/** Returns the changes of an existing entry. Variables that are not wanted stay as they are. */
const entryUpdates = (entry: JsonObject, client: McpClient, location: ConfigLocation, wanted: DesiredEntry) =>
  Either.gen(function* () {
    const { env: variables = {}, env_vars: forwarded, ...fields } = entryOf(client, location, wanted)
    const env = yield* tableAt(entry, "env")
    const names = yield* listAt(entry, "env_vars")
    const hasToken =
      wanted.sandbox === true || TOKEN in env || TOKEN_FILE in env || "envFile" in entry || names.some(isToken)
    const missing = Object.entries(variables).filter(([name, value]) =>
      name === TOKEN ? !hasToken : env[name] !== value
    )
    const unforwarded = (forwarded ?? []).filter((name) => (name === TOKEN ? !hasToken : !names.includes(name)))
    const changes: ReadonlyArray<ConfigChange> = [
      ...Object.entries(fields)
        .filter(([field, value]) => JSON.stringify(entry[field]) !== JSON.stringify(value))
        .map(([field, value]) => ({ path: [field], value })),
      ...("env_vars" in entry
        ? unforwarded.map((value) => ({ path: ["env_vars"], value, item: true }) as const)
        : unforwarded.length > 0
          ? [{ path: ["env_vars"], value: unforwarded }]
          : []),
      ...("env" in entry
        ? missing.map(([name, value]) => ({ path: ["env", name], value }))
        : missing.length > 0
          ? [{ path: ["env"], value: Object.fromEntries(missing) }]
          : [])
    ]
    return changes
  })

/** Adds the token prompt if the entry refers to it and the file does not define it. */
const inputOf = (
  file: JsonObject,
  { token }: ConfigLocation,
  entry: JsonObject,
  { sandbox, variables }: DesiredEntry
): Either.Either<ReadonlyArray<ConfigChange>, string> =>
  Either.gen(function* () {
    if (token.prompted === undefined || sandbox === true || TOKEN_FILE in variables) return []
    const inputs = yield* listAt(file, "inputs")
    const env = yield* tableAt(entry, "env")
    const refers = TOKEN in env ? env[TOKEN] === token.variable : !(TOKEN_FILE in env || "envFile" in entry)
    const isThere = inputs.some((input) => Predicate.isReadonlyRecord(input) && input.id === tokenInput.id)
    if (!refers || isThere) return []
    return "inputs" in file
      ? [{ path: ["inputs"], value: tokenInput, item: true } as const]
      : [{ path: ["inputs"], value: [tokenInput] }]
  })

/** Codex accepts names, and tables with a name. */
const isToken = (name: unknown): boolean =>
  name === TOKEN || name === TOKEN_FILE || (Predicate.isReadonlyRecord(name) && isToken(name.name))

const tableAt = (fields: JsonObject, field: string): Either.Either<JsonObject, string> => {
  const value = field in fields ? fields[field] : {}
  return Predicate.isReadonlyRecord(value) ? Either.right(value) : Either.left(`"${field}" is not a table`)
}

const listAt = (fields: JsonObject, field: string): Either.Either<ReadonlyArray<unknown>, string> => {
  const value = field in fields ? fields[field] : []
  return Array.isArray(value) ? Either.right(value) : Either.left(`"${field}" is not a list`)
}
