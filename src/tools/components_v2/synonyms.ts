/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  components_v2_send: "message with buttons, layout, select menu, container",
  components_v2_send_from_template: "ready-made layout, nice announcement layout",
  components_v2_edit: "change buttons of a message"
} as const
