import { Either, ParseResult, Schema } from "effect"
import { confirmations } from "../../../config/approvalVariables.ts"
import type { KnownNames } from "../../../config/loadSettings.ts"
import type { Policy } from "../../../config/Policy.ts"
import { snowflake } from "../../../config/Setting.ts"
import { formatPath, MAX_ISSUES } from "../../../errors/validationIssues.ts"
import { currentName } from "../../../text/formerNames.ts"
import { didYouMean } from "../../../text/nearestName.ts"
import { counted, quoted, truncate } from "../../../text/words.ts"

/** A list of allowed values. An empty list would allow nothing, so it is rejected. */
const listOf = <A, I>(item: Schema.Schema<A, I>, what: string) => {
  const message = () => `expected a list of at least one ${what}`
  return Schema.optionalWith(Schema.Array(item).annotations({ message }).pipe(Schema.minItems(1, { message })), {
    exact: true
  })
}

/** A name of a tool. A former name counts as the name now. */
const toolName = Schema.transform(Schema.String, Schema.String, { decode: currentName, encode: (name) => name })
const tools = listOf(toolName, "name of a tool")
const flag = Schema.optionalWith(Schema.Boolean.annotations({ message: () => "expected true or false" }), {
  exact: true
})
const idMessage = { message: () => `expected ${snowflake.accepts}` }
const discordId = Schema.String.annotations(idMessage).pipe(Schema.pattern(/^\d{17,20}$/, idMessage))
const confirmation = Schema.Literal(...confirmations)

/** One client of the clients file: its name, the hash of its token, and its policy. */
export const ClientEntry = Schema.Struct({
  name: Schema.String.pipe(
    Schema.pattern(/^[\w.@-]{1,64}$/, { message: () => "expected 1 to 64 letters, digits, dots, hyphens, _ or @" })
  ),
  token_sha256: Schema.String.pipe(
    Schema.pattern(/^[\da-f]{64}$/, {
      message: () => "expected the SHA-256 of the token, 64 lowercase hexadecimal digits"
    })
  ),
  guilds: listOf(discordId, "Discord id"),
  categories: listOf(Schema.String, "name of a category"),
  tools,
  exclude_tools: tools,
  read_only: flag,
  dry_run: flag,
  confirm: Schema.optionalWith(
    confirmation.annotations({
      // Overrides the messages of the literals, which are one line each.
      message: () => ({ message: `expected one of ${confirmation.literals.join(", ")}`, override: true })
    }),
    { exact: true }
  ),
  channels: listOf(discordId, "Discord id"),
  mention_only: flag,
  transcribe: flag
})

/** One client of the clients file. */
export type ClientEntry = typeof ClientEntry.Type

/** Returns the policy of an entry: all but its name and hash. */
export const policyOf = ({ name: _, token_sha256: __, ...policy }: ClientEntry): Policy => policy

/** The names that a policy can contain. */
export interface Known extends KnownNames {
  /** `ALLOWED_GUILDS`. Unset: every guild. */
  readonly guilds: ReadonlyArray<string> | undefined
}

/** Parses the text of a clients file. Fails with the first 25 problems, one line each, and the number of others. */
export const parseClients = (
  text: string,
  names: Known
): Either.Either<ReadonlyArray<ClientEntry>, ReadonlyArray<string>> => {
  const parsed = ParseResult.decodeUnknownEither(Schema.parseJson())(text)
  if (Either.isLeft(parsed)) return Either.left(["is not valid JSON"])
  const json = parsed.right
  if (!Array.isArray(json)) return Either.left(["expected a JSON list of clients"])
  const read = json.map((raw, at) => [raw, at, decode(raw)] as const)
  const problems = read.flatMap(([raw, at, entry]) => {
    const found = Either.isLeft(entry) ? entry.left : unknownNames(entry.right, names)
    return found.map((problem) => `client ${at + 1}${nameOf(raw)}: ${problem}`)
  })
  const entries = read.flatMap(([, , entry]) => (Either.isRight(entry) ? [entry.right] : []))
  const all = [...problems, ...duplicates(entries)]
  if (all.length === 0) return Either.right(entries)
  const unlisted = all.length - MAX_ISSUES
  return Either.left([
    ...all.slice(0, MAX_ISSUES),
    ...(unlisted > 0 ? [`${counted(unlisted, "more problem")} in the file`] : [])
  ])
}

const decode = (raw: unknown): Either.Either<ClientEntry, ReadonlyArray<string>> =>
  Either.mapLeft(Schema.decodeUnknownEither(ClientEntry)(raw, { errors: "all", onExcessProperty: "error" }), (error) =>
    ParseResult.ArrayFormatter.formatErrorSync(error).map(({ _tag, message, path }) => {
      const field = formatPath(path)
      if (_tag === "Unexpected") return `there is no setting ${quoted(field)}${didYouMean(field, fields)}`
      return _tag === "Missing" ? `${field} is missing` : `${field === "" ? "" : `${field}: `}${oneLine(message)}`
    })
  )

const fields = Object.keys(ClientEntry.fields)

const oneLine = (message: string): string => truncate(message.split("\n")[0] ?? message, MESSAGE_MAX)

/** The maximum length of a message in characters. It may repeat a value of the file. */
const MESSAGE_MAX = 200

const nameOf = (raw: unknown): string => {
  const name: unknown = Object(raw).name
  return typeof name === "string" ? ` (${quoted(name)})` : ""
}

const unknownNames = (entry: ClientEntry, names: Known): ReadonlyArray<string> => [
  ...unknown(entry.categories, names.categories, "categories", "category"),
  ...unknown(entry.tools, names.tools, "tools", "tool"),
  ...unknown(entry.exclude_tools, names.tools, "exclude_tools", "tool"),
  ...(entry.guilds ?? [])
    .filter((guild) => names.guilds?.includes(guild) === false)
    .map((guild) => `guilds: ${guild} is not in ALLOWED_GUILDS`)
]

const unknown = (given: ReadonlyArray<string> | undefined, all: ReadonlyArray<string>, field: string, what: string) =>
  (given ?? [])
    .filter((name) => !all.includes(name))
    .map((name) => `${field}: there is no ${what} ${quoted(name)}${didYouMean(name, all)}`)

const duplicates = (entries: ReadonlyArray<ClientEntry>): ReadonlyArray<string> => [
  ...repeated(entries.map(({ name }) => name)).map((name) => `two clients have the name ${quoted(name)}`),
  ...repeated(entries.map(({ token_sha256 }) => token_sha256)).map(
    (hash) =>
      `${entries
        .filter(({ token_sha256 }) => token_sha256 === hash)
        .map(({ name }) => quoted(name))
        .join(" and ")} have the same token_sha256`
  )
]

const repeated = (values: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(values.filter((value, at) => values.indexOf(value) !== at))
]
