/** What a command is made of, and the rules that go across its fields. */
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
import { explainedOptions, options, optionsBody } from "./options.ts"

/** The name of a command of any kind. */
export const name = text("The name. Of a slash command: lower case, no spaces.", {
  max: Limits.COMMAND_NAME_MAX
}).annotations({ arbitrary: () => (fc) => fc.stringMatching(/^[a-z\d_-]{1,32}$/) })

/** Fields that go to Discord as they are. */
export const bodyFields = fits<RESTPostAPIApplicationCommandsJSONBody>()({
  description: optional(text("What it does: slash commands need it.", { max: Limits.COMMAND_DESCRIPTION_MAX })),
  name_localizations: optional(nullable(localizations("name", Limits.COMMAND_NAME_MAX))),
  description_localizations: optional(nullable(localizations("description", Limits.COMMAND_DESCRIPTION_MAX))),
  nsfw: optional(flag("Whether the command is age-restricted."))
})

/** Fields that are told in words. */
export const localFields = {
  options: optional(options),
  default_member_permissions: optional(
    nullable(
      permissions("Who sees it: members with all of these permissions; [], administrators only; null, everyone.")
    )
  )
}

/** The same for the tools that explain them. */
export const explainedFields = { ...localFields, options: optional(explainedOptions) }

/** Fields that commands of a guild do not have. */
export const globalFields = {
  contexts: optional(setOf("Where it can be used.", choice("A place.", ...wordsOf(contexts)), 1, 3)),
  integration_types: optional(
    setOf("How the application is installed for it.", choice("A way.", ...wordsOf(integrationTypes)), 1, 2)
  ),
  handler: optional(choice("Of an entry point: who answers.", ...wordsOf(handlers)))
}

const all = Schema.Struct({ ...bodyFields, ...localFields, ...globalFields, name: optional(name) })

/** A command as an input says it; a change of one may leave out anything. */
export type CommandInput = typeof all.Type & { readonly type?: keyof typeof commandTypes }

/** A command as Discord takes it. */
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

/** What the kind of a command asks of its other fields. `at` is what stands before their paths. */
export const commandIssues = (it: CommandInput, at = ""): ReadonlyArray<ValidationIssue> => {
  const type = kindOf(it)
  const issue = (field: keyof CommandInput, message: string, code: string) => ({ path: `${at}${field}`, message, code })
  const strange = (field: keyof CommandInput, of: string) =>
    it[field] === undefined ? [] : [issue(field, `is only for commands of type ${of}, not ${type}`, "exclusive")]
  return [
    ...(type === "chat_input" && it.name !== undefined && !isSlashName(it.name)
      ? [issue("name", NOT_A_SLASH_NAME, "invalid")]
      : []),
    ...(type === "chat_input" && it.description === undefined
      ? [issue("description", "is required for a slash command", "required")]
      : []),
    ...(type === "chat_input" ? [] : strange("options", "chat_input")),
    ...(type === "user" || type === "message" ? strange("description", "chat_input") : []),
    ...(type === "user" || type === "message" ? strange("description_localizations", "chat_input") : []),
    ...(type === "primary_entry_point" ? [] : strange("handler", "primary_entry_point")),
    ...lengthIssues(it, at)
  ]
}

/** What is wrong with a list of commands that replaces another: with each of them, and between them. */
export const commandsIssues = (list: ReadonlyArray<CommandInput>): ReadonlyArray<ValidationIssue> => [
  ...list.flatMap((it, index) => commandIssues(it, `commands[${index}].`)),
  ...list.flatMap((it, index) =>
    list.slice(0, index).some(({ name, type }) => name === it.name && kindOf({ type }) === kindOf(it))
      ? [{ path: `commands[${index}].name`, message: `${named(String(it.name))} stands there twice`, code: "repeated" }]
      : []
  ),
  ...wordsOf(commandTypes).flatMap((type) => {
    const count = list.filter((it) => kindOf(it) === type).length
    const max = type === "chat_input" ? Limits.CHAT_COMMANDS_MAX : Limits.CONTEXT_COMMANDS_MAX
    return count > max
      ? [{ path: "commands", message: `has ${count} commands of type ${type}, Discord takes ${max}`, code: "too_many" }]
      : []
  })
]

const kindOf = ({ type }: { readonly type?: keyof typeof commandTypes | undefined }) => type ?? "chat_input"

/** A command is limited as a whole, too. */
export const lengthIssues = (it: CommandInput, at = ""): ReadonlyArray<ValidationIssue> => {
  const length = lengthOf(it)
  return length > Limits.COMMAND_TOTAL_MAX
    ? [
        {
          path: `${at}options`,
          message: `names, descriptions and values of a command may have ${Limits.COMMAND_TOTAL_MAX} characters in all, not ${length}`,
          code: "too_long"
        }
      ]
    : []
}

/** Characters of all names, descriptions and values, however deep; of translations the longest counts. */
const lengthOf = (node: object): number =>
  Object.entries(node).reduce((sum, [key, value]) => {
    if (Array.isArray(value)) return sum + value.reduce<number>((inner, it) => inner + lengthOf(Object(it)), 0)
    if (key !== "name" && key !== "description" && key !== "value") return sum
    const translated: unknown = Reflect.get(node, `${key}_localizations`)
    return sum + Math.max(...[value, ...Object.values(Object(translated))].map((text) => String(text).length))
  }, 0)
