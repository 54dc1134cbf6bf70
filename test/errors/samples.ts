import type { DiscordMcpError, ErrorTag } from "../../src/errors/DiscordMcpError.ts"
import * as Errors from "../../src/errors/DiscordMcpError.ts"
import { gatewayReasons } from "../../src/errors/describeGateway.ts"
import { transcriptionReasons } from "../../src/errors/describeTranscription.ts"
import { toEnvelope } from "../../src/errors/failureEnvelope.ts"
import { AUDIT_RECORD } from "../../src/errors/fields.ts"

/** Discord's response to a send. */
export const upstream = (status: number, discord_code?: number) => ({
  status,
  method: "POST",
  route: "/channels/:id/messages",
  ...(discord_code !== undefined && { discord_code })
})

const messagePreview = { action: "Send a message", arguments: { content: "hi" } }

/** Errors of every class, one for each variant of its description. */
export const samples: { readonly [Tag in ErrorTag]: ReadonlyArray<Extract<DiscordMcpError, { readonly _tag: Tag }>> } =
  {
    DiscordPermissionError: [
      new Errors.DiscordPermissionError({ missing_permissions: ["MANAGE_ROLES"], upstream: upstream(403, 50013) }),
      new Errors.DiscordPermissionError({ required_permissions: ["MANAGE_ROLES"], upstream: upstream(403, 50013) }),
      new Errors.DiscordPermissionError({ upstream: upstream(403) }),
      new Errors.DiscordPermissionError({ upstream: upstream(403), sent: false, retry_after_ms: 42_000 }),
      ...[20001, 50005, 50007, 50278, 60003, 90001].map(
        (code) => new Errors.DiscordPermissionError({ upstream: upstream(403, code) })
      ),
      ...(["role_hierarchy", "guild_owner", "two_factor_required", "privileged_intent", "timed_out"] as const).map(
        (why) => new Errors.DiscordPermissionError({ why, upstream: upstream(403, 50013) })
      )
    ],
    DiscordRateLimitError: [
      new Errors.DiscordRateLimitError({ retry_after_ms: 5000, scope: "user", sent: true, upstream: upstream(429) }),
      new Errors.DiscordRateLimitError({ retry_after_ms: 0, scope: "global", sent: false }),
      new Errors.DiscordRateLimitError({ retry_after_ms: 10_000, scope: "invalid_requests", sent: false })
    ],
    DiscordNotFoundError: [
      new Errors.DiscordNotFoundError({ resource: "channel", id: "1111", upstream: upstream(404, 10003) }),
      new Errors.DiscordNotFoundError({ resource: "resource", upstream: upstream(404) })
    ],
    ValidationError: [
      new Errors.ValidationError({ validation_issues: [{ path: "content", message: "is missing", code: "required" }] }),
      new Errors.ValidationError({ validation_issues: [], upstream: upstream(400) })
    ],
    DiscordAuthError: [
      ...(["bot", "webhook", "interaction", "route"] as const).map(
        (subject) => new Errors.DiscordAuthError({ subject, upstream: upstream(401) })
      ),
      new Errors.DiscordAuthError({ subject: "bot", bot_id: "1111", expected_bot_id: "2222" })
    ],
    DiscordCloudflareBlocked: [
      new Errors.DiscordCloudflareBlocked({}),
      new Errors.DiscordCloudflareBlocked({ retry_after_ms: 60_000, upstream: upstream(429) })
    ],
    ScopeRejectedError: [
      new Errors.ScopeRejectedError({ tool: "guilds_delete", required: "destructive", granted: "read" }),
      new Errors.ScopeRejectedError({
        tool: "messages_send",
        required: AUDIT_RECORD,
        granted: "none: the audit log cannot be written"
      }),
      ...(["not_sent", "result_withheld"] as const).map(
        (policy_changed) =>
          new Errors.ScopeRejectedError({
            tool: "messages_send",
            required: "write",
            granted: "read",
            policy_changed
          })
      )
    ],
    GuildNotAllowedError: [
      new Errors.GuildNotAllowedError({ guild_id: "2222", boundary: "not_listed" }),
      new Errors.GuildNotAllowedError({ guild_id: "2222", path: "positions[1].id", boundary: "not_listed" }),
      new Errors.GuildNotAllowedError({ path: "channel_id", boundary: "unresolved" }),
      new Errors.GuildNotAllowedError({ boundary: "unresolved" })
    ],
    DryRunPreview: [
      ...([undefined, true] as const).flatMap((by_policy) =>
        (["flag", "token", "elicit", "discord"] as const).map(
          (confirm_by) =>
            new Errors.DryRunPreview({
              tool: "messages_send",
              preview: messagePreview,
              armed: false,
              held_by: "MCP_DRY_RUN",
              confirm_by,
              ...(by_policy && { by_policy })
            })
        )
      ),
      new Errors.DryRunPreview({ tool: "messages_send", preview: messagePreview, armed: true }),
      new Errors.DryRunPreview({
        tool: "messages_send",
        preview: messagePreview,
        confirmation_token: "c0ffee",
        armed: true
      }),
      new Errors.DryRunPreview({
        tool: "messages_send",
        preview: messagePreview,
        armed: true,
        held_by: "MCP_APPROVERS"
      }),
      ...(["MCP_WRITE_MODE", "MCP_CONFIRM", "MCP_REDIS_URL", "MCP_APPROVAL_CHANNEL"] as const).map(
        (held_by) => new Errors.DryRunPreview({ tool: "messages_send", preview: messagePreview, armed: false, held_by })
      )
    ],
    ConfirmationDeclined: [
      ...(["declined", "cancelled", "timed_out", "not_asked"] as const).map(
        (how) => new Errors.ConfirmationDeclined({ tool: "messages_delete", how })
      ),
      new Errors.ConfirmationDeclined({ tool: "messages_delete", how: "declined", declined_by: "1248328050337120271" })
    ],
    ConfirmationPending: [
      new Errors.ConfirmationPending({
        tool: "messages_delete",
        ask_id: "a1b2c3",
        retry_after_ms: 15_000,
        expires_at: "2026-11-23T12:00:00.000Z"
      })
    ],
    DiscordConflictError: [new Errors.DiscordConflictError({ upstream: upstream(409, 40033) })],
    DiscordLimitReached: [new Errors.DiscordLimitReached({ upstream: upstream(400, 30003) })],
    DiscordContentBlocked: [new Errors.DiscordContentBlocked({ upstream: upstream(400, 200000) })],
    DiscordFeatureUnavailable: [new Errors.DiscordFeatureUnavailable({ upstream: upstream(403, 50101) })],
    ToolNotFound: [
      new Errors.ToolNotFound({ tool: "message_send", near: ["messages_send"] }),
      new Errors.ToolNotFound({ tool: "?", near: [] })
    ],
    PipelineFailed: [
      new Errors.PipelineFailed({
        report: {
          status: "failed",
          steps: [{ id: "a", tool: "messages_send", status: "skipped", attempts: 0, duration_ms: 0 }]
        }
      }),
      new Errors.PipelineFailed({
        report: {
          status: "partial",
          steps: [
            {
              id: "a",
              tool: "messages_send",
              status: "failed",
              error: toEnvelope(new Errors.BulkheadFullError({ limit: 100, scope: "global" })),
              attempts: 1,
              duration_ms: 5
            }
          ]
        }
      })
    ],
    CancelledError: [new Errors.CancelledError()],
    CircuitOpenError: [new Errors.CircuitOpenError({ route: "GET /users/:id", retry_after_ms: 60_000 })],
    BulkheadFullError: (["global", "bucket", "client", "guild", "questions"] as const).map(
      (scope) => new Errors.BulkheadFullError({ limit: 100, scope })
    ),
    DiscordTimeoutError: (["headers", "body", "deadline", "upstream"] as const).flatMap((phase) =>
      [true, false].map((outcome_unknown) => new Errors.DiscordTimeoutError({ phase, outcome_unknown }))
    ),
    DiscordRestUnavailable: [
      new Errors.DiscordRestUnavailable({ upstream: upstream(500), outcome_unknown: true }),
      new Errors.DiscordRestUnavailable({ upstream: upstream(500), retry_after_ms: 7000, outcome_unknown: true }),
      new Errors.DiscordRestUnavailable({ upstream: upstream(503), retry_after_ms: 7000, outcome_unknown: false }),
      new Errors.DiscordRestUnavailable({ network: "ENOTFOUND", outcome_unknown: false }),
      new Errors.DiscordRestUnavailable({ outcome_unknown: false })
    ],
    DiscordUnexpectedResponse: [200, 302, 404].flatMap((status) =>
      [true, false].map(
        (outcome_unknown) => new Errors.DiscordUnexpectedResponse({ upstream: upstream(status), outcome_unknown })
      )
    ),
    DiscordIndexNotReady: [
      new Errors.DiscordIndexNotReady({ upstream: upstream(202, 110000) }),
      new Errors.DiscordIndexNotReady({ upstream: upstream(202, 110000), retry_after_ms: 250 })
    ],
    GatewayUnavailable: [
      ...gatewayReasons.flatMap((reason) => [
        new Errors.GatewayUnavailable({ reason }),
        new Errors.GatewayUnavailable({ reason, retry_after_ms: 30_000 })
      ]),
      new Errors.GatewayUnavailable({ reason: "not_owner", owner_pid: 4711 }),
      new Errors.GatewayUnavailable({ reason: "intents", privileged_intents: ["MESSAGE_CONTENT"], close_code: 4014 }),
      new Errors.GatewayUnavailable({ reason: "intents", close_code: 4013 }),
      ...[4010, 4011, 4012].map((close_code) => new Errors.GatewayUnavailable({ reason: "disconnected", close_code })),
      ...gatewayReasons.map((reason) => new Errors.GatewayUnavailable({ reason, tool: "messages_delete" }))
    ],
    TranscriptionUnavailable: [
      ...transcriptionReasons.flatMap((reason) => [
        new Errors.TranscriptionUnavailable({ reason }),
        new Errors.TranscriptionUnavailable({ reason, status: 429, retry_after_ms: 30_000 })
      ]),
      ...["ECONNREFUSED", "PROXY_407"].map(
        (network) => new Errors.TranscriptionUnavailable({ reason: "unreachable", network })
      )
    ]
  }
