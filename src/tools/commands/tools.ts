import type { RESTPutAPIApplicationCommandPermissionsJSONBody } from "discord-api-types/v10"
import { Arbitrary, type Schema } from "effect"
import type { Frozen } from "../../objects/fits.ts"
import { enumChoice } from "../../objects/schema/enums.ts"
import { described, flag, listOf, newObject, object, optional } from "../../objects/schema/fields.ts"
import { application_id, CommandId, guild_id, kindsByTypeAnnotation, Snowflake } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { unpaged } from "../dsl/paging.ts"
import { del, get, patch, post, put } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { unansweredCommands } from "../messages/unanswered.ts"
import { reasons } from "../shared/failures.ts"
import { commandTypes, permissionTypes } from "./enums.ts"
import {
  bodyFields,
  type CommandInput,
  commandBody,
  commandIssues,
  commandListIssues,
  contextsOfUse,
  documentedFields,
  globalFields,
  lengthIssues,
  localFields,
  name
} from "./fields.ts"
import { commandFacts } from "./preview.ts"
import { command, commandPermissions, createdCommand } from "./view.ts"

const command_id = described("The command.", CommandId)

/** An entry point command is global. */
const { chat_input, message, user } = commandTypes
const guildTypes = { chat_input, user, message }

const globalInput = {
  ...localFields,
  ...globalFields,
  contexts: contextsOfUse("Contexts of use; all by default."),
  type: optional(enumChoice("The type; chat_input (slash command) by default.", commandTypes))
}
const guildInput = {
  ...localFields,
  type: optional(enumChoice("The type; chat_input (slash command) by default.", guildTypes))
}

const listing = {
  ...unpaged({ view: command, empty: "The application has no commands here." }),
  query: { with_localizations: optional(flag("Whether to include all localizations.")) }
}
const reading = { options: view, toResult: one(command) }
const creating = {
  toBody: commandBody,
  validate: (input: CommandInput) => commandIssues(input),
  toResult: one(createdCommand)
}
const modifying = {
  toBody: commandBody,
  validate: (input: CommandInput) => [
    ...atLeastOne("name", ...Object.keys({ ...bodyFields, ...localFields, ...globalFields }))(input),
    ...lengthIssues(input)
  ],
  toResult: one(command)
}

/** The list field of a bulk overwrite. */
const listOfCommands = <A extends CommandInput, I>(fields: Schema.Schema<A, I>) =>
  listOf(
    "All commands from now on, as in commands_create_global; [] deletes all.",
    fields,
    0,
    Limits.COMMANDS_MAX
  ).annotations({
    // Generates few commands, all of them valid.
    arbitrary: () => (fc) =>
      fc.array(
        Arbitrary.makeLazy(fields)(fc).filter((it) => commandIssues(it).length === 0),
        { maxLength: 3 }
      )
  })
const existing = { id: optional(described("Id of an existing command, which keeps its id.", CommandId)), name }
const replacing = {
  asks: ["replaces"] as const,
  risk: "destructive" as const,
  undo: "Deleted commands must be created again and get new ids.",
  toBody: ({ commands }: { readonly commands: ReadonlyArray<CommandInput> }) => commands.map(commandBody),
  validate: ({ commands }: { readonly commands: ReadonlyArray<CommandInput> }) => commandListIssues(commands),
  renames: { "": "commands" }
}
const replaced = unpaged({ view: command, empty: "No commands are left here." })

const permission = object("A permission setting.", {
  id: described(
    "A role, user or channel. The guild's id means @everyone; the guild's id minus 1 means all channels.",
    Snowflake
  ),
  type: enumChoice("What the id refers to.", permissionTypes),
  permission: flag("Whether use is allowed.")
}).annotations(kindsByTypeAnnotation({ role: "role", user: "user", channel: "channel" }))

const synonyms = {
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
}

