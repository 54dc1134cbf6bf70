/** Preview facts of messages: pings of everyone, published content, and deleted messages and reactions. */

import { Effect, Predicate, Schema } from "effect"
import type { DiscordRequest, Subject } from "../../discord/DiscordRequest.ts"
import { emojiText } from "../../objects/schema/emoji.ts"
import { decisive, Id, nullish, originalOf, whole } from "../../objects/schema/reply.ts"
import { counted } from "../../text/words.ts"
import { getReadable } from "../dsl/getJson.ts"
import { compact } from "../dsl/view.ts"
import { firstItems, formatName, formatTime, formatUser, summarizeMessage } from "../shared/previewText.ts"
import type { PreviewFacts } from "../Tool.ts"
import { Person } from "../users/view.ts"
import { Message } from "./view.ts"

/** A message in a preview, which names its author. */
export const AuthoredMessage = Schema.Struct({ ...Message.fields, author: Person })

/** Returns the facts of one message. Its author and text are already in the preview's names. */
export const messageFacts = (path: { readonly channel_id: string; readonly message_id: string }): PreviewFacts =>
  Effect.map(getReadable(Message, "/channels/{channel_id}/messages/{message_id}", path), detailsOf)

/** Returns the whole content of a message, because a call publishes it: text, embeds, components, poll, files. */
export const publishedFacts = (path: { readonly channel_id: string; readonly message_id: string }): PreviewFacts =>
  Effect.map(getReadable(Published, "/channels/{channel_id}/messages/{message_id}", path), contentFacts)

const PublishedContent = Schema.Struct({
  content: nullish(Schema.String),
  embeds: nullish(Schema.Array(Schema.Unknown)),
  components: nullish(Schema.Array(Schema.Unknown)),
  attachments: nullish(Schema.Array(Schema.Unknown)),
  sticker_items: nullish(Schema.Array(Schema.Unknown)),
  poll: nullish(Schema.Unknown)
})
const Published = Schema.Struct({
  ...PublishedContent.fields,
  message_snapshots: nullish(Schema.Array(Schema.Struct({ message: PublishedContent })))
})

const contentFacts = ({ message_snapshots, ...message }: typeof Published.Type) => ({
  ...partsOf(message),
  ...compact({
    forwarded: listOrNone(message_snapshots?.map((snapshot) => partTexts(partsOf(snapshot.message)).join("; ")))
  })
})

const partsOf = (message: typeof PublishedContent.Type) =>
  compact({
    content: message.content === "" ? undefined : message.content,
    embeds: listOrNone(message.embeds?.map(contentText)),
    components: listOrNone(message.components?.map(contentText)),
    poll: message.poll == null ? undefined : contentText(message.poll),
    files: listOrNone(message.attachments?.map(contentText)),
    stickers: listOrNone(message.sticker_items?.map(contentText))
  })

const listOrNone = (list: ReadonlyArray<string> | undefined) => (list?.length === 0 ? undefined : list)

/** Returns all texts, links and numbers of a part of a message that a person can see, each with the name of its field. */
export const contentText = (part: unknown): string => partTexts(part).join(", ")

const partTexts = (part: unknown, name = ""): ReadonlyArray<string> => {
  if (Array.isArray(part)) return part.flatMap((item) => partTexts(item, name))
  if (Predicate.isRecord(part)) {
    return Object.entries(part).flatMap(([key, value]) => (UNSEEN.has(key) ? [] : partTexts(value, key)))
  }
  return typeof part === "string" || typeof part === "number" ? [`${name}: ${part}`] : []
}

/** Fields of a part of a message that nobody sees as text. */
const UNSEEN: ReadonlySet<string> = new Set([
  ...["type", "id", "custom_id", "answer_id", "flags", "color", "accent_color", "style", "spacing", "sku_id"],
  ...["width", "height", "size", "content_type", "proxy_url", "proxy_icon_url", "placeholder", "placeholder_version"],
  ...["content_scan_version", "loading_state", "format_type", "ephemeral", "min_values", "max_values", "layout_type"]
])

/** Returns the facts of a message of a webhook or interaction, read from its own route. */
export const tokenMessageFacts = (
  route: string,
  path: DiscordRequest["path"],
  subject: Subject,
  thread_id?: string
): PreviewFacts =>
  Effect.map(
    getReadable(AuthoredMessage, route, path, { ...(thread_id !== undefined && { thread_id }) }, subject),
    (it) => ({
      message: `${formatUser(it.author)}: ${summarizeMessage(it)}`,
      ...detailsOf(it)
    })
  )

