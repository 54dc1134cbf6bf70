import {
  type APIGuildForumTag,
  type APIOverwrite,
  PermissionFlagsBits as Bit,
  ChannelType
} from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { invalidForm, type Refusal } from "./discordError.ts"
import { choice, clearable, integer, list, optional, snowflake, text } from "./Form.ts"
import { ensureInGuild } from "./Permissions.ts"
import type { SandboxState } from "./State.ts"

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
export const ChannelPatch = Schema.Struct({ name: optional(text(1, 100)), ...settings })

/** Body of a thread update. */
export const ThreadPatch = Schema.Struct({
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
