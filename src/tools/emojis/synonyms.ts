/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  emojis_list_guild: "custom emojis of the server, emotes",
  emojis_create:
    "upload an emoji, add a custom emoji, new emote, make an emoji, add an emoji to the server, create an emoji, add the emoji from a link",
  emojis_modify: "rename an emoji",
  emojis_delete: "remove an emoji, delete an emote"
} as const
