import { Either, Option, Schema } from "effect"
import type { DiscordMcpError } from "../DiscordMcpError.ts"
import { errorKindOf } from "../ErrorKind.ts"
import { type ErrorKind, errorKinds } from "../ErrorTraits.ts"
import { envelopeOf, type Failure } from "../failureEnvelope.ts"
import { Milliseconds, optional } from "../fields.ts"
import { httpStatusOf } from "../httpStatus.ts"
import { RemoteFailure, type RemoteKind } from "../RemoteFailure.ts"
import { decodeEnvelope } from "./readEnvelope.ts"

/** An error in the Arcade convention. */
export const ArcadeError = Schema.Struct({
  kind: Schema.Literal(...errorKinds),
  message: Schema.String,
  canRetry: Schema.Boolean,
  statusCode: optional(Schema.Int),
  retryAfterMs: optional(Milliseconds),
  additionalPromptContent: optional(Schema.String),
  extra: optional(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
})

/** An error in the Arcade convention. */
export type ArcadeError = typeof ArcadeError.Type

/**
 * Encodes a failure in the Arcade convention. `additionalPromptContent` always has the
 * recovery hint, because no other field does. The log has the developer message.
 */
export const toArcade = (failure: Failure): ArcadeError => {
  const { message, recovery_hint, retriable, retry_after_ms, ...extra } = envelopeOf(failure)
  const statusCode = httpStatusOf(failure)
  return {
    kind: errorKindOf(failure),
    message,
    canRetry: retriable,
    ...(statusCode !== undefined && { statusCode }),
    ...(retry_after_ms !== undefined && { retryAfterMs: retry_after_ms }),
    additionalPromptContent: recovery_hint,
    extra
  }
}

/** Decodes an error in the Arcade convention: to our error, or to a `RemoteFailure` if another server sent it. */
export const fromArcade = (structured: unknown): Option.Option<DiscordMcpError | RemoteFailure> =>
  Option.map(decode(structured), ({ additionalPromptContent, canRetry, extra, kind, message, retryAfterMs }) => {
    const hints = {
      ...(additionalPromptContent !== undefined && { recovery_hint: additionalPromptContent }),
      ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs })
    }
    return Either.getOrElse(
      decodeEnvelope({ ...extra, message, retriable: canRetry, ...hints }),
      () => new RemoteFailure({ kind: remoteKinds[kind], message, code: kind, retriable: canRetry, ...hints })
    )
  })

const decode = Schema.decodeUnknownOption(ArcadeError)

const remoteKinds: Readonly<Record<ErrorKind, RemoteKind>> = {
  toolkit_load_failed: "internal",
  tool_definition_bad_definition: "internal",
  tool_definition_bad_input_schema: "internal",
  tool_definition_bad_output_schema: "internal",
  tool_serialization: "internal",
  tool_runtime_bad_input_value: "validation",
  tool_runtime_bad_output_value: "internal",
  tool_runtime_retry: "unavailable",
  tool_runtime_context_required: "refused",
  tool_runtime_fatal: "refused",
  tool_runtime_execution: "unknown",
  tool_runtime_response_extraction: "internal",
  upstream_runtime_bad_request: "validation",
  upstream_runtime_auth_error: "forbidden",
  upstream_runtime_not_found: "not_found",
  upstream_runtime_validation_error: "validation",
  upstream_runtime_rate_limit: "rate_limited",
  upstream_runtime_server_error: "unavailable",
  upstream_runtime_unmapped: "unknown",
  unknown: "unknown"
}
