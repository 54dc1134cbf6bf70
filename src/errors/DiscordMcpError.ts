/**
 * Every way a tool call can fail. Each class states all facts of its error: its code, what it is in each protocol, what the
 * chain does after it, its fields, its message and its hint. Client errors fail the same way until the input, a permission
 * or the configuration changes. After server errors, the same call may succeed later.
 */
import { Match, Schema } from "effect"
import { counted, named, quoted } from "../text/words.ts"
import {
  hasInvalidStatus,
  hasUpstream,
  healthOf,
  ignored,
  isPermanent,
  never,
  noHint,
  notSent,
  refused
} from "./chainTraits.ts"
import { consentHint, previewFields } from "./consentHint.ts"
import { bulkheadFields, describeBulkhead } from "./describeBulkhead.ts"
import { describeGateway, gatewayFields } from "./describeGateway.ts"
import { describeTranscription, transcriptionFields } from "./describeTranscription.ts"
import { meaningOfCode } from "./discordCodes.ts"
import type { Description } from "./ErrorTraits.ts"
import { failure } from "./failure.ts"
import {
  AUDIT_RECORD,
  Candidate,
  failureFields,
  Milliseconds,
  optional,
  partialFields,
  refusalFields,
  repeatedFields,
  Upstream,
  ValidationIssue
} from "./fields.ts"
import { mainErrorOf, PipelineReport } from "./PipelineReport.ts"
import { denialText, permissionFields, permissionHint } from "./permissionDenial.ts"
import { describeProxyFailure, wasNeverSent } from "./proxyFailure.ts"
import { meaningOfStatus } from "./statusMeaning.ts"
import { validationHint } from "./validationIssues.ts"

/** Returns whether this server has refused a call that Discord would refuse. An answer that is repeated has a time. */
const isCertain = ({ retry_after_ms, sent }: { readonly sent?: false; readonly retry_after_ms?: number }): boolean =>
  sent === false && retry_after_ms === undefined

/** Returns when to retry a call. If the call may have happened, the sentence before says whether to. */
const retryIn = (wait: string, { outcome_unknown }: { readonly outcome_unknown: boolean }): string =>
  outcome_unknown ? `Wait ${wait} before you repeat it.` : `Retry the same call in ${wait}.`

const notRetriable = (message: string, recovery_hint: string): Description => ({
  retriable: false,
  message,
  recovery_hint
})

const operationOf = (upstream: Upstream): string => `${upstream.method} ${upstream.route}`

/** Returns Discord's code and its meaning in brackets, or nothing. */
const codeDetail = (upstream: Upstream): string => {
  const meaning = meaningOfCode(upstream.discord_code)
  return meaning === undefined ? "" : ` (${upstream.discord_code}: ${meaning})`
}

