/** Returns what is new in the channels of a guild since an earlier call, without a connection to the gateway. */
import { Clock, Effect, Option } from "effect"
import {
  described,
  flag,
  itemsUpTo,
  opaque,
  optional,
  setOf,
  timestamp,
  withDefault
} from "../../objects/schema/fields.ts"
import { ChannelId, GuildId, UserId } from "../../objects/schema/ids.ts"
import { counted } from "../../text/words.ts"
import { atMostOne, issueIf } from "../dsl/checks.ts"
import { idTimes, notACursor } from "../dsl/cursor.ts"
import { Progress } from "../dsl/Progress.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { reasons } from "../shared/failures.ts"
import {
  BEHIND_MAX,
  CURSOR_MAX,
  type Delivered,
  isNewer,
  newestOf,
  type Pass,
  passOf,
  positionIn,
  readCatchUpCursor
} from "./catchUpCursor.ts"
import {
  type CatchUpChannel,
  type CatchUpScope,
  holdsMessages,
  listChannels,
  type MarkedMessage,
  personOf,
  readUnread,
  type Unread
} from "./catchUpRead.ts"
import { type CatchUp, catchUpResult, isGone, type ReadChannel } from "./catchUpResult.ts"

/** Bounds of one call: asked channels, channels read, messages read, and messages returned. */
const CHANNEL_IDS_MAX = 20
const CHANNELS_MAX = 50
const MESSAGES_READ_MAX = 1000
const LIMIT_MAX = 500
const DEFAULT_LIMIT = 200

/** Without cursor and since, a call begins 24 hours ago. */
const DEFAULT_MS = 24 * 60 * 60 * 1000

/** The tool that returns what is new. */
export const catchUp = custom("messages_catch_up", {
  description:
    "What did I miss: read the new messages of all channels of a guild that the bot can view and of active threads, oldest first by channel. Begins 24 hours ago; next_cursor continues, also later. For one channel use messages_read.",
  fields: {
    guild_id: optional(described("All channels of this guild.", GuildId)),
    channel_ids: optional(
      setOf("In place of guild_id: these channels with their threads.", ChannelId, 1, CHANNEL_IDS_MAX)
    ),
    cursor: optional(
      opaque("next_cursor of the last call for the same channels: nothing is missed or repeated.", CURSOR_MAX)
    ),
    since: optional(timestamp("Without cursor, sent since: ISO 8601 time with zone; 24 hours ago by default.")),
    mentions_only: optional(flag("Only messages that mention the bot, or user_id: by name, role, @everyone or reply.")),
    user_id: optional(described("Whose mentions are marked; the bot's by default.", UserId)),
    limit: withDefault(itemsUpTo(`Messages in the result; ${DEFAULT_LIMIT} by default.`, 1, LIMIT_MAX), DEFAULT_LIMIT)
  },
  guildUnless: "channel_ids",
  risk: "read",
  permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"],
  failures: reasons("unknown_guild", "unknown_channel"),
  validate: (input) => [
    ...issueIf(
      input.guild_id === undefined && input.channel_ids === undefined,
      "guild_id",
      "set guild_id or channel_ids",
      "required"
    ),
    ...atMostOne("guild_id", "channel_ids")(input),
    ...atMostOne("cursor", "since")(input),
    ...(input.cursor === undefined || Option.isSome(readCatchUpCursor(input.cursor)) ? [] : [notACursor])
  ],
  run: (input) => Effect.map(readAll(input), catchUpResult)
})

interface Input extends CatchUpScope {
  readonly cursor?: string
  readonly since?: string
  readonly mentions_only?: boolean
  readonly user_id?: string
  readonly limit: number
}

