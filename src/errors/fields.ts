import { Schema } from "effect"

/** An optional property that is absent or a value, never `undefined`. */
export const optional = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.optionalWith(schema, { exact: true })

/** A whole number of milliseconds, zero or more. */
export const Milliseconds = Schema.NonNegativeInt

/** What Discord answered. `route` is a template (`/channels/:id/messages`): no ids, no tokens. */
export const Upstream = Schema.Struct({
  status: Schema.Int,
  discord_code: optional(Schema.Int),
  method: Schema.String,
  route: Schema.String
})

/** What Discord answered. */
export type Upstream = typeof Upstream.Type

/** One thing that is wrong with an input; `path` is written `embeds[0].fields[2].name`. */
export const ValidationIssue = Schema.Struct({
  path: Schema.String,
  message: Schema.String,
  code: Schema.String
})

/** One thing that is wrong with an input. */
export type ValidationIssue = typeof ValidationIssue.Type

/**
 * What any failure of a Discord call may carry: how many attempts were made, and,
 * where the tool declares a reason for it, that reason with its own recovery.
 */
export const failureFields = {
  attempts: optional(Schema.Int),
  reason: optional(Schema.String),
  recovery: optional(Schema.NonEmptyString),
  suggested_tool: optional(Schema.String)
}

/**
 * What a refusal may carry besides. `outcome_unknown`: an earlier attempt of the
 * same call got no answer, and may have taken effect.
 */
export const refusalFields = {
  ...failureFields,
  outcome_unknown: optional(Schema.Boolean)
}

/** Who must act: `transient` nobody, wait; `validation` the agent; `business` the person; `permission` the operator or a server admin. */
export const errorCategories = ["transient", "validation", "business", "permission", "internal"] as const

/** Who must act. */
export type ErrorCategory = (typeof errorCategories)[number]
