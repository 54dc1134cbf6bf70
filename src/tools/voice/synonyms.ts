/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  voice_get_user_state:
    "who is in voice, voice channel of a user, connected, is someone in a call, in which voice channel is a user, where is a user in voice, is a user muted, which voice channel is a user in, voice state, is a user deafened, is a user in voice, in which vc, voice status of a user, fetch voice state, what voice channel is a member in",
  voice_get_current_user_state:
    "is the bot in a voice channel, which voice channel is the bot in, the bot's voice state, is the bot muted, is the bot connected to voice",
  voice_list_regions: "voice servers, regions, voice server locations"
} as const
