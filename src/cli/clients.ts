import { FileSystem } from "@effect/platform"
import { Console, Data, Effect, Either, Option } from "effect"
import { namesByCategory } from "../catalogue/toolNames.ts"
import { httpVariables } from "../config/httpVariables.ts"
import { readSetting } from "../config/Setting.ts"
import { type ClientEntry, parseClients } from "../mcp/http/access/ClientEntry.ts"
import { hashOfToken } from "../mcp/http/access/Principal.ts"
import { decodeText } from "../text/decodeText.ts"
import { didYouMean } from "../text/nearestName.ts"
import { secureToken } from "../text/secureToken.ts"
import { counted, quoted } from "../text/words.ts"
import { writeFileAtomically } from "../text/writeFileAtomically.ts"
import { reasonOf } from "./exit.ts"
import { environmentVariables } from "./process.ts"
import { whileDoing } from "./shutdown.ts"
import { FileLocked, withFileLock } from "./withFileLock.ts"

/** The clients file cannot be read or changed. */
export class ClientsFailed extends Data.TaggedError("ClientsFailed")<{ readonly message: string }> {}

/** The policy flags of `clients add`. */
export interface PolicyFlags {
  readonly readOnly: boolean
  readonly dryRun: boolean
  readonly guild: ReadonlyArray<string>
  readonly category: ReadonlyArray<string>
  readonly tool: ReadonlyArray<string>
  readonly excludeTool: ReadonlyArray<string>
  readonly confirm: Option.Option<NonNullable<ClientEntry["confirm"]>>
  readonly channel: ReadonlyArray<string>
  readonly mentionOnly: boolean
  readonly noTranscribe: boolean
}

const VARIABLE = httpVariables.httpClientsFile.name

/** Adds a client, and prints its token. Only the hash of the token is stored. */
export const add = Effect.fn("cli.clients.add")(function* (name: string, flags: PolicyFlags) {
  const file = yield* openFile
  if (file.clients.some((client) => client.name === name)) {
    return yield* new ClientsFailed({
      message: `${file.path} has a client ${quoted(name)} already. Choose another name. For a new token: clients rotate ${name}`
    })
  }
  const token = yield* secureToken
  const entry = { name, token_sha256: hashOfToken(token), ...policyOf(flags) }
  yield* write(file, [...file.clients, entry])
  yield* Console.error(`Added ${quoted(name)} to ${file.path}. This is its token; it is not shown again:`)
  yield* Console.log(token)
}, exclusively)

/** Replaces the token of a client, and prints the new one. Its policy stays. A running server ends the old token. */
export const rotate = Effect.fn("cli.clients.rotate")(function* (name: string) {
  const file = yield* openFile
  if (!file.clients.some((client) => client.name === name)) return yield* noClient(file, name)
  const token = yield* secureToken
  const token_sha256 = hashOfToken(token)
  yield* write(
    file,
    file.clients.map((client) => (client.name === name ? { ...client, token_sha256 } : client))
  )
  yield* Console.error(
    `${quoted(name)} has a new token in ${file.path}. A running server ends the old one within 6 seconds. This is the new one; it is not shown again:`
  )
  yield* Console.log(token)
}, exclusively)

/** Removes a client. A running server ends the client's sessions. */
export const remove = Effect.fn("cli.clients.remove")(function* (name: string) {
  const file = yield* openFile
  const rest = file.clients.filter((client) => client.name !== name)
  if (rest.length === file.clients.length) return yield* noClient(file, name)
  yield* write(file, rest)
  yield* Console.log(`Removed ${quoted(name)} from ${file.path}. A running server ends its sessions within 6 seconds.`)
}, exclusively)

/** Prints the clients and their policies. Hashes are not printed. */
export const list = Effect.fn("cli.clients.list")(function* (json: boolean) {
  const { clients, path } = yield* openFile
  const entries = clients.map(({ token_sha256: _, ...rest }) => rest)
  yield* Console.log(
    json
      ? JSON.stringify(entries, undefined, 2)
      : [...entries.map(inOneLine), `${counted(entries.length, "client")} in ${path}`].join("\n")
  )
})

const noClient = ({ clients, path }: OpenFile, name: string) => {
  const names = clients.map((client) => client.name)
  return new ClientsFailed({ message: `${path} has no client ${quoted(name)}${didYouMean(name, names) || "."}` })
}

/** The content of the clients file. */
interface OpenFile {
  readonly path: string
  readonly text: string | undefined
  readonly clients: ReadonlyArray<ClientEntry>
}

