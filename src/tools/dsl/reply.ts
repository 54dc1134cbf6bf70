/** The parts that schemas of Discord's replies are made of. They describe what is read, and transform nothing. */
import { Schema } from "effect"

/** A field that may be absent or null. */
export const may = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

/** An id. It is compared and sorted as a number, so it must be one. */
export const Id = Schema.String.pipe(Schema.pattern(/^\d{1,20}$/))

/** A set of permissions as Discord writes it. */
export const Bits = Schema.String.pipe(Schema.pattern(/^\d{1,40}$/))

/** An object of which nothing is read: it is passed on as it is. */
export const AnyObject = Schema.Record({ key: Schema.String, value: Schema.Unknown })
