/**
 * The JSON Schemas of a tool's input. Each step removes something from the schema that Effect makes:
 *
 * 1. references, titles and null: `publishedSchema`, for the command line
 * 2. unions
 * 3. keywords that some model provider rejects: `portableSchema`, for a model that asks for one tool
 * 4. details that a model can do without: `listedSchema`, for the list of tools
 *
 * The build and the first list run these steps, never a call.
 */
import { Array as Arr, JSONSchema, Predicate, Record, type Schema } from "effect"

/** JSON Schema as it is published. */
export type Json = { readonly [key: string]: unknown }

/** Whether a value is an object of JSON. */
export const isJson: (value: unknown) => value is Json = Predicate.isReadonlyRecord

/**
 * Returns the JSON Schema of a tool's input: closed, without references, titles of checks and dialect.
 * No field is published as null, because null means that a field is absent.
 * `guild_id` is optional if the operator has set a default guild.
 */
export const publishedSchema = (schema: Schema.Schema.AnyNoContext, defaultGuildId?: string): Json => {
  const { $defs, $schema: _, ...root } = JSONSchema.make(schema, { target: "jsonSchema7" }) as unknown as Json // a plain object
  const published = withoutReferences(root, isJson($defs) ? $defs : {})
  return defaultGuildId !== undefined && Array.isArray(published.required)
    ? { ...published, required: published.required.filter((name) => name !== "guild_id") }
    : published
}

/**
 * Returns the schema of a tool's input in the subset of JSON Schema that all model providers accept, strict modes
 * included. `test/tools/providers` checks the providers' rules.
 */
export const portableSchema = (schema: Schema.Schema.AnyNoContext, defaultGuildId?: string): Json =>
  withoutRejectedKeywords(publishedSchema(schema, defaultGuildId))

/** Returns the schema of a tool's input in a list of tools. */
export const listedSchema = (schema: Schema.Schema.AnyNoContext, style: ListingStyle): ListedSchema =>
  withoutDetails(portableSchema(schema), style)

/** How much of a tool's schema a list shows. */
export interface ListingStyle {
  /** How many levels of nested objects show all their fields. */
  readonly levels: number
  readonly brief?: ReadonlySet<string> // fields whose objects are shown as if they were nested too deeply
  /** Returns the tool that describes the objects of a field for all other tools. */
  readonly shownBy: (field: string) => string | undefined
}

/** The schema of a tool's input in a list: a closed object. */
export interface ListedSchema {
  [key: string]: unknown
  type: "object"
  properties: Record<string, Json>
  required?: Array<string>
  additionalProperties: false
}

/** Step 1. Replaces references by what they mean, and drops titles and null. */
const withoutReferences = (node: Json, defs: Json): Json => {
  const { $id: _, $ref, ...rest } = withoutNull(node)
  const target = typeof $ref === "string" ? defs[$ref.replace("#/$defs/", "")] : undefined
  const merged = withoutNull(isJson(target) ? { ...target, ...rest } : rest)
  return Object.fromEntries(
    Object.entries(merged).flatMap(([key, value]) =>
      key === "title" && typeof value === "string"
        ? []
        : [
            [
              key,
              Array.isArray(value)
                ? value.map((item) => (isJson(item) ? withoutReferences(item, defs) : item))
                : isJson(value)
                  ? withoutReferences(value, defs)
                  : value
            ]
          ]
    )
  )
}

/** Drops null from a union, and unwraps a union of one. Only the decoded value of a clearable field can be null. */
const withoutNull = ({ anyOf, ...rest }: Json): Json => {
  const node = Array.isArray(rest.enum) ? { ...rest, enum: rest.enum.filter((value) => value !== null) } : rest
  if (!Array.isArray(anyOf)) return node
  const others = anyOf.filter((one) => !(isJson(one) && one.type === "null"))
  return others.length === 1 ? { ...others[0], ...node } : { ...node, anyOf: others }
}

/**
 * Step 2. Replaces `anyOf` with one schema. Objects become one object with all fields; a field is required if every alternative
 * requires it. If the types differ, the result is a string alternative, else the first alternative.
 */
const withoutUnions = ({ anyOf, ...node }: Json): Json => {
  const types = Array.isArray(node.type) ? node.type : undefined
  if (types !== undefined)
    return withoutUnions({ ...node, anyOf: types.map((type) => ({ ...node, type })), type: undefined })
  if (!Array.isArray(anyOf)) return node
  const { type: _, ...rest } = node
  return { ...mergeBranches(anyOf.filter(isJson).map(withoutUnions)), ...rest }
}

const mergeBranches = (branches: ReadonlyArray<Json>): Json => {
  const text = branches.filter(({ type }) => type === "string")
  const [first, ...others] = text.length > 0 ? text : branches
  if (first === undefined) return {}
  const alike = others.filter(({ type }) => type === first.type)
  return alike.length === 0 ? first : alike.reduce(mergeTwo, first)
}

