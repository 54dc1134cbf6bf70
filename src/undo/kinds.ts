/** The kinds of objects in the audit log: the tools that create, change and delete them, and the fields of these tools. */
import { AuditLogEvent as Event } from "discord-api-types/v10"
import { Record, Struct } from "effect"
import { ruleFields, triggers } from "../objects/automodRule.ts"
import { channelFields, SHARED_FIELDS, threadFields } from "../objects/channel.ts"
import { entityTypes, eventFields } from "../objects/event.ts"
import type { ObjectFields } from "../objects/fields.ts"
import { guildFields, guildPictures } from "../objects/guild.ts"
import { roleFields } from "../objects/role.ts"
import type { ReasonName } from "./reasons.ts"

/** What an entry did to its object. */
export type Action = "create" | "update" | "delete"

/** A key of the log as a field of a tool. */
export interface Field {
  readonly to: string
  /** The value that means null. */
  readonly empty?: unknown
  /** The tool clears it by `clear`. */
  readonly clears?: true
  /** The log has only a hash of it. */
  readonly picture?: true
}

/** A kind of object. */
export interface Kind {
  readonly name: KindName
  readonly fields: Readonly<Record<string, Field>>
  /** The arguments that name an object. */
  readonly at: (guild_id: string, id: string) => Readonly<Record<string, string>>
  readonly create?: {
    readonly tool: string
    /** Keys without which no object can be created. */
    readonly needs: ReadonlyArray<string>
    /** Keys that only a new object takes. */
    readonly fields?: Readonly<Record<string, Field>>
    /** Keys that a new object does not take. */
    readonly without?: ReadonlyArray<string>
  }
  readonly modify?: string
  /** Keys that an object of these values must have. A call that changes one of their conditions sends them, too. */
  readonly together?: (values: Readonly<Record<string, unknown>>) => ReadonlyArray<string>
  readonly remove?: string
  /** Why a deletion cannot be taken back, or what is lost by it. */
  readonly lost?: ReasonName
  /** What a deletion of a new object does not take back. */
  readonly remains?: ReasonName
}

export type KindName =
  | "guild"
  | "channel"
  | "thread"
  | "role"
  | "member"
  | "ban"
  | "invite"
  | "webhook"
  | "emoji"
  | "sticker"
  | "sound"
  | "event"
  | "stage"
  | "rule"
  | "pin"

type Fields = Kind["fields"]

const plain = (...names: ReadonlyArray<string>): Fields => Object.fromEntries(names.map((to) => [to, { to }]))

const clearable = (...names: ReadonlyArray<string>): Fields =>
  Object.fromEntries(names.map((to) => [to, { to, clears: true as const }]))

const picture = (key: string): Fields => ({ [`${key}_hash`]: { to: key, clears: true, picture: true } })

const emptied = (values: Readonly<Record<string, unknown>>): Fields =>
  Object.fromEntries(Object.entries(values).map(([to, empty]) => [to, { to, empty }]))

const inGuild =
  (field: string): Kind["at"] =>
  (guild_id, id) => ({ guild_id, [field]: id })

/** Fields as their object states them. A field that null clears is in `clear`. */
const fieldsOf = (fields: ObjectFields): Fields =>
  Record.map(fields, ({ unset }, to) =>
    unset === null ? { to, clears: true as const } : unset === undefined ? { to } : { to, empty: unset }
  )

const { permission_overwrites: _, ...channelSettings } = channelFields
const { features: __, ...guildSettings } = guildFields

// The log has the place of an event by itself, and nothing of its recurrence.
const { entity_metadata: ___, recurrence_rule: ____, ...loggedEventFields } = eventFields

