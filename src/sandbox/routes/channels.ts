import {
  type APIGuildForumTag,
  type APIOverwrite,
  AuditLogEvent,
  PermissionFlagsBits as Bit,
  ChannelType
} from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { bits, choice, clearable, decodeFields, integer, list, optional, snowflake, text } from "../BodySchema.ts"
import {
  invalidForm,
  json,
  noContent,
  type Refusal,
  requiredByCommunity,
  unknownChannel,
  unknownOverwrite,
  wrongChannelType
} from "../discordError.ts"
import { findChannel, findGuild, findGuildChannel, isDirect, toApiChannel } from "../find.ts"
import { ensureInGuild } from "../Permissions.ts"
import { type RouteRequest, route } from "../Router.ts"
import { timestamp } from "../Snowflakes.ts"
import { type Channel, isThread, type SandboxState } from "../State.ts"
import { writeAuditEntry } from "./auditLog.ts"

const Overwrite = Schema.mutable(
  Schema.Struct({
    id: snowflake,
    type: choice(0, 1),
    allow: Schema.optionalWith(snowflake, { exact: true, nullable: true, default: () => "0" }),
    deny: Schema.optionalWith(snowflake, { exact: true, nullable: true, default: () => "0" })
  })
)

const Tag = Schema.Struct({
  id: optional(snowflake),
  name: text(0, 20),
  moderated: optional(Schema.Boolean),
  emoji_id: clearable(snowflake),
  emoji_name: clearable(Schema.String)
})

const settings = {
  topic: clearable(text(0, 1024)),
  nsfw: optional(Schema.Boolean),
  rate_limit_per_user: optional(integer(0, 21_600)),
  position: optional(integer(0, 2_147_483_647)),
  parent_id: clearable(snowflake),
  bitrate: optional(integer(8000, 96_000)),
  user_limit: optional(integer(0, 99)),
  default_auto_archive_duration: optional(choice(60, 1440, 4320, 10_080)),
  rtc_region: clearable(Schema.String),
  available_tags: optional(list(Tag, 0, 20)),
  permission_overwrites: optional(list(Overwrite, 0, 1000))
}

/** Body of a new channel. */
export const ChannelCreate = Schema.Struct({
  name: text(1, 100),
  type: optional(choice(0, 2, 4, 5, 13, 15, 16)),
  ...settings
})

/** Body of a channel update. */
const ChannelPatch = Schema.Struct({ name: optional(text(1, 100)), ...settings })

/** Body of a thread update. */
const ThreadPatch = Schema.Struct({
  name: optional(text(1, 100)),
  archived: optional(Schema.Boolean),
  locked: optional(Schema.Boolean),
  invitable: optional(Schema.Boolean),
  applied_tags: optional(list(snowflake, 0, 5)),
  flags: optional(integer(0, 0xffff)),
  auto_archive_duration: optional(choice(60, 1440, 4320, 10_080)),
  rate_limit_per_user: optional(integer(0, 21_600))
})

/** Returns the name that Discord gives a channel. Text, announcement and forum channels have no spaces or capitals. */
export const channelName = (type: ChannelType, name: string): string =>
  type === ChannelType.GuildText || type === ChannelType.GuildAnnouncement || type === ChannelType.GuildForum
    ? name.trim().toLowerCase().replace(/\s+/g, "-")
    : name.trim()

/** Returns the tags of a forum as Discord stores them. A tag without an id is new, and gets one. */
export const storedTags = (
  state: SandboxState,
  tags: ReadonlyArray<typeof Tag.Type> | undefined
): { readonly available_tags?: ReadonlyArray<APIGuildForumTag> } =>
  tags === undefined
    ? {}
    : {
        available_tags: tags.map(({ emoji_id = null, emoji_name = null, id, moderated = false, name }) => ({
          id: id ?? state.nextId(),
          name,
          moderated,
          emoji_id,
          emoji_name
        }))
      }

/** Fails with 50035 if the parent is not a category of this guild. */
export const checkParent = (
  state: SandboxState,
  guildId: string,
  parentId: string | null | undefined
): Effect.Effect<void, Refusal> => {
  if (parentId === undefined || parentId === null) return Effect.void
  const parent = state.channels.get(parentId)
  return parent?.guild_id === guildId && parent.type === ChannelType.GuildCategory
    ? Effect.void
    : invalidForm([{ path: ["parent_id"], code: "CHANNEL_PARENT_INVALID", message: "Category does not exist" }])
}

/** Fails with 50013 if an overwrite has permissions that the bot lacks. */
export const checkOverwrites = (
  state: SandboxState,
  guildId: string,
  overwrites: ReadonlyArray<APIOverwrite> | undefined
): Effect.Effect<void, Refusal> => {
  const bits = (overwrites ?? []).reduce((all, it) => all | BigInt(it.allow) | BigInt(it.deny), 0n)
  return ensureInGuild(state, guildId, (bits & Bit.ManageRoles) === 0n ? bits : bits | Bit.Administrator)
}

