/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  soundboard_list_guild_sounds:
    "sounds of the server, soundboard, list sounds, which sounds do we have, show the soundboard, custom sounds, all soundboard sounds, fetch soundboard sounds",
  soundboard_create_guild_sound:
    "upload a sound, add a sound, sound effect, new sound, upload an mp3, create soundboard sound, add to the soundboard",
  soundboard_send_sound:
    "play a sound in voice, play a sound effect, play the airhorn, trigger a sound, play soundboard, play a sound",
  soundboard_delete_guild_sound: "remove a sound, delete sound, remove a sound from the soundboard",
  soundboard_list_default_sounds:
    "default soundboard sounds, discord's own sounds, standard sounds, which sounds does discord come with",
  soundboard_get_guild_sound: "one sound, sound info, who uploaded a sound, details of a sound",
  soundboard_modify_guild_sound:
    "rename a sound, make a sound louder, make a sound quieter, edit sound, emoji of a sound"
} as const