/** All kinds, by name. */
export const kinds: { readonly [Name in KindName]: Kind & { readonly name: Name } } = {
  guild: {
    name: "guild",
    at: (guild_id) => ({ guild_id }),
    modify: "guild_modify",
    fields: {
      ...fieldsOf(guildSettings),
      ...Object.assign({}, ...Object.keys(guildPictures).map(picture))
    }
  },
  channel: {
    name: "channel",
    at: (_, channel_id) => ({ channel_id }),
    fields: { ...fieldsOf(channelSettings), type: { to: "kind" } },
    create: { tool: "channels_create_guild_channel", needs: ["name", "type"], without: ["flags"] },
    modify: "channels_modify",
    remove: "channels_delete",
    lost: "channel_without_messages"
  },
  thread: {
    name: "thread",
    at: (_, channel_id) => ({ channel_id }),
    fields: fieldsOf({ ...Struct.pick(channelFields, ...SHARED_FIELDS), ...threadFields }),
    modify: "channels_modify",
    remove: "channels_delete",
    lost: "messages_gone"
  },
  role: {
    name: "role",
    at: inGuild("role_id"),
    fields: {
      ...fieldsOf(roleFields),
      ...picture("icon"),
      position: { to: "position" }
    },
    create: { tool: "roles_create", needs: ["name"], without: ["position"] },
    modify: "roles_modify",
    remove: "roles_delete",
    lost: "role_without_members"
  },
  member: {
    name: "member",
    at: inGuild("user_id"),
    fields: { ...clearable("nick", "communication_disabled_until"), ...emptied({ mute: false, deaf: false }) },
    modify: "members_modify",
    lost: "must_be_invited"
  },
  ban: {
    name: "ban",
    at: inGuild("user_id"),
    fields: {},
    create: { tool: "members_ban", needs: [] },
    remove: "members_unban",
    lost: "another_reason",
    remains: "must_be_invited"
  },
  invite: {
    name: "invite",
    at: (_, code) => ({ code }),
    fields: {},
    create: {
      tool: "invites_create_channel",
      needs: ["channel_id"],
      fields: plain("channel_id", "max_age", "max_uses", "temporary")
    },
    remove: "invites_delete",
    lost: "another_code"
  },
  webhook: {
    name: "webhook",
    at: (_, webhook_id) => ({ webhook_id }),
    fields: { ...plain("name", "channel_id"), ...picture("avatar") },
    create: { tool: "webhooks_create", needs: ["name", "channel_id"] },
    modify: "webhooks_modify",
    remove: "webhooks_delete",
    lost: "another_address"
  },
  emoji: {
    name: "emoji",
    at: inGuild("emoji_id"),
    fields: plain("name"),
    modify: "emojis_modify",
    remove: "emojis_delete",
    lost: "files_gone"
  },
  sticker: {
    name: "sticker",
    at: inGuild("sticker_id"),
    fields: { ...plain("name", "tags"), ...emptied({ description: "" }) },
    modify: "stickers_modify_guild_sticker",
    remove: "stickers_delete_guild_sticker",
    lost: "files_gone"
  },
  sound: {
    name: "sound",
    at: inGuild("sound_id"),
    fields: { ...plain("name", "volume"), ...clearable("emoji_id", "emoji_name") },
    modify: "soundboard_modify_guild_sound",
    remove: "soundboard_delete_guild_sound",
    lost: "files_gone"
  },
  event: {
    name: "event",
    at: inGuild("event_id"),
    fields: {
      ...fieldsOf(loggedEventFields),
      location: { to: "entity_metadata" },
      ...picture("image")
    },
    create: { tool: "events_create", needs: ["name", "entity_type", "scheduled_start_time"] },
    together: ({ entity_type }) =>
      entity_type === entityTypes.external ? ["location", "scheduled_end_time"] : ["channel_id"],
    modify: "events_modify",
    remove: "events_delete",
    lost: "event_without_users"
  },
  stage: {
    name: "stage",
    at: (_, channel_id) => ({ channel_id }),
    fields: plain("topic"),
    create: { tool: "stage_instances_create", needs: ["topic"], fields: plain("channel_id") },
    modify: "stage_instances_modify",
    remove: "stage_instances_delete",
    lost: "must_join_again"
  },
  rule: {
    name: "rule",
    at: inGuild("rule_id"),
    fields: fieldsOf(ruleFields),
    create: {
      tool: "automod_create_rule",
      needs: ["name", "trigger_type", "actions"],
      fields: plain("trigger_type")
    },
    together: ({ trigger_type }) => (trigger_type === triggers.spam ? [] : ["trigger_metadata"]),
    modify: "automod_modify_rule",
    remove: "automod_delete_rule",
    lost: "another_id"
  },
  pin: {
    name: "pin",
    at: (_, id) => ({ channel_id: id.split("/")[0] ?? "", message_id: id.split("/")[1] ?? "" }),
    fields: {},
    create: { tool: "messages_pin", needs: [] },
    remove: "messages_unpin"
  }
}

/** Kinds whose objects keep their id when they are created again. */
export const keepsId = ({ name }: Kind): boolean => name === "ban" || name === "pin" || name === "stage"

/** Maps events of the log to what they did. An event without a row cannot be taken back. */
export const events: Readonly<Record<number, { readonly kind: Kind; readonly action: Action }>> = Object.fromEntries(
  (
    [
      [kinds.guild, undefined, Event.GuildUpdate, undefined],
      [kinds.channel, Event.ChannelCreate, Event.ChannelUpdate, Event.ChannelDelete],
      [kinds.channel, undefined, Event.ChannelOverwriteCreate, undefined],
      [kinds.channel, undefined, Event.ChannelOverwriteUpdate, undefined],
      [kinds.channel, undefined, Event.ChannelOverwriteDelete, undefined],
      [kinds.member, undefined, Event.MemberUpdate, Event.MemberKick],
      [kinds.member, undefined, Event.MemberRoleUpdate, undefined],
      [kinds.ban, Event.MemberBanAdd, undefined, Event.MemberBanRemove],
      [kinds.role, Event.RoleCreate, Event.RoleUpdate, Event.RoleDelete],
      [kinds.invite, Event.InviteCreate, undefined, Event.InviteDelete],
      [kinds.webhook, Event.WebhookCreate, Event.WebhookUpdate, Event.WebhookDelete],
      [kinds.emoji, Event.EmojiCreate, Event.EmojiUpdate, Event.EmojiDelete],
      [kinds.sticker, Event.StickerCreate, Event.StickerUpdate, Event.StickerDelete],
      [kinds.sound, Event.SoundboardSoundCreate, Event.SoundboardSoundUpdate, Event.SoundboardSoundDelete],
      [kinds.event, Event.GuildScheduledEventCreate, Event.GuildScheduledEventUpdate, Event.GuildScheduledEventDelete],
      [kinds.stage, Event.StageInstanceCreate, Event.StageInstanceUpdate, Event.StageInstanceDelete],
      [kinds.thread, Event.ThreadCreate, Event.ThreadUpdate, Event.ThreadDelete],
      [kinds.rule, Event.AutoModerationRuleCreate, Event.AutoModerationRuleUpdate, Event.AutoModerationRuleDelete],
      [kinds.pin, Event.MessagePin, undefined, Event.MessageUnpin]
    ] as const
  ).flatMap(([kind, create, update, remove]) =>
    (
      [
        [create, "create"],
        [update, "update"],
        [remove, "delete"]
      ] as const
    ).flatMap(([event, action]) => (event === undefined ? [] : [[event, { kind, action }] as const]))
  )
)
