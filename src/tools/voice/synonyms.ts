/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  voice_get_user_state:
    "who is in voice, voice channel of a user, connected, is someone in a call, in which voice channel is a user, where is a user in voice, is a user muted",
  voice_get_current_user_state: "is the bot in a voice channel",
  voice_list_regions: "voice servers, regions"
} as const
