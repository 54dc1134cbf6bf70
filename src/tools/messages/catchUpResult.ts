/** The result of messages_catch_up: new messages by channel, what is left, what could not be read, and the cursor. */
import { channelKindOf } from "../../discord/permissions/effectivePermissions.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import { toEnvelope } from "../../errors/failureEnvelope.ts"
import { createdAtMs } from "../../objects/schema/snowflake.ts"
import { counted, isoTime, truncate } from "../../text/words.ts"
import { channelName, HIDDEN_CHANNELS_CAVEAT } from "../channels/hiddenChannels.ts"
import { kindOf } from "../channels/view.ts"
import { withReason } from "../dsl/Reason.ts"
import { compact } from "../dsl/view.ts"
import { adviceOfCode, reasons } from "../shared/failures.ts"
import { type Delivered, deliveredAfter, type Pass, positionIn, writeCatchUpCursor } from "./catchUpCursor.ts"
import type { CatchUpChannel, MarkedMessage, Unread } from "./catchUpRead.ts"
import { pictureNotice, toConversation } from "./conversation.ts"
import { message as messageView, urlOf } from "./view.ts"
import { withheldNotice } from "./withheldContent.ts"

/** What was read of a channel. */
export interface ReadChannel extends Unread {
  readonly channel: CatchUpChannel
  /** The messages to return. */
  readonly shown: ReadonlyArray<MarkedMessage>
  /** The id up to which the channel is delivered if all of `shown` are returned. */
  readonly at: string
}

/** What a call has read. */
export interface CatchUp {
  readonly before: Delivered
  readonly pass: Pass
  /** All channels of the call. */
  readonly channels: ReadonlyArray<CatchUpChannel>
  /** The channels with new messages, in the order in which they are read. */
  readonly changed: ReadonlyArray<CatchUpChannel>
  /** What was read of the first of `changed`. */
  readonly read: ReadonlyArray<ReadChannel>
  /** Maximum number of messages in the result. */
  readonly limit: number
  /** Whether messages have arrived after the end of an earlier call's pass. */
  readonly hasNewer: boolean
}

/** Whether a channel that could not be read is deleted. */
export const isGone = ({ _tag }: DiscordFailure): boolean => _tag === "DiscordNotFoundError"

const addReason = withReason(reasons("unknown_channel"), adviceOfCode)

/** Maximum number of channels that `left` and `failed` list. */
const LISTED_MAX = 10

/** Makes the result. It can be cut after any message: the cursor continues there. */
export const catchUpResult = (catchUp: CatchUp) => {
  const items = catchUp.read.flatMap(({ shown }, at) =>
    shown.map(({ id, mention, message }): Item => ({ id, at, mention, view: messageView(message) }))
  )
  const parts: ResultParts = {
    catchUp,
    items,
    byId: new Map(catchUp.channels.map((channel) => [channel.id, channel])),
    withheld: withheldNotice(catchUp.read.flatMap(({ messages }) => messages.map(({ message }) => message)))
  }
  const size = Math.min(items.length, catchUp.limit)
  const shorten = (count: number) =>
    size > 0 && count === 1 ? smallestResult(parts) : firstItems(parts, Math.min(count, size), true)
  return { value: firstItems(parts, size), shorten, size }
}

/** What all lengths of a result are made from. */
interface ResultParts {
  readonly catchUp: CatchUp
  /** All messages that were read, in the order of their channels. */
  readonly items: ReadonlyArray<Item>
  readonly byId: ReadonlyMap<string, CatchUpChannel>
  /** The notice about contents that Discord withholds. */
  readonly withheld: string | undefined
}

/** Makes the result with the first `count` messages. */
const firstItems = ({ byId, catchUp, items, withheld }: ResultParts, count: number, isBrief = false) => {
  const { changed, hasNewer, read } = catchUp
  const cut = cutAfter(catchUp, items, count)
  const returned = items.slice(0, count)
  const channels = read.flatMap(({ channel }, index) => {
    const messages = returned.filter(({ at }) => at === index)
    return messages.length === 0 ? [] : [channelOf(byId, channel, messages)]
  })
  const left = changed.length - cut.at
  const listed = changed.slice(cut.at, cut.at + LISTED_MAX).map((channel, index) => {
    const messages = items.slice(count).filter(({ at }) => at === cut.at + index).length
    return { ...nameOf(channel), ...(messages > 0 && { messages_at_least: messages }) }
  })
  const failed = read
    .slice(0, cut.at + 1)
    .flatMap(({ at, channel, failure }) =>
      failure === undefined ? [] : [{ channel, failure, isPassed: at === catchUp.pass.until && !isGone(failure) }]
    )
  const passed = failed.filter(({ isPassed }) => isPassed).length
  const picture = pictureNotice(returned.map(({ view }) => view))
  return {
    channels,
    ...(left > 0 && { left: { channels: left, items: isBrief ? listed.slice(0, 1) : listed } }),
    ...(failed.length > 0 && {
      failed: failed.slice(0, LISTED_MAX).map(({ channel, failure }) => {
        const { code, message, recovery_hint } = toEnvelope(addReason(failure))
        return isBrief ? { channel_id: channel.id, code } : { ...nameOf(channel), code, message, recovery_hint }
      })
    }),
    ...((left > 0 || hasNewer) && { more: true as const }),
    next_cursor: writeCatchUpCursor(cut.delivered),
    ...(items.length === 0 && left === 0 ? newestOf(catchUp.channels) : {}),
    ...noticesOf({ isEmpty: items.length === 0, left, failed: failed.length, passed, hasNewer, picture, withheld })
  }
}

