/**
 * Formats the arguments of a previewed call. Ids, permissions and lists of them are complete. Content is truncated, unless
 * it is the risk.
 */

import { truncate } from "../../text/words.ts"
import type { CallPreview } from "./Preview.ts"

/** The level of detail. `lean` leaves out descriptions, but never what is destroyed or granted. */
export type PreviewDetail = "full" | "lean"

/** The arguments of a call, the ids that it grants something to, and whether its content is shown in full. */
type Arguments = Pick<CallPreview, "arguments" | "grants" | "whole_content">

/** Returns one line for each argument that the preview does not show by name. */
export const argumentLines = (
  { arguments: sent, grants, names = {}, whole_content }: Arguments & Pick<CallPreview, "names">,
  detail: PreviewDetail
): ReadonlyArray<string> =>
  sentIn(sent)
    .filter(([name]) => !Object.hasOwn(names, name))
    .map(([name, value]) => {
      const line = `${name}: ${JSON.stringify(shorten(name, value, { detail, grants, isWhole: whole_content === true }))}`
      return whole_content === true || isNeverCut(name, value) ? line : truncate(line, LINE_MAX)
    })

/** Formats the arguments of a step as one text, ids included. */
export const argumentsText = ({ arguments: sent, grants, whole_content }: Arguments, detail: PreviewDetail): string =>
  sentIn(sent)
    .map(([name, value]) => `${name} ${argumentText(name, value, { detail, grants, isWhole: whole_content === true })}`)
    .join(", ")

/** The arguments that JSON has: it leaves out `undefined`. */
const sentIn = (sent: Arguments["arguments"]): ReadonlyArray<readonly [name: string, value: unknown]> =>
  Object.entries(sent).filter(([, value]) => value !== undefined)

/** Formats one argument without its name. */
export const argumentText = (name: string, value: unknown, options: Shortening): string => {
  const shown = shorten(name, value, options)
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
  ...["attachments", "available_tags", "commands", "components", "content", "description", "embeds", "files"],
  ...["options", "payload", "poll", "prompts", "sticker_ids", "topic", "vars"]
])

/** Returns whether a line is never truncated: it holds a list, an object or a URL. */
const isNeverCut = (name: string, value: unknown): boolean =>
  !CONTENT.has(name) && (typeof value !== "string" || name.endsWith("url"))

interface Shortening {
  readonly detail: PreviewDetail
  readonly grants?: CallPreview["grants"] | undefined
  readonly isWhole?: boolean
}

/** Removes the bytes of files, which nobody can read, and keeps everything else. */
const withoutBytes = (name: string, value: unknown): unknown => {
  if (typeof value === "string") return name === "base64" ? `(${value.length} characters)` : value
  if (Array.isArray(value)) return value.map((item) => withoutBytes("", item))
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutBytes(key, item)]))
    : value
}

const shorten = (name: string, value: unknown, options: Shortening, textMax = LINE_MAX): unknown => {
  if (options.isWhole === true) return withoutBytes(name, value)
  if (CONTENT.has(name)) return content(value, options.detail)
  if (typeof value === "string") return name.endsWith("url") ? value : truncate(value, textMax)
  const inner = (key: string, item: unknown) => shorten(key, item, options, INNER_MAX)
  if (Array.isArray(value)) return collapse(name, value, options).map((item) => inner("", item))
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(key, item)]))
    : value
}

/** Keeps the entries that destroy or grant and counts the others; a short list is kept whole. */
const collapse = (name: string, list: ReadonlyArray<unknown>, { grants = [] }: Shortening): ReadonlyArray<unknown> => {
  const flag = FLAGS.find((one) => list.some((item) => Object(item)[one] === true))
  const isKept =
    name === "permission_overwrites"
      ? (item: unknown) => grants.some(({ id }) => id === String(Object(item).id))
      : flag === undefined
        ? () => true
        : (item: unknown) => Object(item)[flag] === true
  const kept = list.length <= ITEMS_MAX ? list : list.filter(isKept)
  return kept.length === list.length ? list : [...kept, `and ${list.length - kept.length} more`]
}

/** Flags that make an entry of a list destructive. */
const FLAGS = ["lock_permissions", "remove_member"]

/** Truncates content. Long lists and objects show only a count, names and ids. */
const content = (value: unknown, detail: PreviewDetail): unknown => {
  if (typeof value === "string") return truncate(value, detail === "lean" ? LEAN_MAX : LINE_MAX)
  if (typeof value !== "object" || value === null) return value
  return detail === "full" && JSON.stringify(value).length <= LINE_MAX ? value : summary(value)
}

const summary = (value: object): string => {
  const items: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
  const names = items.map((item): unknown => Object(item).name).filter((name) => typeof name === "string")
  const ids = idsIn(value)
  return [
    `${items.length} ${items.length === 1 ? "item" : "items"}`,
    ...(names.length > 0 ? [`named ${names.map((name) => truncate(name, LEAN_MAX)).join(", ")}`] : []),
    ...(ids.length > 0 ? [`with the ids ${ids.join(", ")}`] : [])
  ].join(" ")
}

/** Returns every Discord id in a value. */
const idsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return /^\d{17,20}$/.test(value) ? [value] : []
  return typeof value === "object" && value !== null ? [...new Set(Object.values(value).flatMap(idsIn))] : []
}
