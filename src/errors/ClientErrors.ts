/**
 * The caller's side: the same input fails the same way until the input, a
 * permission or the configuration changes.
 */
import { Schema } from "effect"
import { failureFields, Milliseconds, optional, refusalFields, Upstream, ValidationIssue } from "./fields.ts"
import { PipelineReport } from "./PipelineReport.ts"

/** Why a permission is denied although no permission bit is missing. */
export const PermissionDenialReason = Schema.Literal(
  "role_hierarchy",
  "two_factor_required",
  "privileged_intent",
  "timed_out"
)

/** The bot may not do this. `missing_permissions` is derived: Discord never names it. */
export class DiscordPermissionError extends Schema.TaggedError<DiscordPermissionError>()("DiscordPermissionError", {
  missing_permissions: optional(Schema.Array(Schema.String)),
  required_permissions: optional(Schema.Array(Schema.String)),
  why: optional(PermissionDenialReason),
  upstream: Upstream,
  ...refusalFields
}) {}

/** Discord said 429 (`sent: true`), or the call was held back here because it would have (`sent: false`). */
export class DiscordRateLimitError extends Schema.TaggedError<DiscordRateLimitError>()("DiscordRateLimitError", {
  retry_after_ms: Milliseconds,
  scope: Schema.Literal("user", "global", "shared"),
  sent: Schema.Boolean,
  upstream: optional(Upstream),
  ...failureFields
}) {}

/** Discord knows no such thing, or does not show it to this bot. */
export class DiscordNotFoundError extends Schema.TaggedError<DiscordNotFoundError>()("DiscordNotFoundError", {
  resource: Schema.String,
  id: optional(Schema.String),
  upstream: Upstream,
  ...refusalFields
}) {}

/** The input is wrong; every problem found is listed. */
export class ValidationError extends Schema.TaggedError<ValidationError>()("ValidationError", {
  validation_issues: Schema.Array(ValidationIssue),
  upstream: optional(Upstream),
  ...refusalFields
}) {}

/**
 * The credential is not valid: of the bot, or of one webhook or interaction.
 * `route`: the bot's token works, but not on this route.
 */
export class DiscordAuthError extends Schema.TaggedError<DiscordAuthError>()("DiscordAuthError", {
  subject: Schema.Literal("bot", "webhook", "interaction", "route"),
  /** The bot that the token belongs to, where the operator expects another one. */
  bot_id: optional(Schema.String),
  expected_bot_id: optional(Schema.String),
  upstream: optional(Upstream),
  ...refusalFields
}) {}

/** The network in front of Discord refuses this address. Only waiting or another address helps. */
export class DiscordCloudflareBlocked extends Schema.TaggedError<DiscordCloudflareBlocked>()(
  "DiscordCloudflareBlocked",
  { retry_after_ms: optional(Milliseconds), upstream: optional(Upstream), ...refusalFields }
) {}

/** The operator's settings do not allow this tool. */
export class ScopeRejectedError extends Schema.TaggedError<ScopeRejectedError>()("ScopeRejectedError", {
  tool: Schema.String,
  required: Schema.String,
  granted: Schema.String
}) {}

/** What `required` says where the operator demands a record of every change, and none can be kept. */
export const AUDIT_RECORD = "an audit record"

/**
 * The call touches a guild outside `ALLOWED_GUILDS` (`not_listed`), or one that cannot be told (`unresolved`): that of
 * the id at `path`, or none at all.
 */
export class GuildNotAllowedError extends Schema.TaggedError<GuildNotAllowedError>()("GuildNotAllowedError", {
  guild_id: optional(Schema.String),
  path: optional(Schema.String),
  boundary: Schema.Literal("not_listed", "unresolved")
}) {}

/**
 * Nothing was changed: this is what would happen. `armed` tells whether the operator
 * allows execution at all; `held_by` is the setting that wants more than the caller can give.
 */
export class DryRunPreview extends Schema.TaggedError<DryRunPreview>()("DryRunPreview", {
  tool: Schema.String,
  preview: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  confirmation_token: optional(Schema.String),
  armed: Schema.Boolean,
  held_by: optional(Schema.Literal("MCP_DRY_RUN", "MCP_WRITE_MODE", "MCP_CONFIRM"))
}) {}

/** A person was asked and did not agree. */
export class ConfirmationDeclined extends Schema.TaggedError<ConfirmationDeclined>()("ConfirmationDeclined", {
  tool: Schema.String,
  how: Schema.Literal("declined", "cancelled", "timed_out")
}) {}

/** The state Discord holds forbids this, or already is what was asked for. */
export class DiscordConflictError extends Schema.TaggedError<DiscordConflictError>()("DiscordConflictError", {
  upstream: Upstream,
  ...refusalFields
}) {}

/** A maximum is reached: something must be freed, or a time window must pass. */
export class DiscordLimitReached extends Schema.TaggedError<DiscordLimitReached>()("DiscordLimitReached", {
  upstream: Upstream,
  ...refusalFields
}) {}

/** Discord refuses the content itself. */
export class DiscordContentBlocked extends Schema.TaggedError<DiscordContentBlocked>()("DiscordContentBlocked", {
  upstream: Upstream,
  ...refusalFields
}) {}

/** The guild, the plan or Discord at this time does not have this feature. */
export class DiscordFeatureUnavailable extends Schema.TaggedError<DiscordFeatureUnavailable>()(
  "DiscordFeatureUnavailable",
  { upstream: Upstream, ...refusalFields }
) {}

/** No tool has this name; `near` are the closest ones. */
export class ToolNotFound extends Schema.TaggedError<ToolNotFound>()("ToolNotFound", {
  tool: Schema.String,
  near: Schema.Array(Schema.String)
}) {}

/** A pipeline ended in failure; the report has every step. */
export class PipelineFailed extends Schema.TaggedError<PipelineFailed>()("PipelineFailed", {
  report: PipelineReport
}) {}

/** The caller withdrew the call. */
export class CancelledError extends Schema.TaggedError<CancelledError>()("CancelledError", {}) {}
