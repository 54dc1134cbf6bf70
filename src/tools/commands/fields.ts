/** Input fields of a command, the request body, and the rules between fields. */
import type { RESTPostAPIApplicationCommandsJSONBody } from "discord-api-types/v10"
import { Schema } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { named } from "../../errors/quoted.ts"
import { fits } from "../dsl/fits.ts"
import { permissions, permissionsText } from "../permissions/fields.ts"
import { wordsOf } from "../shared/enums.ts"
import { choice, flag, nullable, optional, setOf, text } from "../shared/fields.ts"
import * as Limits from "../shared/limits.ts"
import { localizations } from "../shared/localizations.ts"
import { commandTypes, contexts, handlers, integrationTypes, isSlashName, NOT_A_SLASH_NAME } from "./enums.ts"
import { documentedOptions, options, optionsBody } from "./options.ts"

/** The name of a command of any type. */
export const name = text("The name. For a slash command: lower case, no spaces.", {
  max: Limits.COMMAND_NAME_MAX
}).annotations({ arbitrary: () => (fc) => fc.stringMatching(/^[a-z\d_-]{1,32}$/) })

/** Fields that are sent to Discord unchanged. */
export const bodyFields = fits<RESTPostAPIApplicationCommandsJSONBody>()({
  description: optional(
    text("What the command does. Required for slash commands.", { max: Limits.COMMAND_DESCRIPTION_MAX })
  ),
  name_localizations: optional(nullable(localizations("name", Limits.COMMAND_NAME_MAX))),
  description_localizations: optional(nullable(localizations("description", Limits.COMMAND_DESCRIPTION_MAX))),
  nsfw: optional(flag("Whether the command is age-restricted."))
})

/** Fields that are converted to Discord's format. */
export const localFields = {
  options: optional(options),
  default_member_permissions: optional(
    nullable(permissions("Required permissions, all of them. []: administrators only; null: everyone."))
  )
}

/** The same fields, with the full description of `options`. */
export const documentedFields = { ...localFields, options: optional(documentedOptions) }

/** Fields of global commands only. */
export const globalFields = {
  contexts: optional(setOf("Where it can be used.", choice("A context.", ...wordsOf(contexts)), 1, 3)),
  integration_types: optional(
    setOf("Installation types with this command.", choice("An installation type.", ...wordsOf(integrationTypes)), 1, 2)
  ),
  handler: optional(choice("For an entry point command: who handles it.", ...wordsOf(handlers)))
}

const AllFields = Schema.Struct({ ...bodyFields, ...localFields, ...globalFields, name: optional(name) })

/** A command in a tool's input. A modify call can omit any field. */
export type CommandInput = typeof AllFields.Type & { readonly type?: keyof typeof commandTypes }

/** Converts a command to Discord's format. */
export const commandBody = (it: CommandInput & { readonly id?: string }) => ({
  id: it.id,
  name: it.name,
  name_localizations: it.name_localizations,
  description: it.description,
  description_localizations: it.description_localizations,
  nsfw: it.nsfw,
  type: it.type && commandTypes[it.type],
  options: it.options && optionsBody(it.options),
  default_member_permissions: it.default_member_permissions && permissionsText(it.default_member_permissions),
  contexts: it.contexts?.map((word) => contexts[word]),
  integration_types: it.integration_types?.map((word) => integrationTypes[word]),
  handler: it.handler && handlers[it.handler]
})

/** Validates fields against the command's type. `prefix` is prepended to the issue paths. */
export const commandIssues = (it: CommandInput, prefix = ""): ReadonlyArray<ValidationIssue> => {
  const type = commandTypeOf(it)
  const issue = (field: keyof CommandInput, message: string, code: string) => ({
    path: `${prefix}${field}`,
    message,
    code
  })
  const unsupported = (field: keyof CommandInput, expected: string) =>
    it[field] === undefined ? [] : [issue(field, `is only for commands of type ${expected}, not ${type}`, "exclusive")]
  return [
    ...(type === "chat_input" && it.name !== undefined && !isSlashName(it.name)
      ? [issue("name", NOT_A_SLASH_NAME, "invalid")]
      : []),
    ...(type === "chat_input" && it.description === undefined
      ? [issue("description", "is required for a slash command", "required")]
      : []),
    ...(type === "chat_input" ? [] : unsupported("options", "chat_input")),
    ...(type === "user" || type === "message" ? unsupported("description", "chat_input") : []),
    ...(type === "user" || type === "message" ? unsupported("description_localizations", "chat_input") : []),
    ...(type === "primary_entry_point" ? [] : unsupported("handler", "primary_entry_point")),
    ...lengthIssues(it, prefix)
  ]
}

/** Validates a list of commands: each command, duplicate names, and the limit per type. */
export const commandListIssues = (list: ReadonlyArray<CommandInput>): ReadonlyArray<ValidationIssue> => [
  ...list.flatMap((it, index) => commandIssues(it, `commands[${index}].`)),
  ...list.flatMap((it, index) =>
    list.slice(0, index).some(({ name, type }) => name === it.name && commandTypeOf({ type }) === commandTypeOf(it))
      ? [{ path: `commands[${index}].name`, message: `${named(String(it.name))} is listed twice`, code: "repeated" }]
      : []
  ),
  ...wordsOf(commandTypes).flatMap((type) => {
    const count = list.filter((it) => commandTypeOf(it) === type).length
    const max = type === "chat_input" ? Limits.CHAT_COMMANDS_MAX : Limits.CONTEXT_COMMANDS_MAX
    return count > max
      ? [
          {
            path: "commands",
            message: `has ${count} commands of type ${type}; Discord accepts at most ${max}`,
            code: "too_many"
          }
        ]
      : []
  })
]

const commandTypeOf = ({ type }: { readonly type?: keyof typeof commandTypes | undefined }) => type ?? "chat_input"

/** Validates the total length of a command. */
export const lengthIssues = (it: CommandInput, prefix = ""): ReadonlyArray<ValidationIssue> => {
  const length = lengthOf(it)
  return length > Limits.COMMAND_TOTAL_MAX
    ? [
        {
          path: `${prefix}options`,
          message: `names, descriptions and values of a command must have at most ${Limits.COMMAND_TOTAL_MAX} characters in total, not ${length}`,
          code: "too_long"
        }
      ]
    : []
}

/** Counts the characters of all names, descriptions and values at every depth. Of translations only the longest counts. */
const lengthOf = (node: object): number =>
  Object.entries(node).reduce((sum, [key, value]) => {
    if (Array.isArray(value)) return sum + value.reduce<number>((inner, it) => inner + lengthOf(Object(it)), 0)
    if (key !== "name" && key !== "description" && key !== "value") return sum
    const translated: unknown = Reflect.get(node, `${key}_localizations`)
    return sum + Math.max(...[value, ...Object.values(Object(translated))].map((text) => String(text).length))
  }, 0)
