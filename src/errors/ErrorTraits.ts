import type { ErrorCategory } from "./fields.ts"

/** Which side caused the error, as in HTTP: client (4xx) or server (5xx). */
export type ErrorSide = "client" | "server"

/** The failure kinds of the Arcade convention: they make traces and metrics comparable with those of other servers. */
export const errorKinds = [
  "toolkit_load_failed",
  "tool_definition_bad_definition",
  "tool_definition_bad_input_schema",
  "tool_definition_bad_output_schema",
  "tool_serialization",
  "tool_runtime_bad_input_value",
  "tool_runtime_bad_output_value",
  "tool_runtime_retry",
  "tool_runtime_context_required",
  "tool_runtime_fatal",
  "tool_runtime_execution",
  "tool_runtime_response_extraction",
  "upstream_runtime_bad_request",
  "upstream_runtime_auth_error",
  "upstream_runtime_not_found",
  "upstream_runtime_validation_error",
  "upstream_runtime_rate_limit",
  "upstream_runtime_server_error",
  "upstream_runtime_unmapped",
  "unknown"
] as const

/** A kind of failure, for telemetry. */
export type ErrorKind = (typeof errorKinds)[number]

/** Error codes by name: those of JSON-RPC 2.0 and those of the mcp-ts-core convention. */
export const jsonRpcCodes = {
  InvalidRequest: -32600,
  InvalidParams: -32602,
  InternalError: -32603,
  ServiceUnavailable: -32000,
  NotFound: -32001,
  Conflict: -32002,
  RateLimited: -32003,
  Timeout: -32004,
  Forbidden: -32005,
  Unauthorized: -32006,
  ValidationError: -32007
} as const

/** The name of a code of JSON-RPC errors. */
export type JsonRpcCodeName = keyof typeof jsonRpcCodes

/** Whether the same call may be retried, what happened, and what to do. */
export interface Description {
  readonly retriable: boolean
  readonly message: string
  readonly recovery_hint: string
}

/** What the resilience chain does after a failed attempt of a request. */
export interface ChainTraits<Fields> {
  /**
   * Returns whether to retry the request: the table "what is safe to repeat" of docs/resilience.md. A write that may have
   * taken effect is retried only if it is idempotent.
   */
  readonly repeatable: (failure: Fields, repeat: "same" | "nonce" | "no") => boolean
  /** The wait that Discord requests, if any. */
  readonly hintMs: (failure: Fields) => number | undefined
  /** Returns whether the attempt may have taken effect. */
  readonly mayHaveHappened: (failure: Fields) => boolean
  /** Whether the same request may succeed later. */
  readonly transient: boolean
  /** The outcome for the circuit. Any response from Discord is a success, a 404 included. */
  readonly outcome: (failure: Fields) => "success" | "failure" | "ignored"
  /** Returns whether Discord responded, which proves that no ban is in force. */
  readonly connected: (failure: Fields) => boolean
  /** Returns whether Discord counts it as invalid (Discord docs, rate limits: 401, 403, 429 unless shared). */
  readonly countsAsInvalid: (failure: Fields) => boolean
}

/** What is fixed for an error class: what it is in each protocol. A class states all of it beside its fields. */
export interface ErrorTraits<Fields = never> {
  /** The stable wire code. */
  readonly code: string
  readonly side: ErrorSide
  readonly category: ErrorCategory
  /** The HTTP status, if Discord gave none that is as specific as the class. `undefined`: none. */
  readonly http: number | undefined
  /** The class is more specific than any status from Discord: slow mode comes with 400. */
  readonly overridesStatus?: true
  readonly jsonRpc: JsonRpcCodeName
  /** The kind if Discord gave no response. `of its status`: that of the HTTP status all the same. */
  readonly kind: ErrorKind | "of its status" | { readonly retriable: ErrorKind; readonly final: ErrorKind }
  /** The category if waiting does not help: then somebody must act. */
  readonly lasting?: ErrorCategory
  /** What the chain does after a failed attempt. Unset: no request fails with the class. */
  readonly chain?: ChainTraits<Fields>
  /** Says whether the same call may be retried, what happened, and what to do. */
  readonly text: (error: Fields) => Description
}
