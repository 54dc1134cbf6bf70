/**
 * Client errors: the same input fails the same way until the input, a permission or
 * the configuration changes.
 */
import { Schema } from "effect"
import { failure } from "./failure.ts"
import { failureFields, Milliseconds, optional, refusalFields, Upstream, ValidationIssue } from "./fields.ts"
import { PipelineReport } from "./PipelineReport.ts"
import { Preview } from "./preview/Preview.ts"

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
export class DiscordPermissionError extends failure<DiscordPermissionError>()(
  "DiscordPermissionError",
  {
    code: "DISCORD_PERMISSION_DENIED",
    side: "client",
    category: "permission",
    http: 403,
    jsonRpc: "Forbidden",
    kind: "of its status",
    overridesStatus: true
  },
  {
    missing_permissions: optional(Schema.Array(Schema.String)),
    denied_in_channel: optional(Schema.Array(Schema.String)),
    required_permissions: optional(Schema.Array(Schema.String)),
    why: optional(PermissionDenialReason),
    upstream: Upstream,
    ...refusalFields
  }
) {}

/**
 * Discord answered 429 (`sent: true`), or this server did not send the call because a limit is exhausted (`sent: false`).
 * `invalid_requests` is Discord's limit of refused requests, of which each client has a share.
 */
export class DiscordRateLimitError extends failure<DiscordRateLimitError>()(
  "DiscordRateLimitError",
  {
    code: "DISCORD_RATE_LIMITED",
    side: "client",
    category: "transient",
    http: 429,
    jsonRpc: "RateLimited",
    kind: "of its status",
    overridesStatus: true
  },
  {
    retry_after_ms: Milliseconds,
    scope: Schema.Literal("user", "global", "shared", "invalid_requests"),
    sent: Schema.Boolean,
    upstream: optional(Upstream),
    ...failureFields
  }
) {}

/** The object does not exist, or the bot cannot see it. */
export class DiscordNotFoundError extends failure<DiscordNotFoundError>()(
  "DiscordNotFoundError",
  {
    code: "DISCORD_NOT_FOUND",
    side: "client",
    category: "validation",
    http: 404,
    jsonRpc: "NotFound",
    kind: "of its status",
    overridesStatus: true
  },
  {
    resource: Schema.String,
    id: optional(Schema.String),
    upstream: Upstream,
    ...refusalFields
  }
) {}

