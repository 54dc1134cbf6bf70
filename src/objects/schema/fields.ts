/** Builders for input fields. Each validates its value with a message that names the limit. */
import { type FastCheck, Schema } from "effect"
import { readColor } from "../../text/colors.ts"
import { didYouMean } from "../../text/nearestName.ts"
import { counted, isoTime, truncate } from "../../text/words.ts"
import { alsoTakes } from "./alsoTakes.ts"
import { clearable, structOf } from "./clearable.ts"
import { isIsoTime, toEnumName, toIsoTime } from "./conversions.ts"
import { COLOR_MAX, URL_MAX } from "./limits.ts"

/** A text, by default at least one character long. `next`: what to do with a longer one. */
export const text = (
  description: string,
  bounds: { readonly min?: number; readonly max?: number; readonly next?: string } = {}
) => {
  const { max, min = 1, next } = bounds
  return Schema.String.pipe(
    Schema.filter(
      (value) => {
        const length = charactersIn(value)
        return (
          (length >= min && (max === undefined || length <= max)) ||
          (length < min
            ? `must be at least ${counted(min, "character")}`
            : `must be at most ${counted(max ?? 0, "character")}, is ${length}${next === undefined ? "" : `: ${next}`}`)
        )
      },
      { description, jsonSchema: { ...(min > 0 && { minLength: min }), ...(max !== undefined && { maxLength: max }) } }
    )
  )
}

/** A text that the caller does not write, such as a cursor. Its maximum length is checked, but not published. */
export const opaque = (description: string, max: number) =>
  text(description, { max }).annotations({ jsonSchema: { type: "string", description } })

/** Counts code points, as Discord and JSON Schema do. A spread or a match would copy the text, which can be a large file. */
const charactersIn = (value: string): number => {
  if (!SURROGATE.test(value)) return value.length
  let count = 0
  for (const _ of value) count++
  return count
}

const SURROGATE = /[\ud800-\udfff]/

/** An http or https URL. With `attachment`, also `attachment://name` for a file of the same message. */
export const url = (
  description: string,
  { attachment = false, max = URL_MAX }: { readonly attachment?: boolean; readonly max?: number } = {}
) => {
  const format = attachment ? /^(https?|attachment):\/\/\S+$/ : /^https?:\/\/\S+$/
  return Schema.String.pipe(
    Schema.filter(
      (value) =>
        (value.length <= max && format.test(value) && URL.canParse(value)) ||
        `must be a URL of at most ${max} characters that begins with https://${attachment ? " or attachment://" : ""}`,
      {
        description,
        jsonSchema: { format: "uri", maxLength: max },
        arbitrary: () => (fc) => fc.webUrl({ size: "small" })
      }
    )
  )
}

/** An ISO 8601 time. The time zone is required. The field also accepts what `toIsoTime` converts. */
export const timestamp = (description: string) =>
  Schema.String.annotations({ message: () => NOT_A_TIME })
    .pipe(
      Schema.filter((value) => isIsoTime(value) || notATime(value), {
        description,
        jsonSchema: { format: "date-time" },
        arbitrary: () => (fc) => fc.integer({ min: 0, max: YEAR_2100_MS }).map(isoTime)
      })
    )
    .annotations(alsoTakes(toIsoTime))

const NOT_A_TIME = "must be an ISO 8601 time with time zone, such as 2026-01-31T18:00:00Z"

/** Says what is missing in a text that is no time, with the text that works where there is one. */
const notATime = (text: string): string => {
  const [, date, time, seconds = ":00"] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?)?$/i.exec(text.trim()) ?? []
  const inUtc = `${date}T${time ?? "00:00"}${seconds}Z`
  if (date !== undefined && isIsoTime(inUtc))
    return `needs ${time === undefined ? "a time and " : ""}a time zone: in UTC, ${inUtc}`
  if (LENGTH_OF_TIME.test(text)) return `${NOT_A_TIME}: it is a point in time, not a length of time`
  return NOT_A_TIME
}

/** `1h`, `in 2 days`, `PT1H`, `90 minutes ago`. */
const LENGTH_OF_TIME = /^\s*(?:in\s+)?(?:\d+(?:\.\d+)?\s*[a-z]{1,8}(?:\s+ago)?|p(?:t?\d+[a-z])+)\s*$/i

const YEAR_2100_MS = 4_102_444_800_000

/** A whole number between two bounds, both included. */
export const integer = (description: string, min: number, max: number) =>
  wholeNumber(description, min, max, `must be a whole number from ${min} to ${max}`)

/** The most items that a call returns. A larger number means as many as there can be: the result says so. */
export const itemsUpTo = (description: string, min: number, max: number) =>
  integer(description, min, max).annotations(
    alsoTakes((value) => {
      const number = typeof value === "string" && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value
      return typeof number === "number" && Number.isInteger(number) && number > max ? max : value
    })
  )