const mergeTwo = (one: Json, other: Json): Json => ({
  ...one,
  ...(one.enum !== undefined && { enum: Arr.dedupe([one.enum, other.enum].flat()) }),
  ...(isJson(one.properties) &&
    isJson(other.properties) && {
      properties: Record.union(one.properties, other.properties, (a, b) =>
        isJson(a) && isJson(b) && JSON.stringify(a) !== JSON.stringify(b) ? withoutUnions({ anyOf: [a, b] }) : a
      ),
      required: [one.required ?? []].flat().filter((name) => [other.required].flat().includes(name))
    }),
  ...(isJson(one.items) && isJson(other.items) && { items: withoutUnions({ anyOf: [one.items, other.items] }) }),
  ...widerBound("minimum", Math.min, one, other),
  ...widerBound("maximum", Math.max, one, other),
  ...widerBound("maxLength", Math.max, one, other)
})

const widerBound = (name: string, wider: (a: number, b: number) => number, one: Json, other: Json): Json => {
  const [a, b] = [one[name], other[name]]
  return { [name]: typeof a === "number" && typeof b === "number" ? wider(a, b) : undefined }
}

/**
 * Steps 2 and 3. Keeps single types, enums of texts, bounds of numbers and lists, and `date-time`. Drops unions, maps,
 * patterns and lengths. The description states them instead.
 */
const withoutRejectedKeywords = (schema: Json): Json => {
  const {
    additionalProperties,
    description = "",
    enum: values,
    items,
    properties,
    type,
    ...rest
  } = withoutUnions(schema)
  const words = isTexts(values) ? values : undefined
  const numbers = isNumbers(values) ? values : undefined
  const text = addSentences(String(description), [
    ...lengthSentences(rest),
    ...(numbers ? [choiceSentence(numbers)] : [])
  ])
  return {
    type: numbers === undefined ? type : numbers.every(Number.isInteger) ? "integer" : "number",
    ...(text !== "" && { description: text }),
    ...(words && { enum: words }),
    ...(numbers && { minimum: Math.min(...numbers), maximum: Math.max(...numbers) }),
    ...portableKeywords(rest),
    ...(type === "array" && { items: isJson(items) ? withoutRejectedKeywords(items) : { type: "string" } }),
    ...(isJson(properties) && {
      properties: Record.map(properties, (field) => (isJson(field) ? withoutRejectedKeywords(field) : field))
    }),
    ...(Array.isArray(rest.required) && rest.required.length > 0 && { required: rest.required }),
    // Maps are open by default. Strict modes reject an explicit declaration, so only objects that need one have it.
    ...(typeof additionalProperties === "boolean" && { additionalProperties })
  }
}

const isTexts = (values: unknown): values is ReadonlyArray<string> =>
  Array.isArray(values) && values.every((value) => typeof value === "string")

const isNumbers = (values: unknown): values is ReadonlyArray<number> =>
  Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === "number")

/** Returns the keywords that all providers accept. */
const portableKeywords = ({ format, maxItems, maximum, minItems, minimum }: Json): Json => ({
  ...(format === "date-time" && { format }),
  ...(minimum !== undefined && { minimum }),
  ...(maximum !== undefined && { maximum }),
  ...(minItems !== undefined && { minItems }),
  ...(maxItems !== undefined && { maxItems })
})

/** A sentence for a description. It is omitted if the description has all its numbers. */
interface Sentence {
  readonly text: string
  readonly figures: ReadonlyArray<number>
}

/** States the length of a text, except of a URL. */
const lengthSentences = ({ format, maxLength: most, minLength: least = 0 }: Json): ReadonlyArray<Sentence> => {
  if (typeof most !== "number" || format === "uri") return []
  return least === 0 || least === 1
    ? [{ text: `Up to ${most} characters.`, figures: [most] }]
    : [{ text: `${least} to ${most} characters.`, figures: [Number(least), most] }]
}

const choiceSentence = (numbers: ReadonlyArray<number>): Sentence => ({
  text: numbers.length === 1 ? `Always ${numbers[0]}.` : `One of ${numbers.join(", ")}.`,
  figures: numbers
})

const addSentences = (description: string, sentences: ReadonlyArray<Sentence>): string =>
  sentences
    .filter(({ figures }) => !figures.every((figure) => new RegExp(`\\b${figure}\\b`).test(description)))
    .reduce((text, sentence) => `${text} ${sentence.text}`.trim(), description)

/**
 * Step 4. Shortens a schema for a list of tools, because a model reads the whole list. If an object is nested too deeply,
 * its description names its fields, or the tool that describes the object. Its schema keeps the required fields, because a
 * model in strict mode sends only listed fields; or else the shortest one, because providers reject objects without fields.
 */
