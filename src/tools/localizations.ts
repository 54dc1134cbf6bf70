import { Locale } from "discord-api-types/v10"
import { Schema } from "effect"
import { text } from "./fields.ts"

const locales = Object.values(Locale)

/** Translations of a text by locale. What has none is shown as it is. */
export const localizations = (what: string, max: number) => {
  const description = `Translations of the ${what}, by locale: {"de": "…"}.`
  return Schema.partialWith(
    Schema.Record({ key: Schema.Literal(...locales), value: text("The translation.", { max }) }),
    { exact: true }
  ).annotations({
    message: () => "must be an object with locales as its fields",
    // Three dozen locales in every schema would cost more than they tell.
    jsonSchema: {
      type: "object",
      description,
      patternProperties: { "^[a-z]{2}(-[A-Z\\d]{2,3})?$": { type: "string", maxLength: max } },
      additionalProperties: false
    }
  })
}
