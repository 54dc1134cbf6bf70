import { Schema } from "effect"

/** An optional property: absent or a value, never `undefined`. */
export const optional = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.optionalWith(schema, { exact: true })

/** A whole number of milliseconds, zero or more. */
export const Milliseconds = Schema.NonNegativeInt

/** A status of HTTP, or the number that a broken server sends in its place. */
const Status = Schema.Int.annotations({ arbitrary: () => (fc) => fc.integer({ min: 100, max: 599 }) })

/** Discord's response. `route` is a template (`/channels/:id/messages`): no ids, no tokens. */
export const Upstream = Schema.Struct({
  status: Status,
  discord_code: optional(Schema.Int),
  method: Schema.String,
  route: Schema.String
})

/** Discord's response. */
export type Upstream = typeof Upstream.Type

/**
 * What to change, in the object that has the field of an issue: omit the field, send its value as another field or inside
 * an object, and set other fields.
 */
const Fix = Schema.Struct({
  omit: optional(Schema.Literal(true)),
  rename: optional(Schema.String),
  move_into: optional(Schema.String),
  set: optional(
    Schema.Record({
      key: Schema.String,
      value: Schema.Union(Schema.String, Schema.Number, Schema.Array(Schema.String))
    })
  )
}).annotations({ arbitrary: () => (fc) => fc.constantFrom({ omit: true as const }, { rename: "content" }) })

/** What to change. */
export type Fix = typeof Fix.Type

/** One problem of an input. `path` has the form `embeds[0].fields[2].name`. `fix` is the hint of `message` as data. */
export const ValidationIssue = Schema.Struct({
  path: Schema.String,
  message: Schema.String,
  code: Schema.String,
  fix: optional(Fix)
})

/** One problem of an input. */
export type ValidationIssue = typeof ValidationIssue.Type

/** An object that a name in the place of an id, at `path`, may mean. */
export const Candidate = Schema.Struct({ path: Schema.String, id: Schema.String, name: Schema.String })

/**
 * The parts of a split message that were sent before the failure, and stay. `next_part`: the number of the part that
 * failed, from 1; `parts`: how many the message has. `thread_id`: the thread that the first part opened, for the rest;
 * `tool`: the tool that sends the rest, if it is another one.
 */
export const SentParts = Schema.Struct({
  message_ids: Schema.Array(Schema.String),
  next_part: Schema.Int,
  parts: Schema.Int,
  thread_id: optional(Schema.String),
  tool: optional(Schema.String)
})

/** What a call had done before it failed. */
export const partialFields = { sent_parts: optional(SentParts) }

/**
 * Fields that any failure of a Discord call may have: how many attempts were made, and
 * the reason that the tool declares for it, with its own recovery hint.
 */
export const failureFields = {
  attempts: optional(Schema.Int),
  reason: optional(Schema.String),
  recovery: optional(Schema.NonEmptyString),
  suggested_tool: optional(Schema.String),
  ...partialFields
}

/**
 * Fields of an answer that this server repeats without sending the call, because Discord counts refused calls.
 * `retry_after_ms`: when it sends such a call again.
 */
export const repeatedFields = {
  sent: optional(Schema.Literal(false)),
  retry_after_ms: optional(Milliseconds)
}

/**
 * Fields of a refusal. `outcome_unknown`: an earlier attempt of the same call got no
 * response and may have taken effect.
 */
export const refusalFields = {
  ...failureFields,
  ...repeatedFields,
  outcome_unknown: optional(Schema.Boolean)
}

/** Who must act: `transient` nobody, wait; `validation` the agent; `business` the person; `permission` the operator or a server admin. */
export const errorCategories = ["transient", "validation", "business", "permission", "internal"] as const

/** Who must act. */
export type ErrorCategory = (typeof errorCategories)[number]

/** The value of `required` when MCP_AUDIT_REQUIRED is set and the audit log cannot be written. */
export const AUDIT_RECORD = "an audit record"
