/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  application_get_current: "about the bot, bot application, intents, install count",
  application_modify_current: "bot description, app settings, tags of the bot",
  gateway_get_bot: "shards, sessions left"
} as const
