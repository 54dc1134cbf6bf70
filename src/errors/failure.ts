import { Option, Schema } from "effect"
import type { ErrorTraits } from "./ErrorTraits.ts"

/** Describes an error in sentences. */
type Describe = (error: unknown) => string

let describeError: Describe | undefined

/** Sets how the errors are described. `describe.ts` depends on the classes, so they cannot import it. */
export const describeErrorsBy = (describe: Describe): void => {
  describeError = describe
}

/**
 * Makes the base class of a member of the error union, with what is fixed for it: a `Schema.TaggedError` whose `message`
 * says what happened and what to do. It is made when it is read. Schema's own message lists the fields, with `undefined`.
 */
export const failure =
  <Self = never>() =>
  <Tag extends string, const Traits extends ErrorTraits, Fields extends Schema.Struct.Fields>(
    tag: Tag,
    traits: Traits,
    fields: Fields
  ) => {
    const Base = Schema.TaggedError<Self>()(tag, fields)
    Object.defineProperties(Object(Base).prototype, {
      message: {
        get(this: unknown) {
          return Option.getOrElse(sentencesOf(this), () => tag)
        },
        configurable: true
      },
      // Effect's loggers show an error as JSON.
      toJSON: {
        value(this: Error) {
          return { ...this, message: this.message }
        },
        configurable: true,
        writable: true
      }
    })
    return Object.assign(Base, { traits })
  }

/** Reading a message must not throw, even of an error that lacks a field. */
const sentencesOf = (error: unknown): Option.Option<string> =>
  Option.flatMap(Option.fromNullable(describeError), (describe) => Option.liftThrowable(describe)(error))
