/** The arguments of a previewed call in words. Ids, permissions and lists of them are complete; content is shortened. */
import { truncate } from "./truncate.ts"

/** A record whose fields are read by name. */
export type PreviewFields = Readonly<Record<string, unknown>>

/** How much is said: `lean` leaves out what only explains; whatever destroys or grants stays. */
export type PreviewDetail = "full" | "lean"

/** What decides how arguments are shown. */
interface ArgumentOptions {
  /** Arguments that a name stands for. */
  readonly names?: unknown
  /** Grants that are listed by themselves. */
  readonly grants?: unknown
  readonly detail: PreviewDetail
}

/** One line for each argument that no name stands for. */
export const argumentLines = (given: unknown, { detail, grants, names }: ArgumentOptions): ReadonlyArray<string> => {
  const granted = grantedIds(grants)
  return entriesOf(given)
    .filter(([name]) => !Object.hasOwn(Object(names), name))
    .map(([name, value]) => {
      const line = `${name}: ${JSON.stringify(shortened(name, value, detail, granted))}`
      return isNeverCut(name, value) ? line : truncate(line, LINE_MAX)
    })
}

/** Arguments as one text, ids included: what a step of a plan is called with. */
export const argumentsText = (given: unknown, detail: PreviewDetail, grants?: unknown): string => {
  const granted = grantedIds(grants)
  return entriesOf(given)
    .map(([name, value]) => `${name} ${argumentText(name, value, detail, granted)}`)
    .join(", ")
}

/** One argument, without its name. */
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

/** Characters of a line of content, of a text, and of a text inside a list or an object. */
const LINE_MAX = 300
const INNER_MAX = 120
const LEAN_MAX = 40

/** Entries of a list that are shown before harmless ones are counted. */
const ITEMS_MAX = 5

/** Fields that say what is written, not what is destroyed or granted. */
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

/** Whether a line holds more than one text, or an address: then nothing of it is cut. */
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

/** The entries that destroy or grant, then a count of the others; all of them where there are few. */
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

/** Which entries of a list do no harm; `undefined` where each of them matters. */
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

/** Flags that make one entry of a list destructive. */
const FLAGS = ["lock_permissions", "remove_member"]

/** What is written, shortened: of a long one the names and ids in it. */
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

/** Every id in a value: who gets something, or where it happens. */
const idsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return /^\d{17,20}$/.test(value) ? [value] : []
  return typeof value === "object" && value !== null ? [...new Set(Object.values(value).flatMap(idsIn))] : []
}

const grantedIds = (grants: unknown): ReadonlySet<string> =>
  new Set(Array.isArray(grants) ? grants.map((grant: PreviewFields) => String(grant.id)) : [])

const entriesOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null ? Object.entries(value) : []
