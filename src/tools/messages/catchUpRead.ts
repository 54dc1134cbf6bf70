/** What messages_catch_up reads: channels with the ids of their newest messages, and the new messages of a channel. */
import { ChannelType } from "discord-api-types/v10"
import { Effect, Either, Schema } from "effect"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import { MESSAGES_PAGE_MAX } from "../../objects/schema/limits.ts"
import { expected, Id, nullish, originalOf } from "../../objects/schema/reply.ts"
import { viewableChannels, withoutHidden } from "../channels/hiddenChannels.ts"
import { oldestFirst } from "../dsl/cursor.ts"
import { getReadable } from "../dsl/getJson.ts"
import { isNewer, newestOf } from "./catchUpCursor.ts"
import { Message } from "./view.ts"

const Channel = Schema.Struct({
  id: Id,
  type: expected(Schema.Number),
  flags: nullish(Schema.Number),
  name: nullish(Schema.String),
  guild_id: nullish(Id),
  parent_id: nullish(Id),
  last_message_id: nullish(Id)
})

/** A channel or thread. Its newest message may be deleted; that of a forum is the id of its newest post. */
export type CatchUpChannel = typeof Channel.Type

/** Whether a channel has messages, not only threads or channels. */
export const holdsMessages = ({ type }: CatchUpChannel): boolean => type === undefined || !withoutMessages.has(type)

const withoutMessages: ReadonlySet<ChannelType> = new Set([
  ChannelType.GuildCategory,
  ChannelType.GuildDirectory,
  ChannelType.GuildForum,
  ChannelType.GuildMedia
])

/** The channels of a call, and the channels that could not be fetched. */
interface Listing {
  readonly channels: ReadonlyArray<CatchUpChannel>
  readonly failed: ReadonlyArray<readonly [channel: string, failure: DiscordFailure]>
}

/** The channels of a call, with their active threads. */
export interface CatchUpScope {
  readonly guild_id?: string
  readonly channel_ids?: ReadonlyArray<string>
}

/**
 * Lists the channels of a call, so that no message up to `newest` is newer than the `last_message_id` of its channel.
 * Lists are read one after another, and messages arrive between them. So what was read before the newest id was known is
 * read again. Fails if none of the asked channels can be fetched.
 */
export const listChannels = Effect.fn("messages.listChannels")(function* ({
  channel_ids = [],
  guild_id
}: CatchUpScope) {
  const reads = guild_id === undefined ? channel_ids.map(fetchChannel) : [channelsOf(guild_id), threadsOf(guild_id)]
  const first = yield* Effect.all(reads)
  const [failure] = first.flatMap(({ failed }) => failed.map(([, failure]) => failure))
  if (failure !== undefined && channelsIn(first).length === 0) return yield* failure
  const guilds = guild_id === undefined ? new Set(channelsIn(first).flatMap((it) => it.guild_id ?? [])) : []
  const threadReads = [...guilds].map((guild) => threadsOf(guild, channel_ids))
  const listings = [...first, ...(yield* Effect.all(threadReads))]
  const newest = newestOf(listings.flatMap(idsIn))
  const newestAt = listings.findIndex((listing) => idsIn(listing).some((id) => id === newest))
  const again = yield* Effect.all([...reads, ...threadReads].slice(0, Math.max(newestAt, 0)))
  const latest = [...again, ...listings.slice(again.length)]
  // A thread that was asked for by its id is also in the list of its guild.
  const channels = new Map(channelsIn(latest).map((it) => [it.id, it]))
  const failed = latest.flatMap(({ failed }) => failed).filter(([id]) => !channels.has(id))
  return { newest, channels: [...channels.values()], failed: new Map(failed) }
})

const channelsIn = (listings: ReadonlyArray<Listing>) => listings.flatMap(({ channels }) => channels)

const idsIn = ({ channels }: Listing) => channels.flatMap(({ id, last_message_id }) => [id, last_message_id])

const listingOf = (channels: ReadonlyArray<CatchUpChannel>, guild_id?: string): Listing => ({
  channels: guild_id === undefined ? channels : channels.map((it) => ({ ...it, guild_id })),
  failed: []
})

