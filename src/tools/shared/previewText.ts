/** Formats names and texts from Discord for previews: on one line, truncated, and in quotes unless they are one word. */
import { createdAtMs } from "../../objects/schema/snowflake.ts"
import { counted, isoTime, toOneLine, truncate } from "../../text/words.ts"

/** Maximum length of a name and of a text, in characters. */
const NAME_MAX = 60
const TEXT_MAX = 120

/** Truncates and quotes a text. */
export const quote = (text: string, max = TEXT_MAX): string =>
  `"${truncate(toOneLine(text), max).replaceAll('"', "'")}"`

/** Formats a name with a prefix such as # or @. A name of several words is quoted. */
export const formatName = (name: string | null | undefined, prefix = ""): string =>
  name == null
    ? "(no name)"
    : /^[\p{L}\p{N}_.-]+$/u.test(name) && name.length <= NAME_MAX
      ? prefix + name
      : prefix + quote(name, NAME_MAX)

/** The names of a user in a reply. */
interface UserNames {
  readonly username?: string | null | undefined
  readonly global_name?: string | null | undefined
  readonly bot?: boolean | null | undefined
}

/** Formats a user: display name and username. */
export const formatUser = ({ bot, global_name, username }: UserNames): string => {
  const handle = bot === true ? `${formatName(username, "@")}, a bot` : formatName(username, "@")
  if (global_name == null || global_name === username) return bot === true ? `(${handle})` : handle
  return `${formatName(global_name)} (${handle})`
}

/** Formats a member: nickname and username. */
export const formatMember = ({
  nick,
  user = {}
}: {
  readonly nick?: string | null | undefined
  readonly user?: UserNames | undefined
}): string => formatUser(nick == null ? user : { ...user, global_name: nick })

/** The parts of a message in a reply. */
interface MessageParts {
  readonly content?: string | null | undefined
  readonly attachments?: ReadonlyArray<unknown> | null | undefined
  readonly embeds?: ReadonlyArray<unknown> | null | undefined
  readonly components?: ReadonlyArray<unknown> | null | undefined
  readonly sticker_items?: ReadonlyArray<unknown> | null | undefined
  readonly poll?: { readonly question?: { readonly text?: string | null | undefined } | undefined } | null | undefined
}

/** Summarizes a message: its text, or the number of its other parts if it has none. */
export const summarizeMessage = ({
  attachments,
  components,
  content,
  embeds,
  poll,
  sticker_items
}: MessageParts): string => {
  if (content) return quote(content)
  const parts = [
    formatCount(attachments?.length ?? 0, "file"),
    formatCount(embeds?.length ?? 0, "embed"),
    formatCount(sticker_items?.length ?? 0, "sticker"),
    ...(poll == null ? [] : [`a poll: ${quote(poll.question?.text ?? "")}`]),
    ...(components != null && components.length > 0 ? ["a layout"] : [])
  ].filter((part) => part !== "")
  return parts.length === 0 ? "no text" : parts.join(", ")
}

/** Formats a count with its noun, such as `3 files`; empty for 0. */
export const formatCount = (count: number, noun: string): string => (count === 0 ? "" : counted(count, noun))

/** Returns the first `max` items, followed by the number of the others. */
export const firstItems = (all: ReadonlyArray<string>, max: number): ReadonlyArray<string> =>
  all.length <= max ? all : [...all.slice(0, max), `and ${all.length - max} more`]

/** Formats an ISO time without fractions of a second: `2026-03-14T17:21:09Z`. */
export const formatTime = (time: string): string => time.replace(/(?:\.\d+)?(?:\+00:00|Z)$/, "Z")

/** Returns the creation time of an id, to the second. */
export const createdAt = (id: string): string => formatTime(isoTime(createdAtMs(id)))
