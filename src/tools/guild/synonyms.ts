/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  guild_get:
    "server info, details, owner, member count, how many members, number of members, boosts, about the server, information about the server, when was the server created, who owns the server, how big is the server, how many people are in the server, how many members do we have, how many users, who is the owner, who owns this server, tell me about this server, server statistics, stats, number of users, number of people, fetch guild, server owner, member total, boost level, boost count, server size, name of the server, age of the server",
  guild_get_preview:
    "public server preview, preview of a server, look at a server the bot is not in, discoverable server",
  guild_modify:
    "rename the server, server name, server icon, logo, banner, server settings, verification level, afk channel, change the server, change the server's name, change the server's icon, server picture, edit the server, new server icon, set a new server icon, rename this server, change server settings, new name for the server, change the server logo, change the server banner, edit guild, set name of the server, server description, rules channel, system messages channel, enable community, default notifications, server afk timeout, explicit content filter",
  guild_get_vanity_url:
    "vanity link, custom invite url, vanity url, custom invite link, own invite code, what is our vanity url, uses of the vanity url, fetch vanity data, discord.gg name of the server",
  guild_begin_prune:
    "kick inactive members, prune, clean up inactive, remove inactive members, remove ghost accounts, users that were not online, remove dead accounts, prune members, prune guild, kick people who were inactive, get rid of inactive members, remove people who were not online, purge inactive members, kick offline members",
  guild_get_prune_count:
    "how many inactive members, dry run of a prune, how many would be pruned, how many inactive members would be kicked, how many would a prune kick, count inactive members, number of inactive members, estimate pruned members, how many people are inactive, prune preview",
  guild_list_voice_regions: "voice regions of the server",
  guild_list_integrations:
    "bots and apps in the server, connected apps, integrations, which bots are in the server, installed bots, installed apps, which bots are installed, which apps are connected, twitch integration, youtube integration, fetch integrations",
  guild_delete_integration:
    "remove an app, remove a bot, disconnect twitch, kick a bot integration, uninstall an app, uninstall a bot, remove an integration, delete an integration, disconnect an app",
  guild_get_widget: "server widget, who is online, online members, how many are online, widget data, widget json",
  guild_modify_widget:
    "turn the widget on or off, enable widget, turn on the widget, turn off the widget, disable the widget, switch the widget off, widget channel, edit widget",
  guild_get_welcome_screen: "welcome screen, greeting, show the welcome screen, what does the welcome screen say",
  guild_modify_welcome_screen:
    "set up welcome screen, welcome message, greet newcomers, greeting, write a welcome screen, change the welcome screen, edit the welcome screen, screen that newcomers see, screen for new members, disable the welcome screen, enable the welcome screen",
  guild_get_new_member_welcome:
    "new member welcome, server guide, what does the server guide show, tasks for new members, resource channels",
  guild_list_join_requests:
    "applications to join, pending join requests, membership applications, pending members, waiting applicants, list join requests, who applied to join, membership requests, pending applications",
  guild_action_join_request:
    "approve or deny a join request, accept an applicant, reject an application, approve a join request, accept a join request, decline a join request, deny an application, approve an applicant, let an applicant in, approve a pending member, reject a member's application",
  guild_set_incident_actions:
    "raid, lockdown, pause invites, stop invites, disable dms, under attack, lock down the server, stop new joins, raid mode, anti-raid, being raided, turn on raid mode, end raid mode, turn off raid mode, end the lockdown, resume invites, unpause invites, enable invites again, security actions, pause dms, stop people from joining, panic mode, lockdown over",
  guild_modify_user_voice_state:
    "stage speaker, let a user speak, move to audience, make a member a speaker, invite to speak, bring someone on stage, move a speaker to the audience, take someone off the stage, let someone speak on stage, accept a request to speak, promote to speaker, suppress a speaker",
  guild_modify_current_voice_state:
    "raise hand, request to speak, raise the bot's hand, ask to speak on stage, become a speaker on stage, the bot joins the audience",
  guild_get_widget_settings: "widget settings, is the widget enabled, is the widget on",
  guild_get_widget_image_url:
    "widget image, widget picture, badge for a website, server badge, embed the widget on a website"
} as const
