import { Option, Schema } from "effect"

/** Describes an error in sentences. */
type Describe = (error: unknown) => string

let describeError: Describe | undefined

/** Sets how the errors are described. `describe.ts` depends on the classes, so they cannot import it. */
export const describeErrorsBy = (describe: Describe): void => {
  describeError = describe
}

/**
 * Makes the base class of a member of the error union: a `Schema.TaggedError` whose `message` says what happened and what
 * to do. It is made when it is read. Schema's own message lists the fields, with `undefined`.
 */
export const describedError = <Self = never>() => {
  const makeClass = Schema.TaggedError<Self>()
  const makeDescribed: typeof makeClass = (tag, fields, annotations) => {
    const Base = makeClass(tag, fields, annotations)
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
    return Base
  }
  return makeDescribed
}

/** Reading a message must not throw, even of an error that lacks a field. */
const sentencesOf = (error: unknown): Option.Option<string> =>
  Option.flatMap(Option.fromNullable(describeError), (describe) => Option.liftThrowable(describe)(error))
