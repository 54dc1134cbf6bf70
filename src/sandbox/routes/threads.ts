/** Creates threads, changes their members, and decides who can view them. */
import {
  type APIThreadMember,
  type APIUser,
  AuditLogEvent,
  PermissionFlagsBits as Bit,
  ChannelType
} from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { choice, decodeFields, integer, list, optional, page, snowflake, text } from "../BodySchema.ts"
import { createMessage, ensureUnlocked } from "../createMessage.ts"
import { archivedThread, json, noContent, threadExists, unknownMember, wrongChannelType } from "../discordError.ts"
import { findGuildChannel, findMember, findMessage, findTextChannel, findThread, isForum } from "../find.ts"
import { MessageCreate } from "../messageBody.ts"
import { ensureInChannel } from "../Permissions.ts"
import { type RouteRequest, route } from "../Router.ts"
import { pageOf, timestamp } from "../Snowflakes.ts"
import { type Channel, isThread, NO_FLAGS, type SandboxState } from "../State.ts"
import { writeAuditEntry } from "./auditLog.ts"

/** The settings of a new thread. */
interface ThreadSettings {
  readonly id?: string
  readonly name: string
  readonly type: ChannelType
  readonly auto_archive_duration?: number | undefined
  readonly rate_limit_per_user?: number | undefined
  readonly invitable?: boolean | undefined
  readonly applied_tags?: ReadonlyArray<string> | undefined
}

/** Creates a thread in a channel. Its owner is a member. */
export const createThread = (
  state: SandboxState,
  parent: Channel,
  owner: APIUser,
  settings: ThreadSettings
): Channel => {
  const { applied_tags, auto_archive_duration = 4320, id, invitable, name, rate_limit_per_user = 0, type } = settings
  const thread: Channel = {
    id: id ?? state.nextId(),
    type,
    guild_id: parent.guild_id,
    name,
    parent_id: parent.id,
    flags: 0,
    rate_limit_per_user,
    last_message_id: null,
    owner_id: owner.id,
    message_count: 0,
    total_message_sent: 0,
    member_count: 0,
    thread_metadata: {
      archived: false,
      locked: false,
      auto_archive_duration,
      archive_timestamp: timestamp(state.nowMs),
      create_timestamp: timestamp(state.nowMs),
      ...(type === ChannelType.PrivateThread && { invitable: invitable ?? true })
    },
    ...(applied_tags !== undefined && { applied_tags })
  }
  state.channels.set(thread.id, thread)
  // A webhook is no member.
  if (owner.bot !== true || owner.id === state.bot.id) addThreadMember(state, thread, owner.id)
  return state.channels.get(thread.id) ?? thread
}

/** Adds a member to a thread. */
export const addThreadMember = (state: SandboxState, thread: Channel, user_id: string): void => {
  const members = state.threadMembers.of(thread.id)
  if (!members.has(user_id))
    members.set(user_id, { id: thread.id, user_id, join_timestamp: timestamp(state.nowMs), flags: NO_FLAGS })
  recount(state, thread)
}

/** Removes a member from a thread. */
const removeThreadMember = (state: SandboxState, thread: Channel, userId: string): void => {
  state.threadMembers.of(thread.id).delete(userId)
  recount(state, thread)
}

/** Returns the response of a thread list: threads and the bot's memberships. */
export const listed = (state: SandboxState, threads: ReadonlyArray<Channel>) => ({
  threads,
  members: threads.flatMap((thread): ReadonlyArray<APIThreadMember> => {
    const own = state.threadMembers.of(thread.id).get(state.bot.id)
    return own === undefined ? [] : [own]
  })
})

const recount = (state: SandboxState, { id }: Channel): void => {
  const thread = state.channels.get(id)
  if (thread !== undefined)
    state.channels.set(id, { ...thread, member_count: Math.min(50, state.threadMembers.of(id).size) })
}

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
    const form = yield* decodeFields(FromMessage)(body)
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
  const { type: asked, ...form } = yield* decodeFields(WithoutMessage)(body)
  // Discord's default type is private.
  const type = asked ?? ChannelType.PrivateThread
  if (type === ChannelType.PrivateThread) yield* ensureInChannel(state, channel, Bit.CreatePrivateThreads)
  return createdReply(request, createThread(state, channel, state.bot, { ...form, type }))
})

