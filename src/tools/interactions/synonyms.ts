/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  interactions_create_response: "answer a slash command, answer a button click, show a modal",
  interactions_create_followup: "second answer to a slash command"
} as const
