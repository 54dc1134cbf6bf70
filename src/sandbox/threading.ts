/** How threads come into being, and who may see them. */
import { type APIThreadMember, type APIUser, PermissionFlagsBits as Bit, ChannelType } from "discord-api-types/v10"
import type { Channel } from "./Channel.ts"
import { botHas } from "./Permissions.ts"
import type { World } from "./State.ts"
import { NO_FLAGS } from "./seed/noFlags.ts"
import { timestamp } from "./timestamp.ts"

/** What a new thread is told. */
export interface ThreadSettings {
  readonly id?: string
  readonly name: string
  readonly type: ChannelType
  readonly auto_archive_duration?: number | undefined
  readonly rate_limit_per_user?: number | undefined
  readonly invitable?: boolean | undefined
  readonly applied_tags?: ReadonlyArray<string> | undefined
}

/** Opens a thread in a channel; whoever opens it is in it. */
export const openThread = (world: World, parent: Channel, owner: APIUser, settings: ThreadSettings): Channel => {
  const { applied_tags, auto_archive_duration = 4320, id, invitable, name, rate_limit_per_user = 0, type } = settings
  const thread: Channel = {
    id: id ?? world.nextId(),
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
      archive_timestamp: timestamp(world.nowMs),
      create_timestamp: timestamp(world.nowMs),
      ...(type === ChannelType.PrivateThread && { invitable: invitable ?? true })
    },
    ...(applied_tags !== undefined && { applied_tags })
  }
  world.channels.set(thread.id, thread)
  enter(world, thread, owner.id)
  return world.channels.get(thread.id) ?? thread
}

/** Lets a user be in a thread. */
export const enter = (world: World, thread: Channel, user_id: string): void => {
  const members = world.threadMembers.of(thread.id)
  if (!members.has(user_id))
    members.set(user_id, { id: thread.id, user_id, join_timestamp: timestamp(world.nowMs), flags: NO_FLAGS })
  recount(world, thread)
}

/** Lets a user be in a thread no more. */
export const leave = (world: World, thread: Channel, userId: string): void => {
  world.threadMembers.of(thread.id).delete(userId)
  recount(world, thread)
}

/** Threads as their lists are answered: with the bot's own memberships. */
export const listed = (world: World, threads: ReadonlyArray<Channel>) => ({
  threads,
  members: threads.flatMap((thread): ReadonlyArray<APIThreadMember> => {
    const own = world.threadMembers.of(thread.id).get(world.bot.id)
    return own === undefined ? [] : [own]
  })
})

/** A private thread is there for those in it, and for those who manage threads. */
export const botSees = (world: World, thread: Channel): boolean =>
  botHas(world, thread, Bit.ViewChannel) &&
  (thread.type !== ChannelType.PrivateThread ||
    world.threadMembers.of(thread.id).has(world.bot.id) ||
    botHas(world, thread, Bit.ManageThreads))

const recount = (world: World, { id }: Channel): void => {
  const thread = world.channels.get(id)
  if (thread !== undefined)
    world.channels.set(id, { ...thread, member_count: Math.min(50, world.threadMembers.of(id).size) })
}
