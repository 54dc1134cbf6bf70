/** The options of slash commands: subcommand groups, subcommands and values. */

import {
  type APIApplicationCommandAttachmentOption,
  type APIApplicationCommandIntegerOption,
  type APIApplicationCommandStringOption,
  ChannelType
} from "discord-api-types/v10"
import { Arbitrary, Schema } from "effect"
import { fits } from "../../objects/fits.ts"
import { alsoTakes } from "../../objects/schema/alsoTakes.ts"
import { enumChoice, enumNames, toNameOf } from "../../objects/schema/enums.ts"
import {
  described,
  flag,
  integer,
  LOWER_CASE,
  listOf,
  object,
  optional,
  setOf,
  text,
  textOf
} from "../../objects/schema/fields.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { file_types } from "../components_v2/fileTypes.ts"
import { localizations } from "../shared/openObject.ts"
import { channelTypes, isSlashName, NOT_A_SLASH_NAME, optionTypes } from "./enums.ts"

const commonFields = fits<APIApplicationCommandAttachmentOption>()({
  name: Schema.String.pipe(
    Schema.filter((name) => isSlashName(name) || NOT_A_SLASH_NAME, {
      description: "The name: 1 to 32 lower-case characters, no spaces.",
      arbitrary: textOf(`${LOWER_CASE}_-`, 1, Limits.COMMAND_NAME_MAX)
    })
  ),
  description: text("Purpose of the option.", { max: Limits.COMMAND_DESCRIPTION_MAX }),
  name_localizations: optional(localizations("name", Limits.COMMAND_NAME_MAX)),
  description_localizations: optional(localizations("description", Limits.COMMAND_DESCRIPTION_MAX))
})

const optionType = <const Type extends keyof typeof optionTypes>(type: Type) =>
  // A description of the literal would replace the literal in the union's error message.
  Schema.propertySignature(
    Schema.Literal(type).annotations(alsoTakes(toNameOf({ [type]: optionTypes[type] })))
  ).annotations({ description: "The option type." })

const required = { required: optional(flag("Whether the user must fill it in; false by default.")) }

const withChoices = <A, I>(value: Schema.Schema<A, I>) => ({
  autocomplete: optional(flag("Whether the application suggests values; excludes choices.")),
  choices: optional(
    listOf(
      "Up to 25 values to choose from.",
      object("A value.", {
        name: text("The text that the user sees.", { max: Limits.COMMAND_CHOICE_MAX }),
        name_localizations: optional(localizations("name", Limits.COMMAND_CHOICE_MAX)),
        value
      }),
      0,
      Limits.COMMAND_OPTIONS_MAX
    )
  )
})

const string = object("A text option.", {
  type: optionType("string"),
  ...required,
  ...fits<APIApplicationCommandStringOption>()({
    ...commonFields,
    ...withChoices(text("The value sent to the application.", { max: Limits.COMMAND_TEXT_MAX })),
    min_length: optional(integer("Minimum length in characters.", 0, Limits.COMMAND_TEXT_MAX)),
    max_length: optional(integer("Maximum length in characters.", 1, Limits.COMMAND_TEXT_MAX))
  })
}).pipe(
  Schema.filter((it) => [
    ...choicesIssues(it),
    ...rangeIssues("min_length", it.min_length, "max_length", it.max_length)
  ])
)

const numeric = <const Type extends "integer" | "number">(type: Type, value: Schema.Schema<number>) =>
  object("A number option.", {
    type: optionType(type),
    ...required,
    ...fits<APIApplicationCommandIntegerOption>()({
      ...commonFields,
      ...withChoices(value),
      min_value: optional(described("The smallest accepted value.", value)),
      max_value: optional(described("The largest accepted value.", value))
    })
  }).pipe(
    Schema.filter((it) => [...choicesIssues(it), ...rangeIssues("min_value", it.min_value, "max_value", it.max_value)])
  )

const channel = object("A channel option.", {
  type: optionType("channel"),
  ...required,
  ...commonFields,
  channel_types: optional(
    setOf("Offer only channels of these types.", enumChoice("A channel type.", channelTypes, ChannelType), 0, 10)
  )
})

const plainOption = <const Type extends "boolean" | "user" | "role" | "mentionable">(type: Type) =>
  object("An option without settings.", { type: optionType(type), ...required, ...commonFields })

const attachment = object("A file option.", {
  type: optionType("attachment"),
  ...required,
  ...commonFields,
  file_types
})

const valueOption = Schema.Union(
  string,
  numeric("integer", integer("The value sent to the application.", Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)),
  numeric(
    "number",
    Schema.Finite.annotations({ description: "The value sent to the application.", message: () => "must be a number" })
  ),
  channel,
  // One schema per type: a single literal selects the union member, so errors name only that member's fields.
  plainOption("boolean"),
  plainOption("user"),
  plainOption("role"),
  plainOption("mentionable"),
  attachment
)

