/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  templates_create: "copy the server, clone the server layout, backup, save as template",
  templates_sync: "refresh a template, update the template from the server",
  templates_diff: "what changed since the template, compare server with template",
  templates_recommend: "suggest a server layout, which template fits"
} as const
