import { AuditLogEvent } from "discord-api-types/v10"
import { Effect } from "effect"
import { type Channel, isDirect, isThread, toApiChannel } from "../Channel.ts"
import { ChannelPatch, channelName, checkOverwrites, checkParent, storedTags, ThreadPatch } from "../channelForm.ts"
import { requiredByCommunity } from "../discordError.ts"
import { decodeForm } from "../Form.ts"
import { findChannel, findGuildChannel } from "../find.ts"
import { json } from "../Reply.ts"
import { route } from "../Router.ts"
import type { SandboxState } from "../State.ts"
import { timestamp } from "../timestamp.ts"
import { writeAuditEntry } from "../writeAuditEntry.ts"

/** `/channels/{channel.id}`: one channel or thread. */
export const channelRoutes = [
  route("GET", "/channels/:channel_id", function* ({ param, state }) {
    return json(200, toApiChannel(yield* findChannel(state, param("channel_id"))))
  }),

  route("PATCH", "/channels/:channel_id", function* ({ body, nowMs, param, reason, state }) {
    const channel = yield* findGuildChannel(state, param("channel_id"))
    const changed = yield* isThread(channel)
      ? patchThread(state, channel, body, nowMs)
      : patchChannel(state, channel, body)
    state.channels.set(channel.id, changed)
    writeAuditEntry({ state, reason }, channel.guild_id, {
      action: isThread(channel) ? AuditLogEvent.ThreadUpdate : AuditLogEvent.ChannelUpdate,
      target: channel.id,
      before: channel,
      after: changed
    })
    return json(200, changed)
  }),

  route("DELETE", "/channels/:channel_id", function* ({ param, reason, state }) {
    const channel = yield* findChannel(state, param("channel_id"))
    if (isDirect(channel)) return json(200, toApiChannel(channel))
    const guild = state.guilds.get(channel.guild_id)
    const required = [guild?.rules_channel_id, guild?.public_updates_channel_id]
    if (required.includes(channel.id)) return yield* requiredByCommunity
    state.removeChannel(channel.id)
    writeAuditEntry({ state, reason }, channel.guild_id, {
      action: isThread(channel) ? AuditLogEvent.ThreadDelete : AuditLogEvent.ChannelDelete,
      target: channel.id,
      before: { name: channel.name, type: channel.type }
    })
    return json(200, channel)
  })
]

const patchChannel = Effect.fnUntraced(function* (state: SandboxState, channel: Channel, body: unknown) {
  const { available_tags, ...patch } = yield* decodeForm(ChannelPatch)(body)
  yield* checkOverwrites(state, channel.guild_id, patch.permission_overwrites)
  yield* checkParent(state, channel.guild_id, patch.parent_id)
  return {
    ...channel,
    ...patch,
    ...storedTags(state, available_tags),
    name: channelName(channel.type, patch.name ?? channel.name)
  }
})

const patchThread = Effect.fnUntraced(function* (_state: SandboxState, thread: Channel, body: unknown, nowMs: number) {
  const { applied_tags, flags, name, rate_limit_per_user, ...metadata } = yield* decodeForm(ThreadPatch)(body)
  const plain = {
    ...(name !== undefined && { name }),
    ...(rate_limit_per_user !== undefined && { rate_limit_per_user }),
    ...(applied_tags !== undefined && { applied_tags }),
    ...(flags !== undefined && { flags })
  }
  return {
    ...thread,
    ...plain,
    ...(thread.thread_metadata !== undefined && {
      thread_metadata: {
        ...thread.thread_metadata,
        ...metadata,
        ...(metadata.archived !== undefined && { archive_timestamp: timestamp(nowMs) })
      }
    })
  }
})
