/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  onboarding_get:
    "onboarding questions, newcomers, show the onboarding, onboarding settings, fetch onboarding, what are new members asked, what newcomers are asked, what new members get asked",
  onboarding_modify:
    "set up onboarding, newcomer questions, default channels, pick roles on joining, change the onboarding, edit onboarding, set up the onboarding questions, add an onboarding question, customize onboarding, enable onboarding, disable onboarding, questions for new members, onboarding prompts, turn off onboarding, turn on onboarding"
} as const
