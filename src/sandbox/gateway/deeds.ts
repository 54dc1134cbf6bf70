/** What people of the sandbox can do. They need the permissions that Discord asks of people. */
import {
  type APIMessage,
  type APIUser,
  PermissionFlagsBits as Bit,
  ChannelType,
  MessageType
} from "discord-api-types/v10"
import { Effect, Option } from "effect"
import { createMessage, editMessage } from "../createMessage.ts"
import { holdsMessages, isForum } from "../find.ts"
import { has, permissionsOf } from "../Permissions.ts"
import { noticeMessage } from "../routes/messages.ts"
import { reactorsOf, readEmoji, setReactors } from "../routes/reactions.ts"
import { createThread, openPost } from "../routes/threads.ts"
import { directChannelOf } from "../routes/users.ts"
import { timestamp } from "../Snowflakes.ts"
import { type Channel, isThread, type SandboxState } from "../State.ts"
import { memberOf } from "../seed/guild.ts"
import type { Deed, Done, Role } from "./acts.ts"
import { CannotAct, click, useCommand } from "./clicks.ts"
import type { Gateway } from "./Gateway.ts"
import type { InteractionAnswer } from "./GatewayStatus.ts"

/** Who acts, and the message that the person waited for. */
interface Actor {
  readonly gateway: Gateway
  readonly userId: string
  readonly awaited: APIMessage | undefined
}

type Doing = Effect.Effect<Done, CannotAct>

const NOTHING: Done = {}

const cannot = (why: string) => new CannotAct({ message: why })

/** Does one deed. */
export const perform = (actor: Actor, deed: Deed): Doing => {
  const { state } = actor.gateway
  const {
    choose,
    click,
    command,
    edit,
    gain_role,
    join,
    leave,
    lose_role,
    pin,
    post,
    react,
    type,
    unreact,
    vote,
    write
  } = deed
  if (write !== undefined) return doWrite(actor, write)
  if (edit !== undefined)
    return withOwn(actor, edit, (channel, own) => editMessage(state, channel, own, { content: edit.content }))
  if (deed.delete !== undefined)
    return withOwn(actor, deed.delete, (channel, own) => Effect.sync(() => state.removeMessage(channel.id, own.id)))
  if (post !== undefined) return doPost(actor, post)
  if (pin !== undefined) return doPin(actor, pin)
  if (click !== undefined) return doClick(actor, click)
  if (command !== undefined)
    return Effect.flatMap(channelOf(actor, command.channel_id), (channel) =>
      Effect.map(useCommand(actor.gateway, actor.userId, channel, command), asDone)
    )
  if (choose !== undefined) return doClick(actor, choose)
  if (react !== undefined) return doReact(actor, react, true)
  if (unreact !== undefined) return doReact(actor, unreact, false)
  if (vote !== undefined) return doVote(actor, vote)
  if (type !== undefined) return doType(actor, type.channel_id)
  if (join !== undefined) return doJoin(actor, join.guild_id)
  if (leave !== undefined) return doLeave(actor, leave.guild_id)
  if (gain_role !== undefined) return changeRoles(actor, gain_role, (roles, id) => [...roles, id])
  if (lose_role !== undefined) return changeRoles(actor, lose_role, (roles) => roles)
  return cannot("The act says nothing to do.")
}

const doWrite = Effect.fnUntraced(function* (
  actor: Actor,
  { channel_id, content, reply_to }: NonNullable<Deed["write"]>
) {
  const { awaited, gateway } = actor
  const { state } = gateway
  const user = yield* userOf(actor)
  const id = channel_id ?? awaited?.channel_id ?? directChannelOf(state, user).id
  const wanted = state.channels.get(id)
  const isInThread = wanted !== undefined && isThread(wanted)
  const channel = yield* channelOf(actor, id, isInThread ? Bit.SendMessagesInThreads : Bit.SendMessages)
  const repliedTo = reply_to === undefined ? undefined : state.message(channel.id, reply_to)
  const written = yield* Effect.mapError(
    createMessage(state, channel, { author: user, form: { content }, files: [], repliedTo }),
    ({ reply }) => cannot(`Discord refuses the message: ${String(reply.body)}`)
  )
  return { message_id: written.id }
})

