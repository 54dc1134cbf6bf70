/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  lobbies_create: "game lobby, matchmaking"
} as const
