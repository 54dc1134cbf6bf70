import type { RESTPutAPIApplicationCommandPermissionsJSONBody } from "discord-api-types/v10"
import { Arbitrary, type Schema } from "effect"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import type { Frozen } from "../dsl/fits.ts"
import { whole } from "../dsl/paging.ts"
import { del, get, patch, post, put } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { wordsOf } from "../shared/enums.ts"
import { reasons } from "../shared/failures.ts"
import { choice, described, flag, listOf, object, optional } from "../shared/fields.ts"
import { ApplicationId, CommandId, GuildId, idByType, Snowflake } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { commandTypes, permissionTypes } from "./enums.ts"
import {
  bodyFields,
  type CommandInput,
  commandBody,
  commandIssues,
  commandsIssues,
  explainedFields,
  globalFields,
  lengthIssues,
  localFields,
  name
} from "./fields.ts"
import { commandFacts } from "./preview.ts"
import { command, commandPermissions } from "./view.ts"

const application_id = described("The application id; often equal to the bot's user id.", ApplicationId)
const guild_id = described("The guild (server).", GuildId)
const command_id = described("The command.", CommandId)

const ofAll = {
  ...localFields,
  ...globalFields,
  type: optional(choice("The kind; chat_input, a slash command, by default.", ...wordsOf(commandTypes)))
}
const ofGuild = {
  ...localFields,
  type: optional(choice("The kind; chat_input, a slash command, by default.", "chat_input", "user", "message"))
}

const listing = {
  ...whole({ view: command, empty: "The application has no commands here." }),
  query: { with_localizations: optional(flag("Whether to show names and descriptions in all languages.")) }
}
const reading = { options: view, toResult: one(command) }
const creating = { send: commandBody, check: (input: CommandInput) => commandIssues(input), result: one(command) }
const modifying = {
  toBody: commandBody,
  validate: (input: CommandInput) => [
    ...atLeastOne("name", ...Object.keys({ ...bodyFields, ...localFields, ...globalFields }))(input),
    ...lengthIssues(input)
  ],
  toResult: one(command)
}

/** Commands of a whole list, each perhaps one that is there already. */
const listOfCommands = <A extends CommandInput, I>(fields: Schema.Schema<A, I>) =>
  listOf("All commands that shall be there, [] for none.", fields, 0, Limits.COMMANDS_MAX).annotations({
    // Few of them, and none that the rules refuse.
    arbitrary: () => (fc) =>
      fc.array(
        Arbitrary.makeLazy(fields)(fc).filter((it) => commandIssues(it).length === 0),
        { maxLength: 3 }
      )
  })
const existing = { id: optional(described("Of a command that is there: it keeps its id.", CommandId)), name }
const replacing = {
  risk: "destructive" as const,
  undo: "What vanishes has to be created again, under another id.",
  toBody: ({ commands }: { readonly commands: ReadonlyArray<CommandInput> }) => commands.map(commandBody),
  validate: ({ commands }: { readonly commands: ReadonlyArray<CommandInput> }) => commandsIssues(commands),
  renames: { "": "commands" }
}
const replaced = whole({ view: command, empty: "No commands are left here." })

const permission = object("Who may use it, or may not, or where.", {
  id: described(
    "A role, user or channel. The guild's own id stands for @everyone, that minus one for all channels.",
    Snowflake
  ),
  type: choice("What the id is of.", ...wordsOf(permissionTypes)),
  permission: flag("Whether it is allowed.")
}).annotations(idByType({ role: "role", user: "user", channel: "channel" }))

