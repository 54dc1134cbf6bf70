import { Locale } from "discord-api-types/v10"
import { Schema } from "effect"
import { text } from "./fields.ts"

/** Translations of a text by locale. What has none is shown as it is. */
export const localizations = (what: string, max: number) =>
  Schema.partialWith(
    Schema.Record({ key: Schema.Literal(...Object.values(Locale)), value: text("The translation.", { max }) }),
    { exact: true }
  ).annotations({
    message: () => "must be an object of translations by locale",
    // Three dozen locales in every schema would cost more than they tell.
    jsonSchema: {
      type: "object",
      description: `The ${what} in other languages: {"de": "…"}.`,
      patternProperties: { "^[a-z]{2}": { type: "string" } },
      additionalProperties: false
    }
  })
