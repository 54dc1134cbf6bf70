/** The data of events: guilds and messages as the gateway sends them. */
import type { APIMessage, APIUser } from "discord-api-types/v10"
import { isDirect } from "../find.ts"
import { botSees, isViewable } from "../Permissions.ts"
import { type Channel, isThread, type SandboxState } from "../State.ts"

/** The place of an event: a guild and a channel, or only a direct message channel. */
export interface Place {
  readonly channel?: Channel
  readonly guildId?: string
}

/** Returns the place of an event in a channel. */
export const placeOf = (channel: Channel): Place => ({
  channel,
  ...(!isDirect(channel) && { guildId: channel.guild_id })
})

/** Returns `guild_id` as events have it: direct messages have none. */
export const guildField = ({ guild_id }: Channel) => (guild_id === "" ? {} : { guild_id })

/** Returns whether the bot can see a channel or thread. */
export const sees = (state: SandboxState, channel: Channel): boolean =>
  isDirect(channel) || (isThread(channel) ? botSees(state, channel) : isViewable(state, channel))

/** Returns the data of GUILD_CREATE. It has every member. */
export const guildData = (state: SandboxState, guildId: string): Readonly<Record<string, unknown>> => {
  const members = [...state.membersOf(guildId).values()]
  return {
    ...state.guilds.get(guildId),
    joined_at: state.membersOf(guildId).get(state.bot.id)?.joined_at,
    large: false,
    unavailable: false,
    member_count: members.length,
    voice_states: [],
    members,
    channels: state.channelsOf(guildId).filter((channel) => sees(state, channel)),
    threads: state
      .threadsOf(guildId)
      .filter((thread) => thread.thread_metadata?.archived !== true && sees(state, thread)),
    presences: [],
    stage_instances: [...state.entities.of("/stage-instances").values()].filter((it) => it.guild_id === guildId),
    guild_scheduled_events: [...state.eventsOf(guildId).values()].map(({ interested: _, ...event }) => event),
    soundboard_sounds: [...state.entities.of(`/guilds/${guildId}/soundboard-sounds`).values()].map(
      ({ id: _, ...sound }) => sound
    )
  }
}

/** Returns the data of MESSAGE_CREATE and MESSAGE_UPDATE: the message with the members of its guild. */
export const messageData = (
  state: SandboxState,
  channel: Channel,
  { id }: APIMessage
): Readonly<Record<string, unknown>> => {
  const message = state.message(channel.id, id)
  if (message === undefined) return {}
  const memberOf = (user: APIUser) => {
    const member = state.membersOf(channel.guild_id).get(user.id)
    if (member === undefined) return {}
    const { user: _, ...rest } = member
    return { member: rest }
  }
  return {
    ...message,
    ...guildField(channel),
    channel_type: channel.type,
    ...(message.webhook_id === undefined && memberOf(message.author)),
    mentions: message.mentions.map((user) => ({ ...user, ...memberOf(user) }))
  }
}

/** Returns what makes a MESSAGE_UPDATE: reactions and votes have their own events, and links are signed again. */
export const contentOf = ({ attachments, poll, reactions: _, ...message }: APIMessage) => ({
  ...message,
  referenced_message: undefined,
  attachments: attachments.map(({ id }) => id),
  isFinalized: poll?.results?.is_finalized
})

/** Returns what makes an update of a channel: messages and members of threads have their own events. */
export const settingsOf = (channel: Channel | undefined) => ({
  ...channel,
  last_message_id: undefined,
  last_pin_timestamp: undefined,
  message_count: undefined,
  total_message_sent: undefined,
  member_count: undefined
})

/** Finds a message by its id, with its place. */
export const locate = (state: SandboxState, messageId: string) => {
  for (const channel of state.channels.values()) {
    const message = state.message(channel.id, messageId)
    if (message !== undefined)
      return {
        channel,
        message,
        place: placeOf(channel),
        d: { channel_id: channel.id, message_id: messageId, ...guildField(channel) }
      }
  }
  return undefined
}

/** Returns the ids of the users who are in the first list only. */
export const idsOnlyIn = (users: ReadonlyArray<APIUser>, others: ReadonlyArray<APIUser>): ReadonlyArray<string> =>
  users.map(({ id }) => id).filter((id) => !others.some((other) => other.id === id))