/** Returns the facts of a bulk deletion. The messages are usually close together, so it reads pages of the channel. */
export const messagesFacts = (input: {
  readonly channel_id: string
  readonly message_ids: ReadonlyArray<string>
}): PreviewFacts =>
  Effect.map(fetchMessages(input), (messages) => {
    const count = input.message_ids.length
    const authors = new Map<string, number>()
    for (const { author } of messages) authors.set(formatUser(author), (authors.get(formatUser(author)) ?? 0) + 1)
    return {
      action: `Delete ${counted(count, "message")} at once, permanently`,
      ...compact({
        authors: firstItems(
          [...authors].toSorted(([, a], [, b]) => b - a).map(([name, times]) => `${name}: ${times}`),
          SHOWN_MAX
        ),
        oldest: timeOf(messages.at(-1)),
        newest: timeOf(messages[0]),
        messages: firstItems(
          messages.map((it) => `${formatUser(it.author)}: ${summarizeMessage(it)}`),
          SHOWN_MAX
        ),
        not_found: count > messages.length ? `${count - messages.length}, deleted or too old to look up` : undefined
      })
    }
  })

/** Returns the reactions that a call deletes: all of a message, or those with one emoji. */
export const reactionFacts = ({
  emoji,
  ...path
}: {
  readonly channel_id: string
  readonly message_id: string
  readonly emoji?: string
}): PreviewFacts =>
  Effect.map(getReadable(WithReactions, "/channels/{channel_id}/messages/{message_id}", path), ({ reactions }) => {
    const deleted = (reactions ?? [])
      .map((it) => ({ count: it.count, name: emojiText(it.emoji.id, it.emoji.name) }))
      .filter(({ name }) => emoji === undefined || name === emoji)
    return { reactions: deleted.length === 0 ? "none" : deleted.map(({ count, name }) => `${name}: ${count}`) }
  })

/** A preview of deleted reactions needs all of them. */
const WithReactions = Schema.Struct({
  reactions: decisive(
    whole(
      Schema.Struct({
        count: Schema.Number,
        emoji: Schema.Struct({ id: decisive(Id), name: decisive(Schema.String) })
      })
    )
  )
})

/** Returns how many members a message pings if its allowed mentions include @everyone. */
export const pingFacts = ({
  allowed_mentions,
  channel_id
}: {
  readonly allowed_mentions?: { readonly parse?: ReadonlyArray<string> }
  readonly channel_id?: string
}): PreviewFacts =>
  allowed_mentions?.parse?.includes("everyone") === true ? everyonePingFacts(channel_id) : Effect.succeed({})

/** Returns how many members a ping of everyone reaches. An unknown channel gives no number. */
export const everyonePingFacts = (channel_id: string | undefined): PreviewFacts =>
  Effect.gen(function* () {
    const guild_id =
      channel_id === undefined
        ? undefined
        : (yield* getReadable(OfGuild, "/channels/{channel_id}", { channel_id })).guild_id
    const members =
      guild_id == null
        ? undefined
        : (yield* getReadable(Counted, "/guilds/{guild_id}", { guild_id }, { with_counts: true }))
            .approximate_member_count
    return {
      pings: `everyone who can see it${members == null ? "" : `, of about ${counted(members, "member")}`}`,
      undo: "A ping cannot be undone."
    }
  })

const OfGuild = Schema.Struct({ guild_id: nullish(Id) })
const Counted = Schema.Struct({ approximate_member_count: nullish(Schema.Number) })

/** Maximum number of messages and authors in a preview. */
const SHOWN_MAX = 5

const timeOf = (message: typeof Message.Type | undefined): string | undefined =>
  message?.timestamp == null ? undefined : formatTime(message.timestamp)

const detailsOf = (message: typeof Message.Type) => {
  const { edited_timestamp, pinned, reactions, thread } = message
  return compact({
    sent: timeOf(message),
    edited: edited_timestamp && formatTime(edited_timestamp),
    reactions: (reactions ?? []).reduce((sum, { count = 0 }) => sum + count, 0) || undefined,
    pinned,
    thread: thread && formatName(thread.name ?? "thread", "#")
  })
}

/** Maximum number of pages that are read. */
const PAGES_MAX = 3
const PAGE_SIZE = 100

/** Reads pages of the channel, and returns the given messages that it finds, newest first. */
const fetchMessages = Effect.fn("messages.fetchMessages")(function* ({
  channel_id,
  message_ids
}: {
  readonly channel_id: string
  readonly message_ids: ReadonlyArray<string>
}) {
  const ids = new Set(message_ids)
  const sorted = message_ids.map(BigInt).toSorted((a, b) => (a < b ? -1 : 1))
  const [oldest = 0n, newest = oldest] = [sorted[0], sorted.at(-1)]
  const messages: Array<typeof AuthoredMessage.Type> = []
  let before = String(newest + 1n)
  for (let pages = 0; pages < PAGES_MAX && messages.length < ids.size; pages++) {
    const page = yield* getReadable(
      Schema.Array(AuthoredMessage),
      "/channels/{channel_id}/messages",
      { channel_id },
      { limit: PAGE_SIZE, before }
    )
    messages.push(...page.filter(({ id }) => id !== undefined && ids.has(id)))
    const last = page.findLast(({ id }) => id !== undefined)?.id
    if (originalOf(page).length < PAGE_SIZE || last === undefined || BigInt(last) <= oldest) break
    before = last
  }
  return messages
})
