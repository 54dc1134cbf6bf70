/** Input fields of a command, the request body, and the rules between fields. */

import type { RESTPostAPIApplicationCommandsJSONBody } from "discord-api-types/v10"
import { Schema } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { fits } from "../../objects/fits.ts"
import { permissions, permissionsText } from "../../objects/overwrite.ts"
import { enumChoice, enumNames } from "../../objects/schema/enums.ts"
import { flag, LOWER_CASE, nullable, optional, setOf, text, textOf } from "../../objects/schema/fields.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { counted, named } from "../../text/words.ts"
import { issueIf } from "../dsl/checks.ts"
import { localizations } from "../shared/openObject.ts"
import { commandTypes, contexts, handlers, integrationTypes, isSlashName, NOT_A_SLASH_NAME } from "./enums.ts"
import { documentedOptions, options, optionsBody } from "./options.ts"

/** The name of a command of any type. */
export const name = text("The name, 1 to 32 characters. For a slash command: lower case, no spaces.", {
  max: Limits.COMMAND_NAME_MAX
}).annotations({ arbitrary: textOf(`${LOWER_CASE}_-`, 1, Limits.COMMAND_NAME_MAX) })

/** Fields that are sent to Discord unchanged. */
export const bodyFields = fits<RESTPostAPIApplicationCommandsJSONBody>()({
  description: optional(
    text("What the command does. Required for slash commands.", { max: Limits.COMMAND_DESCRIPTION_MAX })
  ),
  name_localizations: optional(nullable(localizations("name", Limits.COMMAND_NAME_MAX))),
  description_localizations: optional(nullable(localizations("description", Limits.COMMAND_DESCRIPTION_MAX))),
  nsfw: optional(flag("Age-restricted command."))
})

/** Fields that are converted to Discord's format. */
export const localFields = {
  options: optional(options),
  default_member_permissions: optional(
    nullable(permissions("Permissions that members need, all of them; [] for administrators only."))
  )
}

/** The same fields, with the full description of `options`. */
export const documentedFields = { ...localFields, options: optional(documentedOptions) }

/** Where a global command can be used. */
export const contextsOfUse = (description: string) =>
  optional(setOf(description, enumChoice("A context.", contexts), 1, 3))

/** Fields of global commands only. */
export const globalFields = {
  contexts: contextsOfUse("Contexts of use."),
  integration_types: optional(
    setOf("Installation types that include the command.", enumChoice("An installation type.", integrationTypes), 1, 2)
  ),
  handler: optional(enumChoice("For an entry point command: who handles it.", handlers))
}

const AllFields = Schema.Struct({ ...bodyFields, ...localFields, ...globalFields, name: optional(name) })

/** A command in a tool's input. A modify call can omit any field. */
export type CommandInput = typeof AllFields.Type & { readonly type?: keyof typeof commandTypes }

/** Converts a command to Discord's format. */
export const commandBody = (input: CommandInput & { readonly id?: string }) => ({
  id: input.id,
  name: input.name,
  name_localizations: input.name_localizations,
  description: input.description,
  description_localizations: input.description_localizations,
  nsfw: input.nsfw,
  type: input.type && commandTypes[input.type],
  options: input.options && optionsBody(input.options),
  default_member_permissions: input.default_member_permissions && permissionsText(input.default_member_permissions),
  contexts: input.contexts?.map((word) => contexts[word]),
  integration_types: input.integration_types?.map((word) => integrationTypes[word]),
  handler: input.handler && handlers[input.handler]
})

/** Validates fields against the command's type. `prefix` is prepended to the issue paths. */
export const commandIssues = (input: CommandInput, prefix = ""): ReadonlyArray<ValidationIssue> => {
  const type = commandTypeOf(input)
  const unsupported = (field: keyof CommandInput, expected: string) =>
    issueIf(
      input[field] !== undefined,
      `${prefix}${field}`,
      `is only for commands of type ${expected}, not ${type}`,
      "exclusive"
    )
  const isContextMenu = type === "user" || type === "message"
  return [
    ...(type === "chat_input"
      ? [
          ...issueIf(
            input.name !== undefined && !isSlashName(input.name),
            `${prefix}name`,
            NOT_A_SLASH_NAME,
            "invalid"
          ),
          ...issueIf(
            input.description === undefined,
            `${prefix}description`,
            "is required for a slash command",
            "required"
          )
        ]
      : unsupported("options", "chat_input")),
    ...(isContextMenu
      ? [...unsupported("description", "chat_input"), ...unsupported("description_localizations", "chat_input")]
      : []),
    ...(type === "primary_entry_point" ? [] : unsupported("handler", "primary_entry_point")),
    ...lengthIssues(input, prefix)
  ]
}

/** Validates a list of commands: each command, duplicate names, and the limit per type. */
export const commandListIssues = (list: ReadonlyArray<CommandInput>): ReadonlyArray<ValidationIssue> => [
  ...list.flatMap((it, index) => commandIssues(it, `commands[${index}].`)),
  ...list.flatMap((command, index) =>
    issueIf(
      list
        .slice(0, index)
        .some((other) => other.name === command.name && commandTypeOf(other) === commandTypeOf(command)),
      `commands[${index}].name`,
      `${named(String(command.name))} is listed twice`,
      "repeated"
    )
  ),
  ...enumNames(commandTypes).flatMap((type) => {
    const count = list.filter((it) => commandTypeOf(it) === type).length
    const max = type === "chat_input" ? Limits.CHAT_COMMANDS_MAX : Limits.CONTEXT_COMMANDS_MAX
    return issueIf(
      count > max,
      "commands",
      `has ${counted(count, "command")} of type ${type}; Discord accepts at most ${max}`,
      "too_many"
    )
  })
]

const commandTypeOf = ({ type = "chat_input" }: CommandInput) => type

/** Validates the total length of a command. */
export const lengthIssues = (it: CommandInput, prefix = ""): ReadonlyArray<ValidationIssue> => {
  const length = lengthOf(it)
  return issueIf(
    length > Limits.COMMAND_TOTAL_MAX,
    `${prefix}options`,
    `names, descriptions and values of a command must have at most ${Limits.COMMAND_TOTAL_MAX} characters in total, not ${length}`,
    "too_long"
  )
}

/** Counts the characters of all names, descriptions and values, at any depth. Only the longest translation counts. */
const lengthOf = (node: object): number =>
  Object.entries(node).reduce((sum, [key, value]) => {
    if (Array.isArray(value)) return sum + value.reduce<number>((inner, it) => inner + lengthOf(Object(it)), 0)
    if (key !== "name" && key !== "description" && key !== "value") return sum
    const translated: unknown = Reflect.get(node, `${key}_localizations`)
    return sum + Math.max(...[value, ...Object.values(Object(translated))].map((text) => String(text).length))
  }, 0)
