import { Option, Schema } from "effect"
import { envelopeOf, type Failure } from "../Failure.ts"
import type { ErrorCategory } from "../fields.ts"
import { Milliseconds, optional } from "../fields.ts"
import { RemoteFailure, type RemoteKind } from "../RemoteFailure.ts"

/** Four categories, whether to retry, and one sentence. */
export const CategoryError = Schema.Struct({
  isError: Schema.Literal(true),
  errorCategory: Schema.Literal("transient", "validation", "business", "permission"),
  isRetryable: Schema.Boolean,
  message: Schema.String,
  retryAfterMs: optional(Milliseconds)
})

/** Four categories, whether to retry, and one sentence. */
export type CategoryError = typeof CategoryError.Type

/** A failure in the category convention. It has no place for a hint, so the message ends in it. */
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

/** What a failure in the category convention tells, if it is one. */
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
 * Transient means "retry" there, and so nothing else: a change that may have
 * happened, and a bug, are taken to a person.
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