/** The wait if Discord gives none: "a short delay" (Discord docs, search guild messages). */
const INDEX_POLL_MS = 1000

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
    overridesStatus: true,
    chain: refused,
    text: (e) => {
      const missing = e.missing_permissions ?? []
      const may = missing.length > 0 ? `the bot lacks ${missing.join(", ")}` : denialText(e.why, e.upstream)
      const verb = isCertain(e) ? "would refuse" : "refused"
      const end = isCertain(e) ? "; nothing was sent" : ""
      return notRetriable(`Discord ${verb} ${operationOf(e.upstream)}: ${may}${end}.`, permissionHint(e))
    }
  },
  permissionFields
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
    overridesStatus: true,
    chain: {
      repeatable: () => true,
      hintMs: ({ retry_after_ms }) => retry_after_ms,
      mayHaveHappened: never,
      transient: true,
      outcome: ignored,
      connected: hasUpstream,
      countsAsInvalid: ({ scope }) => scope !== "shared"
    },
    text: (e) =>
      e.scope === "invalid_requests"
        ? {
            retriable: true,
            message:
              "Nothing was sent: Discord refused too many calls in ten minutes, and it bans an address after too many refusals.",
            recovery_hint: `Wait ${e.retry_after_ms} ms, then retry. Do not repeat calls that Discord refused: fix the cause of the refusals first.`
          }
        : {
            retriable: true,
            message: e.sent
              ? `Discord's ${e.scope} rate limit was hit.`
              : `Nothing was sent: Discord's ${e.scope} rate limit is exhausted.`,
            recovery_hint: `Wait ${e.retry_after_ms} ms, then retry. For many items use one bulk tool instead of many calls.`
          }
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
    overridesStatus: true,
    chain: refused,
    text: (e) =>
      notRetriable(
        `Discord knows no ${e.resource}${e.id === undefined ? "" : ` with the id ${named(e.id)}`} that this bot can see.`,
        `Verify: 1) the ${e.resource} exists, 2) the bot can see it (VIEW_CHANNEL), 3) the ID is right.`
      )
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
    kind: "tool_runtime_bad_input_value",
    chain: refused,
    text: (e) =>
      notRetriable(
        e.upstream === undefined ? "The input is not valid; nothing was sent." : "Discord refused the input.",
        validationHint(e.validation_issues)
      )
  },
  {
    validation_issues: Schema.Array(ValidationIssue),
    candidates: optional(Schema.Array(Candidate)),
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
    overridesStatus: true,
    chain: refused,
    text: (e) =>
      e.expected_bot_id !== undefined
        ? notRetriable(
            `The token belongs to ${e.bot_id === undefined ? "another bot" : `bot ${e.bot_id}`}, not to bot ${e.expected_bot_id} that DISCORD_EXPECTED_BOT_ID names; nothing was sent.`,
            `Ask the operator to set DISCORD_TOKEN to the token of bot ${e.expected_bot_id}, or to correct DISCORD_EXPECTED_BOT_ID, then to restart the server. Do not retry until then.`
          )
        : e.subject === "route"
          ? notRetriable(
              `Discord does not accept the bot's token for ${e.upstream === undefined ? "this route" : operationOf(e.upstream)}. The token works on other routes.`,
              "Do not retry: bots cannot use this operation. Use another tool."
            )
          : e.subject === "bot"
            ? notRetriable(
                "Discord does not accept the bot's token.",
                "Ask the operator to put a valid bot token into DISCORD_TOKEN and to restart the server. Do not retry until then."
              )
            : notRetriable(
                `Discord does not accept the ${e.subject}'s token.`,
                e.subject === "webhook"
                  ? "List the webhooks again and use a current token. Do not reuse this one."
                  : "Use the token of a new interaction. This one has expired or was already used."
              )
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
    kind: "of its status",
    chain: { ...notSent, countsAsInvalid: hasUpstream },
    text: (e) => ({
      retriable: e.retry_after_ms !== undefined,
      message: "Cloudflare, the network in front of Discord, is blocking this server's IP address.",
      recovery_hint:
        e.retry_after_ms === undefined
          ? "Stop calling Discord. Tell the operator that this server's IP address is blocked until Cloudflare unblocks it."
          : `Wait ${e.retry_after_ms} ms before any further call. Tell the operator that this server's IP address was blocked.`
    })
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
    kind: "tool_runtime_fatal",
    chain: { ...notSent, transient: false },
    text: (e) => {
      if (e.policy_changed !== undefined) {
        return notRetriable(
          `The policy or the token of this client changed after the call was accepted: ${e.tool} needs ${e.required}; granted: ${e.granted}. ${
            e.policy_changed === "not_sent"
              ? "No further request was sent."
              : "The call has ended, and its result is withheld."
          }`,
          "Do not repeat the call. Changes that it made before stay. Tell the person that the operator has changed what this client may do."
        )
      }
      return notRetriable(
        `The operator's settings do not allow ${e.tool}: it needs ${e.required}; granted: ${e.granted}.`,
        e.required === AUDIT_RECORD
          ? "Tell the operator that the audit log cannot be written; the server's log says why. Reads still work. Do not retry changes until the operator has fixed it."
          : "Use an allowed tool, or tell the person that the operator has disabled this one."
      )
    }
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
    kind: "tool_runtime_fatal",
    text: (e) => {
      if (e.boundary === "not_listed") {
        const guild = `The guild${e.guild_id === undefined ? "" : ` ${e.guild_id}`}`
        return notRetriable(
          `${guild}${e.path === undefined ? "" : ` (${e.path})`} is outside the guilds that this server may access.`,
          "Use an id from an allowed guild: users_list_current_user_guilds lists them."
        )
      }
      return e.path === undefined
        ? notRetriable(
            "The call names no guild or channel, so the server cannot confirm that it stays inside the allowed guilds.",
            "Do not retry. Direct messages, interactions, lobbies, global commands and the application itself belong to no guild. Tell the person that this server may not access them."
          )
        : notRetriable(
            `The server could not confirm that ${e.path} belongs to an allowed guild.`,
            "Check that the id is right and that the bot can see it, or use a channel or guild that users_list_current_user_guilds or channels_list shows."
          )
    }
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
    kind: "tool_runtime_context_required",
    text: (e) =>
      e.consent_stale === undefined
        ? notRetriable(
            `Dry run: ${e.tool} would run with the arguments in the preview. Nothing was changed.`,
            `Show the preview to the person. ${consentHint(e)}`
          )
        : notRetriable(
            `${e.tool} was not run, because this has changed since its preview: ${e.consent_stale.join(", ")}.`,
            `Show the new preview to the person. ${consentHint(e)}`
          )
  },
  previewFields
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
    kind: "tool_runtime_fatal",
    text: (e) =>
      e.how === "not_asked"
        ? notRetriable(
            `${e.tool} was not run, and nobody was asked: people have declined too many calls of this client.`,
            "Do not repeat the call. Declines end after ten minutes. Ask the person what they want instead."
          )
        : notRetriable(
            `${e.tool} was not run: the person ${e.how === "timed_out" ? "did not answer in time" : `${e.how} it`}.`,
            "Do not repeat the call. Ask the person what they want instead."
          )
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
    kind: "tool_runtime_retry",
    text: (e) => ({
      retriable: true,
      message: `${e.tool} was not run: a person in Discord was asked to approve it and has not answered yet.`,
      recovery_hint: `Wait ${e.retry_after_ms} ms, then call ${e.tool} again with the same arguments and __confirm: ${named(e.ask_id)}. The question ends at ${named(e.expires_at)}.`
    })
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
    kind: "of its status",
    chain: refused,
    text: (e) =>
      notRetriable(
        `Discord's current state conflicts with ${operationOf(e.upstream)}${codeDetail(e.upstream)}${isCertain(e) ? "; nothing was sent" : ""}.`,
        "Read the object first: it may already be in the requested state. Then change the call to fit it."
      )
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
    kind: "of its status",
    chain: refused,
    text: (e) =>
      notRetriable(
        `A Discord limit is reached, so ${operationOf(e.upstream)} was refused${codeDetail(e.upstream)}.`,
        "Remove something of the same kind that is no longer needed, or tell the person that the limit is reached."
      )
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
    kind: "of its status",
    chain: refused,
    text: (e) =>
      notRetriable(
        `Discord refused the content itself${codeDetail(e.upstream)}.`,
        "Tell the person that the content was blocked. Change the text only as they wish; do not try variants."
      )
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
    kind: "of its status",
    chain: refused,
    text: (e) =>
      notRetriable(
        `Discord does not offer ${operationOf(e.upstream)} here or now${codeDetail(e.upstream)}.`,
        "Tell the person which feature is missing, or use another tool."
      )
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
    kind: "tool_runtime_bad_input_value",
    text: (e) =>
      notRetriable(
        `There is no tool named ${quoted(e.tool)}.`,
        e.near.length > 0
          ? `Call ${e.near.join(" or ")} instead, with its own arguments.`
          : "Call tools/list and use a name from it."
      )
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
    kind: { retriable: "tool_runtime_retry", final: "tool_runtime_execution" },
    text: (e) => ({
      retriable: e.report.steps.some((step) => mainErrorOf(step)?.error.retriable === true),
      message: `The pipeline failed: ${e.report.steps.filter((step) => step.status === "ok").length} of ${counted(e.report.steps.length, "step")} succeeded.`,
      recovery_hint:
        "Read each failed step's own error in report.steps and follow its hint. Do not repeat steps that are ok."
    })
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
    kind: "tool_runtime_execution",
    text: () => notRetriable("The call was cancelled.", "Call again if the result is still needed.")
  },
  {}
) {}

