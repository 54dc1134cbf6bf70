import {
  type APIMessage,
  type APIUser,
  AuditLogEvent,
  PermissionFlagsBits as Bit,
  MessageType
} from "discord-api-types/v10"
import { Effect, Hash, Schema } from "effect"
import { choice, decodeFields, integerText, list, optional, page, snowflake, text, time } from "../BodySchema.ts"
import { emptyMessageFields } from "../createMessage.ts"
import { json, missingAccess, noContent, systemMessage, tooManyPins, tooOldToDelete } from "../discordError.ts"
import { findGuild, findMessage, findTextChannel } from "../find.ts"
import { botHas, ensureInChannel } from "../Permissions.ts"
import { type RouteRequest, route } from "../Router.ts"
import { isOlder, timeOf, timestamp } from "../Snowflakes.ts"
import type { Channel, SandboxState } from "../State.ts"
import { readable } from "../withoutContent.ts"
import { writeAuditEntry } from "./auditLog.ts"

const MessagePage = Schema.Struct({ ...page(100), around: optional(snowflake) })

const BulkDelete = Schema.Struct({ messages: list(snowflake, 2, 100) })

/** Maximum age of a message for bulk delete. */
const BULK_MS = 14 * 24 * 60 * 60_000

/** `/channels/{channel.id}/messages`: read and delete. */
export const messageRoutes = [
  route("GET", "/channels/:channel_id/messages", function* ({ param, query, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    const page = yield* decodeFields(MessagePage)(query)
    // Without READ_MESSAGE_HISTORY, the list is empty (Discord docs, get channel messages).
    if (!botHas(state, channel, Bit.ReadMessageHistory)) return json(200, [])
    return json(
      200,
      cut(state.messagesOf(channel.id), page).map((it) => readable(state, channel, it))
    )
  }),

  route("GET", "/channels/:channel_id/messages/:message_id", function* ({ param, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    return json(200, readable(state, channel, yield* findMessage(state, channel.id, param("message_id"))))
  }),

  route("DELETE", "/channels/:channel_id/messages/:message_id", function* ({ param, reason, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    const message = yield* findMessage(state, channel.id, param("message_id"))
    if (message.author.id !== state.bot.id) yield* ensureInChannel(state, channel, Bit.ManageMessages)
    state.removeMessage(channel.id, message.id)
    if (message.author.id !== state.bot.id)
      writeAuditEntry({ state, reason }, channel.guild_id, {
        action: AuditLogEvent.MessageDelete,
        target: message.author.id,
        options: { channel_id: channel.id, count: "1" }
      })
    return noContent
  }),

  route("POST", "/channels/:channel_id/messages/bulk-delete", function* ({ body, nowMs, param, reason, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    const { messages } = yield* decodeFields(BulkDelete)(body)
    // The id contains the age, so this applies to unknown messages too.
    if (messages.some((id) => nowMs - timeOf(id) > BULK_MS)) return yield* tooOldToDelete
    for (const id of messages) state.removeMessage(channel.id, id)
    writeAuditEntry({ state, reason }, channel.guild_id, {
      action: AuditLogEvent.MessageBulkDelete,
      target: channel.id,
      options: { count: String(messages.length) }
    })
    return noContent
  }),

  route("POST", "/channels/:channel_id/typing", function* ({ param, state }) {
    const { id } = yield* findTextChannel(state, param("channel_id"))
    state.changes.record({ kind: "typing", owner: id, id: state.bot.id, before: undefined, after: state.bot })
    return noContent
  })
]

/** Returns one page of messages, newest first. If there are several anchors, `around` has precedence, then `before`. */
const cut = (messages: ReadonlyArray<APIMessage>, { after, around, before, limit = 50 }: typeof MessagePage.Type) => {
  const newer = (than: string) => messages.filter(({ id }) => isOlder(than, id))
  const older = (than: string) => messages.filter(({ id }) => isOlder(id, than))
  if (around !== undefined) {
    const half = limit >> 1
    const upTo = messages.filter(({ id }) => !isOlder(around, id))
    return [...newer(around).slice(half === 0 ? messages.length : -half), ...upTo.slice(0, limit - half)].slice(
      0,
      limit
    )
  }
  if (before !== undefined) return older(before).slice(0, limit)
  return after === undefined ? messages.slice(0, limit) : newer(after).slice(-limit)
}

const PinPage = Schema.Struct({ limit: optional(integerText(1, 50)), before: optional(time) })

/** Maximum number of pins in a channel. */
const MAX_PINS = 250

type PinRequest = RouteRequest<"channel_id" | "message_id">

const pin = Effect.fnUntraced(function* ({ nowMs, param, state }: PinRequest) {
  const { channel, message } = yield* pinnable(state, param("channel_id"), param("message_id"))
  const pins = state.pins.of(channel.id)
  if (pins.has(message.id)) return noContent
  if (pins.size >= MAX_PINS) return yield* tooManyPins
  pins.set(message.id, timestamp(nowMs))
  state.putMessage({ ...message, pinned: true })
  state.channels.set(channel.id, {
    ...(state.channels.get(channel.id) ?? channel),
    last_pin_timestamp: timestamp(nowMs)
  })
  state.putMessage(noticeMessage(state, channel, MessageType.ChannelPinnedMessage, state.bot, message.id))
  return noContent
})

const unpin = Effect.fnUntraced(function* ({ param, state }: PinRequest) {
  const { channel, message } = yield* pinnable(state, param("channel_id"), param("message_id"))
  state.pins.of(channel.id).delete(message.id)
  state.putMessage({ ...message, pinned: false })
  return noContent
})

/** `/channels/{channel.id}/messages/pins`, and its deprecated path. */
export const pinRoutes = [
  route("GET", "/channels/:channel_id/messages/pins", function* ({ param, query, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    const { before, limit = 50 } = yield* decodeFields(PinPage)(query)
    if (!botHas(state, channel, Bit.ReadMessageHistory)) return json(200, { items: [], has_more: false })
    const items = pinsOf(state, channel).filter(
      ({ pinned_at }) => before === undefined || Date.parse(pinned_at) < Date.parse(before)
    )
    return json(200, { items: items.slice(0, limit), has_more: items.length > limit })
  }),
  route("PUT", "/channels/:channel_id/messages/pins/:message_id", pin),
  route("DELETE", "/channels/:channel_id/messages/pins/:message_id", unpin),

  route("GET", "/channels/:channel_id/pins", function* ({ param, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    return json(
      200,
      pinsOf(state, channel).map(({ message }) => message)
    )
  }),
  route("PUT", "/channels/:channel_id/pins/:message_id", pin),
  route("DELETE", "/channels/:channel_id/pins/:message_id", unpin)
]

/** Returns the pins of a channel, newest first. */
const pinsOf = (state: SandboxState, channel: Channel) =>
  [...state.pins.of(channel.id)].reverse().flatMap(([id, pinned_at]) => {
    const message = state.message(channel.id, id)
    return message === undefined ? [] : [{ pinned_at, message: readable(state, channel, message) }]
  })

const pinnable = Effect.fnUntraced(function* (state: SandboxState, channelId: string, messageId: string) {
  const channel = yield* findTextChannel(state, channelId)
  const message = yield* findMessage(state, channel.id, messageId)
  const isSystem = message.type !== MessageType.Default && message.type !== MessageType.Reply
  return isSystem ? yield* systemMessage : { channel, message }
})

/** Returns a system message: a notice of what somebody did. `about`: the message that it refers to. */
export const noticeMessage = (
  state: SandboxState,
  { guild_id, id: channel_id }: Channel,
  type: MessageType,
  author: APIUser,
  about?: string
): APIMessage => ({
  id: state.nextId(),
  channel_id,
  type,
  author,
  content: "",
  timestamp: timestamp(state.nowMs),
  ...emptyMessageFields(),
  ...(about !== undefined && {
    message_reference: { type: 0, channel_id, message_id: about, ...(guild_id !== "" && { guild_id }) }
  })
})

const Search = Schema.Struct({
  content: optional(text(0, 1024)),
  limit: optional(integerText(1, 25)),
  offset: optional(integerText(0, 9975)),
  min_id: optional(snowflake),
  max_id: optional(snowflake),
  pinned: optional(choice("true", "false")),
  mention_everyone: optional(choice("true", "false")),
  sort_by: optional(choice("timestamp", "relevance")),
  sort_order: optional(choice("asc", "desc"))
})

/** `/guilds/{guild.id}/messages/search`. */
export const searchRoutes = [
  route("GET", "/guilds/:guild_id/messages/search", function* ({ queryAll, param, query, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    if (!state.gateway.settings.message_content) return yield* missingAccess
    const { limit = 25, offset = 0, ...form } = yield* decodeFields(Search)(query)
    const words = (form.content ?? "").toLowerCase().split(/\s+/).filter(Boolean)
    const wanted = {
      channels: queryAll("channel_id"),
      authors: queryAll("author_id"),
      mentions: queryAll("mentions"),
      has: queryAll("has"),
      kinds: queryAll("author_type")
    }
    const among = (list: ReadonlyArray<string>, value: string) => list.length === 0 || list.includes(value)
    const channels = [...state.channelsOf(guild.id), ...state.threadsOf(guild.id)]
      .filter((channel) => among(wanted.channels, channel.id))
      .filter((channel) => botHas(state, channel, Bit.ViewChannel | Bit.ReadMessageHistory))
      .flatMap((channel) => state.messagesOf(channel.id))
      .filter(
        (message) =>
          words.every((word) => message.content.toLowerCase().includes(word)) &&
          among(wanted.authors, message.author.id) &&
          among(wanted.kinds, kindOf(message)) &&
          (wanted.mentions.length === 0 || message.mentions.some((user) => wanted.mentions.includes(user.id))) &&
          wanted.has.every((what) => hasIt(message, what)) &&
          (form.pinned === undefined || message.pinned === (form.pinned === "true")) &&
          (form.mention_everyone === undefined || message.mention_everyone === (form.mention_everyone === "true")) &&
          (form.min_id === undefined || isOlder(form.min_id, message.id)) &&
          (form.max_id === undefined || isOlder(message.id, form.max_id))
      )
      .sort((a, b) => (isOlder(a.id, b.id) === (form.sort_order === "asc") ? -1 : 1))
    const hits = channels.slice(offset, offset + limit)
    const threads = state.threadsOf(guild.id).filter(({ id }) => hits.some(({ channel_id }) => channel_id === id))
    return json(200, {
      ...(threads.length > 0 && { threads }),
      analytics_id: (Hash.string(JSON.stringify(query)) >>> 0).toString(16),
      doing_deep_historical_index: false,
      total_results: channels.length,
      messages: hits.map((it) => [{ ...it, hit: true }])
    })
  })
]

const kindOf = ({ author, webhook_id }: APIMessage): string =>
  webhook_id !== undefined ? "webhook" : author.bot === true ? "bot" : "user"

/** Returns whether a message has a feature. `-link` matches messages without links. */
const hasIt = (message: APIMessage, what: string): boolean =>
  what.startsWith("-") ? !hasIt(message, what.slice(1)) : (features[what]?.(message) ?? false)

const features: Readonly<Record<string, (message: APIMessage) => boolean>> = {
  link: (it) => /https?:\/\//.test(it.content),
  embed: (it) => it.embeds.length > 0,
  file: (it) => it.attachments.length > 0,
  image: (it) => it.attachments.some((file) => file.content_type?.startsWith("image/")),
  video: (it) => it.attachments.some((file) => file.content_type?.startsWith("video/")),
  sound: (it) => it.attachments.some((file) => file.content_type?.startsWith("audio/")),
  poll: (it) => it.poll !== undefined,
  sticker: (it) => (it.sticker_items ?? []).length > 0,
  snapshot: (it) => it.message_snapshots !== undefined
}