/** Slash commands, and those in the menus of users and messages. */
export const tools = group("commands", [
  get("commands_list_global", "/applications/{application_id}/commands", {
    description: "List an application's commands that are everywhere. For those of one guild use commands_list_guild.",
    path: { application_id },
    ...listing
  }),
  get("commands_list_guild", "/applications/{application_id}/guilds/{guild_id}/commands", {
    description: "List an application's commands of one guild. For those that are everywhere use commands_list_global.",
    path: { application_id, guild_id },
    ...listing
  }),
  get("commands_get_global", "/applications/{application_id}/commands/{command_id}", {
    description: "Get one global command with its options.",
    path: { application_id, command_id },
    ...reading
  }),
  get("commands_get_guild", "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", {
    description: "Get one command of a guild with its options.",
    path: { application_id, guild_id, command_id },
    ...reading
  }),
  post("commands_create_global", "/applications/{application_id}/commands", {
    description:
      "Create a command that is everywhere. One of the same name and kind is replaced. To try it out use commands_create_guild.",
    path: { application_id },
    body: { ...bodyFields, name },
    options: { ...ofAll, ...explainedFields, ...view },
    repeat: "same",
    ...creating,
    failures: reasons("commands_full", "command_creations_full", "command_name_taken", "command_names_twice")
  }),
  post("commands_create_guild", "/applications/{application_id}/guilds/{guild_id}/commands", {
    description: "Create a command in one guild. One of the same name and kind is replaced.",
    path: { application_id, guild_id },
    body: { ...bodyFields, name },
    options: { ...ofGuild, ...view },
    repeat: "same",
    ...creating,
    failures: reasons("commands_full", "command_creations_full", "command_name_taken", "command_names_twice")
  }),
  patch("commands_modify_global", "/applications/{application_id}/commands/{command_id}", {
    description: "Change a global command. What is not named stays; options are replaced as a whole.",
    path: { application_id, command_id },
    body: { ...bodyFields, name: optional(name) },
    options: { ...localFields, ...globalFields, ...view },
    ...modifying,
    failures: reasons("command_name_taken", "command_names_twice")
  }),
  patch("commands_modify_guild", "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", {
    description: "Change a command of a guild. What is not named stays; options are replaced as a whole.",
    path: { application_id, guild_id, command_id },
    body: { ...bodyFields, name: optional(name) },
    options: { ...localFields, ...view },
    ...modifying,
    failures: reasons("command_name_taken", "command_names_twice")
  }),
  put("commands_bulk_overwrite_global", "/applications/{application_id}/commands", {
    description:
      "Replace all global commands of an application: what is not listed is deleted. For one use commands_create_global.",
    path: { application_id },
    ...replaced,
    options: {
      commands: listOfCommands(object("A command.", { ...existing, ...bodyFields, ...ofAll })),
      ...replaced.options
    },
    ...replacing,
    failures: reasons("commands_full", "command_creations_full", "command_names_twice"),
    preview: commandFacts
  }),
  put("commands_bulk_overwrite_guild", "/applications/{application_id}/guilds/{guild_id}/commands", {
    description:
      "Replace all commands of an application in one guild: what is not listed is deleted. For one use commands_create_guild.",
    path: { application_id, guild_id },
    ...replaced,
    options: {
      commands: listOfCommands(object("A command.", { ...existing, ...bodyFields, ...ofGuild })),
      ...replaced.options
    },
    ...replacing,
    failures: reasons("commands_full", "command_creations_full", "command_names_twice"),
    preview: commandFacts
  }),
  del("commands_delete_global", "/applications/{application_id}/commands/{command_id}", {
    description: "Delete a global command, for good, with all that guilds have set for it.",
    path: { application_id, command_id }
  }),
  del("commands_delete_guild", "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", {
    description: "Delete a command of a guild, for good.",
    path: { application_id, guild_id, command_id }
  }),
  get(
    "commands_get_guild_command_permissions",
    "/applications/{application_id}/guilds/{guild_id}/commands/permissions",
    {
      description:
        "List who may use which of an application's commands in a guild, and where, as far as its admins have set it.",
      path: { application_id, guild_id },
      ...whole({
        view: commandPermissions,
        empty: "No command has settings of its own here: default_member_permissions hold."
      })
    }
  ),
  get(
    "commands_get_command_permissions",
    "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}/permissions",
    {
      description:
        "Get who may use one command in a guild, and where. The application's id as command_id stands for all.",
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
        "Replace who may use a command in a guild, and where. Discord refuses this to most bots; an admin can set it in Server Settings, Integrations.",
      path: { application_id, guild_id, command_id },
      options: {
        permissions: listOf("All settings of the command, [] for none.", permission, 0, Limits.COMMAND_PERMISSIONS_MAX),
        ...view
      },
      toBody: ({ permissions }): Frozen<RESTPutAPIApplicationCommandPermissionsJSONBody> => ({
        permissions: permissions.map((it) => ({ ...it, type: permissionTypes[it.type] }))
      }),
      toResult: one(commandPermissions),
      failures: reasons("command_permissions_not_for_bots")
    }
  )
])
