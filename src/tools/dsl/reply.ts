/**
 * Schemas for reading Discord's replies. They describe only what is used, and transform nothing.
 *
 * A reply must have the kind of its schema and the required fields: what a tool is for, such as the id of what it
 * creates. Every other field is `expected` or `nullish`: a call succeeds without it.
 */
import { Schema } from "effect"
import { expectedField, wholeList } from "./readerOf.ts"

/** A field that Discord always sends. If it is missing or has another shape, it is left out, and a notice names it. */
export const expected = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(schema).annotations(expectedField)

/** A field that can be absent or null. If it has another shape, it is left out, and a notice names it. */
export const nullish = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

/** A field that can be absent or null, but without which nothing can be decided if it has another shape. */
export const decisive = <A, I>(schema: Schema.Schema<A, I>) => Schema.UndefinedOr(Schema.NullOr(schema))

/** A list that is useless if one of its items has another shape. Other lists leave out such an item. */
export const whole = <A, I>(item: Schema.Schema<A, I>) => Schema.Array(item).annotations(wholeList)

/** An id. It must be a number, because ids are compared and sorted as numbers. */
export const Id = Schema.String.pipe(Schema.pattern(/^\d{1,20}$/))

/** A set of permissions, as a decimal number. */
export const Bits = Schema.String.pipe(Schema.pattern(/^\d{1,40}$/))

/** An ISO 8601 time. */
export const Time = Schema.String.pipe(
  Schema.filter((text) => /^\d{4}-\d\d-\d\dT[\d:.]{5,24}(?:Z|[+-]\d\d:?\d\d)?$/.test(text) && isTime(text))
)

/** A number without fraction, of objects or of bits, that is not negative. */
export const Count = Schema.Int.pipe(Schema.nonNegative())

/** A color: 0xRRGGBB. */
export const Color = Schema.Int.pipe(Schema.between(0, 0xffffff))

/** An object that is passed on unread. */
export const AnyObject = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** A list of texts or ids that can be absent. */
export const Texts = nullish(Schema.Array(Schema.String))

/** A list of numbers that can be absent. */
export const Numbers = nullish(Schema.Array(Schema.Number))

/** Translations by locale that can be absent. */
export const Localizations = nullish(Schema.Record({ key: Schema.String, value: Schema.NullOr(Schema.String) }))

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text))
