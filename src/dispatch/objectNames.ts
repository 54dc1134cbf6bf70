/**
 * Names of channels, threads, roles, members and tags in the place of ids: `#general`, `@Moderator`, `Ada`. They are looked
 * up by calls of the tools that list them, so the client's policy holds, and only where the arguments are refused without
 * it.
 */
import { Effect, Option, Predicate } from "effect"
import { distance } from "fastest-levenshtein"
import type { Settings } from "../config/Settings.ts"
import { type DiscordMcpError, ValidationError } from "../errors/DiscordMcpError.ts"
import type { Candidate, ValidationIssue } from "../errors/fields.ts"
import { type NamedKind, namedKindOf } from "../objects/schema/ids.ts"
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
  readonly keys: Keys
  readonly kind: NamedKind
  readonly text: string
}

/** Where a value is in the arguments. */
type Keys = ReadonlyArray<string>

/** The maximum number of names in a call, and of characters of a name. */
const NAMES_MAX = 25
const NAME_CHARS = 100

/**
 * Returns the arguments with the ids of the names that exactly one object has. `none`: there is no name, or one names
 * nothing. Fails with the candidates if a name fits several objects, or none exactly.
 */
export const withIds = Effect.fnUntraced(function* (
  refused: ValidationError,
  input: unknown,
  settings: Settings["Type"],
  read: Read
): Effect.fn.Return<Option.Option<Resolved>, ValidationError> {
  const names = refused.validation_issues.flatMap((issue) => nameAt(issue, input))
  if (names.length === 0 || names.length > NAMES_MAX) return Option.none()
  // Several names of one kind need one reading of a list.
  const list = yield* Effect.cachedFunction(({ args, tool }: Listing) => itemsOf(read(tool, args)), isSameListing)
  const guilds = yield* Effect.cached(guildsOf(settings, list))
  const guildsFor = Effect.fnUntraced(function* (args: unknown, { kind, text }: Name) {
    if (kind === "tag") return [OF_CHANNEL]
    const { channel_id, guild_id = settings.defaultGuildId } = Object(args)
    const [channel] = guild_id === undefined && isId(channel_id) ? yield* list(channelListing(channel_id)) : []
    const own: unknown = channel?.guild_id ?? guild_id
    if (typeof own === "string") return isId(own) ? [own] : []
    // Without its guild, only what is marked as a name is one.
    return /^[@#]/.test(text) ? yield* guilds : []
  })
  const issues: Array<ValidationIssue> = []
  const candidates: Array<typeof Candidate.Type> = []
  const notices: Array<string> = []
  let complete = input
  // What a name means may depend on the channel of the call, which may be a name.
  for (const name of [...names].sort((a, b) => Number(b.kind === "channel") - Number(a.kind === "channel"))) {
    const { path } = name.issue
    const args = argumentsAround(complete, name.keys)
    const lookups = lookupsOf(name, { args, list, overwriteType: typeBeside(complete, name.keys) })
    const guildIds = yield* guildsFor(args, name)
    const { exact, near } = yield* candidatesOf(name, lookups, guildIds)
    if (exact.length === 1 && exact[0] !== undefined) {
      complete = setAt(complete, name.keys, exact[0].id)
      notices.push(`${pathOf(name.keys)} is ${exact[0].id}, by its name.`)
      continue
    }
    const shown = [...exact, ...near].slice(0, CANDIDATES_SHOWN)
    const isUnsearched = shown.length === 0 && guildIds.length === 0
    issues.push(isUnsearched ? name.issue : { path, ...problemOf(name.kind, exact.length > 0, shown.length > 0) })
    candidates.push(...shown.map((object) => ({ path, id: object.id, name: namesOf(object)[0] ?? "" })))
  }
  if (issues.length === 0) return Option.some({ input: complete, notice: notices.join(" ") })
  const others = refused.validation_issues.filter((issue) => names.every((name) => name.issue !== issue))
  return yield* new ValidationError({
    validation_issues: [...issues, ...others],
    ...(candidates.length > 0 && { candidates })
  })
})

/** Returns what is wrong with a name that no object or several have. */
const problemOf = (kind: NamedKind, isSeveral: boolean, hasCandidates: boolean) => {
  const { list, object } = KINDS[kind]
  return isSeveral
    ? { message: `several have this name: send the id of one ${object} in candidates`, code: "several_have_this_name" }
    : {
        message: `no ${object} that the bot can see has this name: ${hasCandidates ? "candidates has near ones with their ids" : `take the id from ${list}`}`,
        code: "none_has_this_name"
      }
}

/** What can have a name, and the tool that lists the names. */
const KINDS: Readonly<Record<NamedKind, { readonly object: string; readonly list: string }>> = {
  channel: { object: "channel", list: "channels_list" },
  role: { object: "role", list: "roles_list" },
  user: { object: "member", list: "members_search" },
  overwrite: { object: "role or member", list: "roles_list" },
  tag: { object: "tag", list: "channels_get" }
}

/** The maximum number of candidates for a name. */
const CANDIDATES_SHOWN = 5

/** Returns the name that an issue is about, if its value can be one. */
const nameAt = (issue: ValidationIssue, input: unknown): ReadonlyArray<Name> => {
  const [, message = issue.message, item] = /^(.*) \(item (\d+)\)$/s.exec(issue.message) ?? []
  const keys = keysOfItem(
    issue.path.split(/[.[\]]+/).filter((key) => key !== ""),
    item,
    input
  )
  const value = valueAt(input, keys)
  if (typeof value !== "string" || value.length > NAME_CHARS || !/[\p{L}\p{N}]/u.test(value)) return []
  if (/^[@#<]*[&!]?\d+>?$/.test(value)) return []
  const kind = namedKindOf(message, value)
  return kind === undefined ? [] : [{ issue, keys, kind, text: value }]
}

/** Returns where the value of an item is: in the list of its step, if the argument is a template of the item alone. */
const keysOfItem = (keys: Keys, item: string | undefined, input: unknown): Keys => {
  const template = valueAt(input, keys)
  const [, path] = typeof template === "string" ? (/^\{\{\s*item((?:\.\w+)*)\s*\}\}$/.exec(template) ?? []) : []
  return item === undefined || path === undefined
    ? keys
    : [...keys.slice(0, 2), "for_each", item, ...path.split(".").slice(1)]
}

const valueAt = (input: unknown, keys: Keys): unknown =>
  keys.reduce<unknown>((inner, key) => (Predicate.isObject(inner) ? Reflect.get(inner, key) : undefined), input)

const pathOf = (keys: Keys): string =>
  keys.map((key, at) => (/^\d+$/.test(key) ? `[${key}]` : `${at === 0 ? "" : "."}${key}`)).join("")

/** Returns the arguments of the call that has a value: those of a step, those behind a dispatcher, or all. */
const argumentsAround = (input: unknown, keys: Keys): unknown =>
  keys[0] === "steps"
    ? valueAt(input, [...keys.slice(0, 2), "args"])
    : keys[0] === "args"
      ? valueAt(input, ["args"])
      : input

/** Returns whose overwrite an id is, by the `type` beside it; `undefined` if that says neither. */
const typeBeside = (input: unknown, keys: Keys): "role" | "user" | undefined => {
  const { type } = Object(valueAt(input, keys.slice(0, -1)))
  const word = typeof type === "string" || typeof type === "number" ? String(type) : ""
  return /^(role|0)$/i.test(word) ? "role" : /^(member|user|1)$/i.test(word) ? "user" : undefined
}

/** Returns the guilds of the bot if they are few. */
const guildsOf = ({ allowedGuilds }: Settings["Type"], list: List): Effect.Effect<ReadonlyArray<string>> => {
  const guilds =
    allowedGuilds === undefined
      ? Effect.map(list({ tool: "users_list_current_user_guilds", args: {} }), (items) => items.map(({ id }) => id))
      : Effect.succeed(allowedGuilds)
  return Effect.map(guilds, (ids) => (ids.length <= GUILDS_MAX ? ids : []))
}

/** The maximum number of guilds in which a name without a guild is looked up. */
const GUILDS_MAX = 5

/** In place of a guild: tags belong to a channel. */
const OF_CHANNEL = ""

/** A reading of a list. */
interface Listing {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

const channelListing = (channel_id: unknown): Listing => ({
  tool: "channels_get",
  args: { channel_id, view: "full" }
})

const isId = (value: unknown): value is string => typeof value === "string" && /^\d{17,20}$/.test(value)

type List = (listing: Listing) => Effect.Effect<ReadonlyArray<Listed>>

const isSameListing = (a: Listing, b: Listing): boolean =>
  a.tool === b.tool && JSON.stringify(a.args) === JSON.stringify(b.args)

/** Lists objects of a guild that may have a name. */
type Lookup = (guild_id: string) => Effect.Effect<ReadonlyArray<Listed>>

/** What lookups need of the call that has the name. */
interface Around {
  readonly args: unknown
  readonly list: List
  readonly overwriteType: "role" | "user" | undefined
}

/** Returns the lookups of a name, in order: the first one with an object of this name decides. */
const lookupsOf = ({ kind, text }: Name, { args, list, overwriteType }: Around): ReadonlyArray<Lookup> => {
  const lists =
    (tool: string): Lookup =>
    (guild_id) =>
      list({ tool, args: { guild_id } })
  const members =
    (query: string): Lookup =>
    (guild_id) =>
      list({ tool: "members_search", args: { guild_id, query, limit: SEARCHED_MAX } })
  const name = plain(text)
  const user = [members(name), members(name.slice(0, BEGINNING_CHARS))]
  const role = [lists("roles_list")]
  switch (kind) {
    case "channel":
      return [lists("channels_list"), lists("channels_list_active_threads_guild")]
    case "role":
      return role
    case "user":
      return user
    case "overwrite":
      return overwriteType === "role" ? role : overwriteType === "user" ? user : [...role, ...user]
    case "tag":
      return [() => tagsOf(Object(args).channel_id, list)]
  }
}

/** The maximum number of members whose names begin with a name. With more, one of the same name may be missing. */
const SEARCHED_MAX = 100

/** How many characters of a member's name are enough for a near name. */
const BEGINNING_CHARS = 3

/** Returns the tags of a forum, or of the forum of a post. */
const tagsOf = Effect.fnUntraced(function* (channel_id: unknown, list: List) {
  const [channel] = yield* list(channelListing(channel_id))
  const isPost = channel?.thread_metadata !== undefined
  const forum = isPost ? (yield* list(channelListing(channel.parent_id)))[0] : channel
  return [forum?.available_tags ?? []].flat().filter(isListed)
})

/** Returns the objects that have a name, and, if there are none, those with near names, nearest first. */
const candidatesOf = Effect.fnUntraced(function* (
  { text }: Name,
  lookups: ReadonlyArray<Lookup>,
  guilds: ReadonlyArray<string>
) {
  const name = plain(text)
  const seen: Array<Listed> = []
  for (const lookup of lookups) {
    const items = (yield* Effect.forEach(guilds, lookup)).flat()
    const exact = items.filter((item) => namesOf(item).some((other) => plain(other) === name))
    if (exact.length > 0) return { exact, near: [] }
    seen.push(...items)
  }
  const near = seen
    .map((item) => ({ item, edits: Math.min(...namesOf(item).map((other) => editsBetween(plain(other), name))) }))
    .filter(({ edits }) => edits <= Math.max(1, name.length / 3))
    .sort((a, b) => a.edits - b.edits)
    .map(({ item }) => item)
  return { exact: [], near: [...new Map(near.map((item) => [item.id, item])).values()] }
})

/** Returns the number of edits between two names; one if a name has the other one inside. */
const editsBetween = (a: string, b: string): number =>
  a.length >= BEGINNING_CHARS && b.length >= BEGINNING_CHARS && (a.includes(b) || b.includes(a))
    ? 1
    : distance(a.slice(0, NAME_CHARS), b)

/** The fields of a result that have a name of an object. */
const NAME_FIELDS = ["name", "username", "nick"] as const

const namesOf = (item: Listed): ReadonlyArray<string> =>
  NAME_FIELDS.flatMap((field) => {
    const name = item[field]
    return typeof name === "string" ? [name] : []
  })

/** An item of a list, or an object alone. */
interface Listed extends Readonly<Record<string, unknown>> {
  readonly id: string
}

const isListed = (item: unknown): item is Listed => Predicate.hasProperty(item, "id") && typeof item.id === "string"

/** Returns the items of a list, or the object; none if the client may not read it, or if the list goes on. */
const itemsOf = (reading: Effect.Effect<ToolResult, DiscordMcpError>): Effect.Effect<ReadonlyArray<Listed>> =>
  reading.pipe(
    Effect.map(({ value }) => {
      const { items = [value], next_cursor } = Object(value)
      return Array.isArray(items) && next_cursor === undefined ? items.filter(isListed) : []
    }),
    Effect.catchAll(() => Effect.succeed<ReadonlyArray<Listed>>([]))
  )

/** A name without its sign, as names are compared. */
const plain = (name: string): string => name.trim().replace(/^[@#]/, "").normalize("NFKC").toLowerCase()

/** Returns a value with another value at a path. */
const setAt = (value: unknown, [key, ...rest]: Keys, to: unknown): unknown => {
  if (key === undefined) return to
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === key ? setAt(item, rest, to) : item))
  return Predicate.isReadonlyRecord(value) ? { ...value, [key]: setAt(value[key], rest, to) } : value
}