const channelsOf = (guild_id: string) =>
  Effect.map(viewableChannels(Channel, guild_id), (channels) => listingOf(channels, guild_id))

const Threads = Schema.Struct({ threads: expected(Schema.Array(Channel)) })

/** Lists the active threads of a guild, or those in some of its channels. */
const threadsOf = (guild_id: string, parents?: ReadonlyArray<string>) =>
  Effect.map(getReadable(Threads, "/guilds/{guild_id}/threads/active", { guild_id }), ({ threads = [] }) =>
    listingOf(
      withoutHidden(threads).filter(
        ({ id, parent_id }) => parents === undefined || [id, parent_id].some((it) => it != null && parents.includes(it))
      ),
      guild_id
    )
  )

const fetchChannel = (channel_id: string) =>
  Effect.map(
    settle(getReadable(Channel, "/channels/{channel_id}", { channel_id })),
    Either.match({
      onLeft: (failure): Listing => ({ channels: [], failed: [[channel_id, failure]] }),
      onRight: (channel) => listingOf(withoutHidden([channel]))
    })
  )

/** Separates the failure of one channel. Failures that every request would have end the call. */
const settle = <A, R>(
  effect: Effect.Effect<A, DiscordFailure, R>
): Effect.Effect<Either.Either<A, DiscordFailure>, DiscordFailure, R> =>
  Effect.flatMap(Effect.either(effect), (result) =>
    Either.isLeft(result) && endsCall.has(result.left._tag) ? Effect.fail(result.left) : Effect.succeed(result)
  )

const endsCall: ReadonlySet<DiscordFailure["_tag"]> = new Set([
  "DiscordAuthError",
  "DiscordCloudflareBlocked",
  "ScopeRejectedError"
])

// `Message` comes last, because its view needs its own fields.
const NewMessage = Schema.Struct({
  mention_roles: nullish(Schema.Array(Schema.String)),
  ...Message.fields
})

/** A message with its id, and how it mentions the person of the call. */
export interface MarkedMessage {
  readonly id: string
  readonly message: typeof NewMessage.Type
  readonly mention: Mention | undefined
}

/** The new messages of a channel, oldest first. A channel is complete if all of them were read, or reading failed. */
export interface Unread {
  readonly messages: ReadonlyArray<MarkedMessage>
  readonly isComplete: boolean
  readonly failure?: DiscordFailure
}

const MESSAGES = "/channels/{channel_id}/messages"

/** Reads the messages of a channel that are newer than `after` and not newer than `until`, page by page. */
export const readUnread = Effect.fn("messages.readUnread")(function* (
  channel: CatchUpChannel,
  { after, isEnough, person, until }: ReadOptions
) {
  const read: Array<MarkedMessage> = []
  const readPage = Effect.fnUntraced(function* (position: string) {
    const query = { limit: MESSAGES_PAGE_MAX, after: position }
    const page = yield* getReadable(Schema.Array(NewMessage), MESSAGES, { channel_id: channel.id }, query)
    const size = originalOf(page).length
    const messages = size === 0 && position === after ? yield* readLast(channel, after) : page
    const newer = oldestFirst(messages).flatMap((message) =>
      message.id !== undefined && isNewer(message.id, position) ? [{ id: message.id, message }] : []
    )
    const within = newer.filter(({ id }) => !isNewer(id, until))
    read.push(...(yield* person.mark(within, channel.guild_id)))
    return size === MESSAGES_PAGE_MAX && within.length === newer.length ? newer.at(-1)?.id : undefined
  })
  let next: string | undefined = after
  while (next !== undefined && !isEnough(read)) {
    const page: Either.Either<string | undefined, DiscordFailure> = yield* settle(readPage(next))
    if (Either.isLeft(page)) return { messages: read, isComplete: true, failure: page.left } satisfies Unread as Unread
    next = page.right
  }
  return { messages: read, isComplete: next === undefined } satisfies Unread as Unread
})

interface ReadOptions {
  readonly after: string
  readonly until: string
  /** Whether to stop before the next page. */
  readonly isEnough: (read: ReadonlyArray<MarkedMessage>) => boolean
  readonly person: Person
}