/** Opens a thread of a channel, which gets a notice, or a post of a forum. */
const doPost = Effect.fnUntraced(function* (actor: Actor, { channel_id, content, name }: NonNullable<Deed["post"]>) {
  const { state } = actor.gateway
  const author = yield* userOf(actor)
  const channel = state.channels.get(channel_id)
  if (channel === undefined || isThread(channel) || channel.guild_id === "")
    return yield* cannot("There is no such channel.")
  if (!has(permissionsOf(state, channel.guild_id, author.id, channel), Bit.ViewChannel | Bit.SendMessages))
    return yield* cannot("The person lacks the permissions in this channel.")
  const first = { author, form: { content }, files: [] }
  const refused = () => cannot("Discord refuses the message.")
  if (isForum(channel)) {
    const { message } = yield* Effect.mapError(openPost(state, channel, first, { name }), refused)
    return { message_id: message.id }
  }
  state.putMessage({
    ...noticeMessage(state, channel, MessageType.ThreadCreated, author),
    content: name
  })
  const thread = createThread(state, channel, author, { name, type: ChannelType.PublicThread })
  const written = yield* Effect.mapError(createMessage(state, thread, first), refused)
  return { message_id: written.id }
})

const doPin = Effect.fnUntraced(function* (actor: Actor, deed: NonNullable<Deed["pin"]>) {
  const { state } = actor.gateway
  const { channel, found: message } = yield* messageOf(actor, deed)
  state.pins.of(channel.id).set(message.id, timestamp(state.nowMs))
  state.putMessage({ ...message, pinned: true })
  state.putMessage(noticeMessage(state, channel, MessageType.ChannelPinnedMessage, yield* userOf(actor), message.id))
  return NOTHING
})

const doClick = Effect.fnUntraced(function* (actor: Actor, deed: NonNullable<Deed["click"] | Deed["choose"]>) {
  const { channel, found } = yield* messageOf(actor, deed)
  const answer = yield* click(actor.gateway, actor.userId, channel, found, deed)
  return asDone(answer)
})

const asDone = Option.match({ onNone: () => NOTHING, onSome: (answer: InteractionAnswer): Done => ({ answer }) })

const doReact = Effect.fnUntraced(function* (actor: Actor, deed: NonNullable<Deed["react"]>, adds: boolean) {
  const { state } = actor.gateway
  const user = yield* userOf(actor)
  const { channel, found: message } = yield* messageOf(actor, deed)
  const emojis = state.guilds.get(channel.guild_id)?.emojis ?? []
  const emoji = yield* Effect.mapError(readEmoji(encodeURIComponent(deed.emoji), emojis), () =>
    cannot("Unknown emoji.")
  )
  const others = reactorsOf(state, message.id, emoji).filter(({ id }) => id !== user.id)
  setReactors(state, message, emoji, adds ? [...others, user] : others)
  return NOTHING
})

const doVote = Effect.fnUntraced(function* (actor: Actor, deed: NonNullable<Deed["vote"]>) {
  const { state } = actor.gateway
  const user = yield* userOf(actor)
  const { found: message } = yield* messageOf(actor, deed)
  if (message.poll?.answers.some(({ answer_id }) => answer_id === deed.answer_id) !== true)
    return yield* cannot("The message has no poll with this answer.")
  const votes = state.voters.of(message.id)
  const others = (votes.get(String(deed.answer_id)) ?? []).filter(({ id }) => id !== user.id)
  votes.set(String(deed.answer_id), [...others, user])
  return NOTHING
})

const doType = Effect.fnUntraced(function* (actor: Actor, channelId: string) {
  const after = yield* userOf(actor)
  const { id: owner } = yield* channelOf(actor, channelId, Bit.SendMessages)
  actor.gateway.state.changes.record({ kind: "typing", owner, id: after.id, before: undefined, after })
  return NOTHING
})

