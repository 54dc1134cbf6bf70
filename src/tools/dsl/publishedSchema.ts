/**
 * The JSON Schemas of a tool's input. Each step removes something from the schema that Effect makes:
 *
 * 1. references, titles and null: `publishedSchema`, for the command line
 * 2. unions
 * 3. keywords that some model provider rejects: `portableSchema`, for a model that asks for one tool
 *
 * `listedSchema` then drops the details that a model can do without, for the list of tools.
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
