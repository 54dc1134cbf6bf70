/** What must change in a client's file so that it starts the server; whatever else stands there stays. */
import { Either, Predicate } from "effect"
import { type Client, type Place, TOKEN, TOKEN_FILE } from "./Client.ts"
import { entryOf, type Fields, isOurs, type Launch, PACKAGE, tokenInput, type Wanted } from "./Entry.ts"

/** A value for a place in a file. An item goes to the end of the list that is there. */
export interface Change {
  readonly path: ReadonlyArray<string>
  readonly value: unknown
  readonly item?: true
}

/** What is to be done, and the name that the server has or gets. */
export interface Plan {
  readonly name: string
  readonly changes: ReadonlyArray<Change>
}

/** Plans the changes of a file with that content, or says why there is no way. */
export const planFor = (file: Fields, client: Client, place: Place, wanted: Wanted): Either.Either<Plan, string> =>
  Either.gen(function* () {
    const servers = yield* tableAt(file, client.servers)
    const name = ownName(servers, wanted.launch) ?? NAMES.find((free) => !(free in servers))
    if (name === undefined) return yield* Either.left(`${NAMES.join(" and ")} are the names of other servers there`)
    const entry = servers[name]
    if (isOurs(entry, wanted.launch)) {
      const mends = yield* mendsOf(entry, client, place, wanted)
      const changes = mends.map((it) => ({ ...it, path: [client.servers, name, ...it.path] }))
      return { name, changes: [...(yield* inputOf(file, place, entry, wanted)), ...changes] }
    }
    const whole = entryOf(client, place, wanted)
    const change: Change =
      client.servers in file
        ? { path: [client.servers, name], value: whole }
        : { path: [client.servers], value: { [name]: whole } }
    return { name, changes: [...(yield* inputOf(file, place, whole, wanted)), change] }
  })

/** The name under which a table of servers has this one. */
export const ownName = (servers: Fields, launch: Launch): string | undefined =>
  Object.keys(servers).find((name) => isOurs(servers[name], launch))

/** The names it may get: the second where somebody else has the first. */
const NAMES = ["discord", PACKAGE] as const

/** What differs in an entry, by fields; of the variables only those that were asked for. */
const mendsOf = (entry: Fields, client: Client, place: Place, wanted: Wanted) =>
  Either.gen(function* () {
    const { env: variables = {}, env_vars: forwarded, ...fields } = entryOf(client, place, wanted)
    const env = yield* tableAt(entry, "env")
    const names = yield* listAt(entry, "env_vars")
    const hasToken =
      wanted.sandbox === true || TOKEN in env || TOKEN_FILE in env || "envFile" in entry || names.some(isToken)
    const missing = Object.entries(variables).filter(([name, value]) =>
      name === TOKEN ? !hasToken : env[name] !== value
    )
    const unforwarded = (forwarded ?? []).filter((name) => (name === TOKEN ? !hasToken : !names.includes(name)))
    const changes: ReadonlyArray<Change> = [
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

/** The question for the token, where an entry refers to the answer and nothing asks yet. */
const inputOf = (
  file: Fields,
  { token }: Place,
  entry: Fields,
  { sandbox, variables }: Wanted
): Either.Either<ReadonlyArray<Change>, string> =>
  Either.gen(function* () {
    if (token.asked === undefined || sandbox === true || TOKEN_FILE in variables) return []
    const inputs = yield* listAt(file, "inputs")
    const env = yield* tableAt(entry, "env")
    const refers = TOKEN in env ? env[TOKEN] === token.variable : !(TOKEN_FILE in env || "envFile" in entry)
    const isThere = inputs.some((input) => Predicate.isReadonlyRecord(input) && input.id === tokenInput.id)
    if (!refers || isThere) return []
    return "inputs" in file
      ? [{ path: ["inputs"], value: tokenInput, item: true } as const]
      : [{ path: ["inputs"], value: [tokenInput] }]
  })

/** Codex takes names, and tables with a name. */
const isToken = (name: unknown): boolean =>
  name === TOKEN || name === TOKEN_FILE || (Predicate.isReadonlyRecord(name) && isToken(name.name))

const tableAt = (fields: Fields, field: string): Either.Either<Fields, string> => {
  const value = field in fields ? fields[field] : {}
  return Predicate.isReadonlyRecord(value) ? Either.right(value) : Either.left(`"${field}" is there, but is no table`)
}

const listAt = (fields: Fields, field: string): Either.Either<ReadonlyArray<unknown>, string> => {
  const value = field in fields ? fields[field] : []
  return Array.isArray(value) ? Either.right(value) : Either.left(`"${field}" is there, but is no list`)
}
