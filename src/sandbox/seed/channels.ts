import {
  type APIOverwrite,
  type APIRole,
  PermissionFlagsBits as Bit,
  ChannelType,
  OverwriteType
} from "discord-api-types/v10"
import { holdsMessages, isForum } from "../find.ts"
import { timestamp } from "../Snowflakes.ts"
import type { Channel } from "../State.ts"
import type { Roles } from "./guild.ts"

/** Makes the channels of a guild. Each new channel is below the one before it. */
class ChannelMaker {
  readonly #guildId: string
  readonly #id: () => string
  #position = 0

  constructor(guildId: string, id: () => string) {
    this.#guildId = guildId
    this.#id = id
  }

  channel(name: string, type: ChannelType, parent: Channel | null, more: Partial<Channel> = {}): Channel {
    const made: Channel = {
      id: this.#id(),
      type,
      guild_id: this.#guildId,
      name,
      position: this.#position++,
      parent_id: parent?.id ?? null,
      permission_overwrites: [],
      flags: 0,
      ...(type !== ChannelType.GuildCategory && { nsfw: false, rate_limit_per_user: 0, topic: null }),
      ...more
    }
    return holdsMessages(made) || isForum(made) ? { last_message_id: null, ...made } : made
  }

  thread(name: string, parent: Channel, owner: string, madeMs: number): Channel {
    return {
      id: this.#id(),
      type: ChannelType.PublicThread,
      guild_id: this.#guildId,
      name,
      parent_id: parent.id,
      flags: 0,
      rate_limit_per_user: 0,
      last_message_id: null,
      owner_id: owner,
      message_count: 0,
      member_count: 4,
      thread_metadata: {
        archived: false,
        locked: false,
        auto_archive_duration: 10_080,
        archive_timestamp: timestamp(madeMs),
        create_timestamp: timestamp(madeMs)
      }
    }
  }
}

/** Returns the channels of the first guild. */
export const channelsOf = (guildId: string, id: () => string, roles: Roles, owner: string, madeMs: number) => {
  const make = new ChannelMaker(guildId, id)
  const hidden = deny(roles.everyone, Bit.ViewChannel)

  const information = make.channel("Information", ChannelType.GuildCategory, null)
  const announcements = make.channel("announcements", ChannelType.GuildAnnouncement, information, {
    topic: "Releases and dates. Quiet on purpose.",
    // The bot can post here, but cannot delete messages of other users.
    permission_overwrites: [
      deny(roles.everyone, Bit.SendMessages),
      allow(roles.bot, Bit.SendMessages, Bit.ManageMessages)
    ]
  })
  const community = make.channel("Community", ChannelType.GuildCategory, null)
  const general = make.channel("general", ChannelType.GuildText, community, {
    topic: "Everything that fits in no other channel"
  })
  const support = make.channel("support", ChannelType.GuildText, community, { topic: "Ask, with version and log" })
  const showcase = make.channel("showcase", ChannelType.GuildText, community, { topic: "What you made" })
  const forum = make.channel("ideas", ChannelType.GuildForum, community, {
    topic: "One idea, one post",
    available_tags: []
  })
  const voice = make.channel("Lounge", ChannelType.GuildVoice, community, {
    bitrate: 64_000,
    user_limit: 0,
    rtc_region: null
  })
  const team = make.channel("Team", ChannelType.GuildCategory, null, { permission_overwrites: [hidden] })
  const staff = make.channel("staff", ChannelType.GuildText, team, {
    topic: "Moderation. The bot reads along and keeps quiet.",
    permission_overwrites: [
      hidden,
      allow(roles.moderator, Bit.ViewChannel),
      allow(roles.bot, Bit.ViewChannel, Bit.SendMessages)
    ]
  })
  const secret = make.channel("secret", ChannelType.GuildText, team, { permission_overwrites: [hidden] })
  const release = make.thread("release 1.0", general, owner, madeMs)
  const idea = make.thread("Dark theme for printed reports", forum, owner, madeMs)
  return {
    information,
    announcements,
    community,
    general,
    support,
    showcase,
    // The last message of a forum is its newest post (Discord docs, channel object).
    forum: { ...forum, last_message_id: idea.id },
    voice,
    team,
    staff,
    secret,
    thread: release,
    idea
  }
}

/** Returns the only channel of the second guild. */
export const dockOf = (guildId: string, id: string): Channel => ({
  id,
  type: ChannelType.GuildText,
  guild_id: guildId,
  name: "dock",
  position: 0,
  parent_id: null,
  permission_overwrites: [],
  flags: 0,
  topic: null,
  nsfw: false,
  rate_limit_per_user: 0,
  last_message_id: null
})

const deny = (role: APIRole, bits: bigint): APIOverwrite => ({
  id: role.id,
  type: OverwriteType.Role,
  allow: "0",
  deny: bits.toString()
})

const allow = (role: APIRole, bits: bigint, denied = 0n): APIOverwrite => ({
  id: role.id,
  type: OverwriteType.Role,
  allow: bits.toString(),
  deny: denied.toString()
})
