import { Option, Schema } from "effect"
import { envelopeOf, type Failure } from "../failureEnvelope.ts"
import type { ErrorCategory } from "../fields.ts"
import { Milliseconds, optional } from "../fields.ts"
import { RemoteFailure, type RemoteKind } from "../RemoteFailure.ts"

/** An error in the category convention. */
export const CategoryError = Schema.Struct({
  isError: Schema.Literal(true),
  errorCategory: Schema.Literal("transient", "validation", "business", "permission"),
  isRetryable: Schema.Boolean,
  message: Schema.String,
  retryAfterMs: optional(Milliseconds)
})

/** An error in the category convention. */
export type CategoryError = typeof CategoryError.Type

/** Encodes a failure in the category convention. It has no field for a hint, so the message ends with the hint. */
export const toCategory = (failure: Failure): CategoryError => {
  const { category, message, recovery_hint, retriable, retry_after_ms } = envelopeOf(failure)
  return {
    isError: true,
    errorCategory: retriable ? "transient" : withoutRetry[category],
    isRetryable: retriable,
    message: `${message} ${recovery_hint}`,
    ...(retry_after_ms !== undefined && { retryAfterMs: retry_after_ms })
  }
}

/** Decodes an error in the category convention. */
export const fromCategory = (structured: unknown): Option.Option<RemoteFailure> =>
  Option.map(
    decode(structured),
    ({ errorCategory, isRetryable, message, retryAfterMs }) =>
      new RemoteFailure({
        kind: kindByCategory[errorCategory],
        message,
        retriable: isRetryable,
        ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs })
      })
  )

const decode = Schema.decodeUnknownOption(CategoryError)

/**
 * In this convention transient means "retry". An unknown outcome and a bug must not be
 * retried, so they become business errors, which go to a person.
 */
const withoutRetry: Readonly<Record<ErrorCategory, CategoryError["errorCategory"]>> = {
  transient: "business",
  validation: "validation",
  business: "business",
  permission: "permission",
  internal: "business"
}

const kindByCategory: Readonly<Record<CategoryError["errorCategory"], RemoteKind>> = {
  transient: "unavailable",
  validation: "validation",
  business: "refused",
  permission: "forbidden"
}