/** A user whom nobody knows is new to Discord. */
const doJoin = ({ gateway: { state }, userId }: Actor, guildId: string): Doing =>
  Effect.suspend(() => {
    if (!state.guilds.has(guildId)) return cannot("There is no such guild.")
    if (state.bans.of(guildId).has(userId)) return cannot("The user is banned.")
    const user = state.userOf(userId) ?? newUser(userId)
    state.users.set(user.id, user)
    if (!state.membersOf(guildId).has(user.id)) state.membersOf(guildId).set(user.id, memberOf(user, [], state.nowMs))
    return Effect.succeed(NOTHING)
  })

const newUser = (id: string): APIUser => ({
  id,
  username: `user${id.slice(-6)}`,
  global_name: null,
  discriminator: "0",
  avatar: null
})

const doLeave = ({ gateway: { state }, userId }: Actor, guildId: string): Doing =>
  Effect.suspend(() => {
    if (userId === state.guilds.get(guildId)?.owner_id) return cannot("The owner cannot leave.")
    return state.membersOf(guildId).delete(userId) ? Effect.succeed(NOTHING) : cannot("The person is no member.")
  })

const changeRoles = (
  { gateway: { state }, userId }: Actor,
  { guild_id, role_id }: Role,
  change: (others: ReadonlyArray<string>, role: string) => ReadonlyArray<string>
): Doing =>
  Effect.suspend(() => {
    const members = state.membersOf(guild_id)
    const member = members.get(userId)
    if (member === undefined) return cannot("The person is no member.")
    if (!state.guilds.get(guild_id)?.roles.some(({ id }) => id === role_id)) return cannot("There is no such role.")
    const others = member.roles.filter((id) => id !== role_id)
    members.set(userId, { ...member, roles: [...change(others, role_id)] })
    return Effect.succeed(NOTHING)
  })

const userOf = ({ gateway: { state }, userId }: Actor): Effect.Effect<APIUser, CannotAct> => {
  const user = state.users.get(userId)
  return user === undefined ? cannot("There is no such user.") : Effect.succeed(user)
}

/** Finds a channel where a person has these permissions. */
const channelOf = ({ gateway: { state }, userId }: Actor, id: string, bits = 0n): Effect.Effect<Channel, CannotAct> => {
  const channel = state.channels.get(id)
  if (channel === undefined || !holdsMessages(channel)) return cannot("There is no such channel with messages.")
  const isAllowed =
    channel.recipients === undefined
      ? has(permissionsOf(state, channel.guild_id, userId, channel), Bit.ViewChannel | bits)
      : channel.recipients.some(({ id: recipient }) => recipient === userId)
  return isAllowed ? Effect.succeed(channel) : cannot("The person lacks the permissions in this channel.")
}

/** Finds the message of a deed, or the one that the person waited for. */
const messageOf = Effect.fnUntraced(function* (
  actor: Actor,
  { channel_id, message_id }: { readonly channel_id?: string | undefined; readonly message_id?: string | undefined }
) {
  const { awaited, gateway } = actor
  const channel = yield* channelOf(actor, channel_id ?? awaited?.channel_id ?? "")
  const id = message_id ?? (awaited?.channel_id === channel.id ? awaited.id : newestOf(gateway.state, channel))
  const found = gateway.state.message(channel.id, id ?? "")
  return found === undefined ? yield* cannot("There is no such message.") : { channel, found }
})

/** Returns the newest message of the bot. */
const newestOf = (state: SandboxState, { id }: Channel): string | undefined =>
  state.messagesOf(id).find(({ author }) => author.id === state.bot.id)?.id

/** Changes a message of the person. */
const withOwn = <E>(
  actor: Actor,
  target: Parameters<typeof messageOf>[1],
  change: (channel: Channel, own: APIMessage) => Effect.Effect<unknown, E>
): Doing =>
  Effect.flatMap(messageOf(actor, target), ({ channel, found }) =>
    found.author.id === actor.userId
      ? Effect.mapBoth(change(channel, found), {
          onFailure: () => cannot("Discord refuses the change."),
          onSuccess: () => NOTHING
        })
      : cannot("The message is not the person's.")
  )
