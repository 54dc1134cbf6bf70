/** Outlines: the parts of a guild that a template stores. Guilds and templates share one format for comparison. */
import { ChannelType, OverwriteType } from "discord-api-types/v10"
import { Schema } from "effect"
import { permissionBits } from "../../errors/PermissionName.ts"
import { Bits, Color, Count, expected, Id, nullish, Time } from "../../objects/schema/reply.ts"
import { kindOf } from "../channels/view.ts"

/** The fields of a role that a template stores. */
export interface RoleOutline {
  readonly name: string
  readonly permissions: string
  readonly color: number
  readonly hoist: boolean
  readonly mentionable: boolean
}

/** The fields of a channel that a template stores and that do not depend on the guild. */
export interface ChannelOutline {
  readonly name: string
  readonly kind: string
  readonly category: string | undefined
  readonly topic: string | undefined
  readonly nsfw: boolean
  readonly rate_limit_per_user: number
  /** Whether @everyone cannot view the channel. */
  readonly private: boolean
}

/** The roles and channels of a template or guild. */
export interface Outline {
  readonly roles: ReadonlyArray<RoleOutline>
  readonly channels: ReadonlyArray<ChannelOutline>
}

/** An id. Templates use small numbers. */
const AnyId = Schema.Union(Id, Schema.Number)

/** A role of a template or guild, as decoded from Discord's reply. Templates can omit default values. */
const RoleReply = Schema.Struct({
  name: nullish(Schema.String),
  permissions: nullish(Bits),
  color: nullish(Color),
  hoist: nullish(Schema.Boolean),
  mentionable: nullish(Schema.Boolean)
})

/** A role of a guild, as decoded from Discord's reply. */
export const GuildRole = Schema.Struct({ ...RoleReply.fields, managed: nullish(Schema.Boolean) })

/** A channel of a template or guild, as decoded from Discord's reply. */
const ChannelReply = Schema.Struct({
  id: nullish(AnyId),
  type: nullish(Schema.Number),
  name: nullish(Schema.String),
  position: nullish(Schema.Number),
  parent_id: nullish(AnyId),
  topic: nullish(Schema.String),
  nsfw: nullish(Schema.Boolean),
  rate_limit_per_user: nullish(Schema.Number),
  permission_overwrites: nullish(
    Schema.Array(
      Schema.Struct({ id: expected(AnyId), type: nullish(Schema.Number), deny: nullish(Schema.Union(Bits, Count)) })
    )
  )
})

/** A channel of a guild, as decoded from Discord's reply. */
export const GuildChannel = Schema.Struct({ ...ChannelReply.fields, flags: nullish(Schema.Number) })

/** A template, as decoded from Discord's reply. */
export const Template = Schema.Struct({
  code: expected(Schema.String),
  name: expected(Schema.String),
  description: nullish(Schema.String),
  source_guild_id: expected(Id),
  creator: nullish(Schema.Struct({ username: nullish(Schema.String) })),
  usage_count: expected(Schema.Number),
  updated_at: nullish(Time),
  is_dirty: nullish(Schema.Boolean),
  serialized_source_guild: expected(
    Schema.Struct({
      name: nullish(Schema.String),
      verification_level: nullish(Schema.Number),
      default_message_notifications: nullish(Schema.Number),
      explicit_content_filter: nullish(Schema.Number),
      roles: nullish(Schema.Array(RoleReply)),
      channels: nullish(Schema.Array(ChannelReply))
    })
  )
})

/** Returns the outline of a template. In templates the id of @everyone is 0. */
export const outlineOfTemplate = ({
  serialized_source_guild: { channels, roles } = {}
}: typeof Template.Type): Outline => ({
  roles: (roles ?? []).map(roleOutline),
  channels: channelOutlines(channels ?? [], "0")
})

/** Returns the outline of a guild. Managed roles (bots, boosters) are excluded: templates do not store them. */
export const outlineOfGuild = (
  guildId: string,
  channels: ReadonlyArray<typeof ChannelReply.Type>,
  roles: ReadonlyArray<typeof GuildRole.Type>
): Outline => ({
  roles: roles.filter(({ managed }) => managed !== true).map(roleOutline),
  channels: channelOutlines(channels, guildId)
})

const roleOutline = ({ color, hoist, mentionable, name, permissions }: typeof RoleReply.Type): RoleOutline => ({
  name: name ?? "",
  permissions: permissions ?? "0",
  color: color ?? 0,
  hoist: hoist ?? false,
  mentionable: mentionable ?? false
})

const channelOutlines = (
  channels: ReadonlyArray<typeof ChannelReply.Type>,
  everyoneId: string
): ReadonlyArray<ChannelOutline> => {
  const names = new Map(channels.map(({ id, name }) => [String(id), name ?? ""]))
  return channels
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map((channel) => ({
      name: channel.name ?? "",
      kind: kindOf(templateTypes[channel.type ?? ChannelType.GuildText] ?? channel.type ?? ChannelType.GuildText),
      category: channel.parent_id == null ? undefined : names.get(String(channel.parent_id)),
      topic: channel.topic || undefined,
      nsfw: channel.nsfw ?? false,
      rate_limit_per_user: channel.rate_limit_per_user ?? 0,
      private: (channel.permission_overwrites ?? []).some(
        ({ deny, id, type }) =>
          type === OverwriteType.Role &&
          String(id) === everyoneId &&
          (BigInt(deny ?? 0) & permissionBits.VIEW_CHANNEL) !== 0n
      )
    }))
}

/** Templates store only text, voice, category and forum. A channel type that needs a Community guild maps to one of these. */
const templateTypes: Readonly<Record<number, ChannelType>> = {
  [ChannelType.GuildAnnouncement]: ChannelType.GuildText,
  [ChannelType.GuildStageVoice]: ChannelType.GuildVoice,
  [ChannelType.GuildMedia]: ChannelType.GuildForum
}
