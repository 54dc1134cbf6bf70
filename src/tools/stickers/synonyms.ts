/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  stickers_list_guild: "stickers of the server",
  stickers_create_guild_sticker:
    "upload a sticker, add a sticker, new sticker, create sticker, make a sticker, upload sticker",
  stickers_delete_guild_sticker: "remove a sticker, delete sticker, get rid of a sticker",
  stickers_list_packs: "sticker packs, standard stickers, discord's own stickers, premium sticker packs",
  stickers_get: "sticker by id, sticker info, fetch sticker",
  stickers_get_guild_sticker: "who uploaded a sticker, details of a server sticker",
  stickers_get_pack: "stickers of a pack, content of a sticker pack, one sticker pack",
  stickers_modify_guild_sticker:
    "rename a sticker, change the name of a sticker, edit sticker, sticker description, sticker tags, change a sticker"
} as const
