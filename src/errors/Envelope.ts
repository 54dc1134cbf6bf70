import { Schema } from "effect"
import { errorCategories, Milliseconds, optional, SentParts, Upstream, ValidationIssue } from "./fields.ts"

/**
 * The error of a failed tool call, at the root of `structuredContent`.
 * The first five fields are always present; each error adds its own fields.
 */
export const Envelope = Schema.Struct(
  {
    code: Schema.String,
    retriable: Schema.Boolean,
    message: Schema.String,
    recovery_hint: Schema.String,
    category: Schema.Literal(...errorCategories),
    reason: optional(Schema.String),
    suggested_tool: optional(Schema.String),
    retry_after_ms: optional(Milliseconds),
    missing_permissions: optional(Schema.Array(Schema.String)),
    required_permissions: optional(Schema.Array(Schema.String)),
    validation_issues: optional(Schema.Array(ValidationIssue)),
    preview: optional(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
    confirmation_token: optional(Schema.String),
    outcome_unknown: optional(Schema.Boolean),
    attempts: optional(Schema.Int),
    sent_parts: optional(SentParts),
    upstream: optional(Upstream),
    incident_id: optional(Schema.String)
  },
  { key: Schema.String, value: Schema.Unknown }
)

/** The error of a failed tool call. */
export type Envelope = typeof Envelope.Type