/**
 * Reads the newest message of a channel whose new messages are an empty list. Without READ_MESSAGE_HISTORY, that list is
 * empty, and only this request is refused. If the message is deleted, nothing is new.
 */
const readLast = ({ id, last_message_id }: CatchUpChannel, after: string) =>
  last_message_id == null || !isNewer(last_message_id, after)
    ? Effect.succeed([])
    : getReadable(NewMessage, `${MESSAGES}/{message_id}`, { channel_id: id, message_id: last_message_id }).pipe(
        Effect.map((message) => [message]),
        Effect.catchIf(isUnknownMessage, () => Effect.succeed([]))
      )

/** Discord's code for an unknown message (Discord docs, JSON error codes). */
const UNKNOWN_MESSAGE = 10008

const isUnknownMessage = (failure: DiscordFailure): boolean =>
  failure._tag === "DiscordNotFoundError" && failure.upstream.discord_code === UNKNOWN_MESSAGE

/** How a message mentions somebody. The first that applies. */
export type Mention = "direct" | "reply" | "role" | "everyone"

/** The person whose mentions are marked. */
interface Person {
  readonly mark: (
    messages: ReadonlyArray<Omit<MarkedMessage, "mention">>,
    guild_id: string | null | undefined
  ) => ReturnType<typeof markWith>
}

/** Makes the marks of a call: for the bot, or for the user. Looks up the bot, and roles in a guild, when first needed. */
export const personOf = Effect.fnUntraced(function* (user_id: string | undefined) {
  const self = yield* Effect.cached(
    Effect.map(getReadable(Schema.Struct({ id: Id }), "/users/@me", {}), ({ id }) => id)
  )
  const person = user_id === undefined ? self : Effect.succeed(user_id)
  const rolesIn = yield* Effect.cachedFunction((guild_id: string) =>
    Effect.flatMap(person, (user_id) => fetchRoles(guild_id, user_id))
  )
  return {
    mark: (messages, guild_id) => markWith(messages, person, guild_id == null ? NO_ROLES : rolesIn(guild_id))
  } satisfies Person as Person
})

type Lookup<A> = Effect.Effect<A, DiscordFailure, Effect.Effect.Context<ReturnType<typeof fetchRoles>>>

const Member = Schema.Struct({ roles: expected(Schema.Array(Schema.String)) })

/** Returns the roles of a member. A user outside the guild has none. */
export const fetchRoles = (guild_id: string, user_id: string) =>
  getReadable(Member, "/guilds/{guild_id}/members/{user_id}", { guild_id, user_id }).pipe(
    Effect.map(({ roles = [] }) => roles),
    Effect.catchTag("DiscordNotFoundError", () => NO_ROLES)
  )

const NO_ROLES = Effect.succeed<ReadonlyArray<string>>([])

const markWith = Effect.fnUntraced(function* (
  messages: ReadonlyArray<Omit<MarkedMessage, "mention">>,
  person: Lookup<string>,
  rolesOfPerson: Lookup<ReadonlyArray<string>>
) {
  if (messages.length === 0) return []
  const user = yield* person
  const roles = messages.some(({ message }) => (message.mention_roles ?? []).length > 0) ? yield* rolesOfPerson : []
  return messages.map((it): MarkedMessage => ({ ...it, mention: mentionOf(it.message, user, roles) }))
})

const mentionOf = (
  message: typeof NewMessage.Type,
  user: string,
  roles: ReadonlyArray<string>
): Mention | undefined => {
  if (message.author?.id === user) return undefined
  const isReply = message.referenced_message?.author?.id === user
  const isNamed = message.content?.includes(`<@${user}>`) || message.content?.includes(`<@!${user}>`)
  // Discord lists the replied-to author among the mentioned users, too.
  if (isNamed || (!isReply && message.mentions?.some(({ id }) => id === user))) return "direct"
  if (isReply) return "reply"
  if (message.mention_roles?.some((role) => roles.includes(role))) return "role"
  return message.mention_everyone === true ? "everyone" : undefined
}
