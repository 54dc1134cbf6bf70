/** The tool that counts the messages of a channel by author or by day. */
import { MessageType } from "discord-api-types/v10"
import { Effect, Order } from "effect"
import { choice, integer, withDefault } from "../../objects/schema/fields.ts"
import { channel_id } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { createdAtMs } from "../../objects/schema/snowflake.ts"
import { counted, isoTime } from "../../text/words.ts"
import { timeFields, timeIssues } from "../dsl/cursor.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { reasons } from "../shared/failures.ts"
import type { ToolResult } from "../ToolResult.ts"
import { authorView } from "./reference.ts"
import { readLatest, type ScanRange } from "./scan.ts"
import type { Message } from "./view.ts"

const DEFAULT_COUNT = 1000

/** The tool that counts messages. */
export const countMessages = custom("messages_count", {
  description:
    "Count the messages of a channel or thread by author or by day. Authors with most come first; days are UTC. Reads the newest up to limit. Says how many it read, from when to when, and whether that is all. Threads of a channel are not included.",
  fields: {
    channel_id,
    by: choice("Count for each author or each day.", "author", "day"),
    ...timeFields("Sent"),
    limit: withDefault(
      integer(`How many messages to read; ${DEFAULT_COUNT} by default.`, 1, Limits.COUNT_SCAN_MAX),
      DEFAULT_COUNT
    )
  },
  risk: "read",
  duration: "long",
  permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"],
  failures: reasons("unknown_channel", "not_a_text_channel"),
  validate: timeIssues,
  run: (input) => count(input)
})

const timeOf = (id: string): string => isoTime(createdAtMs(id))

type Read = ReadonlyArray<typeof Message.Type>

const count = Effect.fn("messages.count")(function* (input: ScanRange & { readonly by: "author" | "day" }) {
  const { by, ...range } = input
  const { last, more, read } = yield* readLatest({ ...range, isExact: true })
  const written = read.filter(({ type }) => type == null || WRITTEN.has(type))
  const newest = read.find(({ id }) => id !== undefined)?.id
  const notices = [
    ...(read.length === 0 ? ["The bot can see no message here in this range."] : []),
    ...(more
      ? [
          `Only the newest ${counted(read.length, "message")} were counted. For others raise limit, or set until to a time before oldest.`
        ]
      : [])
  ]
  return {
    value: {
      by,
      messages: written.length,
      ...(by === "author" ? byAuthor(written) : { days: byDay(written) }),
      ...(read.length > written.length && { system_messages: read.length - written.length }),
      ...(last !== undefined && { oldest: timeOf(last.id) }),
      ...(newest !== undefined && { newest: timeOf(newest) }),
      complete: !more
    },
    ...(notices.length > 0 && { notice: notices.join(" ") })
  } satisfies ToolResult
})

/** The types of messages that people and bots write. The others are notices of Discord, such as of a join or a pin. */
const WRITTEN: ReadonlySet<number> = new Set([
  MessageType.Default,
  MessageType.Reply,
  MessageType.ChatInputCommand,
  MessageType.ContextMenuCommand
])

/** Returns how many messages each author wrote, most first. A webhook can post under many names: the newest is shown. */
const byAuthor = (messages: Read) => {
  const counts = new Map<string, { readonly author: object; messages: number }>()
  for (const { author, webhook_id } of messages) {
    const id = author?.id ?? ""
    const entry = counts.get(id) ?? {
      author: { ...(author && authorView(author)), ...(webhook_id != null && { webhook: true }) },
      messages: 0
    }
    entry.messages++
    counts.set(id, entry)
  }
  const all = [...counts.values()].toSorted(Order.mapInput(Order.reverse(Order.number), ({ messages }) => messages))
  const others = all.slice(Limits.COUNT_AUTHORS_MAX)
  return {
    authors: all.slice(0, Limits.COUNT_AUTHORS_MAX),
    ...(others.length > 0 && {
      other_authors: { authors: others.length, messages: others.reduce((sum, { messages }) => sum + messages, 0) }
    })
  }
}

/** Returns how many messages each day has, oldest first, in UTC. Days without messages are left out. */
const byDay = (messages: Read) => {
  const counts = new Map<string, number>()
  for (const { id } of messages.toReversed()) {
    if (id === undefined) continue
    const day = timeOf(id).slice(0, 10)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return [...counts].map(([day, messages]) => ({ day, messages }))
}