/** The circuit of this route is open: nothing was sent. `retry_after_ms` is the time until it lets a call through. */
export class CircuitOpenError extends failure<CircuitOpenError>()(
  "CircuitOpenError",
  {
    code: "CIRCUIT_OPEN",
    side: "server",
    category: "transient",
    http: 503,
    jsonRpc: "ServiceUnavailable",
    kind: "tool_runtime_retry",
    chain: notSent,
    text: (e) => ({
      retriable: true,
      // The message does not name Discord: the circuit may protect another API (effect-discord-mcp/resilience).
      message: `Calls to ${e.route} keep failing, so they are paused.`,
      recovery_hint: `Wait ${e.retry_after_ms} ms: then the circuit lets one call through. Other routes still work.`
    })
  },
  {
    route: Schema.String,
    retry_after_ms: Milliseconds,
    ...partialFields
  }
) {}

/**
 * Too many concurrent calls in total (`global`), in one rate-limit bucket (`bucket`), of one client (`client`), in running
 * plans (`planned`), that wait for events or people (`waits`), or that apply a blueprint to one guild (`guild`); too many
 * calls of one client in a minute (`client_rate`); or too many open `questions`. Nothing was sent.
 */
export class BulkheadFullError extends failure<BulkheadFullError>()(
  "BulkheadFullError",
  {
    code: "BULKHEAD_SATURATED",
    side: "server",
    category: "transient",
    http: 503,
    jsonRpc: "RateLimited",
    kind: "tool_runtime_retry",
    chain: notSent,
    text: describeBulkhead
  },
  bulkheadFields
) {}

