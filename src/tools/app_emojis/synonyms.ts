/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  app_emojis_create: "emoji of the bot, application emoji upload"
} as const
