import {
  type APIGuild,
  AuditLogEvent,
  PermissionFlagsBits as Bit,
  ChannelType,
  GuildFeature
} from "discord-api-types/v10"
import { Effect, Record, Schema } from "effect"
import { clearable, decodeFields, integer, list, optional, snowflake } from "../BodySchema.ts"
import {
  json,
  missingAccess,
  missingPermissions,
  noContent,
  oneParentAtATime,
  requiredByCommunity,
  tooManyChannels,
  unknownChannel
} from "../discordError.ts"
import { findChannel, findGuild, findGuildChannel, holdsMessages, isDirect, isForum, toApiChannel } from "../find.ts"
import { botHas, ensureInGuild, isViewable } from "../Permissions.ts"
import { route } from "../Router.ts"
import { timestamp } from "../Snowflakes.ts"
import { type Channel, isThread, type SandboxState } from "../State.ts"
import { writeAuditEntry } from "./auditLog.ts"
import {
  channelName,
  checkChannel,
  checkConversion,
  checkParent,
  checkType,
  decodeChannelPatch,
  decodeNewChannel,
  decodeThreadPatch,
  nextPosition,
  storedSettings
} from "./channelRules.ts"
import { checkOverwrites, firstOverwrites, logOverwrites, putChannel } from "./overwrites.ts"

/** Maximum number of channels in a guild. Threads do not count. */
const MAX_CHANNELS = 500

/** `/channels/{channel.id}`: one channel or thread. */
export const channelRoutes = [
  route("GET", "/channels/:channel_id", function* ({ param, state }) {
    return json(200, toApiChannel(yield* findChannel(state, param("channel_id"))))
  }),

  route("PATCH", "/channels/:channel_id", function* ({ body, nowMs, param, reason, state }) {
    const channel = yield* findGuildChannel(state, param("channel_id"))
    const changed = yield* isThread(channel) ? patchThread(channel, body, nowMs) : patchChannel(state, channel, body)
    putChannel(state, channel, changed)
    writeAuditEntry({ state, reason }, channel.guild_id, {
      action: isThread(channel) ? AuditLogEvent.ThreadUpdate : AuditLogEvent.ChannelUpdate,
      target: channel.id,
      before: channel,
      after: changed
    })
    logOverwrites({ state, reason }, channel, changed)
    return json(200, changed)
  }),

  route("DELETE", "/channels/:channel_id", function* ({ param, reason, state }) {
    const channel = yield* findChannel(state, param("channel_id"))
    if (isDirect(channel)) return json(200, toApiChannel(channel))
    const guild = yield* findGuild(state, channel.guild_id)
    const required = [guild.rules_channel_id, guild.public_updates_channel_id]
    if (guild.features.includes(GuildFeature.Community) && required.includes(channel.id))
      return yield* requiredByCommunity
    state.removeChannel(channel.id)
    forgetChannel(state, guild, channel.id)
    writeAuditEntry({ state, reason }, channel.guild_id, {
      action: isThread(channel) ? AuditLogEvent.ThreadDelete : AuditLogEvent.ChannelDelete,
      target: channel.id,
      before: channel
    })
    return json(200, channel)
  })
]

const patchChannel = Effect.fnUntraced(function* (state: SandboxState, channel: Channel, body: unknown) {
  const guild = yield* findGuild(state, channel.guild_id)
  const { name: renamed = channel.name, type = channel.type, ...patch } = yield* decodeChannelPatch(body)
  yield* checkConversion(guild, channel, type)
  yield* checkChannel(guild, type, renamed, patch)
  yield* checkOverwrites(state, channel, patch.permission_overwrites)
  if (patch.parent_id !== channel.parent_id) yield* checkParent(state, guild.id, patch.parent_id, channel)
  return { ...channel, type, ...storedSettings(state, type, patch, false), name: channelName(type, renamed) }
})

