/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  onboarding_get: "onboarding questions, newcomers",
  onboarding_modify: "set up onboarding, newcomer questions, default channels, pick roles on joining"
} as const
