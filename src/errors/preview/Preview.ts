/** The value of a preview: what a call would do. It is a part of `DryRunPreview`, and leaves the server with it. */
import { Schema } from "effect"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })
const fields = <A, I>(value: Schema.Schema<A, I>) => Schema.Record({ key: Schema.String, value })
const texts = Schema.Array(Schema.String)

/** Dangerous permissions that a call grants. `to` is an id, or says what the call creates. */
export const Grant = Schema.Struct({ to: Schema.String, id: optional(Schema.String), permissions: texts })

/** Dangerous permissions that a call grants. */
export type Grant = typeof Grant.Type

/** A name, count, time or list that says what a call affects. */
const Fact = Schema.Union(Schema.String, Schema.Finite, Schema.Boolean, texts)

/** What one call would do. Names and facts are by field; fields that could not be looked up are left out. */
const callFields = {
  /** What the call does, as one clause. */
  action: Schema.String,
  grants: optional(Schema.Array(Grant)),
  names: optional(fields(Schema.Union(Schema.String, texts))),
  facts: optional(fields(Fact)),
  /** Whether the bot's permissions allow the call. `obstacle` is the reason if it lacks no permission. */
  bot_may: optional(Schema.Boolean),
  missing_permissions: optional(texts),
  obstacle: optional(
    Schema.Literal("role_hierarchy", "guild_owner", "timed_out", "two_factor_required", "archived_thread")
  ),
  /** How to let the bot make the call, if it may not. */
  recovery_hint: optional(Schema.String),
  /** Whether and how the call can be undone. */
  undo: optional(Schema.String),
  /** Set if a lookup failed or took too long. */
  incomplete: optional(Schema.String),
  /** Set if the content of the arguments is the risk: then it is shown in full. */
  whole_content: optional(Schema.Literal(true)),
  arguments: fields(Schema.Unknown)
}

/**
 * A call of a plan, as the preview of the same call alone. `for_each` is the template of its items if they are not known
 * yet. `from_steps`: the arguments that the results of other steps decide.
 */
const StepPreview = Schema.Struct({
  tool: Schema.String,
  risk: Schema.Literal("write", "destructive"),
  for_each: optional(Schema.String),
  from_steps: optional(Schema.Array(Schema.Struct({ argument: Schema.String, steps: texts }))),
  ...callFields
})

/** The number of other calls of one tool in a plan. */
const CountedSteps = Schema.Struct({
  tool: Schema.String,
  risk: Schema.Literal("read", "write"),
  action: Schema.String,
  calls: Schema.Int
})

/**
 * What a call would do. The preview of a plan has steps: each destructive one, the first others that change something,
 * then counts of the rest.
 */
export const Preview = Schema.Struct({
  ...callFields,
  steps: optional(Schema.Array(Schema.Union(StepPreview, CountedSteps)))
})

/** What a call would do. */
export type Preview = typeof Preview.Type

/** What one call would do: the whole preview, or a step of a plan. */
export type CallPreview = Omit<Preview, "steps">

/** A call of a plan. */
export type StepPreview = typeof StepPreview.Type

/** What the preview of a tool adds: facts, and an action or undo that replaces the definition's. */
export type OwnFacts = Pick<Partial<Preview>, "action" | "undo"> & NonNullable<Preview["facts"]>
