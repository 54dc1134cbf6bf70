/** The names of all tools, by category, in the order they are listed: what a start has to know of the catalogue. */
const contents = {
  meta: `
    mcp_tools_search mcp_tools_read mcp_tools_write mcp_tools_destructive mcp_pipeline`,
  users: `
    users_get_current users_list_current_user_guilds users_get users_create_dm users_modify_current
    users_leave_guild`,
  guild: `
    guild_get guild_get_preview guild_modify guild_list_voice_regions guild_list_integrations
    guild_delete_integration guild_get_widget_settings guild_get_widget guild_get_widget_image_url
    guild_modify_widget guild_get_vanity_url guild_get_welcome_screen guild_modify_welcome_screen
    guild_get_new_member_welcome guild_get_prune_count guild_begin_prune guild_modify_user_voice_state
    guild_modify_current_voice_state guild_list_join_requests guild_action_join_request guild_set_incident_actions`,
  onboarding: `
    onboarding_get onboarding_modify`,
  templates: `
    templates_list templates_get templates_inspect templates_diff templates_recommend templates_create
    templates_sync templates_modify templates_delete`,
  audit_log: `
    audit_log_get`,
  automod: `
    automod_list_rules automod_get_rule automod_create_rule automod_modify_rule automod_delete_rule`,
  roles: `
    roles_list roles_get roles_member_counts roles_create roles_modify roles_modify_positions roles_delete`,
  members: `
    members_list members_search members_get members_get_current_user members_add members_modify
    members_modify_current members_add_role members_remove_role members_kick members_list_bans members_get_ban
    members_ban members_bulk_ban members_unban`,
  permissions: `
    permissions_explain permissions_audit_channel`,
  channels: `
    channels_list channels_list_active_threads_guild channels_list_public_archived_threads
    channels_list_private_archived_threads channels_list_joined_private_archived_threads channels_get
    channels_create_guild_channel channels_create_thread channels_forum_create_thread channels_follow_announcement
    channels_trigger_typing channels_add_group_dm_recipient channels_modify channels_modify_positions
    channels_modify_permissions channels_set_voice_status channels_delete_permissions
    channels_remove_group_dm_recipient channels_delete`,
  threads: `
    threads_search threads_list_members threads_get_member threads_join threads_add_member threads_leave
    threads_remove_member`,
  messages: `
    messages_read messages_search messages_search_recent messages_list_pins messages_get messages_send
    messages_create_thread messages_crosspost messages_pin messages_edit messages_unpin messages_delete
    messages_bulk_delete`,
  reactions: `
    reactions_list reactions_create reactions_delete_own reactions_delete_user reactions_delete_emoji
    reactions_delete_all`,
  polls: `
    polls_get_voters polls_end`,
  invites: `
    guild_list_invites invites_list_channel invites_get invites_get_target_users invites_get_target_users_job
    invites_create_channel invites_set_target_users invites_add_target_user invites_remove_target_user
    invites_bulk_add_target_users invites_bulk_remove_target_users invites_delete`,
  events: `
    events_list events_get events_create events_modify events_delete events_list_users events_count_users
    events_list_exception_users events_create_exception events_modify_exception events_delete_exception`,
  stage_instances: `
    stage_instances_get stage_instances_create stage_instances_modify stage_instances_delete`,
  voice: `
    voice_list_regions voice_get_current_user_state voice_get_user_state`,
  webhooks: `
    webhooks_list_channel webhooks_list_guild webhooks_get webhooks_get_with_token webhooks_get_message
    webhooks_create webhooks_execute webhooks_execute_slack webhooks_execute_github webhooks_modify
    webhooks_modify_with_token webhooks_edit_message webhooks_delete webhooks_delete_with_token
    webhooks_delete_message`,
  emojis: `
    emojis_list_guild emojis_get emojis_create emojis_modify emojis_delete`,
  stickers: `
    stickers_list_guild stickers_list_packs stickers_get stickers_get_guild_sticker stickers_get_pack
    stickers_create_guild_sticker stickers_modify_guild_sticker stickers_delete_guild_sticker`,
  soundboard: `
    soundboard_list_default_sounds soundboard_list_guild_sounds soundboard_get_guild_sound
    soundboard_create_guild_sound soundboard_send_sound soundboard_modify_guild_sound
    soundboard_delete_guild_sound`,
  application: `
    application_get_current application_get application_get_oauth2
    application_get_role_connection_metadata application_get_activity_instance gateway_get_bot
    application_upload_attachment application_modify_current application_modify
    application_modify_role_connection_metadata`,
  app_emojis: `
    app_emojis_list app_emojis_get app_emojis_create app_emojis_modify app_emojis_delete`,
  commands: `
    commands_list_global commands_list_guild commands_get_global commands_get_guild commands_create_global
    commands_create_guild commands_modify_global commands_modify_guild commands_bulk_overwrite_global
    commands_bulk_overwrite_guild commands_delete_global commands_delete_guild
    commands_get_guild_command_permissions commands_get_command_permissions commands_edit_command_permissions`,
  interactions: `
    interactions_get_original_response interactions_get_followup interactions_create_response
    interactions_create_followup interactions_edit_original_response interactions_edit_followup
    interactions_delete_original_response interactions_delete_followup`,
  components_v2: `
    components_v2_build_container components_v2_build_section components_v2_build_media_gallery
    components_v2_validate components_v2_preview components_v2_send components_v2_send_from_template
    components_v2_edit`,
  monetization: `
    skus_list entitlements_list entitlements_get subscriptions_list subscriptions_get entitlements_create_test
    entitlements_consume entitlements_delete_test`,
  lobbies: `
    lobbies_get lobbies_list_messages lobbies_create lobbies_send_message lobbies_create_invite
    lobbies_create_own_invite lobbies_create_or_join lobbies_add_member lobbies_modify_members lobbies_modify
    lobbies_link_channel lobbies_set_message_moderation lobbies_remove_member lobbies_leave lobbies_delete`
}

/** What a tool is about. */
export type Category = keyof typeof contents

/** All categories. */
export const categories: ReadonlyArray<string> = Object.keys(contents)

const byCategory = new Map(Object.entries(contents).map(([category, names]) => [category, names.trim().split(/\s+/)]))

/** The names of the tools in some categories. */
export const namesIn = (some: ReadonlyArray<string>): ReadonlyArray<string> =>
  some.flatMap((category) => byCategory.get(category) ?? [])

/** The names of all tools. */
export const toolNames: ReadonlyArray<string> = namesIn(categories)

/** Where a tool stands; nothing for what is none. */
export const categoryOf = (name: string): Category | undefined =>
  // The keys of the map are those of the contents.
  [...byCategory].find(([, names]) => names.includes(name))?.[0] as Category | undefined
