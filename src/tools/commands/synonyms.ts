/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  commands_create_guild:
    "slash command, new command, add a command, make a slash command, command called, add a slash command, create a command, new bot command",
  commands_create_global: "slash command for every server, global command",
  commands_list_guild: "slash commands of the server, list commands",
  commands_list_global: "slash commands of the bot everywhere",
  commands_modify_guild: "change a slash command",
  commands_delete_guild: "remove a slash command",
  commands_edit_command_permissions: "who may use a slash command"
} as const