/** `/channels/{channel.id}`: one channel or thread. */
export const channelRoutes = [
  route("GET", "/channels/:channel_id", function* ({ param, state }) {
    return json(200, toApiChannel(yield* findChannel(state, param("channel_id"))))
  }),

  route("PATCH", "/channels/:channel_id", function* ({ body, nowMs, param, reason, state }) {
    const channel = yield* findGuildChannel(state, param("channel_id"))
    const changed = yield* isThread(channel) ? patchThread(channel, body, nowMs) : patchChannel(state, channel, body)
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
  const { available_tags, ...patch } = yield* decodeFields(ChannelPatch)(body)
  yield* checkOverwrites(state, channel.guild_id, patch.permission_overwrites)
  yield* checkParent(state, channel.guild_id, patch.parent_id)
  return {
    ...channel,
    ...patch,
    ...storedTags(state, available_tags),
    name: channelName(channel.type, patch.name ?? channel.name)
  }
})

const patchThread = Effect.fnUntraced(function* (thread: Channel, body: unknown, nowMs: number) {
  const { applied_tags, flags, name, rate_limit_per_user, ...metadata } = yield* decodeFields(ThreadPatch)(body)
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

const OverwriteBody = Schema.Struct({ type: choice(0, 1), allow: optional(bits), deny: optional(bits) })

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

const PERMISSION = "/channels/:channel_id/permissions/:overwrite_id"

/** Channel positions and permission overwrites. */
export const channelPermissionRoutes = [
  route("PUT", PERMISSION, function* (request) {
    const channel = yield* overwritable(request)
    const { allow = 0, deny = 0, type } = yield* decodeFields(OverwriteBody)(request.body)
    const overwrite: APIOverwrite = {
      id: request.param("overwrite_id"),
      type,
      allow: String(allow),
      deny: String(deny)
    }
    yield* checkOverwrites(request.state, channel.guild_id, [overwrite])
    const before = channel.permission_overwrites?.find((it) => it.id === overwrite.id)
    putOverwrites(request, channel, [...without(channel, overwrite.id), overwrite])
    writeAuditEntry(request, channel.guild_id, {
      action: before === undefined ? AuditLogEvent.ChannelOverwriteCreate : AuditLogEvent.ChannelOverwriteUpdate,
      target: channel.id,
      ...(before !== undefined && { before }),
      after: overwrite,
      options: { id: overwrite.id, type: String(type) }
    })
    return noContent
  }),

  route("DELETE", PERMISSION, function* (request) {
    const channel = yield* overwritable(request)
    const before = channel.permission_overwrites?.find((it) => it.id === request.param("overwrite_id"))
    if (before === undefined) return yield* unknownOverwrite
    putOverwrites(request, channel, without(channel, before.id))
    writeAuditEntry(request, channel.guild_id, {
      action: AuditLogEvent.ChannelOverwriteDelete,
      target: channel.id,
      before,
      options: { id: before.id, type: String(before.type) }
    })
    return noContent
  }),

  route("PATCH", "/guilds/:guild_id/channels", function* ({ body, param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const positions = yield* decodeFields(Positions)(body)
    for (const { id, parent_id } of positions) {
      if (state.channels.get(id)?.guild_id !== guild.id) return yield* unknownChannel
      yield* checkParent(state, guild.id, parent_id)
    }
    for (const { id, lock_permissions, parent_id, position } of positions) {
      const channel = state.channels.get(id)
      if (channel === undefined) continue
      const parent = state.channels.get(parent_id ?? channel.parent_id ?? "")
      state.channels.set(id, {
        ...channel,
        ...(typeof position === "number" && { position }),
        ...(parent_id !== undefined && { parent_id }),
        ...(lock_permissions === true && { permission_overwrites: parent?.permission_overwrites ?? [] })
      })
    }
    return noContent
  })
]

const overwritable = Effect.fnUntraced(function* ({ param, state }: RouteRequest<"channel_id">) {
  const channel = yield* findGuildChannel(state, param("channel_id"))
  if (isThread(channel)) return yield* wrongChannelType
  return channel
})

const without = ({ permission_overwrites = [] }: Channel, id: string): ReadonlyArray<APIOverwrite> =>
  permission_overwrites.filter((it) => it.id !== id)

const putOverwrites = (
  { state }: RouteRequest<"channel_id">,
  channel: Channel,
  permission_overwrites: ReadonlyArray<APIOverwrite>
): void => {
  state.channels.set(channel.id, { ...channel, permission_overwrites })
}
