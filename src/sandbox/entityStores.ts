/** Entity stores without special behaviour. */
import { PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { refuse, unknownGuildEmoji, unknownTemplate } from "./discordError.ts"
import { CRUD, type EntityStore } from "./EntityStore.ts"
import { NO_FLAGS } from "./flags.ts"
import { timestamp } from "./timestamp.ts"

const commands = {
  item: "command_id",
  unknown: refuse(404, 10063, "Unknown application command"),
  operations: [...CRUD, "replace"],
  created: 201,
  unique: "name",
  fields: (_: unknown, id: string) => ({
    version: id,
    type: 1,
    name: "command",
    description: "",
    default_member_permissions: null,
    nsfw: false
  })
} as const

/** All entity stores without special behaviour. */
export const entityStores = [
  { path: "/applications/:application_id/commands", ...commands },
  { path: "/applications/:application_id/guilds/:guild_id/commands", ...commands },
  {
    path: "/applications/:application_id/emojis",
    item: "emoji_id",
    unknown: unknownGuildEmoji,
    operations: CRUD,
    created: 201,
    inside: "items",
    fields: ({ state }) => ({
      roles: [],
      user: state.bot,
      require_colons: true,
      managed: false,
      animated: false,
      available: true
    })
  },
  {
    path: "/applications/:application_id/entitlements",
    item: "entitlement_id",
    unknown: refuse(404, 10029, "Unknown Entitlement"),
    operations: ["list", "create", "get", "remove"],
    fields: () => ({ type: 8, deleted: false, consumed: false, starts_at: null, ends_at: null })
  },
  {
    path: "/guilds/:guild_id/stickers",
    item: "sticker_id",
    unknown: refuse(404, 10060, "Unknown Sticker"),
    operations: CRUD,
    created: 201,
    needsForOthers: Bit.ManageGuildExpressions,
    fields: ({ state }) => ({
      name: "sticker",
      tags: "",
      type: 2,
      format_type: 1,
      description: null,
      available: true,
      user: state.bot
    })
  },
  {
    path: "/guilds/:guild_id/soundboard-sounds",
    item: "sound_id",
    by: "sound_id",
    withoutId: true,
    unknown: refuse(404, 10097, "Unknown Soundboard Sound"),
    operations: CRUD,
    created: 201,
    inside: "items",
    needsForOthers: Bit.ManageGuildExpressions,
    fields: ({ state }) => ({
      name: "sound",
      volume: 1,
      emoji_id: null,
      emoji_name: null,
      available: true,
      user: state.bot
    })
  },
  {
    path: "/stage-instances",
    item: "channel_id",
    by: "channel_id",
    unknown: refuse(404, 10067, "Unknown Stage Instance"),
    operations: ["create", "get", "modify", "remove"],
    fields: ({ state }) => ({
      guild_id: [...state.guilds.keys()][0],
      privacy_level: 2,
      discoverable_disabled: true,
      guild_scheduled_event_id: null
    })
  },
  {
    path: "/guilds/:guild_id/templates",
    item: "code",
    by: "code",
    withoutId: true,
    unknown: unknownTemplate,
    operations: ["list", "create", "modify", "remove"],
    fields: ({ nowMs, param, state }) => ({
      name: "template",
      description: null,
      usage_count: 0,
      creator_id: state.bot.id,
      creator: state.bot,
      created_at: timestamp(nowMs),
      updated_at: timestamp(nowMs),
      source_guild_id: param("guild_id"),
      serialized_source_guild: { name: state.guilds.get(param("guild_id"))?.name, roles: [], channels: [] },
      is_dirty: null
    })
  },
  {
    path: "/guilds/:guild_id/integrations",
    item: "integration_id",
    unknown: refuse(404, 10005, "Unknown Integration"),
    operations: ["list", "remove"]
  },
  {
    path: "/guilds/:guild_id/scheduled-events/:event_id/exceptions",
    item: "exception_id",
    unknown: refuse(404, 10070, "Unknown Guild Scheduled Event"),
    operations: ["create", "modify", "remove"],
    needsForOthers: Bit.ManageEvents,
    fields: (_, id) => ({ event_exception_id: id, is_canceled: false })
  },
  {
    path: "/lobbies",
    item: "lobby_id",
    unknown: refuse(404, 10031, "Unknown Lobby"),
    operations: ["create", "get", "modify", "remove"],
    created: 201,
    fields: ({ state }) => ({ application_id: state.bot.id, metadata: null, members: [], flags: NO_FLAGS })
  }
] as const satisfies ReadonlyArray<EntityStore>
