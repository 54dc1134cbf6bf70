/** How previews speak of what people named and wrote: on one line, shortened, and in quotes where it is more than a word. */
import type { APIGuildMember, APIMessage, APIUser } from "discord-api-types/v10"
import { DateTime } from "effect"
import { toOneLine } from "../../errors/sanitizeMessage.ts"
import { truncate } from "../../errors/truncate.ts"

/** Characters shown of a name, and of a text. */
const NAME_MAX = 60
const TEXT_MAX = 120

/** A text in quotes. */
export const quoted = (text: string, max = TEXT_MAX): string =>
  `"${truncate(toOneLine(text), max).replaceAll('"', "'")}"`

/** A name behind its mark, such as # or @: as it is when it is one word, else in quotes. */
export const named = (name: string | null | undefined, mark = ""): string =>
  name == null
    ? "(no name)"
    : /^[\p{L}\p{N}_.-]+$/u.test(name) && name.length <= NAME_MAX
      ? mark + name
      : mark + quoted(name, NAME_MAX)

/** A user: what they are called, and the name that is theirs alone. */
export const userName = ({ bot, global_name, username }: Pick<APIUser, "bot" | "global_name" | "username">): string => {
  const own = bot === true ? `${named(username, "@")}, a bot` : named(username, "@")
  if (global_name == null || global_name === username) return bot === true ? `(${own})` : own
  return `${named(global_name)} (${own})`
}

/** A member: what they are called here. */
export const memberName = ({ nick, user }: Pick<APIGuildMember, "nick" | "user">): string =>
  userName(nick == null ? user : { ...user, global_name: nick })

/** What a message says, or what it consists of when it says nothing. */
export const textOf = ({ attachments, components, content, embeds, poll, sticker_items }: APIMessage): string => {
  if (content !== "") return quoted(content)
  const parts = [
    counted(attachments.length, "file"),
    counted(embeds.length, "embed"),
    counted(sticker_items?.length ?? 0, "sticker"),
    ...(poll === undefined ? [] : [`a poll: ${quoted(poll.question.text ?? "")}`]),
    ...(components !== undefined && components.length > 0 ? ["a layout"] : [])
  ].filter((part) => part !== "")
  return parts.length === 0 ? "no text" : parts.join(", ")
}

/** `3 files`; nothing when there are none. */
export const counted = (count: number, noun: string): string =>
  count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`

/** The first few of a list, and how many more there are. */
export const firstOf = (all: ReadonlyArray<string>, max: number): ReadonlyArray<string> =>
  all.length <= max ? all : [...all.slice(0, max), `and ${all.length - max} more`]

/** A time to the second: `2026-03-14T17:21:09Z`. */
export const moment = (time: string): string => time.replace(/(?:\.\d+)?(?:\+00:00|Z)$/, "Z")

/** When something with this id came to be (Discord docs, reference, snowflakes). */
export const madeAt = (id: string): string =>
  moment(DateTime.formatIso(DateTime.unsafeMake(Number(BigInt(id) >> 22n) + EPOCH_MS)))

const EPOCH_MS = 1_420_070_400_000
