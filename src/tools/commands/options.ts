/** The options of slash commands: subcommand groups, subcommands and values. */
import type {
  APIApplicationCommandAttachmentOption,
  APIApplicationCommandIntegerOption,
  APIApplicationCommandStringOption
} from "discord-api-types/v10"
import { Arbitrary, Schema } from "effect"
import { file_types } from "../components_v2/fileTypes.ts"
import { fits } from "../dsl/fits.ts"
import { wordsOf } from "../shared/enums.ts"
import { brief, flag, integer, listOf, object, optional, setOf, text } from "../shared/fields.ts"
import * as Limits from "../shared/limits.ts"
import { localizations } from "../shared/localizations.ts"
import { channelTypes, isSlashName, NOT_A_SLASH_NAME, optionTypes } from "./enums.ts"

const commonFields = fits<APIApplicationCommandAttachmentOption>()({
  name: Schema.String.pipe(
    Schema.filter((name) => isSlashName(name) || NOT_A_SLASH_NAME, {
      arbitrary: () => (fc) => fc.stringMatching(/^[a-z\d_-]{1,32}$/)
    })
  ),
  description: text("What the option is for.", { max: Limits.COMMAND_DESCRIPTION_MAX }),
  name_localizations: optional(localizations("name", Limits.COMMAND_NAME_MAX)),
  description_localizations: optional(localizations("description", Limits.COMMAND_DESCRIPTION_MAX))
})

const required = { required: optional(flag("Whether the user must fill it in.")) }

const withChoices = <A, I>(value: Schema.Schema<A, I>) => ({
  autocomplete: optional(flag("Whether the application suggests values.")),
  choices: optional(
    listOf(
      "Values to choose from.",
      object("A value.", {
        name: text("Display name.", { max: Limits.COMMAND_CHOICE_MAX }),
        name_localizations: optional(localizations("name", Limits.COMMAND_CHOICE_MAX)),
        value
      }),
      0,
      Limits.COMMAND_OPTIONS_MAX
    )
  )
})

const string = object("A text option.", {
  type: Schema.Literal("string"),
  ...required,
  ...fits<APIApplicationCommandStringOption>()({
    ...commonFields,
    ...withChoices(text("The value.", { max: Limits.COMMAND_TEXT_MAX })),
    min_length: optional(integer("Minimum length.", 0, Limits.COMMAND_TEXT_MAX)),
    max_length: optional(integer("Maximum length.", 1, Limits.COMMAND_TEXT_MAX))
  })
}).pipe(
  Schema.filter((it) => [
    ...choicesIssues(it),
    ...rangeIssues("min_length", it.min_length, "max_length", it.max_length)
  ])
)

const numeric = <const Type extends "integer" | "number">(type: Type, value: Schema.Schema<number>) =>
  object("A number option.", {
    type: Schema.Literal(type),
    ...required,
    ...fits<APIApplicationCommandIntegerOption>()({
      ...commonFields,
      ...withChoices(value),
      min_value: optional(value),
      max_value: optional(value)
    })
  }).pipe(
    Schema.filter((it) => [...choicesIssues(it), ...rangeIssues("min_value", it.min_value, "max_value", it.max_value)])
  )

const channel = object("A channel option.", {
  type: Schema.Literal("channel"),
  ...required,
  ...commonFields,
  channel_types: optional(setOf("Only these channel types.", Schema.Literal(...wordsOf(channelTypes)), 0, 10))
})

const plainOption = <const Type extends "boolean" | "user" | "role" | "mentionable">(type: Type) =>
  object("An option without settings.", { type: Schema.Literal(type), ...required, ...commonFields })

const attachment = object("A file option.", {
  type: Schema.Literal("attachment"),
  ...required,
  ...commonFields,
  file_types
})

const valueOption = Schema.Union(
  string,
  numeric("integer", integer("The value.", Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)),
  numeric("number", Schema.Finite.annotations({ message: () => "must be a number" })),
  channel,
  // One schema per type: a single literal selects the union member, so errors name only that member's fields.
  plainOption("boolean"),
  plainOption("user"),
  plainOption("role"),
  plainOption("mentionable"),
  attachment
)

const subcommand = object("A subcommand.", {
  type: Schema.Literal("subcommand"),
  ...commonFields,
  options: optional(optionsOf(valueOption))
})

const subcommandGroup = object("A group of subcommands.", {
  type: Schema.Literal("subcommand_group"),
  ...commonFields,
  options: optionsOf(subcommand)
})

const anyOption = Schema.Union(...valueOption.members, subcommand, subcommandGroup)

/** Options of a slash command, down to Discord's maximum depth. */
export const options = brief("Options of a slash command, as in commands_create_global.", optionsOf(anyOption))

/** The same options, described in one line: the full JSON Schema would be larger than all other fields together. */
export const documentedOptions = brief(
  `Options of a slash command, required ones first. Alternatively only subcommands and subcommand groups. type: ${wordsOf(optionTypes).join(", ")}. name: lower case, no spaces. choices {name, value} and autocomplete: for string, integer, number. channel_types: ${wordsOf(channelTypes).join(", ")}. file_types: for attachment, such as image or .pdf. options: for subcommand; for subcommand_group its subcommands. All fields: {type*, name*, description*, required, choices, autocomplete, min_length, max_length, min_value, max_value, channel_types, file_types, options, name_localizations, description_localizations}`,
  options
)

/** Converts options to Discord's format. */
export const optionsBody = (options: ReadonlyArray<typeof anyOption.Type>): ReadonlyArray<object> =>
  options.map((it) => ({
    ...it,
    type: optionTypes[it.type],
    ...("options" in it && it.options !== undefined && { options: optionsBody(it.options) }),
    ...("channel_types" in it && { channel_types: it.channel_types?.map((word) => channelTypes[word]) })
  }))

/** The fields that the rules of an option list read, at every depth. */
interface ListedOption {
  readonly name: string
  readonly type: string
  readonly required?: boolean
}

function optionsOf<A extends ListedOption, I>(item: Schema.Schema<A, I>) {
  return listOf("Up to 25 options.", item, 0, Limits.COMMAND_OPTIONS_MAX).pipe(
    Schema.filter(optionListIssues, {
      // Few options: the generated value grows with every depth.
      arbitrary: () => (fc) => fc.array(Arbitrary.makeLazy(item)(fc), { maxLength: 4 }).map(toValidList)
    })
  )
}

/** Validates a list of options: unique names, required options first, no mix with subcommands. */
function optionListIssues(items: ReadonlyArray<ListedOption>) {
  return items.flatMap((it, at) => {
    const before = items.slice(0, at)
    return [
      ...(before.some(({ name }) => name === it.name)
        ? [{ path: [at, "name"], message: `repeats the name of another option: ${it.name}` }]
        : []),
      ...(it.required === true && before.some(({ required }) => required !== true)
        ? [{ path: [at, "required"], message: "required options must come before optional ones" }]
        : []),
      ...(before[0] !== undefined && isSubcommand(it) !== isSubcommand(before[0])
        ? [{ path: [at, "type"], message: "subcommands and other options cannot be mixed" }]
        : [])
    ]
  })
}

/** Returns the options that form a valid list, for generated test values. */
function toValidList<A extends ListedOption>(items: ReadonlyArray<A>): ReadonlyArray<A> {
  const distinct = items.filter(
    (it, at) =>
      items.findIndex(({ name }) => name === it.name) === at &&
      items[0] !== undefined &&
      isSubcommand(it) === isSubcommand(items[0])
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
