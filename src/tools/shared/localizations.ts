import { Locale } from "discord-api-types/v10"
import { Schema } from "effect"
import { text } from "./fields.ts"
import { textMapSchema } from "./openObject.ts"

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
