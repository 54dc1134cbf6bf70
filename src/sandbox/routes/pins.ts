import { type APIMessage, PermissionFlagsBits as Bit, MessageType } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import type { Channel } from "../Channel.ts"
import { systemMessage, tooManyPins } from "../discordError.ts"
import { decodeForm, integerText, optional, time } from "../Form.ts"
import { findMessage, findTextChannel } from "../find.ts"
import { emptyMessageFields } from "../messageParts.ts"
import { botHas } from "../Permissions.ts"
import { json, noContent } from "../Reply.ts"
import { type RouteRequest, route } from "../Router.ts"
import type { SandboxState } from "../State.ts"
import { timestamp } from "../timestamp.ts"

const Page = Schema.Struct({ limit: optional(integerText(1, 50)), before: optional(time) })

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
  state.putMessage(pinMessage(state, channel, message))
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
    const { before, limit = 50 } = yield* decodeForm(Page)(query)
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
    return message === undefined ? [] : [{ pinned_at, message }]
  })

const pinnable = Effect.fnUntraced(function* (state: SandboxState, channelId: string, messageId: string) {
  const channel = yield* findTextChannel(state, channelId)
  const message = yield* findMessage(state, channel.id, messageId)
  const isSystem = message.type !== MessageType.Default && message.type !== MessageType.Reply
  return isSystem ? yield* systemMessage : { channel, message }
})

/** Returns the system message for a new pin. */
const pinMessage = (state: SandboxState, { guild_id }: Channel, { channel_id, id }: APIMessage): APIMessage => ({
  id: state.nextId(),
  channel_id,
  type: MessageType.ChannelPinnedMessage,
  author: state.bot,
  content: "",
  timestamp: timestamp(state.nowMs),
  ...emptyMessageFields(),
  message_reference: { type: 0, channel_id, message_id: id, ...(guild_id !== "" && { guild_id }) }
})
