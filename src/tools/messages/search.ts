/** Message search: Discord's search of a guild, and our scan of a channel's latest messages. */
import { MessageSearchHasType } from "discord-api-types/v10"
import { Effect, Either, Schema } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { Permit } from "../../safety/Permit.ts"
import { componentLines } from "../components_v2/view.ts"
import { atMostOne } from "../dsl/checks.ts"
import { type Cursor, notACursor, readCursor, writeCursor } from "../dsl/cursor.ts"
import { getJson } from "../dsl/getJson.ts"
import { Progress } from "../dsl/Progress.ts"
import { paged } from "../dsl/paging.ts"
import { whereKnown } from "../dsl/runRequest.ts"
import { custom, get } from "../dsl/toolBuilders.ts"
import { shown, view } from "../dsl/view.ts"
import { oneOfMany } from "../shared/enums.ts"
import { reasons } from "../shared/failures.ts"
import { choice, described, flag, integer, optional, setOf, text, withDefault } from "../shared/fields.ts"
import { ChannelId, GuildId, MessageId, RoleId, UserId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { locate } from "./jumpUrl.ts"
import { Message, message } from "./view.ts"

const reading = paged({
  max: Limits.SEARCH_PAGE_MAX,
  fallback: Limits.SEARCH_PAGE_MAX,
  by: "offset",
  // Discord gives each hit in a list of its own.
  body: Schema.Struct({ messages: Schema.Array(Schema.Array(Message)) }),
  items: ({ messages }) => messages.flat(),
  view: message,
  locate,
  empty: "No matches that the bot can see. Without the MESSAGE_CONTENT intent, Discord does not search message text."
})

const HOLDS = "link, embed, file, image, video, sound, sticker, poll or snapshot; prefix - to exclude."
const kinds = ["user", "bot", "webhook", "-user", "-bot", "-webhook"] as const

const SCAN = 300
const values = [1, Limits.SEARCH_VALUES_MAX] as const
const word = text("A word.", { max: Limits.SEARCH_WORD_MAX })

/** The tools that search messages. */
export const messageSearch = [
  get("messages_search", "/guilds/{guild_id}/messages/search", {
    description:
      "Search all messages of a guild by words, author, channel, time or content type, newest first. For an exact text in one channel use messages_search_recent.",
    path: { guild_id: described("The guild (server).", GuildId) },
    ...reading,
    query: {
      ...reading.query,
      content: optional(text("Words in the text.", { max: Limits.SEARCH_CONTENT_MAX })),
      author_id: optional(setOf("By one of these users.", UserId, ...values)),
      author_type: optional(
        setOf(
          "By users, bots or webhooks; prefix - to exclude.",
          choice("A kind of author.", ...kinds),
          1,
          kinds.length
        )
      ),
      channel_id: optional(setOf("In one of these channels.", ChannelId, ...values)),
      mentions: optional(setOf("Mentioning one of these users.", UserId, ...values)),
      mentions_role_id: optional(setOf("Mentioning one of these roles.", RoleId, ...values)),
      mention_everyone: optional(flag("true: only messages that mention @everyone or @here; false: only others.")),
      replied_to_user_id: optional(setOf("Replying to one of these users.", UserId, ...values)),
      has: optional(
        setOf("Only messages that contain these.", oneOfMany(HOLDS, Object.values(MessageSearchHasType)), 1, 18)
      ),
      link_hostname: optional(setOf("With a link to one of these hosts.", word, ...values)),
      attachment_extension: optional(
        setOf("With a file that has one of these extensions, such as pdf.", word, ...values)
      ),
      pinned: optional(flag("true: only pinned messages; false: only others.")),
      min_id: optional(described("Newer than this message.", MessageId)),
      max_id: optional(described("Older than this message.", MessageId)),
      sort_by: optional(choice("Sort key; timestamp by default.", "timestamp", "relevance")),
      sort_order: optional(choice("desc (newest first) by default.", "desc", "asc")),
      include_nsfw: optional(flag("Include age-restricted channels."))
    },
    permissions: ["READ_MESSAGE_HISTORY"],
    toQuery: ({ all: _, cursor: __, guild_id: ___, view: ____, ...query }) => query,
    validate: (input) => [...reading.validate(input), ...withinReach(input)]
  }),
  custom("messages_search_recent", {
    description:
      "Scan the latest messages of a channel or thread for an exact text. For a whole guild or old messages use messages_search.",
    fields: {
      channel_id: described("The channel or thread.", ChannelId),
      query: text("The text to find; case does not matter.", { max: Limits.SEARCH_QUERY_MAX }),
      limit: withDefault(integer(`How many messages to scan; ${SCAN} by default.`, 1, Limits.SEARCH_SCAN_MAX), SCAN),
      before: optional(described("Only messages older than this one.", MessageId)),
      after: optional(described("Only messages newer than this one.", MessageId)),
      cursor: optional(text("next_cursor of an earlier scan; continues further back.", { max: 80 })),
      ...view
    },
    risk: "read",
    permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"],
    failures: reasons("unknown_channel"),
    validate: (input) => [
      ...atMostOne("before", "cursor")(input),
      ...(input.cursor === undefined || cursorOf(input.cursor, "before") !== undefined ? [] : [notACursor])
    ],
    run: (input) => Effect.zipWith(lookThrough(input), Permit, whereKnown(locate, input))
  })
]

/** Rejects a cursor past the last offset that Discord's search accepts. */
const withinReach = ({ cursor }: { readonly cursor?: string }): ReadonlyArray<ValidationIssue> =>
  Number(cursorOf(cursor, "offset")?.at ?? 0) > Limits.SEARCH_OFFSET_MAX
    ? [
        {
          path: "cursor",
          message: "is past the last result that Discord's search returns: narrow the search with max_id",
          code: "out_of_reach"
        }
      ]
    : []

interface Look {
  readonly channel_id: string
  readonly query: string
  readonly limit: number
  readonly before?: string
  readonly after?: string
  readonly cursor?: string
  readonly view?: string
}

const lookThrough = Effect.fn("messages_search_recent")(function* (input: Look) {
  const { report } = yield* Progress
  const wanted = folded(input.query)
  const found: Array<typeof Message.Type> = []
  let scanned = 0
  let last: typeof Message.Type | undefined
  let more = true
  while (more && scanned < input.limit) {
    const limit = Math.min(Limits.MESSAGES_PAGE_MAX, input.limit - scanned)
    const before = last?.id ?? input.before ?? cursorOf(input.cursor, "before")?.at
    const page = yield* getJson(PAGE, ROUTE, { channel_id: input.channel_id }, { limit, before })
    const within = page.filter(({ id }) => input.after === undefined || BigInt(id) > BigInt(input.after))
    found.push(...within.filter((it) => folded(textOf(it)).includes(wanted)))
    scanned += within.length
    last = within.at(-1) ?? last
    more = within.length === limit
    yield* report({ done: scanned, total: input.limit, message: `${scanned} messages scanned` })
  }
  return resultOf(input, found, { scanned, last, more })
})

const PAGE = Schema.Array(Message)
const ROUTE = "/channels/{channel_id}/messages"

interface Looked {
  readonly scanned: number
  /** The oldest message that was looked at. */
  readonly last: typeof Message.Type | undefined
  readonly more: boolean
}

const resultOf = (input: Look, found: ReadonlyArray<typeof Message.Type>, { last, more, scanned }: Looked) => {
  const first = (count: number) => {
    const edge = count < found.length ? found[count - 1] : more ? last : undefined
    return {
      items: found.slice(0, count).map((it) => shown(it, message, input)),
      scanned,
      ...(last?.timestamp != null && { oldest: last.timestamp }),
      ...(edge !== undefined && { next_cursor: writeCursor({ by: "before", at: edge.id }) }),
      ...(found.length === 0 && { notice: `No match in the ${scanned} messages scanned.` })
    }
  }
  return { value: first(found.length), shorten: first, size: found.length }
}

const cursorOf = (cursor: string | undefined, by: Cursor["by"]): Cursor | undefined => {
  const read = cursor === undefined ? undefined : Either.getOrUndefined(readCursor(cursor))
  return read?.by === by ? read : undefined
}

/** Returns all visible text of a message. */
const textOf = ({ attachments, components, content, embeds, poll }: typeof Message.Type): string =>
  [
    content,
    ...(embeds ?? []).flatMap(({ author, description, fields, footer, title }) => [
      title,
      description,
      author?.name,
      footer?.text,
      ...(fields ?? []).flatMap(({ name, value }) => [name, value])
    ]),
    ...(attachments ?? []).flatMap(({ description, filename }) => [filename, description]),
    ...(poll == null ? [] : [poll.question.text, ...poll.answers.map(({ poll_media }) => poll_media.text)]),
    ...componentLines(components ?? [])
  ].join("\n")

/** Normalizes case and compatibility forms of Unicode, so that they match. */
const folded = (text: string): string => text.normalize("NFKC").toLowerCase()
