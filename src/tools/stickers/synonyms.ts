/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  stickers_list_guild: "stickers of the server",
  stickers_create_guild_sticker: "upload a sticker, add a sticker, new sticker",
  stickers_delete_guild_sticker: "remove a sticker"
} as const
