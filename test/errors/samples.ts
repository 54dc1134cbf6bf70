import * as Client from "../../src/errors/ClientErrors.ts"
import type { DiscordMcpError, ErrorTag } from "../../src/errors/DiscordMcpError.ts"
import { toEnvelope } from "../../src/errors/failureEnvelope.ts"
import * as Server from "../../src/errors/ServerErrors.ts"

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
      new Client.DiscordPermissionError({ missing_permissions: ["MANAGE_ROLES"], upstream: upstream(403, 50013) }),
      new Client.DiscordPermissionError({ required_permissions: ["MANAGE_ROLES"], upstream: upstream(403, 50013) }),
      new Client.DiscordPermissionError({ upstream: upstream(403) }),
      new Client.DiscordPermissionError({ upstream: upstream(403), sent: false, retry_after_ms: 42_000 }),
      ...[20001, 50005, 50007, 50278, 60003, 90001].map(
        (code) => new Client.DiscordPermissionError({ upstream: upstream(403, code) })
      ),
      ...(["role_hierarchy", "guild_owner", "two_factor_required", "privileged_intent", "timed_out"] as const).map(
        (why) => new Client.DiscordPermissionError({ why, upstream: upstream(403, 50013) })
      )
    ],
    DiscordRateLimitError: [
      new Client.DiscordRateLimitError({ retry_after_ms: 5000, scope: "user", sent: true, upstream: upstream(429) }),
      new Client.DiscordRateLimitError({ retry_after_ms: 0, scope: "global", sent: false }),
      new Client.DiscordRateLimitError({ retry_after_ms: 10_000, scope: "invalid_requests", sent: false })
    ],
    DiscordNotFoundError: [
      new Client.DiscordNotFoundError({ resource: "channel", id: "1111", upstream: upstream(404, 10003) }),
      new Client.DiscordNotFoundError({ resource: "resource", upstream: upstream(404) })
    ],
    ValidationError: [
      new Client.ValidationError({ validation_issues: [{ path: "content", message: "is missing", code: "required" }] }),
      new Client.ValidationError({ validation_issues: [], upstream: upstream(400) })
    ],
    DiscordAuthError: [
      ...(["bot", "webhook", "interaction", "route"] as const).map(
        (subject) => new Client.DiscordAuthError({ subject, upstream: upstream(401) })
      ),
      new Client.DiscordAuthError({ subject: "bot", bot_id: "1111", expected_bot_id: "2222" })
    ],
    DiscordCloudflareBlocked: [
      new Client.DiscordCloudflareBlocked({}),
      new Client.DiscordCloudflareBlocked({ retry_after_ms: 60_000, upstream: upstream(429) })
    ],
    ScopeRejectedError: [
      new Client.ScopeRejectedError({ tool: "guilds_delete", required: "destructive", granted: "read" }),
      new Client.ScopeRejectedError({
        tool: "messages_send",
        required: Client.AUDIT_RECORD,
        granted: "none: the audit log cannot be written"
      }),
      ...(["not_sent", "result_withheld"] as const).map(
        (policy_changed) =>
          new Client.ScopeRejectedError({
            tool: "messages_send",
            required: "write",
            granted: "read",
            policy_changed
          })
      )
    ],
    GuildNotAllowedError: [
      new Client.GuildNotAllowedError({ guild_id: "2222", boundary: "not_listed" }),
      new Client.GuildNotAllowedError({ guild_id: "2222", path: "positions[1].id", boundary: "not_listed" }),
      new Client.GuildNotAllowedError({ path: "channel_id", boundary: "unresolved" }),
      new Client.GuildNotAllowedError({ boundary: "unresolved" })
    ],
    DryRunPreview: [
      ...([undefined, true] as const).flatMap((by_policy) =>
        (["flag", "token", "elicit", "discord"] as const).map(
          (confirm_by) =>
            new Client.DryRunPreview({
              tool: "messages_send",
              preview: messagePreview,
              armed: false,
              held_by: "MCP_DRY_RUN",
              confirm_by,
              ...(by_policy && { by_policy })
            })
        )
      ),
      new Client.DryRunPreview({ tool: "messages_send", preview: messagePreview, armed: true }),
      new Client.DryRunPreview({
        tool: "messages_send",
        preview: messagePreview,
        confirmation_token: "c0ffee",
        armed: true
      }),
      new Client.DryRunPreview({
        tool: "messages_send",
        preview: messagePreview,
        armed: true,
        held_by: "MCP_APPROVERS"
      }),
      ...(["MCP_WRITE_MODE", "MCP_CONFIRM", "MCP_REDIS_URL", "MCP_APPROVAL_CHANNEL"] as const).map(
        (held_by) => new Client.DryRunPreview({ tool: "messages_send", preview: messagePreview, armed: false, held_by })
      )
    ],
    ConfirmationDeclined: [
      ...(["declined", "cancelled", "timed_out", "not_asked"] as const).map(
        (how) => new Client.ConfirmationDeclined({ tool: "messages_delete", how })
      ),
      new Client.ConfirmationDeclined({ tool: "messages_delete", how: "declined", declined_by: "1248328050337120271" })
    ],
    ConfirmationPending: [
      new Client.ConfirmationPending({
        tool: "messages_delete",
        ask_id: "a1b2c3",
        retry_after_ms: 15_000,
        expires_at: "2026-11-23T12:00:00.000Z"
      })
    ],
    DiscordConflictError: [new Client.DiscordConflictError({ upstream: upstream(409, 40033) })],
    DiscordLimitReached: [new Client.DiscordLimitReached({ upstream: upstream(400, 30003) })],
    DiscordContentBlocked: [new Client.DiscordContentBlocked({ upstream: upstream(400, 200000) })],
    DiscordFeatureUnavailable: [new Client.DiscordFeatureUnavailable({ upstream: upstream(403, 50101) })],
    ToolNotFound: [
      new Client.ToolNotFound({ tool: "message_send", near: ["messages_send"] }),
      new Client.ToolNotFound({ tool: "?", near: [] })
    ],
    PipelineFailed: [
      new Client.PipelineFailed({
        report: {
          status: "failed",
          steps: [{ id: "a", tool: "messages_send", status: "skipped", attempts: 0, duration_ms: 0 }]
        }
      }),
      new Client.PipelineFailed({
        report: {
          status: "partial",
          steps: [
            {
              id: "a",
              tool: "messages_send",
              status: "failed",
              error: toEnvelope(new Server.BulkheadFullError({ limit: 100, scope: "global" })),
              attempts: 1,
              duration_ms: 5
            }
          ]
        }
      })
    ],
    CancelledError: [new Client.CancelledError()],
    CircuitOpenError: [new Server.CircuitOpenError({ route: "GET /users/:id", retry_after_ms: 60_000 })],
    BulkheadFullError: (["global", "bucket", "client", "guild", "questions"] as const).map(
      (scope) => new Server.BulkheadFullError({ limit: 100, scope })
    ),
    DiscordTimeoutError: (["headers", "body", "deadline", "upstream"] as const).flatMap((phase) =>
      [true, false].map((outcome_unknown) => new Server.DiscordTimeoutError({ phase, outcome_unknown }))
    ),
    DiscordRestUnavailable: [
      new Server.DiscordRestUnavailable({ upstream: upstream(500), outcome_unknown: true }),
      new Server.DiscordRestUnavailable({ upstream: upstream(500), retry_after_ms: 7000, outcome_unknown: true }),
      new Server.DiscordRestUnavailable({ upstream: upstream(503), retry_after_ms: 7000, outcome_unknown: false }),
      new Server.DiscordRestUnavailable({ network: "ENOTFOUND", outcome_unknown: false }),
      new Server.DiscordRestUnavailable({ outcome_unknown: false })
    ],
    DiscordUnexpectedResponse: [200, 302, 404].flatMap((status) =>
      [true, false].map(
        (outcome_unknown) => new Server.DiscordUnexpectedResponse({ upstream: upstream(status), outcome_unknown })
      )
    ),
    DiscordIndexNotReady: [
      new Server.DiscordIndexNotReady({ upstream: upstream(202, 110000) }),
      new Server.DiscordIndexNotReady({ upstream: upstream(202, 110000), retry_after_ms: 250 })
    ],
    GatewayUnavailable: [
      ...Server.gatewayReasons.flatMap((reason) => [
        new Server.GatewayUnavailable({ reason }),
        new Server.GatewayUnavailable({ reason, retry_after_ms: 30_000 })
      ]),
      new Server.GatewayUnavailable({ reason: "not_owner", owner_pid: 4711 }),
      new Server.GatewayUnavailable({ reason: "intents", privileged_intents: ["MESSAGE_CONTENT"], close_code: 4014 }),
      new Server.GatewayUnavailable({ reason: "intents", close_code: 4013 }),
      ...[4010, 4011, 4012].map((close_code) => new Server.GatewayUnavailable({ reason: "disconnected", close_code })),
      ...Server.gatewayReasons.map((reason) => new Server.GatewayUnavailable({ reason, tool: "messages_delete" }))
    ],
    TranscriptionUnavailable: [
      ...Server.transcriptionReasons.flatMap((reason) => [
        new Server.TranscriptionUnavailable({ reason }),
        new Server.TranscriptionUnavailable({ reason, status: 429, retry_after_ms: 30_000 })
      ]),
      ...["ECONNREFUSED", "PROXY_407"].map(
        (network) => new Server.TranscriptionUnavailable({ reason: "unreachable", network })
      )
    ]
  }