const patchThread = Effect.fnUntraced(function* (thread: Channel, body: unknown, nowMs: number) {
  const { applied_tags, flags, name, rate_limit_per_user, ...metadata } = yield* decodeThreadPatch(body)
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

/** Clears the settings of a guild that name a channel. */
const forgetChannel = (state: SandboxState, guild: APIGuild, id: string): void => {
  const cleared = Record.filter(
    {
      afk_channel_id: guild.afk_channel_id,
      system_channel_id: guild.system_channel_id,
      rules_channel_id: guild.rules_channel_id,
      public_updates_channel_id: guild.public_updates_channel_id,
      safety_alerts_channel_id: guild.safety_alerts_channel_id
    },
    (named) => named === id
  )
  if (Record.size(cleared) > 0) state.guilds.set(guild.id, { ...guild, ...Record.map(cleared, () => null) })
}

const Positions = list(
  Schema.Struct({
    id: snowflake,
    position: clearable(integer(0, 2_147_483_647)),
    parent_id: clearable(snowflake),
    lock_permissions: optional(Schema.Boolean)
  }),
  0,
  500
)

/** `/guilds/{guild.id}/channels`: the channels of a guild. */
export const guildChannelRoutes = [
  route("GET", "/guilds/:guild_id/channels", function* ({ param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    return json(
      200,
      state.channelsOf(guild.id).filter((channel) => isViewable(state, channel))
    )
  }),

  route("POST", "/guilds/:guild_id/channels", function* ({ body, nowMs, param, reason, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { name, type = ChannelType.GuildText, ...form } = yield* decodeNewChannel(body)
    yield* checkType(guild, type)
    yield* checkChannel(guild, type, name, form)
    yield* checkParent(state, guild.id, form.parent_id, { type })
    yield* checkOverwrites(state, { guild_id: guild.id, parent_id: form.parent_id ?? null }, form.permission_overwrites)
    if (state.channelsOf(guild.id).length >= MAX_CHANNELS) return yield* tooManyChannels
    const channel: Channel = {
      id: state.nextId(nowMs),
      type,
      guild_id: guild.id,
      name: channelName(type, name),
      position: nextPosition(state, guild.id, type),
      parent_id: null,
      flags: 0,
      ...storedSettings(state, type, form, true),
      permission_overwrites: firstOverwrites(state, form)
    }
    const hasLast = holdsMessages(channel) || isForum(channel)
    state.channels.set(channel.id, hasLast ? { last_message_id: null, ...channel } : channel)
    writeAuditEntry({ state, reason }, guild.id, {
      action: AuditLogEvent.ChannelCreate,
      target: channel.id,
      after: channel
    })
    return json(201, state.channels.get(channel.id))
  }),

  route("PATCH", "/guilds/:guild_id/channels", function* ({ body, param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const positions = yield* decodeFields(Positions)(body)
    const entries = positions.map((entry) => ({ entry, channel: state.channels.get(entry.id) }))
    const changes: Array<Channel> = []
    let moved = 0
    for (const [at, { channel, entry }] of entries.entries()) {
      if (channel?.guild_id !== guild.id) return yield* unknownChannel
      const { lock_permissions, parent_id = channel.parent_id, position } = entry
      const parent = state.channels.get(parent_id ?? "")
      if (parent_id !== channel.parent_id) {
        if (++moved > 1) return yield* oneParentAtATime
        yield* checkParent(state, guild.id, parent_id, channel, [at, "parent_id"])
        yield* ensureMovable(state, channel, parent)
      }
      if (lock_permissions === true) yield* ensureInGuild(state, guild.id, Bit.ManageRoles)
      const synced = lock_permissions === true && parent?.permission_overwrites
      changes.push({
        ...channel,
        parent_id,
        ...(typeof position === "number" && { position }),
        ...(synced && { permission_overwrites: synced })
      })
    }
    for (const channel of changes) state.channels.set(channel.id, channel)
    return noContent
  })
]

/** Fails unless the bot can view a channel, and can manage it and the category or guild that it moves to. */
const ensureMovable = (state: SandboxState, channel: Channel, parent: Channel | undefined) => {
  if (!botHas(state, channel, Bit.ViewChannel)) return missingAccess
  const manages =
    botHas(state, channel, Bit.ManageChannels) && (parent === undefined || botHas(state, parent, Bit.ManageChannels))
  if (!manages) return missingPermissions
  return parent === undefined ? ensureInGuild(state, channel.guild_id, Bit.ManageChannels) : Effect.void
}
