/**
 * Names of channels, roles and members in the place of ids: `#general`, `@Moderator`, `Ada`. They are looked up by calls of
 * the tools that list them, so the client's policy holds, and only where the arguments are refused without it.
 */
import { Effect, Option, Predicate } from "effect"
import type { Settings } from "../config/Settings.ts"
import { type DiscordMcpError, ValidationError } from "../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import { type NamedKind, namedKindOf } from "../objects/schema/ids.ts"
import { shortList } from "../text/words.ts"
import type { ToolResult } from "../tools/ToolResult.ts"

/** Calls a tool that reads, as the client. */
type Read = (tool: string, input: object) => Effect.Effect<ToolResult, DiscordMcpError>

/** Arguments with ids in the place of names, and a notice that says which. */
interface Resolved {
  readonly input: unknown
  readonly notice: string
}

/** A name in the arguments. */
interface Name {
  readonly issue: ValidationIssue
  readonly keys: ReadonlyArray<string>
  readonly kind: NamedKind
  readonly text: string
}

/** The maximum number of names in a call, and of characters of a name. */
const NAMES_MAX = 10
const NAME_CHARS = 100

/**
 * Returns the arguments with the ids of the names that exactly one object has. `none`: there is no name, or one names
 * nothing. Fails with the candidates if a name fits several objects.
 */
export const withIds = Effect.fnUntraced(function* (
  refused: ValidationError,
  input: unknown,
  settings: Settings["Type"],
  read: Read
): Effect.fn.Return<Option.Option<Resolved>, ValidationError> {
  const names = refused.validation_issues.flatMap((issue) => nameAt(issue, input))
  if (names.length === 0 || names.length > NAMES_MAX) return Option.none()
  const guilds = yield* guildsOf(names, input, settings, read)
  // Several names of one kind need one reading of the list.
  const list = yield* Effect.cachedFunction(({ guild_id, tool }: List) => itemsOf(read(tool, { guild_id })), sameList)
  const found = yield* Effect.forEach(names, (name) =>
    Effect.map(
      Effect.forEach(guilds, (guild_id) => candidatesOf(name, guild_id, { list, read })),
      (ids) => ids.flat()
    )
  )
  const several = names.flatMap(({ issue }, at) => {
    const ids = found[at] ?? []
    return ids.length < 2 ? [] : [{ path: issue.path, message: severalText(ids), code: "several_have_this_name" }]
  })
  if (several.length > 0) return yield* new ValidationError({ validation_issues: several })
  if (found.some((ids) => ids.length === 0)) return Option.none()
  const ids = names.map(({ issue, keys }, at) => ({ keys, path: issue.path, id: found[at]?.[0] ?? "" }))
  return Option.some({
    input: ids.reduce((changed, { id, keys }) => setAt(changed, keys, id), input),
    notice: ids.map(({ id, path }) => `${path} is ${id}, by its name.`).join(" ")
  })
})

const severalText = (ids: ReadonlyArray<string>) =>
  `is the name of several: ${shortList(ids, CANDIDATES_SHOWN)}. Send the id of the one that you mean`

const CANDIDATES_SHOWN = 5

