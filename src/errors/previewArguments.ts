/** Formats the arguments of a previewed call. Ids, permissions and lists of them are complete; content is truncated. */
import { truncate } from "./truncate.ts"

/** A record whose fields are read by name. */
export type PreviewFields = Readonly<Record<string, unknown>>

/** The level of detail. `lean` leaves out descriptions, but never what is destroyed or granted. */
export type PreviewDetail = "full" | "lean"

/** How arguments are formatted. */
interface ArgumentOptions {
  /** Arguments that the preview already shows by name. */
  readonly names?: unknown
  /** Grants that the preview already lists. */
  readonly grants?: unknown
  readonly detail: PreviewDetail
}

/** Returns one line for each argument that the preview does not show by name. */
export const argumentLines = (given: unknown, { detail, grants, names }: ArgumentOptions): ReadonlyArray<string> => {
  const granted = grantedIds(grants)
  return entriesOf(given)
    .filter(([name]) => !Object.hasOwn(Object(names), name))
    .map(([name, value]) => {
      const line = `${name}: ${JSON.stringify(shortened(name, value, detail, granted))}`
      return isNeverCut(name, value) ? line : truncate(line, LINE_MAX)
    })
}

/** Formats the arguments of a pipeline step as one text, ids included. */
export const argumentsText = (given: unknown, detail: PreviewDetail, grants?: unknown): string => {
  const granted = grantedIds(grants)
  return entriesOf(given)
    .map(([name, value]) => `${name} ${argumentText(name, value, detail, granted)}`)
    .join(", ")
}

/** Formats one argument without its name. */
export const argumentText = (
  name: string,
  value: unknown,
  detail: PreviewDetail,
  granted: ReadonlySet<string> = new Set()
): string => {
  const shown = shortened(name, value, detail, granted)
  return typeof shown === "string" && PLAIN.test(shown) ? shown : (JSON.stringify(shown) ?? "nothing")
}

const PLAIN = /^[\w.:{}[\]*-]+$/

/** The maximum length, in characters, of a line of content, of a text inside a list or object, and of a lean text. */
const LINE_MAX = 300
const INNER_MAX = 120
const LEAN_MAX = 40

/** The maximum length of a list that is shown in full. Longer lists show their harmless entries only as a count. */
const ITEMS_MAX = 5

/** Fields that hold content, not what is destroyed or granted. */
const CONTENT: ReadonlySet<string> = new Set([
  "attachments",
  "available_tags",
  "commands",
  "components",
  "content",
  "description",
  "embeds",
  "files",
  "options",
  "payload",
  "poll",
  "prompts",
  "sticker_ids",
  "topic",
  "vars"
])

/** Returns whether a line is never truncated: it holds a list, an object or a URL. */
const isNeverCut = (name: string, value: unknown): boolean =>
  !CONTENT.has(name) && (typeof value !== "string" || name.endsWith("url"))

const shortened = (name: string, value: unknown, detail: PreviewDetail, granted: ReadonlySet<string>): unknown => {
  if (CONTENT.has(name)) return content(value, detail)
  if (typeof value === "string") return name.endsWith("url") ? value : truncate(value, LINE_MAX)
  return shortenedInner(name, value, detail, granted)
}

const shortenedInner = (name: string, value: unknown, detail: PreviewDetail, granted: ReadonlySet<string>): unknown => {
  if (CONTENT.has(name)) return content(value, detail)
  if (typeof value === "string") return name.endsWith("url") ? value : truncate(value, INNER_MAX)
  if (Array.isArray(value))
    return collapsed(name, value, granted).map((item) => shortenedInner("", item, detail, granted))
  return typeof value === "object" && value !== null
    ? Object.fromEntries(entriesOf(value).map(([key, item]) => [key, shortenedInner(key, item, detail, granted)]))
    : value
}

/** Keeps the entries that destroy or grant and counts the others; a short list is kept whole. */
const collapsed = (
  name: string,
  list: ReadonlyArray<unknown>,
  granted: ReadonlySet<string>
): ReadonlyArray<unknown> => {
  const counts = isHarmlessIn(name, list, granted)
  if (list.length <= ITEMS_MAX || counts === undefined) return list
  const kept = list.filter((item) => !counts(Object(item)))
  const more = list.length - kept.length
  return more === 0 ? kept : [...kept, `and ${more} more`]
}

/** Returns a predicate for the harmless entries of a list; `undefined` if every entry matters. */
const isHarmlessIn = (
  name: string,
  list: ReadonlyArray<unknown>,
  granted: ReadonlySet<string>
): ((item: PreviewFields) => boolean) | undefined => {
  if (name === "permission_overwrites") return ({ id }) => !granted.has(String(id))
  return FLAGS.flatMap((flag) =>
    list.some((item) => Object(item)[flag] === true) ? [(item: PreviewFields) => item[flag] !== true] : []
  )[0]
}

/** Flags that make an entry of a list destructive. */
const FLAGS = ["lock_permissions", "remove_member"]

/** Truncates content. Long lists and objects show only a count, names and ids. */
const content = (value: unknown, detail: PreviewDetail): unknown => {
  if (typeof value === "string") return truncate(value, detail === "lean" ? LEAN_MAX : LINE_MAX)
  if (typeof value !== "object" || value === null) return value
  if (detail === "full") {
    const text = JSON.stringify(value)
    return text.length <= LINE_MAX ? value : leanContent(value)
  }
  return leanContent(value)
}

const leanContent = (value: object): string => {
  const items = Array.isArray(value) ? value : [value]
  const names = items.flatMap((item: unknown) => {
    const name: unknown = Object(item).name
    return typeof name === "string" ? [truncate(name, LEAN_MAX)] : []
  })
  const ids = idsIn(value)
  return [
    `${items.length} ${items.length === 1 ? "item" : "items"}`,
    ...(names.length > 0 ? [`named ${names.join(", ")}`] : []),
    ...(ids.length > 0 ? [`with the ids ${ids.join(", ")}`] : [])
  ].join(" ")
}

/** Returns every Discord id in a value. */
const idsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return /^\d{17,20}$/.test(value) ? [value] : []
  return typeof value === "object" && value !== null ? [...new Set(Object.values(value).flatMap(idsIn))] : []
}

const grantedIds = (grants: unknown): ReadonlySet<string> =>
  new Set(Array.isArray(grants) ? grants.map((grant: PreviewFields) => String(grant.id)) : [])

const entriesOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null ? Object.entries(value) : []
