/** Creates threads, changes their members, and decides who can view them. */
import { type APIThreadMember, type APIUser, PermissionFlagsBits as Bit, ChannelType } from "discord-api-types/v10"
import type { Channel } from "./Channel.ts"
import { NO_FLAGS } from "./flags.ts"
import { botHas } from "./Permissions.ts"
import type { SandboxState } from "./State.ts"
import { timestamp } from "./timestamp.ts"

/** The settings of a new thread. */
export interface ThreadSettings {
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
  addThreadMember(state, thread, owner.id)
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
export const removeThreadMember = (state: SandboxState, thread: Channel, userId: string): void => {
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

/** Returns whether the bot can view a thread. Private threads are visible to their members and with MANAGE_THREADS. */
export const botSees = (state: SandboxState, thread: Channel): boolean =>
  botHas(state, thread, Bit.ViewChannel) &&
  (thread.type !== ChannelType.PrivateThread ||
    state.threadMembers.of(thread.id).has(state.bot.id) ||
    botHas(state, thread, Bit.ManageThreads))

const recount = (state: SandboxState, { id }: Channel): void => {
  const thread = state.channels.get(id)
  if (thread !== undefined)
    state.channels.set(id, { ...thread, member_count: Math.min(50, state.threadMembers.of(id).size) })
}