const wholeNumber = (description: string, min: number, max: number, expected: string) =>
  Schema.Number.annotations({ message: ({ actual }) => `${expected}, is ${jsonOf(actual)}` }).pipe(
    Schema.filter((value) => (Number.isInteger(value) && value >= min && value <= max) || `${expected}, is ${value}`, {
      // A `jsonSchema` with a type replaces the whole schema, with its description.
      jsonSchema: { type: "integer", description, minimum: min, maximum: max }
    })
  )

const jsonOf = (value: unknown): string => truncate(JSON.stringify(value) ?? typeof value, ACTUAL_MAX)

const ACTUAL_MAX = 100

/** A colour. The field also accepts what `readColor` reads. */
export const color = (description: string) =>
  wholeNumber(description, 0, COLOR_MAX, NOT_A_COLOR).annotations(
    alsoTakes((value) => (typeof value === "string" ? (readColor(value) ?? value) : value))
  )

const NOT_A_COLOR = `must be a colour: #RRGGBB, a name of CSS such as crimson, or a number from 0 to ${COLOR_MAX}`

/** A number between two bounds, both included. */
export const decimal = (description: string, min: number, max: number) =>
  Schema.Number.pipe(
    Schema.filter((value) => (value >= min && value <= max) || `must be from ${min} to ${max}, is ${value}`, {
      jsonSchema: { type: "number", description, minimum: min, maximum: max },
      arbitrary: () => (fc) => fc.double({ min, max, noNaN: true })
    })
  )

/** A boolean. */
export const flag = (description: string) =>
  Schema.Boolean.annotations({ description, message: () => "must be true or false" })

/** One of a few names or numbers. */
export const choice = <const Values extends readonly [string | number, ...ReadonlyArray<string | number>]>(
  description: string,
  ...values: Values
) =>
  Schema.Literal(...values).annotations({
    description,
    message: ({ actual }) => ({
      message: `must be one of ${values.join(", ")}${typeof actual === "string" ? didYouMean(actual, values.map(String)) : ""}`,
      override: true
    }),
    ...alsoTakes(toEnumName(values.filter((value) => typeof value === "string")))
  })

/** An object. */
export const object = <F extends Schema.Struct.Fields>(description: string, fields: F) =>
  structOf(fields).annotations({ description, message: () => mustBeObject(fields) })

/** The message for a value that is no object. */
const mustBeObject = (fields: Schema.Struct.Fields): string => {
  const names = Object.keys(fields).filter((name) => Schema.isSchema(fields[name]))
  return `must be an object${names.length === 0 ? "" : ` with ${names.join(", ")}`}`
}

/** An object that replaces the existing object. An omitted field is cleared without `clear`. */
export const newObject = <F extends Schema.Struct.Fields>(description: string, fields: F) =>
  Schema.Struct(fields).annotations({ description, message: () => mustBeObject(fields) })

/** A list of `min` to `max` items. */
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

/** The message for a list that is too long. */
export const tooManyItems = (max: number, has: number): string =>
  `must have at most ${counted(max, "item")}, has ${has}`

/** The annotation with the maximum number of items of a list. `decodeArguments` reads it. */
export const MAX_ITEMS = Symbol.for("effect-discord-mcp/tools/MaxItems")

/** A list without duplicates. */
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
        const duplicate = items.find((item) => seen.size === seen.add(item).size)
        return duplicate === undefined || `must not have ${duplicate} twice`
      },
      {
        description,
        jsonSchema: { uniqueItems: true },
        arbitrary: (lists) => (fc) => lists(fc).map((items) => [...new Set(items)])
      }
    )
  )

/** Describes a schema, such as an id. */
export const described = <A, I>(description: string, schema: Schema.Schema<A, I>): Schema.Schema<A, I> =>
  schema.annotations({ description })

/** An optional field. */
export const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** A field that the caller can clear: the decoded value is then null. */
export const nullable = <A, I>(schema: Schema.Schema<A, I>): Schema.Schema<A | null, I> =>
  Schema.Union(schema, Schema.Null.annotations({ message: () => OR_NULL })).annotations(
    clearable
  ) as unknown as Schema.Schema<A | null, I> // the caller cannot send null: `normalizeInput` drops it

/** The issue text of null in a union. It is omitted, because the issue of the other choice is more specific. */
export const OR_NULL = "or null"

/** An optional field with a default value. */
export const withDefault = <A, I>(
  schema: Schema.Schema<A, I>,
  value: NoInfer<A>
): Schema.PropertySignature<":", A, never, "?:", I, true> =>
  Schema.optionalWith(schema, { exact: true, default: () => value })

/** Lower-case letters and digits. */
export const LOWER_CASE = "abcdefghijklmnopqrstuvwxyz0123456789"

/** Letters and digits. */
export const ALPHANUMERIC = `${LOWER_CASE}ABCDEFGHIJKLMNOPQRSTUVWXYZ`

/**
 * Makes an `arbitrary` annotation that generates texts of these characters. `stringMatching` is far slower to build,
 * and a schema that is used recursively builds its annotation many times.
 */
export const textOf =
  (characters: string, minLength: number, maxLength: number) =>
  () =>
  (fc: typeof FastCheck): FastCheck.Arbitrary<string> =>
    fc.array(fc.constantFrom(...characters), { minLength, maxLength }).map((text) => text.join(""))
