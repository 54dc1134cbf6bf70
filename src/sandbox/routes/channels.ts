import { AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect } from "effect"
import { note } from "../audit.ts"
import { type Channel, isDirect, isThread, shown } from "../Channel.ts"
import { ChannelPatch, channelName, checkOverwrites, checkParent, ThreadPatch } from "../channelForm.ts"
import { requiredByCommunity } from "../discordError.ts"
import { decodeForm } from "../Form.ts"
import { findChannel, findGuildChannel } from "../find.ts"
import { ensureInChannel } from "../Permissions.ts"
import { json } from "../Reply.ts"
import { route } from "../Router.ts"
import type { World } from "../State.ts"
import { timestamp } from "../timestamp.ts"
import { ensureViewable } from "../visibility.ts"

/** `/channels/{channel.id}`: one channel or thread. */
export const channelRoutes = [
  route(
    "GET",
    "/channels/:channel_id",
    Effect.fnUntraced(function* ({ param, world }) {
      const channel = yield* findChannel(world, param("channel_id"))
      yield* ensureViewable(world, channel)
      return json(200, shown(channel))
    })
  ),

  route(
    "PATCH",
    "/channels/:channel_id",
    Effect.fnUntraced(function* ({ body, nowMs, param, reason, world }) {
      const channel = yield* findGuildChannel(world, param("channel_id"))
      const changed = yield* isThread(channel)
        ? patchThread(world, channel, body, nowMs)
        : patchChannel(world, channel, body)
      world.channels.set(channel.id, changed)
      note({ world, reason }, channel.guild_id, {
        action: isThread(channel) ? AuditLogEvent.ThreadUpdate : AuditLogEvent.ChannelUpdate,
        target: channel.id,
        before: channel,
        after: changed
      })
      return json(200, changed)
    })
  ),

  route(
    "DELETE",
    "/channels/:channel_id",
    Effect.fnUntraced(function* ({ param, reason, world }) {
      const channel = yield* findChannel(world, param("channel_id"))
      if (isDirect(channel)) return json(200, shown(channel))
      const guild = world.guilds.get(channel.guild_id)
      const required = [guild?.rules_channel_id, guild?.public_updates_channel_id]
      yield* ensureInChannel(world, channel, isThread(channel) ? Bit.ManageThreads : Bit.ManageChannels)
      if (required.includes(channel.id)) return yield* requiredByCommunity
      world.removeChannel(channel.id)
      note({ world, reason }, channel.guild_id, {
        action: isThread(channel) ? AuditLogEvent.ThreadDelete : AuditLogEvent.ChannelDelete,
        target: channel.id,
        before: { name: channel.name, type: channel.type }
      })
      return json(200, channel)
    })
  )
]

const patchChannel = Effect.fnUntraced(function* (world: World, channel: Channel, body: unknown) {
  yield* ensureInChannel(world, channel, Bit.ManageChannels)
  const patch = yield* decodeForm(ChannelPatch)(body)
  if (patch.permission_overwrites !== undefined) yield* ensureInChannel(world, channel, Bit.ManageRoles)
  yield* checkOverwrites(world, channel.guild_id, patch.permission_overwrites)
  yield* checkParent(world, channel.guild_id, patch.parent_id)
  return { ...channel, ...patch, name: channelName(channel.type, patch.name ?? channel.name) }
})

const patchThread = Effect.fnUntraced(function* (world: World, thread: Channel, body: unknown, nowMs: number) {
  yield* ensureInChannel(world, thread)
  const { applied_tags, flags, name, rate_limit_per_user, ...state } = yield* decodeForm(ThreadPatch)(body)
  const plain = {
    ...(name !== undefined && { name }),
    ...(rate_limit_per_user !== undefined && { rate_limit_per_user }),
    ...(applied_tags !== undefined && { applied_tags }),
    ...(flags !== undefined && { flags })
  }
  const wakes = state.archived === false && thread.thread_metadata?.locked !== true
  const onlyWakes = wakes && Object.keys({ ...state, ...plain }).length === 1
  yield* ensureInChannel(world, thread, onlyWakes ? Bit.SendMessages : Bit.ManageThreads)
  return {
    ...thread,
    ...plain,
    ...(thread.thread_metadata !== undefined && {
      thread_metadata: {
        ...thread.thread_metadata,
        ...state,
        ...(state.archived !== undefined && { archive_timestamp: timestamp(nowMs) })
      }
    })
  }
})
