import { Schema } from "effect"
import { Milliseconds, optional } from "./fields.ts"

/** The kind of a failure that is not a member of the union. */
export const RemoteKind = Schema.Literal(
  "unauthorized",
  "forbidden",
  "not_found",
  "validation",
  "conflict",
  "rate_limited",
  "timeout",
  "unavailable",
  /** A bug of the server. */
  "internal",
  /** A rule refuses the call: a person must decide. */
  "refused",
  /** The reply is not a readable tool result. */
  "unreadable",
  "unknown"
)

/** The kind of a failure that is not a member of the union. */
export type RemoteKind = typeof RemoteKind.Type

/**
 * A failure of another server, a failure in a convention that keeps less than the union,
 * or a bug of the server. `retriable` is false unless the server says otherwise.
 */
export class RemoteFailure extends Schema.TaggedError<RemoteFailure>()("RemoteFailure", {
  kind: RemoteKind,
  message: Schema.String,
  retriable: Schema.Boolean,
  /** The server's own name or number for the failure. */
  code: optional(Schema.String),
  recovery_hint: optional(Schema.String),
  retry_after_ms: optional(Milliseconds),
  /** The server's log has the details under this id. */
  incident_id: optional(Schema.String)
}) {}
