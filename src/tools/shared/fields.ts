/** The vocabulary inputs are described in: each field checks before anything is sent, in words an agent can act on. */
import { DateTime, Schema, type SchemaAST } from "effect"
import { URL_MAX } from "./limits.ts"

/** A text, by default at least one character long. */
export const text = (description: string, bounds: { readonly min?: number; readonly max?: number } = {}) => {
  const { max, min = 1 } = bounds
  return Schema.String.pipe(
    Schema.filter(
      (value) => {
        const length = charactersIn(value)
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

/** Counts code points, as Discord and JSON Schema do: an emoji is one character, not two. Makes no copy. */
const charactersIn = (value: string): number => {
  let count = value.length
  for (let at = 1; at < value.length; at++) {
    if (isLow(value.charCodeAt(at)) && isHigh(value.charCodeAt(at - 1))) {
      count--
      // A half belongs to one pair.
      at++
    }
  }
  return count
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** An address of the web; where a picture may be a file of the same message, `attachment://name` too. */
export const url = (description: string, { attachment = false }: { readonly attachment?: boolean } = {}) => {
  const known = attachment ? /^(https?|attachment):\/\/\S+$/ : /^https?:\/\/\S+$/
  return Schema.String.pipe(
    Schema.filter(
      (value) =>
        (value.length <= URL_MAX && known.test(value) && URL.canParse(value)) ||
        `must be a URL of at most ${URL_MAX} characters that begins with https://${attachment ? " or attachment://" : ""}`,
      {
        description,
        jsonSchema: { format: "uri", maxLength: URL_MAX },
        arbitrary: () => (fc) => fc.webUrl({ size: "small" })
      }
    )
  )
}

/** A point in time, ISO 8601, with its time zone: without one nobody knows when it is. */
export const timestamp = (description: string) =>
  Schema.String.pipe(
    Schema.filter(
      (value) =>
        (ISO_TIME.test(value) && !Number.isNaN(Date.parse(value))) ||
        "must be an ISO 8601 time with time zone, such as 2026-01-31T18:00:00Z",
      {
        description,
        jsonSchema: { format: "date-time" },
        arbitrary: () => (fc) =>
          fc.integer({ min: 0, max: YEAR_2100_MS }).map((ms) => DateTime.formatIso(DateTime.unsafeMake(ms)))
      }
    )
  )

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const YEAR_2100_MS = 4_102_444_800_000

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

/** A number between two bounds, both included. */
export const decimal = (description: string, min: number, max: number) =>
  Schema.Number.pipe(
    Schema.filter((value) => (value >= min && value <= max) || `must be from ${min} to ${max}, is ${value}`, {
      jsonSchema: { type: "number", description, minimum: min, maximum: max },
      arbitrary: () => (fc) => fc.double({ min, max, noNaN: true })
    })
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
        (items.length < min ? `must have at least ${counted(min, "item")}` : tooManyItems(max, items.length)),
      { description, [MAX_ITEMS]: max, jsonSchema: { ...(min > 0 && { minItems: min }), maxItems: max } }
    )
  )

/** Says that a list is too long. */
export const tooManyItems = (max: number, has: number): string =>
  `must have at most ${counted(max, "item")}, has ${has}`

/** Where the schema of a list says how many items it takes, whatever is published of it. */
export const MAX_ITEMS = Symbol.for("effect-discord-mcp/tools/MaxItems")

/** A list that Discord takes as a set: nothing may stand in it twice. */
export const setOf = <A extends string | number, I>(
  description: string,
  item: Schema.Schema<A, I>,
  min: number,
  max: number
) =>
  listOf(description, item, min, max).pipe(
    Schema.filter(
      (items) => {
        const seen = new Set<A>()
        const twice = items.find((one) => seen.size === seen.add(one).size)
        return twice === undefined || `must not have ${twice} twice`
      },
      {
        description,
        jsonSchema: { uniqueItems: true },
        arbitrary: (given) => (fc) => given(fc).map((items) => [...new Set(items)])
      }
    )
  )

/** A field with its description, where the schema alone has none: ids above all. */
export const described = <A, I>(description: string, schema: Schema.Schema<A, I>): Schema.Schema<A, I> =>
  schema.annotations({ description })

/**
 * An object, or a list of objects, that is published by its description alone: as a schema it
 * would cost more than it tells. It is checked in full all the same.
 */
export const brief = <A, I>(description: string, schema: Schema.Schema<A, I>): Schema.Schema<A, I> =>
  schema.annotations({
    description,
    jsonSchema: isList(schema.ast) ? { type: "array", description, items: ANYTHING } : { ...ANYTHING, description }
  })

const ANYTHING = { type: "object", additionalProperties: true }

const isList = (ast: SchemaAST.AST): boolean =>
  ast._tag === "Refinement" ? isList(ast.from) : ast._tag === "TupleType"

/** A field that may be left out. */
export const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** A field that may be null, which takes away what is there. */
export const nullable = <A, I>(schema: Schema.Schema<A, I>): Schema.Schema<A | null, I | null> =>
  Schema.Union(schema, Schema.Null.annotations({ message: () => OR_NULL }))

/** What null says of a value that is not it: no complaint of its own, the other choice has the better one. */
export const OR_NULL = "or null"

/** A field that takes a value of its own when it is left out. */
export const withDefault = <A, I>(
  schema: Schema.Schema<A, I>,
  value: NoInfer<A>
): Schema.PropertySignature<":", A, never, "?:", I, true> =>
  Schema.optionalWith(schema, { exact: true, default: () => value })

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`
