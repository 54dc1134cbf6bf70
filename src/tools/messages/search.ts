/** Message search: Discord's search of a guild, and our scan of a channel's latest messages. */

import { MessageSearchHasType } from "discord-api-types/v10"
import { Effect, Predicate, Schema } from "effect"
import { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest } from "../../discord/DiscordRequest.ts"
import { messageTexts, textFinder } from "../../discord/messageText.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { longChoice } from "../../objects/schema/enums.ts"
import {
  choice,
  described,
  flag,
  itemsUpTo,
  opaque,
  optional,
  setOf,
  text,
  withDefault
} from "../../objects/schema/fields.ts"
import { ChannelId, channel_id, guild_id, MessageId, RoleId, UserId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { changeRead, expected, Id, nullish } from "../../objects/schema/reply.ts"
import { monotonicMs } from "../../telemetry/monotonic.ts"
import { counted } from "../../text/words.ts"
import { viewableChannels } from "../channels/hiddenChannels.ts"
import { atMostOne } from "../dsl/checks.ts"
import { idBounds, notACursor, sameEndIssues, timeFields, timeIssues, writeCursor } from "../dsl/cursor.ts"
import { paged } from "../dsl/paging.ts"
import { addLinks } from "../dsl/runRequest.ts"
import { custom, get } from "../dsl/toolBuilders.ts"
import { applyView, compact, isFull, type Locate, view, viewOf } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { cursorOf, hasPosition, readLatest, type Scanned, type ScanRange } from "./scan.ts"
import { locate, Message, message } from "./view.ts"
import { withheldNotice } from "./withheldContent.ts"

const Thread = Schema.Struct({ id: nullish(Id), name: nullish(Schema.String), parent_id: nullish(Id) })

/** Adds the thread that a message is in. Discord lists the threads of a page beside its messages. */
const withThread = (hit: typeof Message.Type, threads: ReadonlyArray<typeof Thread.Type>) => {
  const thread = threads.find(({ id }) => id != null && id === hit.channel_id)
  if (thread === undefined) return hit
  const { name, parent_id } = thread
  return changeRead(hit, (message) => ({ ...message, in_thread: { name, parent_id } }))
}

/** A page of matches. Discord wraps each in a list. */
const SearchReply = Schema.Struct({
  messages: expected(Schema.Array(Schema.Array(Message))),
  threads: nullish(Schema.Array(Thread)),
  total_results: nullish(Schema.Number)
})

/** Searches. Reads the channels of the guild, unless the names of all channels with matches are known. */
const searchWithNames = Effect.fn("messages.search")(function* (
  request: DiscordRequest,
  { guild_id }: { readonly guild_id: string }
) {
  const { names, request: send } = yield* Discord
  const reply = yield* send(request)
  const nowMs = yield* monotonicMs
  const { messages, threads } = reply.body as typeof SearchReply.Type // read by the tool's reader
  const listed = new Set(threads?.map(({ id }) => id))
  const isNamed = (id: string) => listed.has(id) || names.find(id, { guild_id, channel_id: id }, nowMs) !== undefined
  const ids = (messages ?? []).flat().flatMap(({ channel_id }) => channel_id ?? [])
  // A list that cannot be read leaves the matches without names.
  if (!ids.every(isNamed))
    yield* Effect.ignoreLogged(viewableChannels(Schema.Struct({ flags: nullish(Schema.Number) }), guild_id))
  return reply
})

/** Adds the name of its channel to each match, and the name of the category, or of the channel of a thread. */
const locateMatches: Locate = (result, guild, input) => {
  const located = locate(result, guild, input)
  if (isFull(input)) return located
  const { nameOf, parentOf } = guild
  const withNames = (item: unknown): unknown => {
    if (!Predicate.isReadonlyRecord(item) || typeof item.channel_id !== "string") return item
    const { channel_id, in_thread } = item
    const parent = Predicate.isReadonlyRecord(in_thread) ? in_thread.parent_id : parentOf(channel_id)
    const parent_name = typeof parent === "string" ? nameOf(parent) : undefined
    return { ...item, ...compact({ channel_name: nameOf(channel_id), parent_name }) }
  }
  const add = (value: unknown): unknown =>
    Predicate.isReadonlyRecord(value) && Array.isArray(value.items)
      ? { ...value, items: value.items.map(withNames) }
      : value
  const { shorten } = located
  return {
    ...located,
    value: add(located.value) as typeof located.value, // its type has the added fields as optional ones
    ...(shorten && { shorten: (items) => Object(add(shorten(items))) })
  }
}

const namesOfPlace: { readonly channel_name?: string; readonly parent_name?: string } = {}

/** A match, with the names that `locateMatches` adds. */
const match = viewOf(Message, (reply) => ({ ...message(reply), ...namesOfPlace }), message.shownAs)

const page = paged({
  max: Limits.SEARCH_PAGE_MAX,
  defaultLimit: Limits.SEARCH_PAGE_MAX,
  by: "offset",
  body: SearchReply,
  items: ({ messages, threads }) => messages?.flat().map((hit) => withThread(hit, threads ?? [])),
  total: ({ total_results }) => total_results,
  view: match,
  locate: locateMatches,
  empty: "No matches that the bot can see. Without the MESSAGE_CONTENT intent, Discord does not search message text."
})

const HOLDS = "link, embed, file, image, video, sound, sticker, poll, snapshot; prefix - excludes."

/** Everyday words for contents. */
const contentWords = {
  attachment: MessageSearchHasType.File,
  audio: MessageSearchHasType.Sound,
  photo: MessageSearchHasType.Image,
  picture: MessageSearchHasType.Image,
  url: MessageSearchHasType.Link
} as const

/** Each word and its plural, also with the prefix `-`, which excludes. */
const HOLDS_WORDS: Readonly<Record<string, MessageSearchHasType>> = Object.fromEntries(
  [...Object.entries(contentWords), ...Object.values(MessageSearchHasType).map((kind) => [kind, kind] as const)]
    .filter(([, kind]) => !kind.startsWith("-"))
    .flatMap(([word, kind]) =>
      ["", "-"].flatMap((prefix) => {
        const name = Object.values(MessageSearchHasType).find((one) => one === prefix + kind)
        return name === undefined ? [] : [`${prefix}${word}`, `${prefix}${word}s`].map((spelling) => [spelling, name])
      })
    )
)
const kinds = ["user", "bot", "webhook", "-user", "-bot", "-webhook"] as const

const DEFAULT_SCAN = 300
const values = [1, Limits.SEARCH_VALUES_MAX] as const
const word = text("A word.", { max: Limits.SEARCH_WORD_MAX })

/** The tools that search messages. */
export const messageSearch = [
  get("messages_search", "/guilds/{guild_id}/messages/search", {
    description:
      "Search all messages of a guild by words, author, channel, time or content type, newest first. For an exact text in one channel use messages_search_recent.",
    path: { guild_id },
    ...page,
    query: {
      ...page.query,
      content: optional(text("Words in the text.", { max: Limits.SEARCH_CONTENT_MAX })),
      author_id: optional(setOf("Author ids.", UserId, ...values)),
      author_type: optional(
        setOf("user, bot or webhook; prefix - excludes.", longChoice("A kind of author.", kinds), 1, kinds.length)
      ),
      channel_id: optional(setOf("Channel ids.", ChannelId, ...values)),
      mentions: optional(setOf("Ids of mentioned users.", UserId, ...values)),
      mentions_role_id: optional(setOf("Ids of mentioned roles.", RoleId, ...values)),
      mention_everyone: optional(flag("Whether @everyone or @here is mentioned.")),
      replied_to_user_id: optional(setOf("Ids of replied-to users.", UserId, ...values)),
      has: optional(
        setOf(`Contents: ${HOLDS}`, longChoice(HOLDS, Object.values(MessageSearchHasType), {}, HOLDS_WORDS), 1, 18)
      ),
      link_hostname: optional(setOf("Hosts of links, such as example.com.", word, ...values)),
      attachment_extension: optional(setOf("Extensions of files, such as pdf.", word, ...values)),
      pinned: optional(flag("Whether pinned.")),
      min_id: optional(described("Newer than this message id.", MessageId)),
      max_id: optional(described("Older than this message id.", MessageId)),
      sort_by: optional(choice("Default timestamp.", "timestamp", "relevance")),
      sort_order: optional(choice("Default desc: newest first.", "desc", "asc")),
      include_nsfw: optional(flag("Age-restricted channels too."))
    },
    options: { ...page.options, ...timeFields("Sent") },
    failures: reasons("content_intent_off"),
    send: searchWithNames,
    toQuery: ({ all: _, cursor: __, guild_id: ___, since, until, view: ____, ...query }) => ({
      ...query,
      ...idBounds({ since, until })
    }),
    validate: (input) => [
      ...page.validate(input),
      ...offsetIssues(input),
      ...sameEndIssues({ oldest: ["min_id"], newest: ["max_id"] })(input)
    ]
  }),
  custom("messages_search_recent", {
    description:
      "Scan the latest messages of a channel or thread for an exact text. For a whole guild or old messages use messages_search.",
    fields: {
      channel_id,
      query: text("The text to find; case does not matter.", { max: Limits.SEARCH_QUERY_MAX }),
      limit: withDefault(
        itemsUpTo(`How many messages to scan; ${DEFAULT_SCAN} by default.`, 1, Limits.SEARCH_SCAN_MAX),
        DEFAULT_SCAN
      ),
      before: optional(described("Only messages older than this one.", MessageId)),
      after: optional(described("Only messages newer than this one.", MessageId)),
      ...timeFields("Sent"),
      cursor: optional(opaque("next_cursor of an earlier scan; continues further back.", 80)),
      ...view
    },
    risk: "read",
    permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"],
    failures: reasons("unknown_channel"),
    validate: (input) => [
      ...atMostOne("before", "cursor")(input),
      ...timeIssues(input),
      ...sameEndIssues({ oldest: ["after"], newest: ["before"] })(input),
      ...(input.cursor === undefined || cursorOf(input.cursor, "before") !== undefined ? [] : [notACursor])
    ],
    run: (input) => Effect.flatMap(scan(input), (result) => addLinks(result, locate, input))
  })
]

/** Rejects a cursor past the last offset that Discord's search accepts. */
const offsetIssues = ({ cursor }: { readonly cursor?: string }): ReadonlyArray<ValidationIssue> =>
  Number(cursorOf(cursor, "offset")?.at ?? 0) > Limits.SEARCH_OFFSET_MAX
    ? [
        {
          path: "cursor",
          message: "is past the last result that Discord's search returns: narrow the search with max_id",
          code: "out_of_reach"
        }
      ]
    : []

interface ScanInput extends ScanRange {
  readonly query: string
  readonly view?: string
}

/** Reads pages of the channel, newest first, and keeps the messages that contain the text. */
const scan = Effect.fn("messages.scan")(function* (input: ScanInput) {
  const hasText = textFinder(input.query)
  const state = yield* readLatest(input)
  return scanResult(
    input,
    state.read.filter((it) => hasText(messageTexts(it))),
    state
  )
})

const scanResult = (
  input: ScanInput,
  matches: ReadonlyArray<typeof Message.Type>,
  { end, last, more, read }: Scanned
) => {
  const scanned = read.length
  const withheld = withheldNotice(read)
  const first = (count: number) => {
    const edge = count < matches.length ? matches.slice(0, count).findLast(hasPosition) : more ? last : undefined
    return {
      items: matches.slice(0, count).map((it) => applyView(it, message, input)),
      scanned,
      ...(last?.timestamp != null && { oldest: last.timestamp }),
      ...(edge !== undefined && {
        next_cursor: writeCursor({ by: "before", at: edge.id, ...(end !== undefined && { end }) })
      }),
      ...(matches.length === 0 && { notice: `No match in ${counted(scanned, "scanned message")}.` })
    }
  }
  return {
    value: first(matches.length),
    shorten: first,
    size: matches.length,
    ...(withheld !== undefined && { notice: withheld })
  }
}
