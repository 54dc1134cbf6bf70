/** Plans the changes of a client's config file. Everything else in the file stays. */
import { Either, Predicate, Record, Struct } from "effect"
import type { JsonObject } from "../rendering/renderValue.ts"
import { formatOf } from "./ConfigFile.ts"
import type { ConfigChange } from "./configFormats.ts"
import { botTokenName, type ConfigLocation, type McpClient, TOKEN_FILE, type TokenSource } from "./McpClient.ts"
import {
  type DesiredEntry,
  isRemoteEntry,
  kindOf,
  type LaunchCommand,
  newEntry,
  PACKAGE,
  processEntryOf,
  startsThisServer,
  tokenOf
} from "./ServerEntry.ts"

/** The changes, and the name of the server in the file. */
export interface ConfigPlan {
  readonly name: string
  readonly changes: ReadonlyArray<ConfigChange>
}

/** Plans the changes, or returns the reason that the file cannot hold an entry. */
export const planChanges = (
  file: JsonObject,
  client: McpClient,
  location: ConfigLocation,
  wanted: DesiredEntry
): Either.Either<ConfigPlan, string> =>
  Either.gen(function* () {
    const servers = yield* tableAt(file, client.servers)
    const name = findServerName(servers, wanted.launch, wanted.url) ?? NAMES.find((free) => !(free in servers))
    if (name === undefined) return yield* Either.left(`${NAMES.join(" and ")} are the names of other servers`)
    const entry = servers[name]
    const whole: JsonObject = newEntry(client, location, wanted)
    if (Predicate.isReadonlyRecord(entry) && kindOf(entry) === kindOf(whole)) {
      const updates =
        kindOf(whole) === "remote"
          ? yield* remoteUpdates(entry, withoutKept(whole, entry, client))
          : yield* processUpdates(entry, client, location, wanted)
      const changes = updates.map((it) => ({ ...it, path: [client.servers, name, ...it.path] }))
      const after = applyChanges(entry, updates)
      return { name, changes: [...(yield* inputOf(file, tokenOf(location, wanted), after)), ...changes] }
    }
    // The fields of an entry of another kind do not fit the new one.
    const change: ConfigChange =
      client.servers in file
        ? { path: [client.servers, name], value: whole }
        : { path: [client.servers], value: { [name]: whole } }
    return { name, changes: [...(yield* inputOf(file, tokenOf(location, wanted), whole)), change] }
  })

/** Returns the name under which this server is listed. */
export const findServerName = (servers: JsonObject, launch: LaunchCommand, url?: string): string | undefined =>
  Object.keys(servers).find((name) => {
    const entry = servers[name]
    return startsThisServer(entry, launch) || (Predicate.isReadonlyRecord(entry) && isRemoteEntry(entry, url))
  })

/** Returns the entry of this server in a config file, or an empty object. */
export const entryIn = (file: JsonObject, client: McpClient, launch: LaunchCommand): JsonObject => {
  const servers = Object(file[client.servers])
  return Object(servers[findServerName(servers, launch) ?? ""])
}

/** The names for a new entry. The second is used if another server has the first. */
const NAMES = ["discord", PACKAGE] as const

/** Returns the changes of an existing entry with an address. Its token and its other headers stay. */
const remoteUpdates = (entry: JsonObject, { headers, ...fields }: JsonObject) =>
  Either.gen(function* () {
    const given = yield* tableAt(entry, "headers")
    const hasToken = Object.keys(given).some((name) => name.toLowerCase() === "authorization")
    const changes: ReadonlyArray<ConfigChange> = [
      ...Object.entries(fields)
        .filter(([field, value]) => entry[field] !== value)
        .map(([field, value]) => ({ path: [field], value })),
      ...(headers === undefined || hasToken
        ? []
        : Object.entries("headers" in entry ? Object(headers) : { headers }).map(([name, value]) => ({
            path: "headers" in entry ? ["headers", name] : [name],
            value
          })))
    ]
    return changes
  })

