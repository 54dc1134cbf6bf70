/**
 * What people and models call a tool, where the words of its name differ. A call by such a name runs nothing: the answer
 * names the tool. Other spellings, such as `send_message`, need no entry.
 */
export const usualNames: Readonly<Record<string, string>> = {
  members_add_role: "assign_role give_role grant_role role_assign role_give",
  members_remove_role: "revoke_role take_role unassign_role",
  members_modify: "change_nickname move_member rename_member set_nick set_nickname",
  members_list_bans: "banned_users get_bans",
  messages_read: "fetch_messages get_history get_messages message_history read_channel read_history",
  messages_count: "count_messages message_count message_stats top_posters",
  messages_bulk_delete: "clear_messages prune_messages purge purge_messages",
  messages_crosspost: "announce_message publish_message",
  messages_create_thread: "start_thread_from_message",
  channels_create_thread: "open_thread start_thread",
  channels_forum_create_thread: "create_forum_post create_post forum_post",
  channels_list_active_threads_guild: "active_threads list_threads",
  channels_modify:
    "archive_thread close_thread edit_channel lock_thread reopen_thread set_slowmode set_topic slow_mode slowmode unarchive_thread unlock_thread",
  channels_modify_permissions: "channel_overwrite edit_permissions set_channel_permissions set_overwrite",
  channels_clone: "channel_clone clone clone_channel copy_channel duplicate duplicate_channel",
  channels_lock: "channel_lock lock lock_channel lockdown lockdown_channel",
  channels_unlock: "channel_unlock end_lockdown unlock unlock_channel unlockdown",
  channels_create_guild_channel: "create_category create_text_channel create_voice_channel",
  channels_trigger_typing: "start_typing typing",
  users_send_dm:
    "direct_message dm dm_user message_user private_message send_direct_message send_dm send_private_message",
  users_get: "get_user_info user_info whois",
  users_list_current_user_guilds: "get_guilds get_servers list_guilds list_servers my_guilds",
  guild_get: "get_server get_server_info guild_info server_info",
  invites_create_channel: "create_invite invite_link",
  reactions_create: "react react_to_message",
  reactions_delete_own: "unreact",
  emojis_create: "add_emoji upload_emoji",
  webhooks_execute: "send_webhook_message webhook_send",
  roles_modify: "edit_role set_role_permissions",
  polls_create: "make_poll start_poll",
  presence_set: "set_activity set_presence set_status",
  guild_begin_prune: "prune prune_members",
  permissions_explain: "check_permissions my_permissions",
  gateway_wait_for: "listen wait_for_message wait_for_reply",
  messages_ask: "ask_question ask_user"
}

const byUsualName: ReadonlyMap<string, string> = new Map(
  Object.entries(usualNames).flatMap(([tool, usual]) => usual.split(" ").map((name) => [name, tool] as const))
)

/** Returns the tool that people mean by a name of no tool. */
export const toolOfUsualName = (name: string): string | undefined =>
  byUsualName.get(
    name
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_")
      .toLowerCase()
      .replaceAll(/[-. ]/g, "_")
  )
