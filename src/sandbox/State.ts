/**
 * The state of a sandbox: mutable maps of immutable values. Values are replaced, never changed, so
 * a returned value never changes.
 */

import {
  type APIAuditLogEntry,
  type APIBan,
  type APIGuild,
  type APIGuildForumTag,
  type APIGuildMember,
  type APIMessage,
  type APIOverwrite,
  type APIThreadMember,
  type APIThreadMetadata,
  type APIUser,
  ChannelType
} from "discord-api-types/v10"
import type { channelFields } from "../objects/channel.ts"
import type { DiscordForm } from "../objects/fields.ts"
import { ChangeLog } from "./ChangeLog.ts"
import { GatewayStatus } from "./gateway/GatewayStatus.ts"
import { MediaStore } from "./MediaStore.ts"
import { Snowflakes } from "./Snowflakes.ts"

const NONCE_MS = 5 * 60_000

/** The messages of the last five minutes that were sent with a nonce. Discord documents "the past few minutes". */
class Nonces {
  readonly #used = new Map<string, { readonly message: string; readonly atMs: number }>()

  /** Returns the id of the message that this author recently sent to the channel with this nonce. */
  find(channelId: string, author: string, nonce: string, nowMs: number): string | undefined {
    const used = this.#used.get(`${channelId}:${author}:${nonce}`)
    return used !== undefined && nowMs - used.atMs < NONCE_MS ? used.message : undefined
  }

  remember(nonce: string, message: APIMessage, nowMs: number): void {
    // A map keeps insertion order, so the oldest entries come first.
    for (const [key, { atMs }] of this.#used) {
      if (nowMs - atMs < NONCE_MS) break
      this.#used.delete(key)
    }
    this.#used.set(`${message.channel_id}:${message.author.id}:${nonce}`, { message: message.id, atMs: nowMs })
  }
}

/** No flags. Discord's enums have no name for it. */
export const NO_FLAGS: number = 0

/** An object with an id. Its other fields are Discord's. */
export interface Entity {
  readonly id: string
  readonly [field: string]: unknown
}

/** A channel, thread or direct message. Its fields depend on `type`, as in Discord. */
export interface Channel
  extends Omit<DiscordForm<typeof channelFields>, "name" | "parent_id" | "permission_overwrites" | "available_tags"> {
  readonly id: string
  readonly type: ChannelType
  /** Empty for a direct message. Responses omit an empty one. */
  readonly guild_id: string
  readonly name: string
  readonly parent_id: string | null
  readonly permission_overwrites?: ReadonlyArray<APIOverwrite>
  readonly available_tags?: ReadonlyArray<APIGuildForumTag>
  readonly flags: number
  readonly last_message_id?: string | null
  readonly last_pin_timestamp?: string | null
  readonly applied_tags?: ReadonlyArray<string>
  readonly owner_id?: string
  readonly message_count?: number
  readonly total_message_sent?: number
  readonly member_count?: number
  readonly thread_metadata?: APIThreadMetadata
  readonly recipients?: ReadonlyArray<APIUser>
}

/** Returns whether a channel is a thread. A thread has the permissions of its parent. */
export const isThread = (channel: Channel): boolean =>
  channel.type === ChannelType.PublicThread ||
  channel.type === ChannelType.PrivateThread ||
  channel.type === ChannelType.AnnouncementThread

/** An invite to a guild. */
export interface Invite {
  readonly code: string
  readonly channel_id: string
  readonly guild_id: string
  readonly inviter: APIUser
  readonly uses: number
  readonly max_uses: number
  readonly max_age: number
  readonly temporary: boolean
  readonly createdMs: number
  /** The roles that everyone who accepts it gets. */
  readonly role_ids?: ReadonlyArray<string>
  /** The users who can accept it. If absent, everyone can. */
  readonly targets?: ReadonlyArray<string>
}

/** A webhook. A channel follower has no token. */
export interface Webhook extends Entity {
  readonly type: number
  readonly guild_id: string
  readonly channel_id: string
  readonly name: string
  readonly avatar: string | null
  readonly application_id: string | null
  readonly token?: string
}

/** An audit log entry. Its changes can have any key and value. */
export type AuditEntry = Omit<APIAuditLogEntry, "changes" | "options"> & {
  readonly changes: ReadonlyArray<{ readonly key: string; readonly old_value?: unknown; readonly new_value?: unknown }>
  readonly options?: Readonly<Record<string, string>>
}

/** The objects of the state by kind, as the change log has them. */
export interface Objects {
  readonly user: APIUser
  readonly guild: APIGuild
  readonly channel: Channel
  readonly webhook: Webhook
  readonly invite: Invite
  readonly ban: APIBan
  readonly auditEntry: AuditEntry
  readonly threadMember: APIThreadMember
  readonly pin: string
  readonly reactors: ReadonlyArray<APIUser>
  readonly voters: ReadonlyArray<APIUser>
  readonly entity: Entity
  readonly member: APIGuildMember
  readonly message: APIMessage
  /** Not stored, only dispatched: a user who types in a channel. */
  readonly typing: APIUser
  /** Not stored here, only dispatched: an interaction of a user. */
  readonly interaction: Entity
}

