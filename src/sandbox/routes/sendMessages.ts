import {
  type APIMessage,
  type APIPoll,
  PermissionFlagsBits as Bit,
  ChannelType,
  MessageFlags,
  MessageType
} from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { decodeFields, page } from "../BodySchema.ts"
import { createMessage, editMessage, ensureUnlocked } from "../createMessage.ts"
import {
  alreadyCrossposted,
  invalidForm,
  json,
  noPoll,
  notTheAuthor,
  pollExpired,
  systemMessage,
  unreadableForward,
  wrongChannelType
} from "../discordError.ts"
import { findMessage, findTextChannel } from "../find.ts"
import { MessageCreate, MessagePatch } from "../messageBody.ts"
import { ensureInChannel } from "../Permissions.ts"
import { route } from "../Router.ts"
import { pageOf, timestamp } from "../Snowflakes.ts"
import { type Channel, NO_FLAGS, type SandboxState } from "../State.ts"

/** `/channels/{channel.id}/messages`: send, edit and publish. */
export const sendMessageRoutes = [
  route("POST", "/channels/:channel_id/messages", function* ({ body, files, nowMs, param, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    const form = yield* decodeFields(MessageCreate)(body)
    yield* ensureUnlocked(channel)

    const nonce = form.nonce === undefined ? undefined : String(form.nonce)
    if (nonce !== undefined && form.enforce_nonce === true) {
      const sent = state.messageOfNonce(channel.id, state.bot.id, nonce, nowMs)
      if (sent !== undefined) return json(200, sent)
    }
    const referred = yield* findReferred(state, channel, form)
    const forwards = form.message_reference?.type === 1
    if (forwards) yield* ensureForwardable(state, form, files.length, referred)
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
    const form = yield* decodeFields(MessagePatch)(body)
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

/** Types of messages that can be forwarded (Discord docs, message forwards). */
const FORWARDABLE: ReadonlySet<MessageType> = new Set([
  MessageType.Default,
  MessageType.Reply,
  MessageType.ChatInputCommand,
  MessageType.ContextMenuCommand
])

/** Fails if a forward adds content, or if its message has a poll, is a system message or cannot be read. */
const ensureForwardable = (
  state: SandboxState,
  { components = [], content = "", embeds = [], poll, sticker_ids = [] }: MessageCreate,
  files: number,
  message: APIMessage | undefined
) => {
  if (
    content !== "" ||
    poll !== undefined ||
    [components, embeds, sticker_ids].some(({ length }) => length > 0) ||
    files > 0
  )
    return invalidForm([notForwardable("Forwarded messages cannot have additional content.")])
  if (message === undefined) return Effect.void
  if (!FORWARDABLE.has(message.type)) return systemMessage
  if (message.poll !== undefined) return invalidForm([notForwardable("This message cannot be forwarded.")])
  return state.gateway.settings.message_content || message.author.id === state.bot.id ? Effect.void : unreadableForward
}

const notForwardable = (message: string) => ({ path: ["message_reference"], code: "MESSAGE_FORWARD_INVALID", message })

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

const Page = Schema.Struct(page(100))

/** `/channels/{channel.id}/polls`. */
export const pollRoutes = [
  route("GET", "/channels/:channel_id/polls/:message_id/answers/:answer", function* ({ param, query, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    const message = yield* findMessage(state, channel.id, param("message_id"))
    yield* requirePoll(message)
    const voters = state.voters.of(message.id).get(param("answer")) ?? []
    const users = pageOf(voters, ({ id }) => id, { limit: 25, ...(yield* decodeFields(Page)(query)) })
    return json(200, { users })
  }),

  route("POST", "/channels/:channel_id/polls/:message_id/expire", function* ({ nowMs, param, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    const message = yield* findMessage(state, channel.id, param("message_id"))
    const poll = yield* requirePoll(message)
    if (message.author.id !== state.bot.id) return yield* notTheAuthor
    if (poll.results?.is_finalized === true) return yield* pollExpired
    const results = { is_finalized: true, answer_counts: countsOf(state, message, poll) }
    state.putMessage({ ...message, poll: { ...poll, expiry: timestamp(nowMs), results } })
    return json(200, state.message(channel.id, message.id))
  })
]

/** Returns the votes of a poll. */
const countsOf = (state: SandboxState, message: APIMessage, { answers }: APIPoll) =>
  answers.map(({ answer_id }) => {
    const voters = state.voters.of(message.id).get(String(answer_id)) ?? []
    return { id: answer_id, count: voters.length, me_voted: voters.some((user) => user.id === state.bot.id) }
  })

const requirePoll = ({ poll }: APIMessage) => (poll === undefined ? noPoll : Effect.succeed(poll))
