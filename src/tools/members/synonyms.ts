/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  members_list:
    "who is in the server, all members, users, people, list members, everyone in the server, user list, name every member, who is a member, all people of the server, who has a role, members with a role, list users, who has the admin role, people with a role, fetch members, guild members, list of members, show the members, who joined this week, new members, newest members, who joined recently, recent joins, members without a role, who has no role, who lacks a role, who joined since, who can ban, who has a permission, members with a permission, sort members by join date, latest members, members who joined before",
  members_search:
    "find a user, member by name, look for a person, user id of a name, who is the user called, look up a user, username, find a member, what is the id of a user, look for a member called, which user is named, find the id of a user, find somebody, search members, search for a user, query members, find someone, who is called",
  members_get:
    "member info, roles of a user, joined when, is the user a member, when did a user join, join date, how long a member, info about a user, boosting, profile in the server, which roles does a user have, what roles has a user, show a user, information about a member, details of a member, has a user a role, when did someone join, member since, how long is someone here, fetch member, whois, show a member, nickname of a user, is someone in the server, is a user timed out, does someone have a role, is someone still in the server, nickname of a member",
  members_get_current_user:
    "the bot's nickname and roles in the server, bot's nickname, what nickname does the bot have, which roles does the bot have, bot as a member, roles of the bot, the bot's own member",
  members_add:
    "add a user with an oauth2 token, add member, put a user into the server with a token, force a user to join, join a user with oauth2",
  members_modify:
    "nickname, rename a member, move to a voice channel, disconnect from voice, deafen, replace roles, set a nickname, change someone's name, give a nickname, move someone to another voice channel, pull into voice, kick from voice, nickname a user, microphone off, change the nickname of a user, rename a user, reset a nickname, set a user's nickname, call someone something else, move a user to a voice channel, drag someone into voice, disconnect a user from voice, set nickname, nick, voice mute, server mute, unmute in voice, undeafen, move to another voice channel, move a member, disconnect from a call, throw out of voice, change a nickname, remove a nickname, edit member, set mute, vc move, server deaf, deaf",
  members_timeout:
    "timeout, time out, untimeout, mute, unmute, silence, end timeout, remove timeout, lift timeout, stop a user from writing, stop someone talking, keep quiet, quiet down, calm down, cool off, let talk again, allow to speak again, speak again, punish for an hour, temporary punishment, for an hour, for a day, for a week, shut someone up, someone is swearing, someone is insulting, stop someone from chatting, prevent someone from writing, make someone quiet, someone may not talk, let someone cool down, time-limited mute, temporary ban, temp mute, tempban, sin bin, naughty corner, un-mute early, someone who spams, flaming, trolling, insults, remove a mute, allow someone to talk, prevent someone from sending messages, no messages until, early end of a timeout, no longer muted, gag, shush, set timeout, disable communication, end a mute, remove the timeout, let someone speak again, time a user out, mute someone, mute a member, mute a user, unmute a user, unmute a member",
  members_modify_current:
    "change the bot's nickname, the bot's server avatar, set your nickname, set the bot's nickname, rename yourself here, set the bot's server profile, change the bot's name in this server, nickname of the bot",
  members_add_role:
    "give a role, assign a role, grant a role, role to a user, make someone moderator, make admin, add a user to a role, put into a role, give vip, promote, promote to moderator, give a user a role, add a role to a user, add to the team role, make someone a member of a role, hand out a role, someone gets a role, become moderator, add roles, give someone a role, promote someone, set as moderator, make someone admin, rank up a user, promote a user",
  members_remove_role:
    "take a role away, revoke a role, role off a user, unassign, demote, take moderator away, remove a user from a role, no longer moderator, lose a role, strip a role, remove a role from a user, take a role from a user, take a role from someone, user should no longer have a role, someone loses a role, remove the moderator role from a user, degrade, take a role, take away a role, demote a moderator, demote someone, role no longer",
  members_kick:
    "kick out, throw out of the server, remove a user from the server, eject, throw someone out, force to leave, get out of here, remove from here, boot a user, expel a person, remove a person from the server, remove a user from the guild, get someone out, kick user, kick member, remove a member, kick someone off the server"
} as const

/** Phrases of users for the tools of bans. */
export const banSynonyms = {
  members_ban:
    "ban a user, ban hammer, block a user forever, permanent ban, spammer, ban for good, ban forever, never come back, keep out, get rid of a user, banish, exclude, ban a troll, ban a scammer, ban a raider, ban an account, blacklist a user, ban and delete messages, ban and remove messages, permanently ban, softban, ban a spam account, ban user, create ban, perma ban, ban someone",
  members_bulk_ban:
    "ban many users, mass ban, ban a list of raiders, ban several at once, ban several accounts, ban these accounts, mass ban accounts, ban all of these ids, ban everyone of a list, bulk ban, ban all spammers, ban many spammers, ban raiders",
  members_unban:
    "unban, lift a ban, pardon, revoke a ban, remove a ban, forgive, let someone back in, allow to come back, undo a ban, reverse a ban, take back a ban, let a banned user back into the server, banned user may return, give a second chance, reinstate, remove the ban for a user, remove the ban of a user, unban user, remove ban, pardon a banned user, bans remove",
  members_list_bans:
    "who is banned, banned users, ban list, everyone who is banned, list of bans, show bans, banned accounts, all bans, list all banned accounts, how many people are banned, number of bans, fetch bans, list bans, bans",
  members_get_ban:
    "is a user banned, why was a user banned, ban reason, why was someone banned, what was someone banned for, reason of a ban, check a ban, fetch ban, is someone banned"
} as const
