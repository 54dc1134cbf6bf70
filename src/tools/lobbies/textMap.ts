import { Schema } from "effect"
import { textMapSchema } from "../shared/openObject.ts"

/** Returns a schema for a map from free keys to texts. Discord stores it without interpreting it. */
export const textMap = (
  description: string,
  max: { readonly keys: number; readonly value: number; readonly total?: number }
) =>
  Schema.Record({ key: Schema.String, value: Schema.String }).pipe(
    Schema.annotations({ message: () => "must be an object whose values are texts" }),
    Schema.filter((texts) => textMapIssue(texts, max) ?? true, {
      description,
      jsonSchema: textMapSchema(description, { key: "The text under a key of your choice." }, max.value),
      arbitrary: () => (fc) =>
        fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.string({ maxLength: 16 }), { maxKeys: max.keys })
    })
  )

const textMapIssue = (
  texts: Readonly<Record<string, string>>,
  max: { readonly keys: number; readonly value: number; readonly total?: number }
): string | undefined => {
  const entries = Object.entries(texts)
  if (entries.length > max.keys) return `must have at most ${max.keys} entries, has ${entries.length}`
  const long = entries.find(([, value]) => lengthOf(value) > max.value)
  if (long !== undefined)
    return `each text must be at most ${max.value} characters, ${long[0]} has ${lengthOf(long[1])}`
  const total = entries.reduce((sum, [key, value]) => sum + lengthOf(key) + lengthOf(value), 0)
  return max.total !== undefined && total > max.total
    ? `must be at most ${max.total} characters in total, is ${total}`
    : undefined
}

const lengthOf = (text: string): number => [...text].length