/** Slash commands, and context menu commands of users and messages. */
export const tools = group({ category: "commands", synonyms }, [
  get("commands_list_global", "/applications/{application_id}/commands", {
    description: "List an application's global commands. For commands of one guild use commands_list_guild.",
    path: { application_id },
    ...listing
  }),
  get("commands_list_guild", "/applications/{application_id}/guilds/{guild_id}/commands", {
    description: "List an application's commands of one guild. For global commands use commands_list_global.",
    path: { application_id, guild_id },
    ...listing
  }),
  get("commands_get_global", "/applications/{application_id}/commands/{command_id}", {
    description: "Get one global command with its options.",
    path: { application_id, command_id },
    ...reading
  }),
  get("commands_get_guild", "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", {
    description: "Get one guild command with its options.",
    path: { application_id, guild_id, command_id },
    ...reading
  }),
  post("commands_create_global", "/applications/{application_id}/commands", {
    description:
      "Create a global command, available everywhere. Replaces a command with the same name and type. To test a command first use commands_create_guild.",
    path: { application_id },
    body: { ...bodyFields, name },
    options: { ...globalInput, ...documentedFields, ...view },
    repeat: "same",
    ...creating,
    afterwards: unansweredCommands,
    failures: reasons("commands_full", "command_creations_full", "command_name_taken", "command_names_twice")
  }),
  post("commands_create_guild", "/applications/{application_id}/guilds/{guild_id}/commands", {
    description: "Create a command in one guild. Replaces a command with the same name and type.",
    path: { application_id, guild_id },
    body: { ...bodyFields, name },
    options: { ...guildInput, ...view },
    repeat: "same",
    ...creating,
    afterwards: unansweredCommands,
    failures: reasons("commands_full", "command_creations_full", "command_name_taken", "command_names_twice")
  }),
  patch("commands_modify_global", "/applications/{application_id}/commands/{command_id}", {
    description: "Change a global command. Omitted fields stay unchanged; options replaces the whole list.",
    path: { application_id, command_id },
    body: { ...bodyFields, name: optional(name) },
    options: { ...localFields, ...globalFields, ...view },
    ...modifying,
    failures: reasons("command_name_taken", "command_names_twice")
  }),
  patch("commands_modify_guild", "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", {
    description: "Change a guild command. Omitted fields stay unchanged; options replaces the whole list.",
    path: { application_id, guild_id, command_id },
    body: { ...bodyFields, name: optional(name) },
    options: { ...localFields, ...view },
    ...modifying,
    failures: reasons("command_name_taken", "command_names_twice")
  }),
  put("commands_bulk_overwrite_global", "/applications/{application_id}/commands", {
    description:
      "Replace all global commands of an application. Unlisted commands are deleted. To add one use commands_create_global.",
    path: { application_id },
    ...replaced,
    options: {
      commands: listOfCommands(newObject("A command.", { ...existing, ...bodyFields, ...globalInput })),
      ...replaced.options
    },
    ...replacing,
    afterwards: unansweredCommands,
    failures: reasons("commands_full", "command_creations_full", "command_names_twice"),
    preview: commandFacts
  }),
  put("commands_bulk_overwrite_guild", "/applications/{application_id}/guilds/{guild_id}/commands", {
    description:
      "Replace all commands of an application in one guild. Unlisted commands are deleted. To add one use commands_create_guild.",
    path: { application_id, guild_id },
    ...replaced,
    options: {
      commands: listOfCommands(newObject("A command.", { ...existing, ...bodyFields, ...guildInput })),
      ...replaced.options
    },
    ...replacing,
    afterwards: unansweredCommands,
    failures: reasons("commands_full", "command_creations_full", "command_names_twice"),
    preview: commandFacts
  }),
  del("commands_delete_global", "/applications/{application_id}/commands/{command_id}", {
    description: "Delete a global command permanently, with its permission settings in all guilds.",
    path: { application_id, command_id }
  }),
  del("commands_delete_guild", "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", {
    description: "Delete a guild command permanently.",
    path: { application_id, guild_id, command_id }
  }),
  get(
    "commands_get_guild_command_permissions",
    "/applications/{application_id}/guilds/{guild_id}/commands/permissions",
    {
      description: "List the permission settings of an application's commands in a guild, by role, user and channel.",
      path: { application_id, guild_id },
      ...unpaged({
        view: commandPermissions,
        empty: "No command has permission settings here: default_member_permissions apply."
      })
    }
  ),
  get(
    "commands_get_command_permissions",
    "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}/permissions",
    {
      description:
        "Get the permission settings of one command in a guild. Pass the application's id as command_id for its defaults.",
      path: { application_id, guild_id, command_id },
      options: view,
      toResult: one(commandPermissions),
      failures: reasons("command_without_permissions")
    }
  ),
  put(
    "commands_edit_command_permissions",
    "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}/permissions",
    {
      description:
        "Replace the permission settings of a command in a guild. Discord rejects this call from bots; an admin can set them in Server Settings, Integrations.",
      path: { application_id, guild_id, command_id },
      options: {
        permissions: listOf(
          "All permission settings of the command; [] removes all.",
          permission,
          0,
          Limits.COMMAND_PERMISSIONS_MAX
        ),
        ...view
      },
      toBody: ({ permissions }): Frozen<RESTPutAPIApplicationCommandPermissionsJSONBody> => ({
        permissions: permissions.map((it) => ({ ...it, type: permissionTypes[it.type] }))
      }),
      toResult: one(commandPermissions),
      // What the command lets its users do is unknown.
      asks: ["grants"],
      riskOf: () => "destructive",
      failures: reasons("command_permissions_not_for_bots")
    }
  )
])
