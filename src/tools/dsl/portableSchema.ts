import { Record } from "effect"
import { flatSchema } from "./flatSchema.ts"
import { isJson, type Json } from "./publishedSchema.ts"

/**
 * Converts a published schema to the subset of JSON Schema that all model providers accept, strict modes included:
 * single types, enums of texts, bounds of numbers and lists, `date-time`. Unions, maps, patterns and lengths are
 * dropped. The description states them instead. `test/tools/dsl/providers` checks the providers' rules.
 */
export const portableSchema = (schema: Json): Json => {
  const { additionalProperties, description = "", enum: values, items, properties, type, ...rest } = flatSchema(schema)
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
    ...(type === "array" && { items: isJson(items) ? portableSchema(items) : { type: "string" } }),
    ...(isJson(properties) && { properties: Record.map(properties, (it) => (isJson(it) ? portableSchema(it) : it)) }),
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