const createPost = Effect.fnUntraced(function* (request: RouteRequest<"channel_id">, forum: Channel) {
  const { body, files, state } = request
  const { message: form, ...post } = yield* decodeFields(Post)(body)
  yield* ensureUnlocked(forum)
  const { message, thread } = yield* openPost(state, forum, { author: state.bot, form, files }, post)
  return createdReply(request, thread, { message })
})

/** Creates a post in a forum: a thread with the id of its first message. */
export const openPost = Effect.fnUntraced(function* (
  state: SandboxState,
  forum: Channel,
  first: Parameters<typeof createMessage>[2],
  post: Omit<ThreadSettings, "id" | "type">
) {
  const id = state.nextId()
  const draft: Channel = { ...forum, id, type: ChannelType.PublicThread, parent_id: forum.id }
  const message = yield* createMessage(state, draft, { ...first, more: { ...first.more, id } })
  const opened = createThread(state, forum, first.author, { ...post, id, type: ChannelType.PublicThread })
  const thread = { ...opened, last_message_id: message.id, message_count: 0, total_message_sent: 1 }
  state.channels.set(thread.id, thread)
  // The last message of a forum is its newest post (Discord docs, channel object).
  state.channels.set(forum.id, { ...forum, last_message_id: thread.id })
  return { message, thread }
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

const Page = Schema.Struct(page(100))

const MEMBERS = "/channels/:channel_id/thread-members"

/** `/channels/{channel.id}/thread-members`. */
export const threadMemberRoutes = [
  route("GET", MEMBERS, function* (request) {
    const thread = yield* threadOf(request)
    const members = pageOf(request.state.threadMembers.of(thread.id).keys(), (id) => id, {
      limit: 100,
      ...(yield* decodeFields(Page)(request.query))
    })
    return json(
      200,
      members.map((id) => toApiMember(request, thread, id))
    )
  }),

  route("PUT", `${MEMBERS}/@me`, (request) => join(request, request.state.bot.id)),

  route("PUT", `${MEMBERS}/:user_id`, (request) => join(request, request.param("user_id"))),

  route("DELETE", `${MEMBERS}/@me`, (request) =>
    Effect.map(activeThread(request), (thread) => {
      removeThreadMember(request.state, thread, request.state.bot.id)
      return noContent
    })
  ),

  route("GET", `${MEMBERS}/:user_id`, function* (request) {
    const thread = yield* threadOf(request)
    const id = request.param("user_id") === "@me" ? request.state.bot.id : request.param("user_id")
    return request.state.threadMembers.of(thread.id).has(id)
      ? json(200, toApiMember(request, thread, id))
      : yield* unknownMember
  }),

  route("DELETE", `${MEMBERS}/:user_id`, function* (request) {
    const { param, state } = request
    const thread = yield* activeThread(request)
    const { user } = yield* findMember(state, thread.guild_id, param("user_id"))
    if (thread.owner_id !== state.bot.id) yield* ensureInChannel(state, thread, Bit.ManageThreads)
    if (!state.threadMembers.of(thread.id).has(user.id)) return yield* unknownMember
    removeThreadMember(state, thread, user.id)
    return noContent
  })
]

const threadOf = Effect.fnUntraced(function* ({ param, state }: RouteRequest<"channel_id">) {
  const thread = yield* findThread(state, param("channel_id"))
  return thread
})

const activeThread = (request: RouteRequest<"channel_id">) =>
  Effect.filterOrElse(
    threadOf(request),
    (thread) => thread.thread_metadata?.archived !== true,
    () => archivedThread
  )

const join = Effect.fnUntraced(function* (request: RouteRequest<"channel_id">, userId: string) {
  const thread = yield* activeThread(request)
  const { user } = yield* findMember(request.state, thread.guild_id, userId)
  addThreadMember(request.state, thread, user.id)
  return noContent
})

const toApiMember = ({ query, state }: RouteRequest<"channel_id">, thread: Channel, userId: string) => ({
  ...state.threadMembers.of(thread.id).get(userId),
  ...(query.with_member === "true" && { member: state.membersOf(thread.guild_id).get(userId) })
})
