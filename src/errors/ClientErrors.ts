/**
 * Client errors: the same input fails the same way until the input, a permission or
 * the configuration changes.
 */
import { Schema } from "effect"
import { describedError } from "./describedError.ts"
import { failureFields, Milliseconds, optional, refusalFields, Upstream, ValidationIssue } from "./fields.ts"
import { PipelineReport } from "./PipelineReport.ts"
import { Preview } from "./Preview.ts"

export { AUDIT_RECORD } from "./fields.ts"

/** Why a permission is denied although no permission bit is missing. */
export const PermissionDenialReason = Schema.Literal(
  "role_hierarchy",
  "guild_owner",
  "two_factor_required",
  "privileged_intent",
  "timed_out"
)

/**
 * The bot may not do this. `missing_permissions` is derived, because Discord never names the missing permissions.
 * `denied_in_channel`: those of them that an overwrite of the channel denies, even if a role grants them.
 */
export class DiscordPermissionError extends describedError<DiscordPermissionError>()("DiscordPermissionError", {
  missing_permissions: optional(Schema.Array(Schema.String)),
  denied_in_channel: optional(Schema.Array(Schema.String)),
  required_permissions: optional(Schema.Array(Schema.String)),
  why: optional(PermissionDenialReason),
  upstream: Upstream,
  ...refusalFields
}) {}

/**
 * Discord answered 429 (`sent: true`), or this server did not send the call because a limit is exhausted (`sent: false`).
 * `invalid_requests` is Discord's limit of refused requests, of which each client has a share.
 */
export class DiscordRateLimitError extends describedError<DiscordRateLimitError>()("DiscordRateLimitError", {
  retry_after_ms: Milliseconds,
  scope: Schema.Literal("user", "global", "shared", "invalid_requests"),
  sent: Schema.Boolean,
  upstream: optional(Upstream),
  ...failureFields
}) {}

/** The object does not exist, or the bot cannot see it. */
export class DiscordNotFoundError extends describedError<DiscordNotFoundError>()("DiscordNotFoundError", {
  resource: Schema.String,
  id: optional(Schema.String),
  upstream: Upstream,
  ...refusalFields
}) {}

/** The input is invalid. Every problem found is listed. `plan`: the plan in place of the one that the input names. */
export class ValidationError extends describedError<ValidationError>()("ValidationError", {
  validation_issues: Schema.Array(ValidationIssue),
  plan: optional(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
  upstream: optional(Upstream),
  ...refusalFields
}) {}

/**
 * A credential is invalid: the bot's, a webhook's or an interaction's.
 * `route`: the bot's token is valid, but not on this route.
 */
export class DiscordAuthError extends describedError<DiscordAuthError>()("DiscordAuthError", {
  subject: Schema.Literal("bot", "webhook", "interaction", "route"),
  /** The bot that the token belongs to. Set when the operator expects another bot. */
  bot_id: optional(Schema.String),
  expected_bot_id: optional(Schema.String),
  upstream: optional(Upstream),
  ...refusalFields
}) {}

/** Cloudflare blocks this IP address. Only waiting or another address helps. */
export class DiscordCloudflareBlocked extends describedError<DiscordCloudflareBlocked>()("DiscordCloudflareBlocked", {
  upstream: optional(Upstream),
  ...refusalFields
}) {}

/**
 * The operator's settings do not allow this tool. `policy_changed`: they did when the call was accepted. Then the next
 * request was not sent, or the call ran and its result is withheld.
 */
export class ScopeRejectedError extends describedError<ScopeRejectedError>()("ScopeRejectedError", {
  tool: Schema.String,
  required: Schema.String,
  granted: Schema.String,
  policy_changed: optional(Schema.Literal("not_sent", "result_withheld")),
  ...refusalFields
}) {}

/**
 * The call accesses a guild outside `ALLOWED_GUILDS` (`not_listed`), or its guild cannot be resolved (`unresolved`).
 * `path` is the argument that holds the id, if the call has one.
 */
export class GuildNotAllowedError extends describedError<GuildNotAllowedError>()("GuildNotAllowedError", {
  guild_id: optional(Schema.String),
  path: optional(Schema.String),
  boundary: Schema.Literal("not_listed", "unresolved")
}) {}

/**
 * Nothing was changed: `preview` says what would happen. `armed`: whether the operator allows
 * execution. `held_by`: the setting that prevents the caller from running the call. `by_policy`: the client's policy sets
 * it, not the operator's variable. `confirm_by`: what a call needs once no setting holds it, as `MCP_CONFIRM` names it.
 */
export class DryRunPreview extends describedError<DryRunPreview>()("DryRunPreview", {
  tool: Schema.NonEmptyTrimmedString,
  preview: Preview,
  confirmation_token: optional(Schema.String),
  armed: Schema.Boolean,
  held_by: optional(
    Schema.Literal(
      "MCP_DRY_RUN",
      "MCP_WRITE_MODE",
      "MCP_CONFIRM",
      "MCP_REDIS_URL",
      "MCP_APPROVERS",
      "MCP_APPROVAL_CHANNEL"
    )
  ),
  by_policy: optional(Schema.Boolean),
  confirm_by: optional(Schema.Literal("flag", "token", "elicit", "discord")),
  /** The consent to an earlier preview does not cover the call: the names of what has changed since. */
  consent_stale: optional(Schema.Array(Schema.String))
}) {}

/** A person was asked to confirm and did not agree, or was not asked because they declined too many calls. */
export class ConfirmationDeclined extends describedError<ConfirmationDeclined>()("ConfirmationDeclined", {
  tool: Schema.String,
  how: Schema.Literal("declined", "cancelled", "timed_out", "not_asked"),
  /** The id of the person in Discord. */
  declined_by: optional(Schema.String)
}) {}

/**
 * A named person in Discord was asked to approve the call and has not answered yet. The same call with `ask_id` as
 * `__confirm` runs once they have. `retry_after_ms`: when to call again; `expires_at`: the end of the question, an ISO time.
 */
export class ConfirmationPending extends describedError<ConfirmationPending>()("ConfirmationPending", {
  tool: Schema.String,
  ask_id: Schema.String,
  retry_after_ms: Milliseconds,
  expires_at: Schema.String
}) {}

/** The current state on Discord forbids the request, or already is the requested state. */
export class DiscordConflictError extends describedError<DiscordConflictError>()("DiscordConflictError", {
  upstream: Upstream,
  ...refusalFields
}) {}

/** A maximum is reached. Something must be removed, or a time window must pass. */
export class DiscordLimitReached extends describedError<DiscordLimitReached>()("DiscordLimitReached", {
  upstream: Upstream,
  ...refusalFields
}) {}

/** Discord's content filters refuse the content. */
export class DiscordContentBlocked extends describedError<DiscordContentBlocked>()("DiscordContentBlocked", {
  upstream: Upstream,
  ...refusalFields
}) {}

/** The feature is not available in this guild, with this boost level, or at this time. */
export class DiscordFeatureUnavailable extends describedError<DiscordFeatureUnavailable>()(
  "DiscordFeatureUnavailable",
  { upstream: Upstream, ...refusalFields }
) {}

/** No tool has this name; `near` are the closest ones. */
export class ToolNotFound extends describedError<ToolNotFound>()("ToolNotFound", {
  tool: Schema.String,
  near: Schema.Array(Schema.String)
}) {}

/** A pipeline failed. The report has every step. */
export class PipelineFailed extends describedError<PipelineFailed>()("PipelineFailed", {
  report: PipelineReport
}) {}

/** The caller cancelled the call. */
export class CancelledError extends describedError<CancelledError>()("CancelledError", {}) {}
