import { describe } from "./DiscordMcpError.ts"
import { traitsOf } from "./ErrorCode.ts"
import type { ErrorKind } from "./ErrorTraits.ts"
import type { Failure } from "./failureEnvelope.ts"
import { httpStatusOf } from "./httpStatus.ts"

/**
 * Returns the kind of a failure: by HTTP status if Discord caused it, else by its class.
 * Load, definition and serialization errors never end a call here, so their kinds are not used.
 */
export const errorKindOf = (failure: Failure): ErrorKind => {
  if (failure._tag === "Defect") return "tool_runtime_fatal"
  const { kind } = traitsOf(failure)
  const isOfStatus = kind === "of its status" || ("upstream" in failure && failure.upstream !== undefined)
  if (isOfStatus) return errorKindOfStatus(httpStatusOf(failure))
  return typeof kind === "string" ? kind : describe(failure).retriable ? kind.retriable : kind.final
}

/** Returns the kind of an upstream HTTP status. */
export const errorKindOfStatus = (status: number | undefined): ErrorKind => {
  if (status !== undefined && status >= 500) return "upstream_runtime_server_error"
  return (status === undefined ? undefined : byStatus[status]) ?? "upstream_runtime_unmapped"
}

const byStatus: Readonly<Record<number, ErrorKind>> = {
  400: "upstream_runtime_bad_request",
  401: "upstream_runtime_auth_error",
  403: "upstream_runtime_auth_error",
  404: "upstream_runtime_not_found",
  422: "upstream_runtime_validation_error",
  429: "upstream_runtime_rate_limit"
}
