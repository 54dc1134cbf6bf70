/** Server errors: transient, the same call may succeed later. */
import { Schema } from "effect"
import { failure } from "./failure.ts"
import { failureFields, Milliseconds, optional, partialFields, repeatedFields, Upstream } from "./fields.ts"
import { describeProxyFailure } from "./proxyFailure.ts"

/** The circuit of this route is open: nothing was sent. `retry_after_ms` is the time until it lets a call through. */
export class CircuitOpenError extends failure<CircuitOpenError>()(
  "CircuitOpenError",
  {
    code: "CIRCUIT_OPEN",
    side: "server",
    category: "transient",
    http: 503,
    jsonRpc: "ServiceUnavailable",
    kind: "tool_runtime_retry"
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
    kind: "tool_runtime_retry"
  },
  {
    limit: Schema.Int,
    scope: Schema.Literal("global", "bucket", "client", "client_rate", "planned", "waits", "guild", "questions"),
    retry_after_ms: optional(Milliseconds),
    ...partialFields
  }
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
    kind: "of its status"
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
    kind: "of its status"
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
    kind: "of its status"
  },
  { upstream: Upstream, outcome_unknown: Schema.Boolean, ...failureFields, ...repeatedFields }
) {}

/** Why live events are unavailable. Waiting helps with `identify_budget`, `disconnected` and `files`, if `retry_after_ms` is set. */
export const gatewayReasons = [
  "off",
  "not_owner",
  "identify_budget",
  "intents",
  "token",
  "disconnected",
  "files"
] as const

/** Why live events are unavailable. */
export type GatewayReason = (typeof gatewayReasons)[number]

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
    kind: { retriable: "tool_runtime_retry", final: "tool_runtime_fatal" }
  },
  {
    reason: Schema.Literal(...gatewayReasons),
    retry_after_ms: optional(Milliseconds),
    owner_pid: optional(Schema.NonNegativeInt),
    privileged_intents: optional(Schema.Array(Schema.String)),
    missing_intents: optional(Schema.Array(Schema.String)),
    problem: optional(Schema.String),
    close_code: optional(Schema.Int),
    tool: optional(Schema.String)
  }
) {}

/** Returns whether waiting helps. */
export const isGatewayPassing = ({ reason, retry_after_ms }: GatewayUnavailable): boolean =>
  (reason === "identify_budget" || reason === "disconnected" || reason === "files") && retry_after_ms !== undefined

/** Why a recording was not turned into text. Waiting can help with `rate_limited`, `timeout`, `unreachable` and `failing`. */
export const transcriptionReasons = [
  "key_refused",
  "rate_limited",
  "timeout",
  "unreachable",
  "redirected",
  "refused",
  "too_large",
  "too_long",
  "failing",
  "invalid_response"
] as const

/** Why a recording was not turned into text. */
export type TranscriptionReason = (typeof transcriptionReasons)[number]

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
    kind: { retriable: "tool_runtime_retry", final: "tool_runtime_fatal" }
  },
  {
    reason: Schema.Literal(...transcriptionReasons),
    status: optional(Schema.Int),
    network: optional(Schema.String),
    retry_after_ms: optional(Milliseconds)
  }
) {}

/** Returns whether waiting helps. */
export const isTranscriptionPassing = ({ network, reason }: TranscriptionUnavailable): boolean =>
  reason === "rate_limited" ||
  reason === "timeout" ||
  reason === "failing" ||
  (reason === "unreachable" && describeProxyFailure(network)?.transient !== false)

/** Discord is still building the search index. */
export class DiscordIndexNotReady extends failure<DiscordIndexNotReady>()(
  "DiscordIndexNotReady",
  {
    code: "DISCORD_INDEX_NOT_READY",
    side: "server",
    category: "transient",
    http: 503,
    jsonRpc: "ServiceUnavailable",
    kind: "of its status"
  },
  {
    retry_after_ms: optional(Milliseconds),
    upstream: Upstream,
    ...failureFields
  }
) {}
