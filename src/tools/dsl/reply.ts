/** Schemas for decoding Discord's replies. They describe only what is read, and transform nothing. */
import { Schema } from "effect"

/** A field that can be absent or null. */
export const nullish = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

/** An id. It must be a number, because ids are compared and sorted as numbers. */
export const Id = Schema.String.pipe(Schema.pattern(/^\d{1,20}$/))

/** A set of permissions, as a decimal number. */
export const Bits = Schema.String.pipe(Schema.pattern(/^\d{1,40}$/))

/** An object that is passed on unread. */
export const AnyObject = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** A list of texts or ids that can be absent. */
export const Texts = nullish(Schema.Array(Schema.String))

/** A list of numbers that can be absent. */
export const Numbers = nullish(Schema.Array(Schema.Number))

/** Translations by locale that can be absent. */
export const Localizations = nullish(Schema.Record({ key: Schema.String, value: Schema.NullOr(Schema.String) }))