/**
 * A timeout: before the response headers (`headers`), within the body (`body`), of the whole
 * call (`deadline`), or at Discord (`upstream`: 408, 425, 504).
 * `outcome_unknown`: the change may have happened.
 */
export class DiscordTimeoutError extends failure<DiscordTimeoutError>()(
  "DiscordTimeoutError",
  {
    code: "DISCORD_TIMEOUT",
    side: "server",
    category: "transient",
    http: 504,
    jsonRpc: "Timeout",
    kind: "of its status",
    chain: {
      repeatable: ({ outcome_unknown, phase }, repeat) => phase !== "deadline" && (repeat !== "no" || !outcome_unknown),
      hintMs: noHint,
      mayHaveHappened: ({ phase, upstream }) => phase === "headers" || phase === "body" || upstream?.status === 504,
      transient: true,
      outcome: healthOf,
      connected: hasUpstream,
      countsAsInvalid: never
    },
    text: (e) => ({
      retriable: !e.outcome_unknown,
      message: {
        headers: "Discord did not respond in time.",
        body: "Discord's response was cut off.",
        deadline: "The deadline of this call passed.",
        upstream: "Discord timed out internally."
      }[e.phase],
      recovery_hint: retryIn("a few seconds", e)
    })
  },
  {
    phase: Schema.Literal("headers", "body", "deadline", "upstream"),
    outcome_unknown: Schema.Boolean,
    upstream: optional(Upstream),
    ...failureFields
  }
) {}

/** Discord is down or cannot be reached. `network` is the operating system's code, such as `ECONNREFUSED`. */
export class DiscordRestUnavailable extends failure<DiscordRestUnavailable>()(
  "DiscordRestUnavailable",
  {
    code: "DISCORD_REST_UNAVAILABLE",
    side: "server",
    category: "transient",
    http: 503,
    jsonRpc: "ServiceUnavailable",
    kind: "of its status",
    chain: {
      repeatable: ({ network, outcome_unknown }, repeat) =>
        !isPermanent(network) && (repeat !== "no" || !outcome_unknown),
      hintMs: ({ retry_after_ms }) => retry_after_ms,
      mayHaveHappened: ({ network, upstream }) =>
        upstream === undefined
          ? !wasNeverSent(network)
          : upstream.status >= 500 && upstream.status !== 502 && upstream.status !== 503,
      transient: true,
      outcome: healthOf,
      connected: hasUpstream,
      countsAsInvalid: never
    },
    text: (e) => {
      const proxy = describeProxyFailure(e.network)
      if (proxy !== undefined) {
        const { hint, message, transient } = proxy
        return { retriable: transient, message, recovery_hint: `Tell the operator: ${hint}` }
      }
      return {
        retriable: !e.outcome_unknown,
        message:
          e.upstream === undefined
            ? `Discord could not be reached${e.network === undefined ? "" : ` (${e.network})`}.`
            : `Discord is failing (HTTP ${e.upstream.status}).`,
        recovery_hint: retryIn(e.retry_after_ms === undefined ? "a minute" : `${e.retry_after_ms} ms`, e)
      }
    }
  },
  {
    upstream: optional(Upstream),
    network: optional(Schema.String),
    retry_after_ms: optional(Milliseconds),
    outcome_unknown: Schema.Boolean,
    ...failureFields
  }
) {}

