/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  users_get_current:
    "who am I, whoami, bot identity, myself, bot account, who are you, what is your name, your id, tell me about yourself",
  users_list_current_user_guilds:
    "servers of the bot, my servers, which servers, joined, list servers, where is the bot, what servers",
  users_get: "user profile, account info, avatar of a user",
  users_create_dm:
    "dm, pm, private message, direct message, whisper, message a user privately, send a private message, send a dm, contact a user privately, message someone directly, write to someone privately, slide into dms",
  users_modify_current:
    "change the bot's avatar, username, rename the bot, bot profile, change the bot's picture, change the bot's name, new avatar for the bot",
  users_leave_guild: "leave server, quit server"
} as const