const clientsFile = Effect.gen(function* () {
  const path = yield* Effect.mapError(
    readSetting(httpVariables.httpClientsFile, environmentVariables()),
    (message) => new ClientsFailed({ message })
  )
  return (
    path ?? (yield* new ClientsFailed({ message: `${VARIABLE} is not set. Set it to the path of the clients file.` }))
  )
})

/** Lets no other command change the file between its reading and its writing. */
function exclusively<A, E, R>(change: Effect.Effect<A, E, R>) {
  return Effect.flatMap(clientsFile, (path) =>
    Effect.catchIf(
      withFileLock(path)(change),
      (error): error is FileLocked => error instanceof FileLocked,
      ({ path, problem }) => new ClientsFailed({ message: `${path} ${problem}.` })
    )
  )
}

const openFile = Effect.gen(function* () {
  const path = yield* clientsFile
  const text = yield* readText(path)
  const parsed = text === undefined ? Either.right([]) : parseClients(text, knownNames)
  return Either.isRight(parsed)
    ? ({ path, text, clients: parsed.right } satisfies OpenFile as OpenFile)
    : yield* new ClientsFailed({
        message: [`${path} has problems:`, ...parsed.left.map((problem) => `  - ${problem}`)].join("\n")
      })
})

const knownNames = {
  tools: Object.values(namesByCategory).flat(),
  categories: Object.keys(namesByCategory),
  // The server checks these values, because this command does not know its settings.
  guilds: undefined
}

const readText = Effect.fnUntraced(function* (path: string) {
  const unreadable = (problem: string) => new ClientsFailed({ message: `${path} cannot be read (${problem}).` })
  const fs = yield* FileSystem.FileSystem
  const bytes = yield* Effect.catchAll(fs.readFile(path), (error) =>
    error._tag === "SystemError" && error.reason === "NotFound"
      ? Effect.succeed(undefined)
      : unreadable(reasonOf(error))
  )
  return bytes === undefined ? undefined : yield* Either.mapLeft(decodeText(bytes), unreadable)
})

/** Replaces the file atomically. Only its owner can read it. Fails with every problem of the new content. */
const write = Effect.fnUntraced(function* (file: OpenFile, clients: ReadonlyArray<ClientEntry>) {
  const text = `${JSON.stringify(clients, undefined, 2)}\n`
  const checked = parseClients(text, knownNames)
  if (Either.isLeft(checked)) {
    return yield* new ClientsFailed({
      message: checked.left.map((problem) => problem.replace(/^client \d+ \("[\w.@-]+"\): /, "")).join("\n")
    })
  }
  const before = Effect.flatMap(readText(file.path), (now) =>
    now === file.text
      ? Effect.void
      : new ClientsFailed({ message: `${file.path} was changed by another program: retry.` })
  )
  yield* writeFileAtomically(file.path, text, { mode: 0o600, before }).pipe(
    whileDoing(`Interrupted while ${file.path} was written. It has its old or its new content: clients list shows it.`),
    Effect.catchTags({
      SystemError: (error) => new ClientsFailed({ message: `${file.path} cannot be written (${error.reason}).` }),
      BadArgument: (error) => new ClientsFailed({ message: `${file.path} cannot be written (${error._tag}).` })
    })
  )
})

/** Returns only the given limits. Without a limit, the server's setting applies. */
const policyOf = ({
  category,
  channel,
  confirm,
  dryRun,
  excludeTool,
  guild,
  mentionOnly,
  noTranscribe,
  readOnly,
  tool
}: PolicyFlags) => ({
  ...(readOnly && { read_only: true }),
  ...(dryRun && { dry_run: true }),
  ...(isFilled(guild) && { guilds: guild }),
  ...(isFilled(category) && { categories: category }),
  ...(isFilled(tool) && { tools: tool }),
  ...(isFilled(excludeTool) && { exclude_tools: excludeTool }),
  ...(Option.isSome(confirm) && { confirm: confirm.value }),
  ...(isFilled(channel) && { channels: channel }),
  ...(mentionOnly && { mention_only: true }),
  ...(noTranscribe && { transcribe: false })
})

const isFilled = (list: ReadonlyArray<string>): list is readonly [string, ...Array<string>] => list.length > 0

const inOneLine = ({ name, ...policy }: Omit<ClientEntry, "token_sha256">): string => {
  const limits = Object.entries(policy).map(([key, value]) => `${key}=${[value].flat().join(",")}`)
  return `${name}  ${limits.length === 0 ? "no limits" : limits.join("  ")}`
}
