/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  emojis_list_guild:
    "custom emojis of the server, emotes, list emojis, emote list, all emotes, show emojis, which emojis do we have, fetch emojis, custom emotes, emojis, server emojis",
  emojis_create:
    "upload an emoji, add a custom emoji, new emote, make an emoji, add an emoji to the server, create an emoji, add the emoji from a link, upload emoji, add emote, upload an emote, create an emote, turn a picture into an emoji, make a picture an emoji",
  emojis_modify:
    "rename an emoji, change the name of an emoji, rename an emote, restrict an emoji to a role, edit emoji, edit an emoji of the server",
  emojis_delete:
    "remove an emoji, delete an emote, delete emoji, erase an emoji, delete a server emoji, remove an emote, remove a custom emoji",
  emojis_get: "one emoji, emoji info, who uploaded an emoji, fetch emoji"
} as const
