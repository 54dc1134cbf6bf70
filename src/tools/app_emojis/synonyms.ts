/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  app_emojis_create:
    "emoji of the bot, application emoji upload, upload an emoji for the bot, emoji for every server, emoji in every server, add an emoji to the application, create application emoji",
  app_emojis_list:
    "emojis of the bot, emojis of the application, bot emojis, application emojis, fetch application emojis, which emojis does the bot have",
  app_emojis_get: "one application emoji, one emoji of the bot",
  app_emojis_modify:
    "rename a bot emoji, rename an application emoji, edit an application emoji, settings of an application emoji",
  app_emojis_delete: "remove an emoji of the bot, delete a bot emoji, delete an application emoji"
} as const
