/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  commands_create_guild:
    "slash command, new command, add a command, make a slash command, command called, add a slash command, create a command, new bot command, register a command, register a slash command, test command, command in one server, add a context menu command, create guild application command, user command, message command",
  commands_create_global:
    "slash command for every server, global command, register a global command, publish a slash command everywhere, create global application command, slash command in all servers",
  commands_list_guild: "slash commands of the server, list commands, commands of this server, guild slash commands",
  commands_list_global:
    "slash commands of the bot everywhere, slash commands, app commands, application commands, global slash commands, fetch application commands, which commands does the bot have",
  commands_modify_guild:
    "change a slash command, edit a command, rename a slash command, change the description of a command, add an option to a command, edit a guild command",
  commands_delete_guild: "remove a slash command, unregister a command, delete a slash command, delete a command",
  commands_edit_command_permissions:
    "who may use a slash command, restrict a command to a role, command permissions, limit a command to a channel",
  commands_get_global: "one global command, options of a global command",
  commands_get_guild: "one guild command, options of a guild command, details of a slash command",
  commands_modify_global: "edit a global command, change a global command",
  commands_bulk_overwrite_global:
    "set commands, sync commands, deploy commands, replace all commands, command tree sync, register all commands, put application commands, remove all global commands, clear all commands, delete all slash commands",
  commands_bulk_overwrite_guild:
    "replace all commands of a server, bulk overwrite guild commands, sync guild commands, clear guild commands",
  commands_delete_global: "remove a global command, unregister a global command, delete a global slash command",
  commands_get_guild_command_permissions: "permissions of all commands, command permissions of the server",
  commands_get_command_permissions: "permissions of a command, who can use a command, who may use a command"
} as const
