/** What a template and a guild have in common, so that one can be held against the other. */
import { type APIChannel, type APIRole, type APITemplate, ChannelType, OverwriteType } from "discord-api-types/v10"
import { permissionBits } from "../../discord/permissions/PermissionName.ts"
import { kindOf } from "../views/Channel.ts"

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

/** What a template makes. Its ids are small numbers; that of @everyone is 0. */
export const outlineOfTemplate = ({
  serialized_source_guild: { channels = [], roles = [] }
}: APITemplate): Outline => ({
  roles: roles.map(roleOutline),
  channels: channelOutlines(channels, "0")
})

/** The same of a guild. Roles of bots and of boosters are no part of a template. */
export const outlineOfGuild = (
  guildId: string,
  channels: ReadonlyArray<APIChannel>,
  roles: ReadonlyArray<APIRole>
): Outline => ({
  roles: roles.filter(({ managed }) => !managed).map(roleOutline),
  channels: channelOutlines(channels, guildId)
})

/** What either is read from. Templates may leave out what is the default. */
interface SomeRole {
  readonly name?: string | null | undefined
  readonly permissions?: string | null | undefined
  readonly color?: number | null | undefined
  readonly hoist?: boolean | null | undefined
  readonly mentionable?: boolean | null | undefined
}

interface SomeChannel {
  readonly id?: number | string | undefined
  readonly type?: ChannelType | undefined
  readonly name?: string | null
  readonly position?: number | undefined
  readonly parent_id?: number | string | null | undefined
  readonly topic?: string | null | undefined
  readonly nsfw?: boolean | undefined
  readonly rate_limit_per_user?: number | undefined
  readonly permission_overwrites?: ReadonlyArray<SomeOverwrite> | undefined
}

interface SomeOverwrite {
  readonly id: number | string
  readonly type: OverwriteType
  readonly deny?: string | null | undefined
}

const roleOutline = ({ color, hoist, mentionable, name, permissions }: SomeRole): RoleOutline => ({
  name: name ?? "",
  permissions: permissions ?? "0",
  color: color ?? 0,
  hoist: hoist ?? false,
  mentionable: mentionable ?? false
})

const channelOutlines = (channels: ReadonlyArray<SomeChannel>, everyone: string): ReadonlyArray<ChannelOutline> => {
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
const plainTypes: Partial<Readonly<Record<ChannelType, ChannelType>>> = {
  [ChannelType.GuildAnnouncement]: ChannelType.GuildText,
  [ChannelType.GuildStageVoice]: ChannelType.GuildVoice,
  [ChannelType.GuildMedia]: ChannelType.GuildForum
}
