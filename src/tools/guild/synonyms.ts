/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  guild_get:
    "server info, details, owner, member count, how many members, number of members, boosts, about the server, information about the server, when was the server created, who owns the server, how big is the server, how many people are in the server, how many members do we have, how many users, who is the owner, who owns this server, tell me about this server, server statistics, stats, number of users, number of people",
  guild_get_preview: "public server preview",
  guild_modify:
    "rename the server, server name, server icon, logo, banner, server settings, verification level, afk channel, change the server, change the server's name, change the server's icon, server picture, edit the server, new server icon, set a new server icon, rename this server, change server settings, new name for the server, change the server logo, change the server banner",
  guild_get_vanity_url: "vanity link, custom invite url",
  guild_begin_prune:
    "kick inactive members, prune, clean up inactive, remove inactive members, remove ghost accounts, users that were not online, remove dead accounts, prune members",
  guild_get_prune_count: "how many inactive members, dry run of a prune, how many would be pruned",
  guild_list_integrations: "bots and apps in the server, connected apps, integrations",
  guild_delete_integration: "remove an app, remove a bot, disconnect twitch",
  guild_get_widget: "server widget",
  guild_modify_widget: "turn the widget on or off, enable widget",
  guild_get_welcome_screen: "welcome screen, greeting",
  guild_modify_welcome_screen:
    "set up welcome screen, welcome message, greet newcomers, greeting, write a welcome screen",
  guild_get_new_member_welcome: "new member welcome, server guide",
  guild_list_join_requests: "applications to join, pending join requests, membership applications",
  guild_action_join_request: "approve or deny a join request, accept an applicant, reject an application",
  guild_set_incident_actions:
    "raid, lockdown, pause invites, stop invites, disable dms, under attack, lock down the server, stop new joins",
  guild_modify_user_voice_state: "stage speaker, let a user speak, move to audience",
  guild_modify_current_voice_state: "raise hand, request to speak"
} as const
