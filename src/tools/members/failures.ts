import type { Reasons } from "../dsl/Reason.ts"

/** About users and members, who may be put in, put out and changed, and by whom. */
export const members = {
  unknown_user: {
    on: 10013,
    when: "There is no such user.",
    recovery: "Take the id from members_search {guild_id, query}, or from something the user has written.",
    suggested_tool: "members_search"
  },
  unknown_member: {
    on: 10007,
    when: "The user is not a member here; they may have left.",
    recovery: "Find the member with members_search {guild_id, query}; who has left can only be banned.",
    suggested_tool: "members_search"
  },
  not_banned: {
    on: 10026,
    when: "The user is not banned.",
    recovery: "Continue as with anybody who is not banned: members_list_bans {guild_id} lists who is.",
    suggested_tool: "members_list_bans"
  },
  user_banned: {
    on: 40007,
    when: "The user is banned from the guild.",
    recovery: "Ask the person whether to lift the ban, do so with members_unban {guild_id, user_id}, then call again.",
    suggested_tool: "members_unban"
  },
  member_above_bot: {
    on: 50013,
    why: "role_hierarchy",
    when: "The member or a role they shall have stands at or above the bot's highest role; or they own the guild, or, for a timeout, are an administrator.",
    recovery:
      "Ask permissions_explain {guild_id, action, target_user_id} what stands in the way; only a server admin can move the bot's role up in Server Settings → Roles.",
    suggested_tool: "permissions_explain"
  },
  role_above_bot: {
    on: 50013,
    why: "role_hierarchy",
    when: "The role stands at or above the bot's highest role.",
    recovery:
      "Ask a server admin to move the bot's role above it in Server Settings → Roles: roles_list {guild_id} shows the order.",
    suggested_tool: "roles_list"
  },
  role_not_assignable: {
    on: 50028,
    when: "The role cannot be treated so: it is @everyone, or an integration manages it.",
    recovery: "Choose a role that roles_list {guild_id} does not show as managed.",
    suggested_tool: "roles_list"
  },
  roles_full: {
    on: 30005,
    when: "The guild has 250 roles and takes no more.",
    recovery: "Ask the person which role can go: roles_member_counts {guild_id} shows how many have each.",
    suggested_tool: "roles_member_counts"
  },
  role_of_another_guild: {
    when: "The role is not of this guild.",
    recovery: "Take the id of the role from roles_list {guild_id} of the same guild.",
    suggested_tool: "roles_list"
  },
  two_factor_required: {
    on: 60003,
    when: "The server lets only accounts with two-factor authentication moderate.",
    recovery: "Ask the bot's owner to switch on two-factor authentication for their own account, then call again."
  },
  members_intent_off: {
    on: 50001,
    why: "privileged_intent",
    when: "To list all members takes the Server Members intent, which the bot does not have.",
    recovery: "Find members by their names with members_search {guild_id, query}, which takes no intent.",
    suggested_tool: "members_search"
  },
  not_in_voice: {
    on: 40032,
    when: "The member is in no voice channel.",
    recovery: "Leave mute, deaf and channel_id out until voice_get_user_state {guild_id, user_id} finds them in one.",
    suggested_tool: "voice_get_user_state"
  },
  non_member_bans_full: {
    on: 30035,
    when: "Too many users who are not members were banned.",
    recovery: "Leave the others for another day, and ban only members today."
  },
  ban_reads_limited: {
    on: 30037,
    when: "The bans were read too often.",
    recovery: "Wait some minutes before you read the bans again."
  },
  nobody_banned: {
    on: 500000,
    when: "None of the users could be banned.",
    recovery:
      "Look each up with members_get_ban {guild_id, user_id}: they are banned already, or stand above the bot as permissions_explain tells.",
    suggested_tool: "members_get_ban"
  },
  prunes_limited: {
    on: 30040,
    when: "Prunes were asked for too often.",
    recovery: "Wait some minutes before you ask for another prune."
  },
  access_token_not_valid: {
    on: 50025,
    when: "The user's access token is not valid, or no longer.",
    recovery: "Ask the user to authorize the application again, and use the access_token that this gives."
  },
  access_token_without_scope: {
    on: 50026,
    when: "The user's access token lacks the scope that this takes.",
    recovery: "Ask the user to authorize the application with the scope guilds.join, for a group DM with gdm.join."
  },
  user_guilds_full: {
    on: 30001,
    when: "The user is in as many servers as they can be.",
    recovery: "Ask the user to leave a server first, then call again."
  },
  guild_full: {
    on: 30019,
    when: "The guild has as many members as it can have.",
    recovery: "Tell the person that the server takes no more members."
  },
  joining_limited: {
    on: 340015,
    when: "Discord does not let this user join servers at present.",
    recovery: "Tell the user that Discord has limited their account; nothing here can change that."
  },
  profile_changed_too_often: {
    on: 50035,
    issue: ["USERNAME_RATE_LIMIT", "AVATAR_RATE_LIMIT"],
    when: "The bot's name or picture was changed too often.",
    recovery: "Wait an hour before you change the bot's name or picture again."
  }
} satisfies Reasons
