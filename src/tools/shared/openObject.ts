/** Objects with arbitrary keys. Their JSON Schemas have a sample field, because providers reject objects without fields. */
import { Locale } from "discord-api-types/v10"
import { Schema } from "effect"
import { text } from "../../objects/schema/fields.ts"

/** An object with any fields, such as the arguments of another tool. */
export const openObject = (description: string, sample: Readonly<Record<string, string>>) => ({
  type: "object",
  description,
  properties: textFields(sample),
  additionalProperties: true
})

/** A map from keys to texts. */
export const textMapSchema = (description: string, sample: Readonly<Record<string, string>>, maxLength?: number) => ({
  type: "object",
  description,
  properties: textFields(sample),
  additionalProperties: { type: "string", ...(maxLength !== undefined && { maxLength }) }
})

const textFields = (descriptions: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(descriptions).map(([name, description]) => [name, { type: "string", description }]))

/** The sample field of another tool's arguments. */
export const ARGUMENTS = { guild_id: "Guild id." }

/** Makes a field for translations by locale. A user whose locale is missing sees the text itself. */
export const localizations = (noun: string, max: number) =>
  Schema.partialWith(
    Schema.Record({ key: Schema.Literal(...Object.values(Locale)), value: text("The translation.", { max }) }),
    { exact: true }
  ).annotations({
    message: () => "must be an object of translations by locale",
    // Listing all locales in every schema would cost too many tokens.
    jsonSchema: textMapSchema(`The ${noun} in other languages by locale, such as de, fr, es-ES.`, { de: "In German." })
  })
