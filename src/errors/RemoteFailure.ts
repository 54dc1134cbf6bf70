import { Schema } from "effect"
import { Milliseconds, optional } from "./fields.ts"

/** What a server's failure comes down to, where it does not say it in the words of the union. */
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
  /** A rule says no: a matter for a person. */
  "refused",
  /** What came back is no tool result, or not one that can be read. */
  "unreadable",
  "unknown"
)

/** What a server's failure comes down to. */
export type RemoteKind = typeof RemoteKind.Type

/**
 * A failure told by a server that is not ours, or in a convention that keeps
 * less than the union, or that is a bug of the server: what is known of it.
 * `retriable` is what the server said; where it said nothing, it is false.
 */
export class RemoteFailure extends Schema.TaggedError<RemoteFailure>()("RemoteFailure", {
  kind: RemoteKind,
  message: Schema.String,
  retriable: Schema.Boolean,
  /** The server's own name or number for it. */
  code: optional(Schema.String),
  recovery_hint: optional(Schema.String),
  retry_after_ms: optional(Milliseconds),
  /** The server's log has the details under this id. */
  incident_id: optional(Schema.String)
}) {}
