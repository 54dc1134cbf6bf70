/** The result of messages_catch_up: new messages by channel, what is left, what could not be read, and the cursor. */
import type { Settings } from "../../config/Settings.ts"
import { channelKindOf } from "../../discord/permissions/effectivePermissions.ts"
import { toEnvelope } from "../../errors/toEnvelope.ts"
import { counted, truncate } from "../../text/words.ts"
import { channelName, HIDDEN_CHANNELS_CAVEAT } from "../channels/hiddenChannels.ts"
import { kindOf } from "../channels/view.ts"
import { compact } from "../shared/compact.ts"
import { type Delivered, deliveredAfter, type Pass, positionIn, writeCatchUpCursor } from "./catchUpCursor.ts"
import type { CatchUpChannel, MarkedMessage, Unread } from "./catchUpRead.ts"
import { pictureNotice, toConversation } from "./conversation.ts"
import { message as messageView, urlOf } from "./view.ts"

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

/** Maximum number of channels that `left` and `failed` list. */
const LISTED_MAX = 10

/** Makes the result. It can be cut after any message: the cursor continues there. */
export const catchUpResult = (catchUp: CatchUp, { maxResultChars }: Pick<Settings["Type"], "maxResultChars">) => {
  const { changed, limit, read } = catchUp
  const byId = new Map(catchUp.channels.map((channel) => [channel.id, channel]))
  const items = read.flatMap(({ shown }, at) =>
    shown.map(({ id, mention, message }) => ({ id, at, mention, view: messageView(message) }))
  )
  const size = Math.min(items.length, limit)

  const first = (count: number) => {
    const cut = cutAfter(catchUp, items, count)
    const shown = items.slice(0, count)
    const channels = read.flatMap(({ channel }, at) => {
      const messages = shown.filter((it) => it.at === at)
      return messages.length === 0 ? [] : [channelOf(channel, messages)]
    })
    const left = changed.length - cut.at
    const listed = changed.slice(cut.at, cut.at + LISTED_MAX).map((channel, index) => {
      const messages = items.slice(count).filter(({ at }) => at === cut.at + index).length
      return { ...nameOf(channel), ...(messages > 0 && { messages_at_least: messages }) }
    })
    const failed = read
      .slice(0, cut.at + 1)
      .flatMap(({ channel, failure }) => (failure === undefined ? [] : [{ channel, failure }]))
    const picture = pictureNotice(shown.map(({ view }) => view))
    return {
      channels,
      ...(left > 0 && { left: { channels: left, items: listed } }),
      ...(failed.length > 0 && {
        failed: failed.slice(0, LISTED_MAX).map(({ channel, failure }) => {
          const { code, message, recovery_hint } = toEnvelope(failure)
          return { ...nameOf(channel), code, message, recovery_hint }
        })
      }),
      ...((left > 0 || catchUp.hasNewer) && { more: true as const }),
      next_cursor: writeCatchUpCursor(cut.delivered),
      notice: noticesOf({ isEmpty: items.length === 0, left, failed: failed.length, hasNewer: catchUp.hasNewer, picture })
    }
  }

  const channelOf = (channel: CatchUpChannel, messages: ReadonlyArray<Item>) => {
    const page = toConversation(messages.map(({ view }) => view))
    const parent = channelKindOf(channel.type ?? 0) === "thread" ? byId.get(channel.parent_id ?? "") : undefined
    return {
      ...nameOf(channel),
      kind: kindOf(channel.type),
      ...(parent !== undefined && { parent: compact({ id: parent.id, name: channelName(parent) }) }),
      ...page,
      ...(channel.guild_id != null && { jump_url: urlOf(channel.guild_id, channel.id) }),
      items: page.items.map((item, at) => ({
        ...withinSize(item, maxResultChars),
        ...compact({ mention: messages[at]?.mention })
      }))
    }
  }
  return { value: first(size), shorten: first, size }
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

/**
 * A message that takes more than half of a result is shortened, so that every message fits and none is skipped. Only a
 * limit below that of a message's content makes this necessary.
 */
const withinSize = <
  A extends { readonly id?: string; readonly author?: unknown; readonly content?: unknown; readonly time?: unknown }
>(
  item: A,
  maxResultChars: number
) => {
  if (JSON.stringify(item).length <= maxResultChars / 2) return item
  const { author, content, id, time } = item
  const start = typeof content === "string" ? truncate(content, CONTENT_CHARS) : undefined
  return { ...compact({ id, author, content: start, time }), shortened: true as const }
}

const CONTENT_CHARS = 400

const noticesOf = ({
  failed,
  hasNewer,
  isEmpty,
  left,
  picture
}: {
  readonly failed: number
  readonly hasNewer: boolean
  readonly isEmpty: boolean
  readonly left: number
  readonly picture: string | undefined
}): string =>
  [
    ...(isEmpty && left === 0 ? ["Nothing new in what the bot can read."] : []),
    ...(left > 0 ? [`${counted(left, "channel")} may have more: continue with next_cursor.`] : []),
    ...(left === 0 && hasNewer ? ["Newer messages have arrived: continue with next_cursor."] : []),
    ...(failed > LISTED_MAX ? [`${counted(failed - LISTED_MAX, "more channel")} could not be read.`] : []),
    ...(picture === undefined ? [] : [picture]),
    `Not covered: ${HIDDEN_CHANNELS_CAVEAT}, and archived threads.`
  ].join(" ")