/** Returns the newest message of all channels of a call: an empty result says how long nothing has been written. */
const newestOf = (
  channels: ReadonlyArray<CatchUpChannel>
): { readonly newest?: ReturnType<typeof nameOf> & { readonly time: string } } => {
  const [newest] = channels
    .flatMap((channel) =>
      channel.last_message_id == null ? [] : [{ ...channel, at: createdAtMs(channel.last_message_id) }]
    )
    .toSorted((a, b) => b.at - a.at)
  return newest === undefined ? {} : { newest: { ...nameOf(newest), time: isoTime(newest.at) } }
}

/** Makes the smallest result: one message and the cursor. It fits every limit, so no message is skipped. */
const smallestResult = (parts: ResultParts) => {
  const { channels, more, next_cursor } = firstItems(parts, 1)
  return {
    channels: channels.map(({ channel_id, items }) => ({ channel_id, items: items.map(shortened) })),
    ...(more && { more }),
    next_cursor,
    notice: "Only one message fits the size of a result, in a short form: continue with next_cursor."
  }
}

const channelOf = (byId: ResultParts["byId"], channel: CatchUpChannel, messages: ReadonlyArray<Item>) => {
  const page = toConversation(messages.map(({ view }) => view))
  const parent = channelKindOf(channel.type ?? 0) === "thread" ? byId.get(channel.parent_id ?? "") : undefined
  return {
    ...nameOf(channel),
    kind: kindOf(channel.type),
    ...(parent !== undefined && { parent: compact({ id: parent.id, name: channelName(parent) }) }),
    ...page,
    ...(channel.guild_id != null && { jump_url: urlOf(channel.guild_id, channel.id) }),
    items: page.items.map((item, at) => ({ ...item, ...compact({ mention: messages[at]?.mention }) }))
  }
}

/** A message to return, with the index of its channel. */
interface Item {
  readonly id: string
  readonly at: number
  readonly mention: MarkedMessage["mention"]
  readonly view: ReturnType<typeof messageView>
}

const nameOf = (channel: CatchUpChannel) => ({
  channel_id: channel.id,
  ...compact({ name: channelName(channel) })
})

/** Returns the index of the first channel that is not finished after `count` messages, and what is delivered then. */
const cutAfter = (
  { before, changed, pass, read }: CatchUp,
  items: ReadonlyArray<Item>,
  count: number
): { readonly at: number; readonly delivered: Delivered } => {
  const next = items[count]
  const last = items[count - 1]
  const at = next?.at ?? (read.at(-1)?.isComplete === false ? read.length - 1 : read.length)
  const positions = changed.map(({ id }, index): readonly [string, string] => {
    if (index < at || (index === at && next === undefined)) return [id, read[index]?.at ?? positionIn(before, id)]
    return [id, index === at && last?.at === at ? last.id : positionIn(before, id)]
  })
  return { at, delivered: deliveredAfter(before, pass, new Map(positions), changed[at]?.id) }
}

/** Returns the beginning of a message. */
const shortened = ({ author, content, id, mention, time }: ShownMessage) => ({
  ...compact({
    id,
    author,
    content: content === undefined ? content : truncate(content, CONTENT_CHARS),
    mention,
    time
  }),
  shortened: true as const
})

interface ShownMessage {
  readonly id?: string
  readonly author?: string | undefined
  readonly content?: string
  readonly mention?: string
  readonly time?: string
}

const CONTENT_CHARS = 200

const noticesOf = ({
  failed,
  hasNewer,
  isEmpty,
  left,
  passed,
  picture,
  withheld
}: {
  readonly failed: number
  readonly hasNewer: boolean
  readonly isEmpty: boolean
  readonly left: number
  readonly passed: number
  readonly picture: string | undefined
  readonly withheld: string | undefined
}): { readonly notice?: string } => ({
  notice: [
    ...(isEmpty && left === 0 ? ["Nothing new in what the bot can read."] : []),
    ...(left > 0 ? [`${counted(left, "channel")} may have more: continue with next_cursor.`] : []),
    ...(left === 0 && hasNewer ? ["Newer messages have arrived: continue with next_cursor."] : []),
    ...(failed > LISTED_MAX ? [`${counted(failed - LISTED_MAX, "more channel")} could not be read.`] : []),
    ...(passed > 0
      ? [`next_cursor skips the messages of ${counted(passed, "channel")} that the bot may not read.`]
      : []),
    ...[picture, withheld].flatMap((note) => note ?? []),
    `Not covered: ${HIDDEN_CHANNELS_CAVEAT}, and archived threads.`
  ].join(" ")
})
