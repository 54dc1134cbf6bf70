/** Inputs for each tool in the sandbox: the documentation's example, with ids that exist there. */
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { exampleOf } from "../docs/exampleInputs.ts"
import { OGG, PNG } from "../tools/wired.ts"

type Values = Readonly<Record<string, unknown>>

/** Earlier results by tool name, for the ids of created objects. */
export type Made = ReadonlyMap<string, Values>

/** Returns the input of a tool, with consent. */
export const sandboxInput = (tool: Tool, ids: SeedIds, made: Made): Values => {
  const there: Values = fieldsOf(ids)
  const own = fieldsOfTools(ids, (creator, field = "id") => made.get(creator)?.[field])[tool.name]
  const properties = Object(publishedSchema(tool.input).properties)
  return {
    // Without it, a call asks for the bot's own first.
    ...("application_id" in properties && { application_id: there.application_id }),
    ...Object.fromEntries(Object.entries(exampleOf(tool)).map(([name, value]) => [name, there[name] ?? value])),
    ...Object.fromEntries(Object.entries(own ?? {}).filter(([, value]) => value !== undefined)),
    ...("__confirm" in properties && { __confirm: true })
  }
}

/** Values by field name, for all tools. */
const fieldsOf = (ids: SeedIds): Values => ({
  application_id: ids.bot,
  channel_id: ids.channels.general,
  code: ids.inviteCode,
  emoji_id: ids.emoji,
  event_id: ids.event,
  file: { base64: PNG },
  guild_id: ids.guild,
  image: { base64: PNG },
  message_id: ids.messages.firstInGeneral,
  overwrite_id: ids.roles.member,
  recipient_id: ids.members.bruno,
  role_id: ids.roles.member,
  rule_id: ids.rule,
  sound: { base64: OGG },
  sticker_id: ids.sticker,
  template_code: ids.templateCode,
  thread_id: ids.channels.thread,
  token: ids.webhookToken,
  user_id: ids.members.bruno,
  webhook_id: ids.webhook
})

/** Values for single tools, some created by earlier calls. */
const fieldsOfTools = (
  ids: SeedIds,
  madeBy: (creator: string, field?: string) => unknown
): Readonly<Record<string, Values>> => {
  const { channels, guild, members, messages, roles } = ids
  const poll = { channel_id: channels.showcase, message_id: messages.poll }
  const own = { message_id: messages.byBot }
  const post = { message_id: madeBy("webhooks_execute") }
  // The sandbox has no interactions. A webhook replaces them, without the original response.
  const interaction = { application_id: ids.webhook, interaction_token: ids.webhookToken }
  const followup = { ...interaction, ...post }
  const ofGuild = { command_id: madeBy("commands_create_guild") }
  const ofAll = { command_id: madeBy("commands_create_global") }
  const sound = { sound_id: madeBy("soundboard_create_guild_sound", "sound_id") }
  const lobby = { lobby_id: madeBy("lobbies_create") }
  const appEmoji = { emoji_id: madeBy("app_emojis_create") }
  const entitlement = { entitlement_id: madeBy("entitlements_create_test") }
  const exception = { exception_id: madeBy("events_create_exception") }
  const stage = { channel_id: channels.voice }
  return {
    mcp_tools_read: { args: { guild_id: guild } },
    mcp_tools_write: { args: { channel_id: channels.general, content: "The tide is in." } },
    mcp_tools_destructive: { args: { channel_id: channels.general, message_id: messages.byMember, __confirm: true } },
    permissions_explain: { channel_id: channels.general, user_id: members.bruno },
    members_modify: { clear: ["communication_disabled_until"], nick: "Starfish" },
    members_get_ban: { user_id: ids.banned },
    members_bulk_ban: { user_ids: [members.chiara] },
    channels_create_guild_channel: { permission_overwrites: [{ id: guild, type: "role", deny: ["VIEW_CHANNEL"] }] },
    channels_forum_create_thread: { channel_id: channels.forum, applied_tags: [] },
    channels_follow_announcement: { channel_id: channels.announcements, webhook_channel_id: channels.general },
    channels_modify_positions: { positions: [{ id: channels.general, position: 2 }] },
    channels_move: { position: "last" },
    messages_crosspost: { channel_id: channels.announcements, message_id: messages.inAnnouncements },
    threads_remove_member: { user_id: members.ada },
    messages_send: { reply_to: messages.firstInGeneral },
    messages_forward: { message_id: messages.firstInGeneral, to: channels.general },
    messages_edit: own,
    components_v2_edit: own,
    messages_bulk_delete: { message_ids: [madeBy("messages_send"), madeBy("components_v2_send")] },
    polls_get_voters: poll,
    polls_end: poll,
    invites_set_target_users: { user_ids: [members.bruno] },
    invites_add_target_user: { user_id: members.ada },
    invites_remove_target_user: { user_id: members.ada },
    invites_bulk_add_target_users: { user_ids: [members.ada] },
    invites_bulk_remove_target_users: { user_ids: [members.ada] },
    guild_modify_widget: { channel_id: channels.general },
    guild_modify_welcome_screen: { welcome_channels: [{ channel_id: channels.general, description: "Say hello" }] },
    onboarding_modify: {
      prompts: [{ title: "What brings you here?", options: [{ title: "Tides", channel_ids: [channels.general] }] }]
    },
    roles_modify_positions: { positions: [{ id: roles.member, position: 1 }] },
    events_modify_exception: exception,
    events_delete_exception: exception,
    events_list_exception_users: exception,
    stage_instances_create: stage,
    stage_instances_get: stage,
    stage_instances_modify: stage,
    stage_instances_delete: stage,
    webhooks_get_message: post,
    webhooks_edit_message: post,
    webhooks_delete_message: post,
    interactions_get_original_response: interaction,
    interactions_edit_original_response: interaction,
    interactions_delete_original_response: interaction,
    interactions_create_followup: interaction,
    interactions_get_followup: followup,
    interactions_edit_followup: followup,
    interactions_delete_followup: followup,
    commands_get_global: ofAll,
    commands_modify_global: ofAll,
    commands_delete_global: ofAll,
    commands_get_guild: ofGuild,
    commands_modify_guild: ofGuild,
    commands_delete_guild: ofGuild,
    commands_get_command_permissions: ofGuild,
    commands_edit_command_permissions: { permissions: [{ id: roles.member, type: "role", permission: true }] },
    soundboard_get_guild_sound: sound,
    soundboard_modify_guild_sound: sound,
    soundboard_delete_guild_sound: sound,
    app_emojis_get: appEmoji,
    app_emojis_modify: appEmoji,
    app_emojis_delete: appEmoji,
    entitlements_create_test: { owner_id: members.bruno },
    entitlements_get: entitlement,
    entitlements_consume: entitlement,
    entitlements_delete_test: entitlement,
    lobbies_create: { members: [{ id: members.bruno }] },
    lobbies_modify_members: { members: [{ id: members.bruno }] },
    lobbies_get: lobby,
    lobbies_modify: lobby,
    lobbies_delete: lobby,
    templates_recommend: { template_codes: [ids.templateCode] },
    blueprint_plan: { blueprint: "version: 1" },
    blueprint_apply: { blueprint: "version: 1\nroles: [{name: moderator, hoist: true}]" },
    changes_undo: { since: "2100-01-01T00:00:00Z" }
  }
}
