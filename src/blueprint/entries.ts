/** Roles and channels of a blueprint, and the fields that its sections share. */
import { Array as Arr, Either, ParseResult, Predicate, Schema, Struct } from "effect"
import { permissionBits } from "../errors/PermissionName.ts"
import { channelFields, channelFlags, channelKinds, newChannelFields } from "../objects/channel.ts"
import { documentsOf } from "../objects/fields.ts"
import { roleFields } from "../objects/role.ts"
import { enumNames, flagChoices } from "../objects/schema/enums.ts"
import { flag, listOf, optional, text } from "../objects/schema/fields.ts"
import * as Limits from "../objects/schema/limits.ts"
import { didYouMean } from "../text/nearestName.ts"
import { publishedSchema } from "../tools/dsl/publishedSchema.ts"

/** The maximum length of a key, in characters: a name and what makes it unique. */
export const KEY_MAX = 120

/** The maximum number of channels of a guild, and of a category (Discord docs, channel). */
export const CHANNELS_MAX = 500
export const CATEGORY_CHANNELS_MAX = 50

/** The key of the role that every member has. */
export const EVERYONE = "@everyone"

export const one = <Name extends string>(description: string, table: Readonly<Record<Name, unknown>>) => {
  const names = enumNames(table)
  return Schema.Literal(...names).annotations({
    description,
    message: ({ actual }) => ({
      message: `must be one of ${names.join(", ")}${typeof actual === "string" ? didYouMean(actual, names) : ""}`,
      override: true
    })
  })
}

export const object = <F extends Schema.Struct.Fields>(description: string, fields: F) =>
  Schema.Struct(fields).annotations({ description, message: () => "must be an object" })

/** An object whose keys are names of users. `Schema.Record` assigns keys, which loses the key `__proto__`. */
export const byKey = <A, I>(description: string, value: Schema.Schema<A, I>) =>
  Schema.declare([value], {
    decode: (item) => {
      const decode = ParseResult.decodeUnknownEither(item)
      return (input, options, ast) => {
        if (!Predicate.isReadonlyRecord(input)) return ParseResult.fail(new ParseResult.Type(ast, input))
        const [issues, entries] = Arr.separate(
          Object.entries(input).map(([key, inner]) =>
            Either.mapBoth(decode(inner, options), {
              onLeft: (issue) => new ParseResult.Pointer(key, input, issue),
              onRight: (decoded) => [key, decoded] as const
            })
          )
        )
        return Arr.isNonEmptyReadonlyArray(issues)
          ? ParseResult.fail(new ParseResult.Composite(ast, input, issues))
          : ParseResult.succeed<Readonly<Record<string, A>>>(Object.fromEntries(entries))
      }
    },
    // A document is never encoded by its schema.
    encode: () => (input) => ParseResult.succeed(input)
  }).annotations({
    message: () => "must be an object",
    jsonSchema: {
      type: "object",
      required: [],
      properties: {},
      additionalProperties: publishedSchema(value),
      description
    }
  })

export const reference = (description: string) =>
  text(description, { min: 0, max: KEY_MAX }).annotations({ title: "reference" })

export const key = optional(text("How other parts refer to it; its name by default.", { max: KEY_MAX }))
export const channelReference = (description: string) =>
  optional(reference(`${description} The key of a channel; "" for none.`))
export const channelList = (description: string, max: number) =>
  optional(listOf(description, reference("A channel's key."), 0, max))
export const roleList = (description: string, max: number) =>
  optional(listOf(description, reference("A role's key."), 0, max))

const names = Object.keys(permissionBits)

/** A permission by Discord's name, or the bits of permissions without a name. */
const Permission = Schema.String.pipe(
  Schema.filter(
    (value) =>
      Object.hasOwn(permissionBits, value) ||
      UNNAMED.test(value) ||
      `is not the name of a permission${didYouMean(value, names)}`,
    { jsonSchema: { anyOf: [{ enum: names }, { pattern: "^0x[0-9a-f]{1,16}$" }] } }
  )
)
const UNNAMED = /^0x[0-9a-f]{1,16}$/

export const permissions = (description: string) => optional(listOf(description, Permission, 0, names.length + 1))

export const Overwrite = object("What a role may do in this channel, in place of its permissions in the guild.", {
  allow: permissions("Allowed permissions."),
  deny: permissions("Denied permissions.")
})

const hexColor = (description: string) =>
  Schema.String.annotations({ message: () => NOT_A_COLOR }).pipe(
    Schema.filter((value) => /^#[0-9a-f]{6}$/i.test(value) || NOT_A_COLOR, {
      description: `${description}, as "#rrggbb".`,
      jsonSchema: { pattern: "^#[0-9A-Fa-f]{6}$" }
    })
  )

const NOT_A_COLOR = 'must be a colour: "#rrggbb", in quotes'

/** The settings of a role that a document has as tools have them, by Discord's names. */
export const roleSettings = Struct.pick(roleFields, "hoist", "mentionable", "unicode_emoji")

/** A role. `managed` roles belong to an integration: they only keep their place and can be referred to. */
export const Role = object("A role. Fields that are left out stay as they are.", {
  key,
  name: text("Name.", { max: Limits.ROLE_NAME_MAX }),
  managed: optional(flag("Belongs to an integration, which alone can create and change it.")),
  permissions: permissions("All permissions of the role."),
  color: optional(hexColor("Colour; #000000 for none")),
  gradient: optional(
    listOf(
      "The second colour of a gradient, or #ffbbec and #ffc3a0 for the holographic style; empty for none.",
      hexColor("A colour"),
      0,
      2
    )
  ),
  ...documentsOf(roleSettings)
})

const {
  available_tags: _,
  name,
  parent_id: __,
  permission_overwrites: ___,
  position: ____,
  ...settings
} = channelFields

/** The settings that a document has as tools have them, by Discord's names. */
export const documented = {
  ...settings,
  available_tags: newChannelFields.available_tags,
  flags: {
    ...channelFields.flags,
    value: flagChoices("Forum: all its flags.", Struct.omit(channelFlags, "pinned"))
  }
}

const entryFields = {
  key,
  name: name.value,
  kind: optional(one("The kind; by default category with channels, else text.", channelKinds)),
  ...documentsOf(documented),
  overwrites: optional(
    byKey("Permissions by the key of a role. Those of roles that are left out are removed.", Overwrite)
  )
}

const Channel = object("A channel.", entryFields)

export const Category = object("A channel, or a category with its channels.", {
  ...entryFields,
  channels: optional(listOf("The channels of a category, in order.", Channel, 0, CHANNELS_MAX))
})

/** A role, a channel or category, and an overwrite of a blueprint. */
export type RoleEntry = typeof Role.Type
export type ChannelEntry = typeof Category.Type
export type OverwriteEntry = typeof Overwrite.Type

/** The kind of a channel: a channel that holds others is a category. */
export const kindOf = ({ channels, kind }: Pick<ChannelEntry, "kind" | "channels">): keyof typeof channelKinds =>
  kind ?? (channels === undefined ? "text" : "category")