export const withoutDetails = (schema: Json, style: ListingStyle): ListedSchema => ({
  type: "object",
  properties: Record.map(fieldsOf(schema), (field, name) => listedField(name, field, style)),
  ...(Array.isArray(schema.required) && schema.required.length > 0 && { required: schema.required.map(String) }),
  additionalProperties: false
})

const listedField = (name: string, field: Json, style: ListingStyle): Json => {
  const { additionalProperties, description, enum: values, items, properties, required, ...rest } = field
  const object = isJson(items) && isJson(items.properties) ? items : isJson(properties) ? field : undefined
  const own = style.brief?.has(name) === true ? { ...style, levels: 0 } : style
  const inner = object && listedObject(object, style.shownBy(name), own)
  const text = inner?.describe(String(description)) ?? String(description)
  return {
    type: field.type,
    description: text,
    ...listedEnum(values, text),
    ...listedBounds(rest, text),
    ...listedSizes(field, text),
    ...(isJson(items) && { items: inner?.schema ?? listedItem(items) }),
    ...(object === field && inner?.schema)
  }
}

/** Shortens an object. `describe` makes its description, which names the dropped fields. */
const listedObject = (object: Json, shownBy: string | undefined, style: ListingStyle) => {
  const required: ReadonlyArray<unknown> = Array.isArray(object.required) ? object.required : []
  const open = object.additionalProperties === true && { additionalProperties: true }
  const fields = Object.entries(fieldsOf(object)).map(
    ([name, field]) => [name, listedField(name, field, { ...style, levels: style.levels - 1 })] as const
  )
  if (fields.length === 1 || (style.levels > 0 && shownBy === undefined)) {
    const schema = { type: "object", properties: Object.fromEntries(fields), ...(required.length > 0 && { required }) }
    return { describe: (description: string) => description, schema: { ...schema, ...open } }
  }
  const isRequired = ([name]: readonly [string, Json]) => required.includes(name)
  const [shortest] = fields.toSorted((a, b) => lengthOf(a[1]) - lengthOf(b[1]))
  const sample = required.length > 0 ? fields.filter(isRequired) : shortest ? [shortest] : []
  const names = fieldNames(object)
  const isNamed = (description: string) => names.every((name) => /\w$/.test(name) && mentions(description, name))
  return {
    describe: (description: string) =>
      shownBy === undefined
        ? `${description}${isNamed(description) ? "" : ` {${names.join(", ")}}`}`
        : firstSentence(description).replace(/\.?$/, (end) => `, as in ${shownBy}${end}`),
    schema: { type: "object", properties: Object.fromEntries(sample), ...open }
  }
}

/** Returns the names of the fields of an object at any depth, with `*` for required ones: `name*`, `emoji {id}`. */
const fieldNames = (object: Json): ReadonlyArray<string> =>
  Object.entries(fieldsOf(object)).map(([name, field]) => {
    const inside = fieldNames(isJson(field.items) ? field.items : field)
    const mark = [object.required].flat().includes(name) ? "*" : ""
    return `${name}${mark}${inside.length === 0 ? "" : ` {${inside.join(", ")}}`}`
  })

/** Shortens an item that is a text or number. The list has the description. */
const listedItem = ({ enum: values, type }: Json): Json => ({ type, ...listedEnum(values) })

const listedEnum = (values: unknown, description = ""): Json =>
  !Array.isArray(values) || values.every((value) => mentions(description, value)) ? {} : { enum: values }

/** Returns the bounds and the format that the description does not mention. Only times have a format. */
const listedBounds = ({ format, maximum, minimum }: Json, description: string) => {
  const isRange = !(mentions(description, minimum) && mentions(description, maximum))
  return {
    ...(format !== undefined && !mentions(description, "ISO 8601") && { format }),
    ...(isRange && minimum !== undefined && !(minimum === 0 && mentions(description, 0)) && { minimum }),
    ...(isRange && maximum !== undefined && { maximum })
  }
}

/** Returns the list sizes up to `SIZE_MAX` that neither the description mentions nor the values of the items imply. */
const listedSizes = ({ items, maxItems, minItems }: Json, description: string) => {
  const count = isJson(items) && Array.isArray(items.enum) ? items.enum.length : SIZE_MAX + 1
  const isNeeded = (size: unknown) =>
    typeof size === "number" && size > 1 && size <= SIZE_MAX && size < count && !mentions(description, size)
  return Record.filter({ minItems, maxItems }, isNeeded)
}

/** Maximum list size that a list shows. Usual calls have shorter lists. */
const SIZE_MAX = 50

const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text
const mentions = (description: string, value: unknown): boolean => new RegExp(`\\b${value}\\b`).test(description)
const lengthOf = (value: unknown): number => JSON.stringify(value).length
const fieldsOf = ({ properties }: Json): Record<string, Json> =>
  isJson(properties) ? Record.filter(properties, isJson) : {}
