import { DiscordMcpError, describe, type ErrorTag } from "./DiscordMcpError.ts"
import type { ErrorTraits } from "./ErrorTraits.ts"
import type { ErrorCategory } from "./fields.ts"

type ErrorClass = (typeof DiscordMcpError.members)[number]

/** The traits of each error class, by its tag. */
export const errorTraits = Object.fromEntries(DiscordMcpError.members.map((Class) => [Class._tag, Class.traits])) as {
  readonly [Class in ErrorClass as Class["_tag"]]: Class["traits"]
} // the members have all tags

/** Returns the traits of an error's class. */
export const traitsOf = (error: { readonly _tag: ErrorTag }): ErrorTraits => errorTraits[error._tag]

/** Returns who must act. If waiting does not help a service that the operator has set up, the operator must. */
export const categoryOf = (error: DiscordMcpError): ErrorCategory => {
  const { category, lasting } = traitsOf(error)
  return lasting === undefined || describe(error).retriable ? category : lasting
}

/** A stable code of the union, or `INTERNAL_ERROR` for a defect. */
export type ErrorCode = ErrorClass["traits"]["code"] | "INTERNAL_ERROR"

/** Returns the stable code of an error. */
export const codeOf = (error: { readonly _tag: ErrorTag }): ErrorCode => errorTraits[error._tag].code
