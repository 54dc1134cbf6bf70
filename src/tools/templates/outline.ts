/** What a template and a guild have in common, so that one can be held against the other. */
import { ChannelType, OverwriteType } from "discord-api-types/v10"
import { Schema } from "effect"
import { permissionBits } from "../../discord/permissions/PermissionName.ts"
import { kindOf } from "../channels/view.ts"
import { Bits, Id, may } from "../dsl/reply.ts"

/** A role, as far as a template keeps it. */
export interface RoleOutline {
  readonly name: string
  readonly permissions: string
  readonly color: number
  readonly hoist: boolean
  readonly mentionable: boolean
}

/** A channel, as far as a template keeps it and a guild does not decide it. */
export interface ChannelOutline {
  readonly name: string
  readonly kind: string
  readonly category: string | undefined
  readonly topic: string | undefined
  readonly nsfw: boolean
  readonly slowmode_s: number
  /** Whether @everyone is kept out. */
  readonly private: boolean
}

/** Roles and channels. */
export interface Outline {
  readonly roles: ReadonlyArray<RoleOutline>
  readonly channels: ReadonlyArray<ChannelOutline>
}

/** Ids are small numbers in a template. */
const AnyId = Schema.Union(Id, Schema.Number)

/** Templates may leave out what is the default. */
const SomeRole = Schema.Struct({
  name: may(Schema.String),
  permissions: may(Bits),
  color: may(Schema.Number),
  hoist: may(Schema.Boolean),
  mentionable: may(Schema.Boolean)
})

/** What is read of a role of a guild. */
export const GuildRole = Schema.Struct({ ...SomeRole.fields, managed: may(Schema.Boolean) })

/** What is read of a channel, of a template or of a guild. */
export const SomeChannel = Schema.Struct({
  id: may(AnyId),
  type: may(Schema.Number),
  name: may(Schema.String),
  position: may(Schema.Number),
  parent_id: may(AnyId),
  topic: may(Schema.String),
  nsfw: may(Schema.Boolean),
  rate_limit_per_user: may(Schema.Number),
  permission_overwrites: may(
    Schema.Array(Schema.Struct({ id: AnyId, type: may(Schema.Number), deny: may(Schema.Union(Bits, Schema.Int)) }))
  )
})

/** What is read of a template. */
export const Template = Schema.Struct({
  code: Schema.String,
  name: Schema.String,
  description: may(Schema.String),
  source_guild_id: Id,
  creator: may(Schema.Struct({ username: may(Schema.String) })),
  usage_count: Schema.Number,
  updated_at: may(Schema.String),
  is_dirty: may(Schema.Boolean),
  serialized_source_guild: Schema.Struct({
    name: may(Schema.String),
    verification_level: may(Schema.Number),
    default_message_notifications: may(Schema.Number),
    explicit_content_filter: may(Schema.Number),
    roles: may(Schema.Array(SomeRole)),
    channels: may(Schema.Array(SomeChannel))
  })
})

/** What a template makes. The id of @everyone is 0 there. */
export const outlineOfTemplate = ({ serialized_source_guild: { channels, roles } }: typeof Template.Type): Outline => ({
  roles: (roles ?? []).map(roleOutline),
  channels: channelOutlines(channels ?? [], "0")
})

/** The same of a guild. Roles of bots and of boosters are no part of a template. */
export const outlineOfGuild = (
  guildId: string,
  channels: ReadonlyArray<typeof SomeChannel.Type>,
  roles: ReadonlyArray<typeof GuildRole.Type>
): Outline => ({
  roles: roles.filter(({ managed }) => managed !== true).map(roleOutline),
  channels: channelOutlines(channels, guildId)
})

const roleOutline = ({ color, hoist, mentionable, name, permissions }: typeof SomeRole.Type): RoleOutline => ({
  name: name ?? "",
  permissions: permissions ?? "0",
  color: color ?? 0,
  hoist: hoist ?? false,
  mentionable: mentionable ?? false
})

const channelOutlines = (
  channels: ReadonlyArray<typeof SomeChannel.Type>,
  everyone: string
): ReadonlyArray<ChannelOutline> => {
  const names = new Map(channels.map(({ id, name }) => [String(id), name ?? ""]))
  return channels
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map((it) => ({
      name: it.name ?? "",
      kind: kindOf(plainTypes[it.type ?? ChannelType.GuildText] ?? it.type ?? ChannelType.GuildText),
      category: it.parent_id == null ? undefined : names.get(String(it.parent_id)),
      topic: it.topic || undefined,
      nsfw: it.nsfw ?? false,
      slowmode_s: it.rate_limit_per_user ?? 0,
      private: (it.permission_overwrites ?? []).some(
        ({ deny, id, type }) =>
          type === OverwriteType.Role &&
          String(id) === everyone &&
          (BigInt(deny ?? 0) & permissionBits.VIEW_CHANNEL) !== 0n
      )
    }))
}

/** Templates know text, voice, category and forum; what needs a Community guild becomes the plain kind. */
const plainTypes: Readonly<Record<number, ChannelType>> = {
  [ChannelType.GuildAnnouncement]: ChannelType.GuildText,
  [ChannelType.GuildStageVoice]: ChannelType.GuildVoice,
  [ChannelType.GuildMedia]: ChannelType.GuildForum
}
