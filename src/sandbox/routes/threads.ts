import { AuditLogEvent, PermissionFlagsBits as Bit, ChannelType } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { type Channel, isForum, isThread } from "../Channel.ts"
import { createMessage, ensureCanSend } from "../createMessage.ts"
import { threadExists, wrongChannelType } from "../discordError.ts"
import { choice, decodeForm, integer, list, optional, snowflake, text } from "../Form.ts"
import { findGuildChannel, findMessage, findTextChannel } from "../find.ts"
import { MessageCreate } from "../messageForm.ts"
import { ensureInChannel } from "../Permissions.ts"
import { json } from "../Reply.ts"
import { type RouteRequest, route } from "../Router.ts"
import { createThread } from "../threads.ts"
import { writeAuditEntry } from "../writeAuditEntry.ts"

const settings = {
  name: text(1, 100),
  auto_archive_duration: optional(choice(60, 1440, 4320, 10_080)),
  rate_limit_per_user: optional(integer(0, 21_600))
}

const FromMessage = Schema.Struct(settings)

const WithoutMessage = Schema.Struct({
  ...settings,
  type: optional(choice(10, 11, 12)),
  invitable: optional(Schema.Boolean)
})

const Post = Schema.Struct({ ...settings, applied_tags: optional(list(snowflake, 0, 5)), message: MessageCreate })

/** Creates threads: from a message, without a message, or as a forum post. */
export const threadRoutes = [
  route("POST", "/channels/:channel_id/messages/:message_id/threads", function* (request) {
    const { body, param, state } = request
    const channel = yield* findTextChannel(state, param("channel_id"))
    if (isThread(channel)) return yield* wrongChannelType
    const message = yield* findMessage(state, channel.id, param("message_id"))
    const form = yield* decodeForm(FromMessage)(body)
    // A thread has the id of its starter message.
    if (state.channels.has(message.id)) return yield* threadExists
    const type =
      channel.type === ChannelType.GuildAnnouncement ? ChannelType.AnnouncementThread : ChannelType.PublicThread
    const thread = createThread(state, channel, state.bot, { ...form, id: message.id, type })
    state.putMessage({ ...message, flags: (message.flags ?? 0) | HAS_THREAD })
    return createdReply(request, thread)
  }),

  route("POST", "/channels/:channel_id/threads", function* (request) {
    const channel = yield* findGuildChannel(request.state, request.param("channel_id"))
    if (isThread(channel)) return yield* wrongChannelType
    return yield* isForum(channel) ? createPost(request, channel) : createPlainThread(request, channel)
  })
]

/** The flag HAS_THREAD of a message. */
const HAS_THREAD = 1 << 5

const createPlainThread = Effect.fnUntraced(function* (request: RouteRequest<"channel_id">, channel: Channel) {
  const { body, state } = request
  const { type: asked, ...form } = yield* decodeForm(WithoutMessage)(body)
  // Discord's default type is private.
  const type = asked ?? ChannelType.PrivateThread
  if (type === ChannelType.PrivateThread) yield* ensureInChannel(state, channel, Bit.CreatePrivateThreads)
  return createdReply(request, createThread(state, channel, state.bot, { ...form, type }))
})

const createPost = Effect.fnUntraced(function* (request: RouteRequest<"channel_id">, forum: Channel) {
  const { body, files, state } = request
  const { message: form, ...post } = yield* decodeForm(Post)(body)
  yield* ensureCanSend(state, forum, form, files)
  const id = state.nextId()
  const draft: Channel = { ...forum, id, type: ChannelType.PublicThread, parent_id: forum.id }
  const message = yield* createMessage(state, draft, { author: state.bot, form, files, more: { id } })
  const opened = createThread(state, forum, state.bot, { ...post, id, type: ChannelType.PublicThread })
  const thread = { ...opened, last_message_id: message.id, message_count: 0, total_message_sent: 1 }
  state.channels.set(thread.id, thread)
  return createdReply(request, thread, { message })
})

const createdReply = ({ reason, state }: RouteRequest<never>, thread: Channel, more: object = {}) => {
  writeAuditEntry({ state, reason }, thread.guild_id, {
    action: AuditLogEvent.ThreadCreate,
    target: thread.id,
    after: { name: thread.name, type: thread.type }
  })
  const member = state.threadMembers.of(thread.id).get(state.bot.id)
  return json(201, { ...thread, newly_created: true, member, ...more })
}
