/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  interactions_create_response:
    "answer a slash command, answer a button click, show a modal, respond to an interaction, defer, defer reply, defer update, deferred response, acknowledge an interaction, ack, show modal, send a modal, autocomplete, respond to a button, interaction response, open a form, answer an interaction",
  interactions_create_followup:
    "second answer to a slash command, follow-up message, followup, another answer to an interaction, followup send, ephemeral follow-up, another message after the command reply, second reply to a command",
  interactions_get_original_response:
    "fetch reply, the first answer of an interaction, show the original response, what the bot answered to a command, what the bot replied",
  interactions_get_followup: "fetch followup, show a follow-up",
  interactions_edit_original_response:
    "edit the answer to a slash command, edit original response, finish a deferred response, update the interaction reply, complete a deferred reply, change the reply to a command, change what the bot replied, edit the command reply",
  interactions_edit_followup: "edit followup, change a follow-up",
  interactions_delete_original_response:
    "delete reply, delete original response, remove the answer to a slash command, dismiss the interaction reply, delete the command reply, delete the answer to a slash command",
  interactions_delete_followup: "delete followup, remove a follow-up"
} as const
