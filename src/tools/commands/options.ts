/** The options of slash commands: groups of subcommands, subcommands, and what a person fills in. */
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

const named = fits<APIApplicationCommandAttachmentOption>()({
  name: Schema.String.pipe(
    Schema.filter((name) => isSlashName(name) || NOT_A_SLASH_NAME, {
      arbitrary: () => (fc) => fc.stringMatching(/^[a-z\d_-]{1,32}$/)
    })
  ),
  description: text("What it is for.", { max: Limits.COMMAND_DESCRIPTION_MAX }),
  name_localizations: optional(localizations("name", Limits.COMMAND_NAME_MAX)),
  description_localizations: optional(localizations("description", Limits.COMMAND_DESCRIPTION_MAX))
})

const required = { required: optional(flag("Whether it must be given.")) }

const suggesting = <A, I>(value: Schema.Schema<A, I>) => ({
  autocomplete: optional(flag("Whether the application suggests values.")),
  choices: optional(
    listOf(
      "Values to choose from.",
      object("A value.", {
        name: text("What people see.", { max: Limits.COMMAND_CHOICE_MAX }),
        name_localizations: optional(localizations("name", Limits.COMMAND_CHOICE_MAX)),
        value
      }),
      0,
      Limits.COMMAND_OPTIONS_MAX
    )
  )
})

const string = object("Asks for a text.", {
  type: Schema.Literal("string"),
  ...required,
  ...fits<APIApplicationCommandStringOption>()({
    ...named,
    ...suggesting(text("The value.", { max: Limits.COMMAND_TEXT_MAX })),
    min_length: optional(integer("Minimum length in characters.", 0, Limits.COMMAND_TEXT_MAX)),
    max_length: optional(integer("Maximum length in characters.", 1, Limits.COMMAND_TEXT_MAX))
  })
}).pipe(
  Schema.filter((it) => [...listedOnce(it), ...inOrder("min_length", it.min_length, "max_length", it.max_length)])
)

const numeric = <const Type extends "integer" | "number">(type: Type, value: Schema.Schema<number>) =>
  object("Asks for a number.", {
    type: Schema.Literal(type),
    ...required,
    ...fits<APIApplicationCommandIntegerOption>()({
      ...named,
      ...suggesting(value),
      min_value: optional(value),
      max_value: optional(value)
    })
  }).pipe(Schema.filter((it) => [...listedOnce(it), ...inOrder("min_value", it.min_value, "max_value", it.max_value)]))

const channel = object("Asks for a channel.", {
  type: Schema.Literal("channel"),
  ...required,
  ...named,
  channel_types: optional(setOf("Only these kinds.", Schema.Literal(...wordsOf(channelTypes)), 0, 10))
})

const other = <const Type extends "boolean" | "user" | "role" | "mentionable">(type: Type) =>
  object("Asks for something else.", { type: Schema.Literal(type), ...required, ...named })

const attachment = object("Asks for a file.", {
  type: Schema.Literal("attachment"),
  ...required,
  ...named,
  file_types
})

const basic = Schema.Union(
  string,
  numeric("integer", integer("The value.", Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)),
  numeric("number", Schema.Finite.annotations({ message: () => "must be a number" })),
  channel,
  // One schema each: a literal of its own tells at once which is meant, and what is wrong with it.
  other("boolean"),
  other("user"),
  other("role"),
  other("mentionable"),
  attachment
)

const subcommand = object("A subcommand.", {
  type: Schema.Literal("subcommand"),
  ...named,
  options: optional(optionsOf(basic))
})

const subcommandGroup = object("A group of subcommands.", {
  type: Schema.Literal("subcommand_group"),
  ...named,
  options: optionsOf(subcommand)
})

const all = Schema.Union(...basic.members, subcommand, subcommandGroup)

/** Options of a slash command, as deep as Discord lets them go. */
export const options = brief("Options of a slash command, as in commands_create_global.", optionsOf(all))

/** The same, with the tree in one line: as a schema it would be larger than all other fields together. */
export const explainedOptions = brief(
  `Options of a slash command, required ones first; or subcommands and groups of them, and nothing beside. type: ${wordsOf(optionTypes).join(", ")}. name: lower case, no spaces. choices {name, value} and autocomplete: of string, integer, number. channel_types: ${wordsOf(channelTypes).join(", ")}. file_types: of attachment, as image or .pdf. options: of subcommand; of subcommand_group its subcommands. In all: {type*, name*, description*, required, choices, autocomplete, min_length, max_length, min_value, max_value, channel_types, file_types, options, name_localizations, description_localizations}`,
  options
)

/** Options as Discord takes them. */
export const optionsBody = (asked: ReadonlyArray<typeof all.Type>): ReadonlyArray<object> =>
  asked.map((it) => ({
    ...it,
    type: optionTypes[it.type],
    ...("options" in it && it.options !== undefined && { options: optionsBody(it.options) }),
    ...("channel_types" in it && { channel_types: it.channel_types?.map((word) => channelTypes[word]) })
  }))

/** What lists of options have in common, at every depth. */
interface Listed {
  readonly name: string
  readonly type: string
  readonly required?: boolean
}

function optionsOf<A extends Listed, I>(item: Schema.Schema<A, I>) {
  return listOf("Up to 25 options.", item, 0, Limits.COMMAND_OPTIONS_MAX).pipe(
    Schema.filter(listingIssues, {
      // Few of them: what is generated would grow with every depth.
      arbitrary: () => (fc) => fc.array(Arbitrary.makeLazy(item)(fc), { maxLength: 4 }).map(listable)
    })
  )
}

/** What Discord asks of a list of options, beside what it asks of each. */
function listingIssues(items: ReadonlyArray<Listed>) {
  return items.flatMap((it, at) => {
    const before = items.slice(0, at)
    return [
      ...(before.some(({ name }) => name === it.name)
        ? [{ path: [at, "name"], message: `is the name of another option, too: ${it.name}` }]
        : []),
      ...(it.required === true && before.some(({ required }) => required !== true)
        ? [{ path: [at, "required"], message: "required options must stand before the others" }]
        : []),
      ...(before[0] !== undefined && isSubcommand(it) !== isSubcommand(before[0])
        ? [{ path: [at, "type"], message: "subcommands and other options cannot stand side by side" }]
        : [])
    ]
  })
}

/** Any options, so that they can be listed. */
function listable<A extends Listed>(items: ReadonlyArray<A>): ReadonlyArray<A> {
  const apart = items.filter(
    (it, at) =>
      items.findIndex(({ name }) => name === it.name) === at &&
      items[0] !== undefined &&
      isSubcommand(it) === isSubcommand(items[0])
  )
  return [...apart.filter(({ required }) => required === true), ...apart.filter(({ required }) => required !== true)]
}

const isSubcommand = ({ type }: Listed): boolean => type.startsWith("subcommand")

const listedOnce = (it: { readonly autocomplete?: boolean; readonly choices?: ReadonlyArray<unknown> }) =>
  it.autocomplete === true && (it.choices?.length ?? 0) > 0
    ? [{ path: ["choices"], message: "cannot be given together with autocomplete" }]
    : []

const inOrder = (least: string, min: number | undefined, most: string, max: number | undefined) =>
  min !== undefined && max !== undefined && min > max
    ? [{ path: [most], message: `must not be less than ${least}` }]
    : []
