/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  users_get_current:
    "who am I, whoami, bot identity, myself, bot account, who are you, what is your name, your id, tell me about yourself, bot user, name of the bot, client user",
  users_list_current_user_guilds:
    "servers of the bot, my servers, which servers, joined, list servers, where is the bot, what servers, servers I am in, guilds of the bot, fetch guilds, in how many servers is the bot",
  users_get:
    "user profile, account info, avatar of a user, who is this user, whois, profile of a user, look up an account by id, fetch a user, user by id, name of an account",
  users_create_dm: "open a dm, create dm, dm channel, open a private channel, id of a dm channel, read a dm",
  users_send_dm:
    "dm, pm, private message, direct message, whisper, message a user privately, send a private message, send a dm, contact a user privately, message someone directly, write to someone privately, slide into dms, inbox a user, dm a user, dm someone, pm someone, send dm, tell a user privately, message a member privately, reach out privately, notify a user by dm",
  users_modify_current:
    "change the bot's avatar, username, rename the bot, bot profile, change the bot's picture, change the bot's name, new avatar for the bot, set the bot's avatar, set avatar, set username, set the bot's banner",
  users_leave_guild: "leave server, quit server, leave the server, remove the bot from a server, quit this server"
} as const