/** Returns the changes of an existing entry that starts a process. Other variables of the entry stay unchanged. */
const processUpdates = (entry: JsonObject, client: McpClient, location: ConfigLocation, wanted: DesiredEntry) =>
  Either.gen(function* () {
    const { env: variables = {}, env_vars: forwarded, ...fields } = processEntryOf(client, location, wanted)
    const { name: token, variable: reference } = tokenOf(location, wanted)
    // The user's choice replaces the token of the entry. Without a choice, only a placeholder is replaced.
    const isChosen = wanted.tokenForm !== undefined
    const isFile = TOKEN_FILE in variables
    const env = yield* tableAt(entry, "env")
    const names = yield* listAt(entry, "env_vars")
    const stale = Object.keys(env).filter((name) =>
      name === token
        ? isFile && (isChosen || env[name] === botTokenName.placeholder)
        : (name === TOKEN_FILE && isChosen && !isFile) || wanted.removed?.includes(name) === true
    )
    const hasToken =
      wanted.sandbox === true ||
      token in env ||
      TOKEN_FILE in env ||
      "envFile" in entry ||
      names.some((name) => isToken(name, token))
    const missing = Object.entries(variables).filter(([name, value]) =>
      name === token ? (isChosen ? env[name] !== reference : !hasToken) : env[name] !== value
    )
    const unforwarded = (forwarded ?? []).filter((name) =>
      name === token && !isChosen ? !hasToken : !names.includes(name)
    )
    const others = names.filter((name) => !isToken(name, token))
    const stopsForwarding = isChosen && isFile && others.length < names.length
    const changes: ReadonlyArray<ConfigChange> = [
      ...stale.map((name) => ({ path: ["env", name], value: undefined, remove: true }) as const),
      ...Object.entries(withoutKept(fields, entry, client))
        .filter(([field, value]) => JSON.stringify(entry[field]) !== JSON.stringify(value))
        .map(([field, value]) => ({ path: [field], value })),
      ...(stopsForwarding ? [{ path: ["env_vars"], value: others }] : []),
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

/** Drops the defaults of fields that an entry already has. */
const withoutKept = (fields: JsonObject, entry: JsonObject, { defaults = {} }: McpClient): JsonObject =>
  Record.filter(fields, (_, field) => !(field in defaults && field in entry))

/** Adds the token prompt if the entry refers to it and the file does not define it. */
const inputOf = (
  file: JsonObject,
  { prompted, variable = "" }: TokenSource,
  entry: JsonObject
): Either.Either<ReadonlyArray<ConfigChange>, string> =>
  Either.gen(function* () {
    if (prompted === undefined || !JSON.stringify(entry).includes(variable)) return []
    const inputs = yield* listAt(file, "inputs")
    if (inputs.some((input) => Predicate.isReadonlyRecord(input) && input.id === prompted.id)) return []
    return "inputs" in file
      ? [{ path: ["inputs"], value: prompted, item: true } as const]
      : [{ path: ["inputs"], value: [prompted] }]
  })

/** Codex accepts names, and tables with a name. */
const isToken = (name: unknown, token: string): boolean =>
  name === token || name === TOKEN_FILE || (Predicate.isReadonlyRecord(name) && isToken(name.name, token))

const tableAt = (fields: JsonObject, field: string): Either.Either<JsonObject, string> => {
  const value = field in fields ? fields[field] : {}
  return Predicate.isReadonlyRecord(value) ? Either.right(value) : Either.left(`"${field}" is not a table`)
}

const listAt = (fields: JsonObject, field: string): Either.Either<ReadonlyArray<unknown>, string> => {
  const value = field in fields ? fields[field] : []
  return Array.isArray(value) ? Either.right(value) : Either.left(`"${field}" is not a list`)
}

/** Applies changes to the content of a config file. */
export const applyChanges = (file: JsonObject, changes: ReadonlyArray<ConfigChange>): JsonObject =>
  changes.reduce(applyChange, file)

const applyChange = (fields: JsonObject, { path: [field = "", ...path], ...change }: ConfigChange): JsonObject => {
  const value = fields[field]
  if (path.length > 0) {
    return { ...fields, [field]: applyChange(Predicate.isReadonlyRecord(value) ? value : {}, { ...change, path }) }
  }
  if (change.remove) return Struct.omit(fields, field)
  return { ...fields, [field]: change.item ? [...(Array.isArray(value) ? value : []), change.value] : change.value }
}

/** Returns the content that `init` writes to a new file. */
export const snippetOf = (client: McpClient, location: ConfigLocation, wanted: DesiredEntry): JsonObject =>
  applyChanges({}, changesOfNewFile(client, location, wanted))

/** Returns the text that `init` writes to a new file. */
export const snippetText = (client: McpClient, location: ConfigLocation, wanted: DesiredEntry): string => {
  const changes = changesOfNewFile(client, location, wanted)
  return formatOf(client).change("", changes, applyChanges({}, changes))[0] ?? ""
}

const changesOfNewFile = (client: McpClient, location: ConfigLocation, wanted: DesiredEntry) =>
  Either.getOrThrow(planChanges({}, client, location, wanted)).changes
