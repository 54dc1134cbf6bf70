/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  soundboard_list_guild_sounds: "sounds of the server",
  soundboard_create_guild_sound: "upload a sound, add a sound, sound effect",
  soundboard_send_sound: "play a sound in voice",
  soundboard_delete_guild_sound: "remove a sound"
} as const
