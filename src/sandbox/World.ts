/**
 * What exists: mutable maps of values that are themselves replaced, never
 * changed, so what was handed out stays as it was. Node runs one at a time.
 */
import {
  type APIGuild,
  type APIGuildMember,
  type APIMessage,
  type APIOverwrite,
  type APIThreadMetadata,
  type APIUser,
  ChannelType
} from "discord-api-types/v10"
import { Snowflakes } from "./Snowflakes.ts"

/** A channel of any kind; which fields are there depends on `type`, as at Discord. */
export interface Channel {
  readonly id: string
  readonly type: ChannelType
  readonly guild_id: string
  readonly name: string
  readonly position?: number
  readonly parent_id: string | null
  readonly permission_overwrites?: ReadonlyArray<APIOverwrite>
  readonly flags: number
  readonly topic?: string | null
  readonly nsfw?: boolean
  readonly rate_limit_per_user?: number
  readonly last_message_id?: string | null
  readonly default_auto_archive_duration?: number
  readonly bitrate?: number
  readonly user_limit?: number
  readonly rtc_region?: string | null
  readonly available_tags?: ReadonlyArray<unknown>
  readonly owner_id?: string
  readonly message_count?: number
  readonly member_count?: number
  readonly thread_metadata?: APIThreadMetadata
}

/** How long the same nonce stands for the same message. Discord says "the past few minutes". */
const NONCE_MS = 5 * 60_000

/** The whole state of the embedded Discord. */
export class World {
  readonly users = new Map<string, APIUser>()
  readonly guilds = new Map<string, APIGuild>()
  readonly channels = new Map<string, Channel>()
  readonly #members = new Map<string, Map<string, APIGuildMember>>()
  readonly #messages = new Map<string, Map<string, APIMessage>>()
  readonly #nonces = new Map<string, { readonly message: string; readonly atMs: number }>()
  readonly #ids: Snowflakes
  /** The bot whose token opens the door. */
  readonly bot: APIUser

  constructor(bot: APIUser, after: string) {
    this.bot = bot
    this.users.set(bot.id, bot)
    this.#ids = new Snowflakes(after)
  }

  nextId(nowMs: number): string {
    return this.#ids.next(nowMs)
  }

  /** The members of a guild by user id, oldest account first. */
  membersOf(guildId: string): Map<string, APIGuildMember> {
    return entryOf(this.#members, guildId)
  }

  /** The channels of a guild, threads left out. */
  channelsOf(guildId: string): ReadonlyArray<Channel> {
    return [...this.channels.values()].filter((channel) => channel.guild_id === guildId && !isThread(channel))
  }

  /** Newest first, as Discord lists them. */
  messagesOf(channelId: string): ReadonlyArray<APIMessage> {
    return [...entryOf(this.#messages, channelId).values()].reverse().map((message) => this.#whole(message))
  }

  message(channelId: string, messageId: string): APIMessage | undefined {
    const message = entryOf(this.#messages, channelId).get(messageId)
    return message && this.#whole(message)
  }

  /** Adds a message, or puts a changed one in the place of the old. */
  putMessage(message: APIMessage): void {
    const messages = entryOf(this.#messages, message.channel_id)
    const known = messages.has(message.id)
    messages.set(message.id, message)
    const channel = this.channels.get(message.channel_id)
    if (known || channel === undefined) return
    this.channels.set(channel.id, {
      ...channel,
      last_message_id: message.id,
      ...(channel.message_count !== undefined && { message_count: channel.message_count + 1 })
    })
  }

  removeMessage(channelId: string, messageId: string): void {
    entryOf(this.#messages, channelId).delete(messageId)
  }

  /** Removes a channel with its threads and messages; a category leaves its channels behind. */
  removeChannel(id: string): void {
    this.channels.delete(id)
    this.#messages.delete(id)
    for (const child of this.channels.values()) {
      if (child.parent_id !== id) continue
      if (isThread(child)) this.removeChannel(child.id)
      else this.channels.set(child.id, { ...child, parent_id: null })
    }
  }

  /** The message this author sent there with this nonce a moment ago. */
  messageOfNonce(channelId: string, author: string, nonce: string, nowMs: number): APIMessage | undefined {
    const used = this.#nonces.get(`${channelId}:${author}:${nonce}`)
    return used !== undefined && nowMs - used.atMs < NONCE_MS ? this.message(channelId, used.message) : undefined
  }

  rememberNonce(nonce: string, message: APIMessage, nowMs: number): void {
    // Insertion order is age: the oldest go first, and the map stays small.
    for (const [key, { atMs }] of this.#nonces) {
      if (nowMs - atMs < NONCE_MS) break
      this.#nonces.delete(key)
    }
    this.#nonces.set(`${message.channel_id}:${message.author.id}:${nonce}`, { message: message.id, atMs: nowMs })
  }

  /** A reply carries what it answers, as that is now; `null` when it is gone. */
  #whole(message: APIMessage): APIMessage {
    const to = message.message_reference?.message_id
    return to === undefined
      ? message
      : { ...message, referenced_message: entryOf(this.#messages, message.channel_id).get(to) ?? null }
  }
}

/** Whether a channel is a thread: it lives in another channel and takes its permissions from there. */
export const isThread = (channel: Channel): boolean =>
  channel.type === ChannelType.PublicThread ||
  channel.type === ChannelType.PrivateThread ||
  channel.type === ChannelType.AnnouncementThread

/** Whether people can write in it. */
export const holdsMessages = (channel: Channel): boolean =>
  isThread(channel) ||
  channel.type === ChannelType.GuildText ||
  channel.type === ChannelType.GuildAnnouncement ||
  channel.type === ChannelType.GuildVoice ||
  channel.type === ChannelType.GuildStageVoice

const entryOf = <V>(maps: Map<string, Map<string, V>>, key: string): Map<string, V> => {
  const known = maps.get(key)
  if (known !== undefined) return known
  const fresh = new Map<string, V>()
  maps.set(key, fresh)
  return fresh
}
