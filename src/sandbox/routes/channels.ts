import { PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect } from "effect"
import { ChannelPatch, channelName, checkOverwrites, checkParent, ThreadPatch } from "../channelForm.ts"
import { findChannel } from "../find.ts"
import { decodeForm } from "../Form.ts"
import { ensureInChannel } from "../Permissions.ts"
import { json } from "../Reply.ts"
import { route } from "../Router.ts"
import { timestamp } from "../timestamp.ts"
import { type Channel, isThread } from "../Channel.ts"
import type { World } from "../World.ts"

/** `/channels/{channel.id}`: one channel or thread. */
export const channelRoutes = [
  route(
    "GET",
    "/channels/:channel_id",
    Effect.fnUntraced(function* ({ param, world }) {
      const channel = yield* findChannel(world, param("channel_id"))
      yield* ensureInChannel(world, channel)
      return json(200, channel)
    })
  ),

  route(
    "PATCH",
    "/channels/:channel_id",
    Effect.fnUntraced(function* ({ body, nowMs, param, world }) {
      const channel = yield* findChannel(world, param("channel_id"))
      const changed = yield* isThread(channel)
        ? patchThread(world, channel, body, nowMs)
        : patchChannel(world, channel, body)
      world.channels.set(channel.id, changed)
      return json(200, changed)
    })
  ),

  route(
    "DELETE",
    "/channels/:channel_id",
    Effect.fnUntraced(function* ({ param, world }) {
      const channel = yield* findChannel(world, param("channel_id"))
      yield* ensureInChannel(world, channel, isThread(channel) ? Bit.ManageThreads : Bit.ManageChannels)
      world.removeChannel(channel.id)
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
  const { name, rate_limit_per_user, ...state } = yield* decodeForm(ThreadPatch)(body)
  const wakes = state.archived === false && thread.thread_metadata?.locked !== true
  const onlyWakes = wakes && Object.keys(state).length === 1 && name === undefined && rate_limit_per_user === undefined
  yield* ensureInChannel(world, thread, onlyWakes ? Bit.SendMessages : Bit.ManageThreads)
  return {
    ...thread,
    ...(name !== undefined && { name }),
    ...(rate_limit_per_user !== undefined && { rate_limit_per_user }),
    ...(thread.thread_metadata !== undefined && {
      thread_metadata: {
        ...thread.thread_metadata,
        ...state,
        ...(state.archived !== undefined && { archive_timestamp: timestamp(nowMs) })
      }
    })
  }
})