/** The response is not a valid Discord response: a redirect, a web page, broken JSON, or JSON of another shape. */
export class DiscordUnexpectedResponse extends failure<DiscordUnexpectedResponse>()(
  "DiscordUnexpectedResponse",
  {
    code: "DISCORD_UNEXPECTED_RESPONSE",
    side: "server",
    category: "transient",
    http: 502,
    jsonRpc: "ServiceUnavailable",
    kind: "of its status",
    chain: {
      repeatable: ({ outcome_unknown, upstream }) => !outcome_unknown && meaningOfStatus(upstream.status).transient,
      hintMs: noHint,
      mayHaveHappened: () => true,
      transient: true,
      outcome: ignored,
      connected: hasUpstream,
      countsAsInvalid: hasInvalidStatus
    },
    text: (e) => {
      const { transient } = meaningOfStatus(e.upstream.status)
      const check = "the operator to check DISCORD_API_URL and any proxy between this server and Discord."
      return {
        retriable: transient && !e.outcome_unknown,
        message: `The response to ${operationOf(e.upstream)} (HTTP ${e.upstream.status}) is not a valid Discord response.`,
        recovery_hint:
          transient && !e.outcome_unknown
            ? `Retry once. If it happens again, tell ${check}`
            : `Tell ${check}${transient ? "" : " Do not retry until then."}`
      }
    }
  },
  { upstream: Upstream, outcome_unknown: Schema.Boolean, ...failureFields, ...repeatedFields }
) {}

/**
 * Live events are unavailable: the gateway is off, another process owns the connection, or Discord does not accept it.
 * `owner_pid`: the process that owns it; `privileged_intents`: the intents that Discord may have refused;
 * `missing_intents`: those that the server does not ask for; `problem`: what is wrong with the disk; `close_code`: the code
 * with which Discord ended the connection for good; `tool`: the tool of a call that needs an approval in Discord.
 */
export class GatewayUnavailable extends failure<GatewayUnavailable>()(
  "GatewayUnavailable",
  {
    code: "GATEWAY_UNAVAILABLE",
    side: "server",
    category: "transient",
    http: 503,
    jsonRpc: "ServiceUnavailable",
    kind: { retriable: "tool_runtime_retry", final: "tool_runtime_fatal" },
    lasting: "permission",
    text: describeGateway
  },
  gatewayFields
) {}

/**
 * The service of `MCP_TRANSCRIBE_URL` did not turn a recording into text. `status`: the HTTP status of its response;
 * `network`: the network code, such as `ECONNREFUSED`. A result of which the recording is only a part has it in a notice.
 */
export class TranscriptionUnavailable extends failure<TranscriptionUnavailable>()(
  "TranscriptionUnavailable",
  {
    code: "TRANSCRIPTION_UNAVAILABLE",
    side: "server",
    category: "transient",
    http: 503,
    jsonRpc: "ServiceUnavailable",
    kind: { retriable: "tool_runtime_retry", final: "tool_runtime_fatal" },
    lasting: "permission",
    text: describeTranscription
  },
  transcriptionFields
) {}

/** Discord is still building the search index. */
export class DiscordIndexNotReady extends failure<DiscordIndexNotReady>()(
  "DiscordIndexNotReady",
  {
    code: "DISCORD_INDEX_NOT_READY",
    side: "server",
    category: "transient",
    http: 503,
    jsonRpc: "ServiceUnavailable",
    kind: "of its status",
    chain: {
      repeatable: (_, repeat) => repeat === "same",
      hintMs: ({ retry_after_ms }) => retry_after_ms ?? INDEX_POLL_MS,
      mayHaveHappened: never,
      transient: true,
      outcome: () => "success",
      connected: hasUpstream,
      countsAsInvalid: never
    },
    text: (e) => ({
      retriable: true,
      message: "Discord is still building the search index of this guild.",
      recovery_hint: `Wait ${e.retry_after_ms ?? 5000} ms, then retry the search.`
    })
  },
  {
    retry_after_ms: optional(Milliseconds),
    upstream: Upstream,
    ...failureFields
  }
) {}

