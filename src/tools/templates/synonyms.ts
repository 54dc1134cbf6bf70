/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  templates_create:
    "copy the server, clone the server layout, backup, save as template, create template, make a template, save the server setup, clone the server, export the server layout, template from the current setup, back up the server structure",
  templates_sync:
    "refresh a template, update the template from the server, synchronize a template, bring a template up to date, update a template after changes, apply server changes to the template",
  templates_diff:
    "what changed since the template, compare server with template, compare a template with the server, differences between server and template, what is different from the template, is the template up to date",
  templates_recommend:
    "suggest a server layout, which template fits, find a template, pick a template, choose a template, best template for a community",
  templates_list: "templates of the server, show templates, does the server have a template, fetch templates",
  templates_get: "template by code, template info, how often was a template used, what is this template",
  templates_inspect:
    "what is in a template, content of a template, channels of a template, roles of a template, look inside a template, discord.new link",
  templates_modify:
    "rename a template, change the name of a template, edit a template, template description, edit the server template, modify the guild template, change a server template, rename the server template, change a template",
  templates_delete: "remove a template, delete template, erase the server template"
} as const