/** The complete state of a sandbox. Every change of it is in `changes`, from which the gateway makes its events. */
export class SandboxState {
  readonly changes = new ChangeLog<Objects>()
  readonly users = this.changes.map("user")
  readonly guilds = this.changes.map("guild")
  readonly channels = this.changes.map("channel")
  readonly webhooks = this.changes.map("webhook")
  readonly invites = this.changes.map("invite")
  /** By guild and user. */
  readonly bans = this.changes.byOwner("ban")
  /** By guild, oldest first. */
  readonly auditLog = this.changes.byOwner("auditEntry")
  /** By thread and user. */
  readonly threadMembers = this.changes.byOwner("threadMember")
  /** Times of pins by channel and message, oldest first. */
  readonly pins = this.changes.byOwner("pin")
  /** Users who reacted, by message and emoji, and users who voted, by message and answer. */
  readonly reactors = this.changes.byOwner("reactors")
  readonly voters = this.changes.byOwner("voters")
  /** All other entities, by the path of their collection and their id. */
  readonly entities = this.changes.byOwner("entity")
  readonly nonces = new Nonces()
  readonly media = new MediaStore()
  readonly gateway = new GatewayStatus()
  readonly #members = this.changes.byOwner("member")
  readonly #messages = this.changes.byOwner("message")
  readonly #ids: Snowflakes
  /** The bot whose token the sandbox accepts. */
  bot: APIUser
  /** The arrival time of the current request. */
  nowMs = 0

  constructor(bot: APIUser, after: string) {
    this.bot = bot
    this.users.set(bot.id, bot)
    this.#ids = new Snowflakes(after)
  }

  nextId(nowMs = this.nowMs): string {
    return this.#ids.next(nowMs)
  }

  /** Returns a user. Includes users who are only known from a ban. */
  userOf(id: string): APIUser | undefined {
    const banned = () => [...this.guilds.keys()].map((guild) => this.bans.of(guild).get(id)?.user).find((it) => it)
    return this.users.get(id) ?? banned()
  }

  /** Returns the members of a guild by user id, oldest account first. */
  membersOf(guildId: string): Map<string, APIGuildMember> {
    return this.#members.of(guildId)
  }

  /** Returns every message with its channel, oldest first in each channel. */
  get messages(): Iterable<readonly [channel: string, id: string, message: APIMessage]> {
    return this.#messages.all()
  }

  /** Returns the bot's application. Its flags allow privileged intents. */
  get application(): Entity {
    const { id } = this.bot
    return this.entities.of("/applications").get(id) ?? { id, flags: NO_FLAGS }
  }

  /** Returns the scheduled events of a guild. */
  eventsOf(guildId: string): Map<string, Entity> {
    return this.entities.of(`/guilds/${guildId}/scheduled-events`)
  }

  /** Returns the auto moderation rules of a guild. */
  rulesOf(guildId: string): Map<string, Entity> {
    return this.entities.of(`/guilds/${guildId}/auto-moderation/rules`)
  }

  /** Returns the channels of a guild without threads. */
  channelsOf(guildId: string): ReadonlyArray<Channel> {
    return [...this.channels.values()].filter((channel) => channel.guild_id === guildId && !isThread(channel))
  }

  /** Returns the threads of a guild. */
  threadsOf(guildId: string): ReadonlyArray<Channel> {
    return [...this.channels.values()].filter((channel) => channel.guild_id === guildId && isThread(channel))
  }

  /** Returns the messages of a channel, newest first. */
  messagesOf(channelId: string): ReadonlyArray<APIMessage> {
    return [...this.#messages.of(channelId).values()].reverse().map((message) => this.#whole(message))
  }

  message(channelId: string, messageId: string): APIMessage | undefined {
    const message = this.#messages.of(channelId).get(messageId)
    return message && this.#whole(message)
  }

  /** Adds or replaces a message. */
  putMessage(message: APIMessage): void {
    const messages = this.#messages.of(message.channel_id)
    const isKnown = messages.has(message.id)
    messages.set(message.id, message)
    const channel = this.channels.get(message.channel_id)
    if (isKnown || channel === undefined) return
    this.channels.set(channel.id, {
      ...channel,
      last_message_id: message.id,
      ...(channel.message_count !== undefined && {
        message_count: channel.message_count + 1,
        total_message_sent: (channel.total_message_sent ?? channel.message_count) + 1
      })
    })
  }

  removeMessage(channelId: string, messageId: string): void {
    this.#messages.of(channelId).delete(messageId)
    this.pins.of(channelId).delete(messageId)
    this.reactors.forget(messageId)
    this.voters.forget(messageId)
  }

  /** Removes a channel with its threads and messages. The channels of a category stay. */
  removeChannel(id: string): void {
    this.channels.delete(id)
    for (const store of [this.#messages, this.pins, this.threadMembers]) store.forget(id)
    for (const webhook of this.webhooks.values()) if (webhook.channel_id === id) this.webhooks.delete(webhook.id)
    for (const invite of this.invites.values()) if (invite.channel_id === id) this.invites.delete(invite.code)
    for (const child of this.channels.values()) {
      if (child.parent_id !== id) continue
      if (isThread(child)) this.removeChannel(child.id)
      else this.channels.set(child.id, { ...child, parent_id: null })
    }
  }

  /** Returns the message that this author recently sent to the channel with this nonce. */
  messageOfNonce(channelId: string, author: string, nonce: string, nowMs: number): APIMessage | undefined {
    return this.message(channelId, this.nonces.find(channelId, author, nonce, nowMs) ?? "")
  }

  /** Signs links, and adds the current version of the message that a reply refers to, or `null` if it is deleted. */
  #whole(message: APIMessage): APIMessage {
    const to = message.message_reference?.message_id
    const signed = this.#signed(message)
    if (to === undefined) return signed
    const referenced = this.#messages.of(message.channel_id).get(to)
    return { ...signed, referenced_message: referenced === undefined ? null : this.#signed(referenced) }
  }

  #signed(message: APIMessage): APIMessage {
    return message.attachments.length === 0
      ? message
      : { ...message, attachments: message.attachments.map((it) => this.media.sign(it, this.nowMs)) }
  }
}