const readAll = Effect.fn("messages.catchUp")(function* (input: Input) {
  const { report } = yield* Progress
  const { channels, failed, newest } = yield* listChannels(input)
  const before = yield* deliveredBefore(input, newest)
  const end = newestOf([newest, before.until]) ?? before.until
  const pass = passOf(before, end)
  const changed = [
    ...channels.filter((it) => holdsMessages(it) && hasUnread(it, before, pass)),
    ...[...failed.keys()].map((id): CatchUpChannel => ({ id }))
  ].toSorted((a, b) => (isNewer(a.id, b.id) ? 1 : -1))
  const person = yield* personOf(input.user_id)
  const shownOf = (messages: ReadonlyArray<MarkedMessage>) =>
    input.mentions_only === true ? messages.filter(({ mention }) => mention !== undefined) : messages
  const read: Array<ReadChannel> = []
  let messagesRead = 0
  let messagesShown = 0
  for (const channel of changed.slice(0, CHANNELS_MAX)) {
    if (messagesShown >= input.limit || messagesRead >= MESSAGES_READ_MAX) break
    const isEnough = (messages: ReadonlyArray<MarkedMessage>) =>
      messagesShown + shownOf(messages).length >= input.limit || messagesRead + messages.length >= MESSAGES_READ_MAX
    const after = positionIn(before, channel.id)
    const failure = failed.get(channel.id)
    const unread: Unread =
      failure === undefined
        ? yield* readUnread(channel, { after, until: pass.until, isEnough, person })
        : { messages: [], isComplete: true, failure }
    const kept = read.filter(({ at, failure }) => failure !== undefined && at !== pass.until).length
    const later = [...before.behind.keys()].filter((id) => isNewer(id, channel.id)).length
    const one = deliveredOf(unread, { after, until: pass.until, isFull: kept + later >= BEHIND_MAX })
    const shown = shownOf(one.messages)
    read.push({ ...one, channel, shown })
    messagesRead += one.messages.length
    messagesShown += shown.length
    yield* report({
      done: read.length,
      total: changed.length,
      message: `${counted(messagesRead, "message")} of ${counted(read.length, "channel")} read`
    })
    if (one.failure !== undefined && !one.isComplete) break
  }
  const hasNewer = before.pass !== undefined && isNewer(end, pass.until)
  return { before, pass, changed, channels, read, limit: input.limit, hasNewer } satisfies CatchUp as CatchUp
})

/**
 * Returns what earlier calls have returned. A time is not later than the newest id: it may be of a clock ahead of
 * Discord's, and no cursor passes messages that are still to arrive.
 */
const deliveredBefore = ({ cursor, since }: Input, newest: string | undefined): Effect.Effect<Delivered> =>
  Effect.map(Clock.currentTimeMillis, (nowMs) =>
    Option.getOrElse(Option.flatMap(Option.fromNullable(cursor), readCatchUpCursor), () => {
      const from = idTimes.after(since === undefined ? nowMs - DEFAULT_MS : Date.parse(since))
      return { until: newest !== undefined && isNewer(from, newest) ? newest : from, behind: new Map() }
    })
  )

/** Whether a channel has messages of this pass. What an earlier call could not read is read again. */
const hasUnread = ({ id, last_message_id }: CatchUpChannel, before: Delivered, { until }: Pass): boolean => {
  const at = positionIn(before, id)
  return before.behind.has(id) || (last_message_id != null && isNewer(last_message_id, at) && isNewer(until, at))
}

/**
 * Determines up to where a channel is delivered. If it could not be read, the cursor keeps its position. If the
 * cursor is full, it passes a channel that is denied, and the call ends before it at any other failure.
 */
const deliveredOf = (
  unread: Unread,
  { after, isFull, until }: { readonly after: string; readonly until: string; readonly isFull: boolean }
): Omit<ReadChannel, "channel" | "shown"> => {
  const { failure, isComplete, messages } = unread
  const at = messages.at(-1)?.id ?? after
  if (failure === undefined) return { ...unread, at: isComplete ? until : at }
  const isDenied = failure._tag === "DiscordPermissionError"
  if (isGone(failure) || (isDenied && isFull)) return { ...unread, at: until }
  return isFull ? { messages: [], isComplete: false, failure, at: after } : { ...unread, at }
}
