/** The vocabulary inputs are described in: each field checks before anything is sent, in words an agent can act on. */
import { Schema } from "effect"

/** A text, by default at least one character long. */
export const text = (description: string, bounds: { readonly min?: number; readonly max?: number } = {}) => {
  const { max, min = 1 } = bounds
  return Schema.String.pipe(
    Schema.filter(
      (value) => {
        // Discord and JSON Schema count code points: an emoji is one character, not two.
        const { length } = [...value]
        return (
          (length >= min && (max === undefined || length <= max)) ||
          (length < min
            ? `must be at least ${counted(min, "character")}`
            : `must be at most ${counted(max ?? 0, "character")}, is ${length}`)
        )
      },
      { description, jsonSchema: { ...(min > 0 && { minLength: min }), ...(max !== undefined && { maxLength: max }) } }
    )
  )
}

/** A whole number between two bounds, both included. */
export const integer = (description: string, min: number, max: number) =>
  Schema.Number.pipe(
    Schema.filter(
      (value) =>
        (Number.isInteger(value) && value >= min && value <= max) ||
        `must be a whole number from ${min} to ${max}, is ${value}`,
      {
        // A `jsonSchema` with a type stands for the whole schema, its description too.
        jsonSchema: { type: "integer", description, minimum: min, maximum: max }
      }
    )
  )

/** Yes or no. */
export const flag = (description: string) =>
  Schema.Boolean.annotations({ description, message: () => "must be true or false" })

/** One of a few words. */
export const choice = <const Words extends readonly [string, ...ReadonlyArray<string>]>(
  description: string,
  ...words: Words
) =>
  Schema.Literal(...words).annotations({
    description,
    message: () => ({ message: `must be one of ${words.join(", ")}`, override: true })
  })

/** An object with fields of its own. */
export const object = <F extends Schema.Struct.Fields>(description: string, fields: F) =>
  Schema.Struct(fields).annotations({ description, message: () => "must be an object" })

/** A list with a number of items between two bounds. */
export const listOf = <A, I>(description: string, item: Schema.Schema<A, I>, min: number, max: number) =>
  Schema.Array(item).pipe(
    Schema.annotations({ message: () => "must be a list" }),
    Schema.filter(
      (items) =>
        (items.length >= min && items.length <= max) ||
        (items.length < min
          ? `must have at least ${counted(min, "item")}`
          : `must have at most ${counted(max, "item")}, has ${items.length}`),
      { description, jsonSchema: { ...(min > 0 && { minItems: min }), maxItems: max } }
    )
  )

/** A field with its description, where the schema alone has none: ids above all. */
export const described = <A, I>(description: string, schema: Schema.Schema<A, I>): Schema.Schema<A, I> =>
  schema.annotations({ description })

/** A field that may be left out. */
export const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** A field that takes a value of its own when it is left out. */
export const withDefault = <A, I>(
  schema: Schema.Schema<A, I>,
  value: NoInfer<A>
): Schema.PropertySignature<":", A, never, "?:", I, true> =>
  Schema.optionalWith(schema, { exact: true, default: () => value })

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`