/** Every way a request to Discord can fail. */
export const DiscordFailure = Schema.Union(
  DiscordPermissionError,
  DiscordRateLimitError,
  DiscordNotFoundError,
  ValidationError,
  DiscordAuthError,
  DiscordCloudflareBlocked,
  DiscordConflictError,
  DiscordLimitReached,
  DiscordContentBlocked,
  DiscordFeatureUnavailable,
  ScopeRejectedError,
  CircuitOpenError,
  BulkheadFullError,
  DiscordTimeoutError,
  DiscordRestUnavailable,
  DiscordUnexpectedResponse,
  DiscordIndexNotReady
)

/** Every way a request to Discord can fail. */
export type DiscordFailure = typeof DiscordFailure.Type

/** Every way an attempt can fail: without the rejections of bulkhead and circuit, which come before all attempts. */
export type AttemptError = Exclude<DiscordFailure, BulkheadFullError | CircuitOpenError>

/** Returns a copy of a failure with facts about its call. A failure without one of the fields ignores it. */
export const withCallFields = <E extends DiscordFailure>(
  failure: E,
  fields: Schema.Struct.Type<typeof failureFields> & { readonly outcome_unknown?: true }
): E => {
  // The class of a tag makes the failures of that tag. The compiler does not relate tag and class in a union.
  const Class = classes.get(failure._tag) as unknown as new (fields: object) => E
  return new Class({ ...failure, ...fields })
}

const classes = new Map(DiscordFailure.members.map((Class) => [Class._tag, Class]))

/** Every way a tool call can fail, as a closed union. */
export const DiscordMcpError = Schema.Union(
  ...DiscordFailure.members,
  GuildNotAllowedError,
  DryRunPreview,
  ConfirmationDeclined,
  ConfirmationPending,
  ToolNotFound,
  PipelineFailed,
  CancelledError,
  GatewayUnavailable,
  TranscriptionUnavailable
)

/** Every way a tool call can fail. */
export type DiscordMcpError = typeof DiscordMcpError.Type

/** The class names of the union. */
export type ErrorTag = DiscordMcpError["_tag"]

/** The one exhaustive match: describes a failure in sentences, without secrets. A class without a case does not compile. */
export const describe: (error: DiscordMcpError) => Description = Match.type<DiscordMcpError>().pipe(
  Match.tagsExhaustive({
    DiscordPermissionError: DiscordPermissionError.describe,
    DiscordRateLimitError: DiscordRateLimitError.describe,
    DiscordNotFoundError: DiscordNotFoundError.describe,
    ValidationError: ValidationError.describe,
    DiscordAuthError: DiscordAuthError.describe,
    DiscordCloudflareBlocked: DiscordCloudflareBlocked.describe,
    ScopeRejectedError: ScopeRejectedError.describe,
    GuildNotAllowedError: GuildNotAllowedError.describe,
    DryRunPreview: DryRunPreview.describe,
    ConfirmationDeclined: ConfirmationDeclined.describe,
    ConfirmationPending: ConfirmationPending.describe,
    DiscordConflictError: DiscordConflictError.describe,
    DiscordLimitReached: DiscordLimitReached.describe,
    DiscordContentBlocked: DiscordContentBlocked.describe,
    DiscordFeatureUnavailable: DiscordFeatureUnavailable.describe,
    ToolNotFound: ToolNotFound.describe,
    PipelineFailed: PipelineFailed.describe,
    CancelledError: CancelledError.describe,
    CircuitOpenError: CircuitOpenError.describe,
    BulkheadFullError: BulkheadFullError.describe,
    DiscordTimeoutError: DiscordTimeoutError.describe,
    DiscordRestUnavailable: DiscordRestUnavailable.describe,
    DiscordUnexpectedResponse: DiscordUnexpectedResponse.describe,
    GatewayUnavailable: GatewayUnavailable.describe,
    TranscriptionUnavailable: TranscriptionUnavailable.describe,
    DiscordIndexNotReady: DiscordIndexNotReady.describe
  })
)
