import { type APIMessage, PermissionFlagsBits as Bit, ChannelType, MessageFlags } from "discord-api-types/v10"
import { Effect } from "effect"
import type { Channel } from "../Channel.ts"
import { createMessage, editMessage, ensureCanSend } from "../createMessage.ts"
import { alreadyCrossposted, invalidForm, notTheAuthor, wrongChannelType } from "../discordError.ts"
import { decodeForm } from "../Form.ts"
import { findMessage, findTextChannel } from "../find.ts"
import { NO_FLAGS } from "../flags.ts"
import { MessageCreate, MessagePatch } from "../messageForm.ts"
import { ensureInChannel } from "../Permissions.ts"
import { json } from "../Reply.ts"
import { route } from "../Router.ts"
import type { SandboxState } from "../State.ts"

/** `/channels/{channel.id}/messages`: send, edit and publish. */
export const sendMessageRoutes = [
  route("POST", "/channels/:channel_id/messages", function* ({ body, files, nowMs, param, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    const form = yield* decodeForm(MessageCreate)(body)
    yield* ensureCanSend(state, channel, form, files)

    const nonce = form.nonce === undefined ? undefined : String(form.nonce)
    if (nonce !== undefined && form.enforce_nonce === true) {
      const sent = state.messageOfNonce(channel.id, state.bot.id, nonce, nowMs)
      if (sent !== undefined) return json(200, sent)
    }
    const referred = yield* findReferred(state, channel, form)
    const forwards = form.message_reference?.type === 1
    const message = yield* createMessage(state, channel, {
      author: state.bot,
      form,
      files,
      ...(forwards ? { more: forwarding(channel, referred) } : { repliedTo: referred })
    })
    if (nonce !== undefined) state.nonces.remember(nonce, message, nowMs)
    return json(200, message)
  }),

  route("PATCH", "/channels/:channel_id/messages/:message_id", function* ({ body, param, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    const before = yield* findMessage(state, channel.id, param("message_id"))
    if (before.author.id !== state.bot.id) return yield* notTheAuthor
    const form = yield* decodeForm(MessagePatch)(body)
    return json(200, yield* editMessage(state, channel, before, form))
  }),

  route("POST", "/channels/:channel_id/messages/:message_id/crosspost", function* ({ param, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    if (channel.type !== ChannelType.GuildAnnouncement) return yield* wrongChannelType
    const message = yield* findMessage(state, channel.id, param("message_id"))
    if (message.author.id !== state.bot.id) yield* ensureInChannel(state, channel, Bit.ManageMessages)
    const flags = message.flags ?? 0
    if ((flags & MessageFlags.Crossposted) !== 0) return yield* alreadyCrossposted
    state.putMessage({ ...message, flags: flags | MessageFlags.Crossposted })
    return json(200, state.message(channel.id, message.id))
  })
]

/** Finds the message that a new message replies to or forwards. */
const findReferred = Effect.fnUntraced(function* (
  state: SandboxState,
  channel: Channel,
  { message_reference: to }: MessageCreate
) {
  if (to === undefined) return undefined
  const from = to.type === 1 ? yield* findTextChannel(state, to.channel_id ?? channel.id) : channel
  yield* ensureInChannel(state, from, Bit.ReadMessageHistory)
  const message = state.message(from.id, to.message_id)
  if (message !== undefined || (to.type !== 1 && to.fail_if_not_exists === false)) return message
  return yield* invalidForm([
    { path: ["message_reference"], code: "REPLIES_UNKNOWN_MESSAGE", message: "Unknown message" }
  ])
})

const forwarding = ({ guild_id }: Channel, message: APIMessage | undefined): Partial<APIMessage> => {
  if (message === undefined) return {}
  const {
    attachments,
    content,
    edited_timestamp,
    embeds,
    flags = NO_FLAGS,
    id,
    mention_roles,
    mentions,
    timestamp,
    type
  } = message
  return {
    message_reference: {
      type: 1,
      channel_id: message.channel_id,
      message_id: id,
      ...(guild_id !== "" && { guild_id })
    },
    message_snapshots: [
      {
        message: { attachments, content, edited_timestamp, embeds, flags, mention_roles, mentions, timestamp, type }
      }
    ]
  }
}
