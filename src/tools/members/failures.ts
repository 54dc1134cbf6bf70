import type { Reasons } from "../dsl/Reason.ts"

/** Failure reasons of users, members, roles and bans. */
export const members = {
  unknown_user: {
    on: 10013,
    when: "The user does not exist.",
    recovery: "Take the id from members_search {guild_id, query}, or from one of the user's messages.",
    suggested_tool: "members_search"
  },
  unknown_member: {
    on: 10007,
    when: "The user is not a member of the guild; they may have left.",
    recovery: "Find the member with members_search {guild_id, query}; a user who left can only be banned.",
    suggested_tool: "members_search"
  },
  not_banned: {
    on: 10026,
    when: "The user is not banned.",
    recovery: "Continue without the ban: members_list_bans {guild_id} lists all bans.",
    suggested_tool: "members_list_bans"
  },
  user_banned: {
    on: 40007,
    when: "The user is banned from the guild.",
    recovery: "Ask the user whether to lift the ban with members_unban {guild_id, user_id}, then retry.",
    suggested_tool: "members_unban"
  },
  member_above_bot: {
    on: 50013,
    why: "role_hierarchy",
    when: "The bot's highest role is too low, or a timeout targets an administrator.",
    recovery:
      "Call permissions_explain {guild_id, action, target_user_id} for the exact cause; only a server admin can move the bot's role up in Server Settings → Roles.",
    suggested_tool: "permissions_explain"
  },
  role_above_bot: {
    on: 50013,
    why: "role_hierarchy",
    when: "The role is at or above the bot's highest role.",
    recovery:
      "Ask a server admin to move the bot's role above this role in Server Settings → Roles: roles_list {guild_id} shows the order.",
    suggested_tool: "roles_list"
  },
  role_not_assignable: {
    on: 50028,
    when: "The role cannot be changed this way: it is @everyone, or an integration manages it.",
    recovery: "Choose a role that is not managed: roles_list {guild_id} marks managed roles.",
    suggested_tool: "roles_list"
  },
  roles_full: {
    on: 30005,
    when: "The guild has 250 roles, the maximum.",
    recovery: "Ask the user which role to delete: roles_member_counts {guild_id} shows the members of each.",
    suggested_tool: "roles_member_counts"
  },
  role_of_another_guild: {
    when: "The role belongs to another guild.",
    recovery: "Take the role's id from roles_list {guild_id} of the same guild.",
    suggested_tool: "roles_list"
  },
  two_factor_required: {
    on: 60003,
    when: "The server requires two-factor authentication for moderation.",
    recovery: "Ask the bot's owner to enable two-factor authentication for their account, then retry."
  },
  members_intent_off: {
    on: 50001,
    why: "privileged_intent",
    when: "Listing all members requires the Server Members intent, which the bot lacks.",
    recovery: "Find members by name with members_search {guild_id, query}, which requires no intent.",
    suggested_tool: "members_search"
  },
  not_in_voice: {
    on: 40032,
    when: "The member is not in a voice channel.",
    recovery:
      "Omit mute, deaf and channel_id until voice_get_user_state {guild_id, user_id} finds the member in a voice channel.",
    suggested_tool: "voice_get_user_state"
  },
  non_member_bans_full: {
    on: 30035,
    when: "The guild's limit of bans of non-members is reached.",
    recovery: "Wait a day before you ban more non-members; bans of members still work."
  },
  ban_reads_limited: {
    on: 30037,
    when: "The guild's bans were read too often.",
    recovery: "Wait a few minutes before you read the bans again."
  },
  nobody_banned: {
    on: 500000,
    when: "None of the users could be banned.",
    recovery:
      "Check each with members_get_ban {guild_id, user_id}: either the user is already banned, or ranks above the bot (permissions_explain).",
    suggested_tool: "members_get_ban"
  },
  prunes_limited: {
    on: 30040,
    when: "Prunes were requested too often.",
    recovery: "Wait a few minutes before you request another prune."
  },
  access_token_not_valid: {
    on: 50025,
    when: "The user's access token is invalid or expired.",
    recovery: "Ask the user to authorize the application again, then use the new access_token."
  },
  access_token_without_scope: {
    on: 50026,
    when: "The user's access token lacks the required scope.",
    recovery: "Ask the user to authorize the application with the scope guilds.join (for a group DM: gdm.join)."
  },
  user_guilds_full: {
    on: 30001,
    when: "The user is in the maximum number of servers.",
    recovery: "Ask the user to leave a server first, then retry."
  },
  guild_full: {
    on: 30019,
    when: "The guild has the maximum number of members.",
    recovery: "Tell the user that the server is full."
  },
  joining_limited: {
    on: 340015,
    when: "Discord currently does not let this user join servers.",
    recovery: "Tell the user that Discord has limited their account; no tool can change that."
  },
  profile_changed_too_often: {
    on: 50035,
    issue: ["USERNAME_RATE_LIMIT", "AVATAR_RATE_LIMIT"],
    when: "The bot's username or avatar was changed too often.",
    recovery: "Wait an hour before you change the bot's username or avatar again."
  }
} satisfies Reasons