const subcommand = object("A subcommand.", {
  type: optionType("subcommand"),
  ...commonFields,
  options: optional(optionsOf(valueOption))
})

const subcommandGroup = object("A group of subcommands.", {
  type: optionType("subcommand_group"),
  ...commonFields,
  options: optionsOf(subcommand)
})

const anyOption = Schema.Union(...valueOption.members, subcommand, subcommandGroup)

const published = (description: string) =>
  optionsOf(anyOption).annotations({
    description,
    // The schema of all types, three levels deep, would be larger than the schema of all other fields together.
    jsonSchema: { type: "array", description, items: publishedOption, maxItems: Limits.COMMAND_OPTIONS_MAX }
  })

const publishedOption = {
  type: "object",
  required: ["type", "name", "description"],
  properties: {
    type: { type: "string", enum: enumNames(optionTypes), description: "The option type." },
    name: { type: "string", description: "The name: lower case, no spaces.", maxLength: Limits.COMMAND_NAME_MAX },
    description: { type: "string", description: "Purpose of the option.", maxLength: Limits.COMMAND_DESCRIPTION_MAX },
    required: { type: "boolean", description: "Whether the user must set it." }
  },
  additionalProperties: {}
}

/** Options of a slash command, down to Discord's maximum depth. */
export const options = published("Options of a slash command, as in commands_create_global.")

/** The same options, with the fields of each type in the description. */
export const documentedOptions = published(
  `Options of a slash command, required ones first; or only subcommands and groups. More fields by type. string, integer, number: choices [{name, value}], autocomplete. integer, number: min_value, max_value. string: min_length, max_length. channel: channel_types (${enumNames(channelTypes).join(", ")}). attachment: file_types, such as image or .pdf. subcommand, subcommand_group: options. All types: name_localizations, description_localizations.`
)

/** Converts options to Discord's format. */
export const optionsBody = (options: ReadonlyArray<typeof anyOption.Type>): ReadonlyArray<object> =>
  options.map((option) => ({
    ...option,
    type: optionTypes[option.type],
    ...("options" in option && option.options !== undefined && { options: optionsBody(option.options) }),
    ...("channel_types" in option && { channel_types: option.channel_types?.map((word) => channelTypes[word]) })
  }))

/** The fields that the validation of an option list reads, at every depth. */
interface ListedOption {
  readonly name: string
  readonly type: string
  readonly required?: boolean
}

function optionsOf<A extends ListedOption, I>(item: Schema.Schema<A, I>) {
  return listOf("Up to 25 options.", item, 0, Limits.COMMAND_OPTIONS_MAX).pipe(
    Schema.filter(optionListIssues, {
      // Generates few options, because the value grows with every level of depth.
      arbitrary: () => (fc) => fc.array(Arbitrary.makeLazy(item)(fc), { maxLength: 4 }).map(toValidList)
    })
  )
}

/** Validates a list of options: unique names, required options first, no mix with subcommands. */
function optionListIssues(items: ReadonlyArray<ListedOption>) {
  return items.flatMap((option, at) => {
    const before = items.slice(0, at)
    return [
      ...(before.some(({ name }) => name === option.name)
        ? [{ path: [at, "name"], message: `repeats the name of another option: ${option.name}` }]
        : []),
      ...(option.required === true && before.some(({ required }) => required !== true)
        ? [{ path: [at, "required"], message: "required options must come before optional ones" }]
        : []),
      ...(before[0] !== undefined && isSubcommand(option) !== isSubcommand(before[0])
        ? [{ path: [at, "type"], message: "subcommands and other options cannot be mixed" }]
        : [])
    ]
  })
}

/** Returns the options that form a valid list, for generated test values. */
function toValidList<A extends ListedOption>(items: ReadonlyArray<A>): ReadonlyArray<A> {
  const distinct = items.filter(
    (option, at) =>
      items.findIndex(({ name }) => name === option.name) === at &&
      items[0] !== undefined &&
      isSubcommand(option) === isSubcommand(items[0])
  )
  return [
    ...distinct.filter(({ required }) => required === true),
    ...distinct.filter(({ required }) => required !== true)
  ]
}

const isSubcommand = ({ type }: ListedOption): boolean => type.startsWith("subcommand")

const choicesIssues = (it: { readonly autocomplete?: boolean; readonly choices?: ReadonlyArray<unknown> }) =>
  it.autocomplete === true && (it.choices?.length ?? 0) > 0
    ? [{ path: ["choices"], message: "cannot be set together with autocomplete" }]
    : []

const rangeIssues = (minName: string, min: number | undefined, maxName: string, max: number | undefined) =>
  min !== undefined && max !== undefined && min > max
    ? [{ path: [maxName], message: `must not be less than ${minName}` }]
    : []