/** Returns the name that an issue is about, if its value can be one. */
const nameAt = (issue: ValidationIssue, input: unknown): ReadonlyArray<Name> => {
  const keys = issue.path.split(/[.[\]]+/).filter((key) => key !== "")
  const value = keys.reduce<unknown>(
    (inner, key) => (Predicate.isObject(inner) ? Reflect.get(inner, key) : undefined),
    input
  )
  if (typeof value !== "string" || value.length > NAME_CHARS || !/[\p{L}\p{N}]/u.test(value)) return []
  if (/^[@#<]*[&!]?\d+>?$/.test(value)) return []
  const kind = namedKindOf(issue.message, value)
  return kind === undefined ? [] : [{ issue, keys, kind, text: value }]
}

/** Returns the guilds in which the names may be: that of the call, or those of the bot if they are few. */
const guildsOf = (
  names: ReadonlyArray<Name>,
  input: unknown,
  { allowedGuilds, defaultGuildId }: Settings["Type"],
  read: Read
): Effect.Effect<ReadonlyArray<string>> => {
  const own = Object(names[0]?.keys[0] === "args" ? Object(input).args : input).guild_id ?? defaultGuildId
  if (typeof own === "string") return Effect.succeed(/^\d{17,20}$/.test(own) ? [own] : [])
  // Without its guild, only what is marked as a name is one.
  if (!names.every(({ text }) => /^[@#]/.test(text))) return Effect.succeed([])
  const guilds =
    allowedGuilds === undefined
      ? Effect.map(itemsOf(read("users_list_current_user_guilds", {})), (items) => items.map(({ id }) => id))
      : Effect.succeed(allowedGuilds)
  return Effect.map(guilds, (ids) => (ids.length <= GUILDS_MAX ? ids : []))
}

/** The maximum number of guilds in which a name without a guild is looked up. */
const GUILDS_MAX = 5

/** A list of the objects of a guild. */
interface List {
  readonly guild_id: string
  readonly tool: "channels_list" | "roles_list"
}

const sameList = (a: List, b: List): boolean => a.guild_id === b.guild_id && a.tool === b.tool

/** The readings of a call: lists, which are read once, and searches. */
interface Lookups {
  readonly list: (list: List) => Effect.Effect<ReadonlyArray<Listed>>
  readonly read: Read
}

/** Returns the ids of the objects of a guild that have a name. */
const candidatesOf = (
  { kind, text }: Name,
  guild_id: string,
  { list, read }: Lookups
): Effect.Effect<ReadonlyArray<string>> => {
  const name = plain(text)
  const named = (items: ReadonlyArray<Listed>) =>
    items.flatMap((item) => (NAME_FIELDS.some((field) => plain(item[field]) === name) ? [item.id] : []))
  switch (kind) {
    case "channel":
      return Effect.map(list({ guild_id, tool: "channels_list" }), named)
    case "role":
      return Effect.map(list({ guild_id, tool: "roles_list" }), named)
    case "user":
      return Effect.map(itemsOf(read("members_search", { guild_id, query: name, limit: SEARCHED_MAX })), named)
  }
}

/** The maximum number of members whose names begin with a name. With more, one of the same name may be missing. */
const SEARCHED_MAX = 100

/** The fields of a result that have a name of an object. */
const NAME_FIELDS = ["name", "username", "nick"] as const

/** An item of a list of channels, roles or members. */
interface Listed extends Readonly<Partial<Record<(typeof NAME_FIELDS)[number], unknown>>> {
  readonly id: string
}

/** Returns the items of a list; none if the client may not read it, or if the list goes on. */
const itemsOf = (list: Effect.Effect<ToolResult, DiscordMcpError>): Effect.Effect<ReadonlyArray<Listed>> =>
  list.pipe(
    Effect.map(({ value }) => {
      const { items, next_cursor } = Object(value)
      return Array.isArray(items) && next_cursor === undefined
        ? items.filter((item): item is Listed => Predicate.hasProperty(item, "id") && typeof item.id === "string")
        : []
    }),
    Effect.catchAll(() => Effect.succeed<ReadonlyArray<Listed>>([]))
  )

/** A name without its sign, as names are compared. */
const plain = (name: unknown): string =>
  typeof name === "string" ? name.trim().replace(/^[@#]/, "").normalize("NFKC").toLowerCase() : ""

/** Returns a value with another value at a path. */
const setAt = (value: unknown, [key, ...rest]: ReadonlyArray<string>, to: unknown): unknown => {
  if (key === undefined) return to
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === key ? setAt(item, rest, to) : item))
  return Predicate.isReadonlyRecord(value) ? { ...value, [key]: setAt(value[key], rest, to) } : value
}
