/** Tool arguments with nested ids. */
import { snowflakeAt } from "../../src/sandbox/Snowflakes.ts"
import type { Side } from "./guildIds.ts"

const NOWHERE = snowflakeAt(1_700_000_000_000)

/** A menu of channels with a default. */
export const menu = (id: string) => ({
  type: 1,
  components: [{ type: 8, custom_id: "where", default_values: [{ type: "channel", id }] }]
})

/** A tool with a nested id: all others are of one guild. */
export type Deep = readonly [path: string, tool: string, input: (inside: Side, outside: Side) => object]

/** All nested ids. */
export const deep: ReadonlyArray<Deep> = [
  [
    "welcome_channels[1].channel_id",
    "guild_modify_welcome_screen",
    ({ channel, guild: guild_id }, outside) => ({
      guild_id,
      welcome_channels: [channel, outside.channel].map((channel_id) => ({ channel_id, description: "x" }))
    })
  ],
  [
    "prompts[0].options[0].channel_ids[0]",
    "onboarding_modify",
    ({ guild: guild_id }, { channel }) => ({
      guild_id,
      prompts: [{ title: "Where?", options: [{ title: "There", channel_ids: [channel] }] }]
    })
  ],
  [
    "default_channel_ids[1]",
    "onboarding_modify",
    ({ channel, guild: guild_id }, outside) => ({ guild_id, default_channel_ids: [channel, outside.channel] })
  ],
  [
    "actions[0].metadata.channel_id",
    "automod_create_rule",
    ({ guild: guild_id }, { channel: channel_id }) => ({
      guild_id,
      name: "x",
      trigger_type: "spam",
      actions: [{ type: "send_alert_message", metadata: { channel_id } }]
    })
  ],
  [
    "exempt_channels[0]",
    "automod_modify_rule",
    ({ guild: guild_id }, { channel }) => ({ guild_id, rule_id: NOWHERE, exempt_channels: [channel] })
  ],
  [
    "permissions[1].id",
    "commands_edit_command_permissions",
    ({ channel, guild: guild_id }, outside) => ({
      guild_id,
      application_id: NOWHERE,
      command_id: NOWHERE,
      permissions: [channel, outside.channel].map((id) => ({ id, type: "channel", permission: true }))
    })
  ],
  [
    "positions[1].id",
    "channels_modify_positions",
    ({ channel, guild: guild_id }, outside) => ({
      guild_id,
      positions: [channel, outside.channel].map((id) => ({ id, position: 1 }))
    })
  ],
  [
    "positions[0].parent_id",
    "channels_modify_positions",
    ({ channel, guild: guild_id }, outside) => ({ guild_id, positions: [{ id: channel, parent_id: outside.channel }] })
  ],
  [
    "components[0].components[0].default_values[0].id",
    "messages_send",
    ({ channel: channel_id }, { channel }) => ({ channel_id, content: "x", components: [menu(channel)] })
  ],
  [
    "components[0].components[0].components[0].default_values[0].id",
    "components_v2_send",
    ({ channel: channel_id }, { channel }) => ({ channel_id, components: [{ type: 17, components: [menu(channel)] }] })
  ],
  [
    "message.components[0].components[0].default_values[0].id",
    "channels_forum_create_thread",
    ({ channel: channel_id }, { channel }) => ({
      channel_id,
      name: "x",
      message: { content: "x", components: [menu(channel)] }
    })
  ],
  [
    "message.sticker_ids[0]",
    "channels_forum_create_thread",
    ({ channel: channel_id }, { sticker }) => ({ channel_id, name: "x", message: { sticker_ids: [sticker] } })
  ],
  [
    "sticker_ids[0]",
    "messages_send",
    ({ channel: channel_id }, { sticker }) => ({ channel_id, sticker_ids: [sticker] })
  ],
  [
    "thread_id",
    "webhooks_execute",
    ({ token, webhook: webhook_id }, { channel }) => ({ webhook_id, token, content: "x", thread_id: channel })
  ],
  [
    "webhook_channel_id",
    "channels_follow_announcement",
    ({ channel: channel_id }, { channel }) => ({ channel_id, webhook_channel_id: channel })
  ],
  [
    "source_guild_id",
    "soundboard_send_sound",
    ({ channel: channel_id }, { guild }) => ({ channel_id, sound_id: NOWHERE, source_guild_id: guild })
  ],
  [
    "channel_id[1]",
    "messages_search",
    ({ channel, guild: guild_id }, outside) => ({ guild_id, channel_id: [channel, outside.channel] })
  ],
  [
    "template_codes[1]",
    "templates_recommend",
    ({ template }, outside) => ({ request: "a place", template_codes: [template, outside.template] })
  ]
]