/** The input is invalid. Every problem found is listed. `plan`: the plan in place of the one that the input names. */
export class ValidationError extends failure<ValidationError>()(
  "ValidationError",
  {
    code: "VALIDATION_FAILED",
    side: "client",
    category: "validation",
    http: 400,
    jsonRpc: "InvalidParams",
    kind: "tool_runtime_bad_input_value"
  },
  {
    validation_issues: Schema.Array(ValidationIssue),
    plan: optional(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
    upstream: optional(Upstream),
    ...refusalFields
  }
) {}

/**
 * A credential is invalid: the bot's, a webhook's or an interaction's.
 * `route`: the bot's token is valid, but not on this route.
 */
export class DiscordAuthError extends failure<DiscordAuthError>()(
  "DiscordAuthError",
  {
    code: "DISCORD_AUTH_INVALID",
    side: "client",
    category: "permission",
    http: 401,
    jsonRpc: "Unauthorized",
    kind: "of its status",
    overridesStatus: true
  },
  {
    subject: Schema.Literal("bot", "webhook", "interaction", "route"),
    /** The bot that the token belongs to. Set when the operator expects another bot. */
    bot_id: optional(Schema.String),
    expected_bot_id: optional(Schema.String),
    upstream: optional(Upstream),
    ...refusalFields
  }
) {}

/** Cloudflare blocks this IP address. Only waiting or another address helps. */
export class DiscordCloudflareBlocked extends failure<DiscordCloudflareBlocked>()(
  "DiscordCloudflareBlocked",
  {
    code: "DISCORD_CLOUDFLARE_BLOCKED",
    side: "client",
    category: "permission",
    http: 403,
    jsonRpc: "Forbidden",
    kind: "of its status"
  },
  {
    upstream: optional(Upstream),
    ...refusalFields
  }
) {}

/**
 * The operator's settings do not allow this tool. `policy_changed`: they did when the call was accepted. Then the next
 * request was not sent, or the call ran and its result is withheld.
 */
export class ScopeRejectedError extends failure<ScopeRejectedError>()(
  "ScopeRejectedError",
  {
    code: "SCOPE_REJECTED",
    side: "client",
    category: "permission",
    http: 403,
    jsonRpc: "Forbidden",
    kind: "tool_runtime_fatal"
  },
  {
    tool: Schema.String,
    required: Schema.String,
    granted: Schema.String,
    policy_changed: optional(Schema.Literal("not_sent", "result_withheld")),
    ...refusalFields
  }
) {}

/**
 * The call accesses a guild outside `ALLOWED_GUILDS` (`not_listed`), or its guild cannot be resolved (`unresolved`).
 * `path` is the argument that holds the id, if the call has one.
 */
export class GuildNotAllowedError extends failure<GuildNotAllowedError>()(
  "GuildNotAllowedError",
  {
    code: "GUILD_NOT_ALLOWED",
    side: "client",
    category: "permission",
    http: 403,
    jsonRpc: "Forbidden",
    kind: "tool_runtime_fatal"
  },
  {
    guild_id: optional(Schema.String),
    path: optional(Schema.String),
    boundary: Schema.Literal("not_listed", "unresolved")
  }
) {}

/**
 * Nothing was changed: `preview` says what would happen. `armed`: whether the operator allows
 * execution. `held_by`: the setting that prevents the caller from running the call. `by_policy`: the client's policy sets
 * it, not the operator's variable. `confirm_by`: what a call needs once no setting holds it, as `MCP_CONFIRM` names it.
 */
export class DryRunPreview extends failure<DryRunPreview>()(
  "DryRunPreview",
  {
    code: "DRY_RUN_PREVIEW",
    side: "client",
    category: "business",
    http: undefined,
    jsonRpc: "ValidationError",
    kind: "tool_runtime_context_required"
  },
  {
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
  }
) {}

/** A person was asked to confirm and did not agree, or was not asked because they declined too many calls. */
export class ConfirmationDeclined extends failure<ConfirmationDeclined>()(
  "ConfirmationDeclined",
  {
    code: "CONFIRMATION_DECLINED",
    side: "client",
    category: "business",
    http: undefined,
    jsonRpc: "ValidationError",
    kind: "tool_runtime_fatal"
  },
  {
    tool: Schema.String,
    how: Schema.Literal("declined", "cancelled", "timed_out", "not_asked"),
    /** The id of the person in Discord. */
    declined_by: optional(Schema.String)
  }
) {}

/**
 * A named person in Discord was asked to approve the call and has not answered yet. The same call with `ask_id` as
 * `__confirm` runs once they have. `retry_after_ms`: when to call again; `expires_at`: the end of the question, an ISO time.
 */
export class ConfirmationPending extends failure<ConfirmationPending>()(
  "ConfirmationPending",
  {
    code: "CONFIRMATION_PENDING",
    side: "client",
    category: "business",
    http: undefined,
    jsonRpc: "ValidationError",
    kind: "tool_runtime_retry"
  },
  {
    tool: Schema.String,
    ask_id: Schema.String,
    retry_after_ms: Milliseconds,
    expires_at: Schema.String
  }
) {}

/** The current state on Discord forbids the request, or already is the requested state. */
export class DiscordConflictError extends failure<DiscordConflictError>()(
  "DiscordConflictError",
  {
    code: "DISCORD_CONFLICT",
    side: "client",
    category: "business",
    http: 409,
    jsonRpc: "Conflict",
    kind: "of its status"
  },
  {
    upstream: Upstream,
    ...refusalFields
  }
) {}

/** A maximum is reached. Something must be removed, or a time window must pass. */
export class DiscordLimitReached extends failure<DiscordLimitReached>()(
  "DiscordLimitReached",
  {
    code: "DISCORD_LIMIT_REACHED",
    side: "client",
    category: "business",
    http: 400,
    jsonRpc: "ValidationError",
    kind: "of its status"
  },
  {
    upstream: Upstream,
    ...refusalFields
  }
) {}

/** Discord's content filters refuse the content. */
export class DiscordContentBlocked extends failure<DiscordContentBlocked>()(
  "DiscordContentBlocked",
  {
    code: "DISCORD_CONTENT_BLOCKED",
    side: "client",
    category: "business",
    http: 400,
    jsonRpc: "ValidationError",
    kind: "of its status"
  },
  {
    upstream: Upstream,
    ...refusalFields
  }
) {}

/** The feature is not available in this guild, with this boost level, or at this time. */
export class DiscordFeatureUnavailable extends failure<DiscordFeatureUnavailable>()(
  "DiscordFeatureUnavailable",
  {
    code: "DISCORD_FEATURE_UNAVAILABLE",
    side: "client",
    category: "business",
    http: 403,
    jsonRpc: "InvalidRequest",
    kind: "of its status"
  },
  { upstream: Upstream, ...refusalFields }
) {}

/** No tool has this name; `near` are the closest ones. */
export class ToolNotFound extends failure<ToolNotFound>()(
  "ToolNotFound",
  {
    code: "TOOL_NOT_FOUND",
    side: "client",
    category: "validation",
    http: 400,
    jsonRpc: "InvalidParams",
    kind: "tool_runtime_bad_input_value"
  },
  {
    tool: Schema.String,
    near: Schema.Array(Schema.String)
  }
) {}

/** A pipeline failed. The report has every step. */
export class PipelineFailed extends failure<PipelineFailed>()(
  "PipelineFailed",
  {
    code: "PIPELINE_FAILED",
    side: "client",
    category: "business",
    http: undefined,
    jsonRpc: "ValidationError",
    kind: { retriable: "tool_runtime_retry", final: "tool_runtime_execution" }
  },
  {
    report: PipelineReport
  }
) {}

/** The caller cancelled the call. */
export class CancelledError extends failure<CancelledError>()(
  "CancelledError",
  {
    code: "CANCELLED",
    side: "client",
    category: "business",
    http: undefined,
    jsonRpc: "Timeout",
    kind: "tool_runtime_execution"
  },
  {}
) {}
