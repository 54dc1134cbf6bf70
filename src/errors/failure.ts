import { Option, Schema } from "effect"
import { sanitizeMessage } from "../text/sanitizeMessage.ts"
import { type CallHistory, withCallHistory } from "./callHistory.ts"
import type { Description, ErrorTraits } from "./ErrorTraits.ts"

/**
 * Makes the base class of a member of the error union, with what is fixed for it: a `Schema.TaggedError` whose `message`
 * says what happened and what to do. It is made when it is read. Schema's own message lists the fields, with `undefined`.
 */
export const failure =
  <Self = never>() =>
  <
    Tag extends string,
    const Traits extends ErrorTraits<Schema.Struct.Type<Fields>>,
    Fields extends Schema.Struct.Fields
  >(
    tag: Tag,
    traits: Traits,
    fields: Fields
  ) => {
    const Base = Schema.TaggedError<Self>()(tag, fields)
    /** Describes an error in sentences without secrets, even if its fields have secrets. */
    const describe = (error: Schema.Struct.Type<Fields> & Described): Description => {
      const { message, recovery_hint, retriable } = withCallHistory(
        error,
        traits.side,
        declared(error, traits.text(error))
      )
      return { retriable, message: sanitizeMessage(message), recovery_hint: sanitizeMessage(recovery_hint) }
    }
    // Reading a message must not throw, even of an error that lacks a field.
    const sentences = Option.liftThrowable((error: Schema.Struct.Type<Fields> & Described) => {
      const { message, recovery_hint } = describe(error)
      return `${message} ${recovery_hint}`
    })
    Object.defineProperties(Object(Base).prototype, {
      message: {
        get(this: Schema.Struct.Type<Fields> & Described) {
          return Option.getOrElse(sentences(this), () => tag)
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
    return Object.assign(Base, { traits, describe })
  }

/** What the text of an error has beside that of its class. */
export interface Described extends CallHistory {
  /** The hint that the tool declares. */
  readonly recovery?: string
}

/** Replaces the hint of the class by the one that the tool declares. A hint is never empty: an empty one is ignored. */
const declared = ({ recovery = "" }: Described, text: Description): Description => {
  const recovery_hint = sanitizeMessage(recovery)
  return recovery_hint === "" ? text : { ...text, recovery_hint }
}
