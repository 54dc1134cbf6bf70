import { Either, Option, Schema } from "effect"
import type { DiscordMcpError } from "../DiscordMcpError.ts"
import { envelopeOf, type Failure } from "../Failure.ts"
import { optional } from "../fields.ts"
import { RemoteFailure, type RemoteKind } from "../RemoteFailure.ts"
import { jsonRpcCodeOf, jsonRpcCodes } from "../toJsonRpc.ts"
import { decodeEnvelope } from "./readEnvelope.ts"

/** A number, a message, and data of any shape. */
export const McpTsCoreError = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Int,
    message: Schema.String,
    data: optional(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
  })
})

/** A number, a message, and data of any shape. */
export type McpTsCoreError = typeof McpTsCoreError.Type

/** A failure in the mcp-ts-core convention. The data hold all of the envelope that has no place of its own there. */
export const toMcpTsCore = (failure: Failure): McpTsCoreError => {
  const { message, recovery_hint, retriable, ...data } = envelopeOf(failure)
  return {
    error: {
      code: jsonRpcCodeOf(failure),
      message,
      data: { ...data, retryable: retriable, recovery: { hint: recovery_hint } }
    }
  }
}

/** The error that a failure in the mcp-ts-core convention was made of, or what is known of another server's, if it is one. */
export const fromMcpTsCore = (structured: unknown): Option.Option<DiscordMcpError | RemoteFailure> =>
  Option.map(decode(structured), ({ error: { code, data = {}, message } }) => {
    const { recovery, retryable, ...rest } = data
    const hint = Option.getOrUndefined(decodeRecovery(recovery))?.hint
    return Either.getOrElse(
      decodeEnvelope({ ...rest, message, recovery_hint: hint, retriable: retryable }),
      () =>
        new RemoteFailure({
          kind: kindByCode.get(code) ?? "unknown",
          message,
          code: String(code),
          // The convention's own rule where the data say nothing.
          retriable: typeof retryable === "boolean" ? retryable : transient.has(code),
          ...(hint !== undefined && { recovery_hint: hint })
        })
    )
  })

const decode = Schema.decodeUnknownOption(McpTsCoreError)
const decodeRecovery = Schema.decodeUnknownOption(Schema.Struct({ hint: Schema.String }))

const transient: ReadonlySet<number> = new Set([
  jsonRpcCodes.ServiceUnavailable,
  jsonRpcCodes.Timeout,
  jsonRpcCodes.RateLimited
])

/** All numbers of the convention, those that we do not give included. */
const kindByCode: ReadonlyMap<number, RemoteKind> = new Map([
  [-32700, "validation"],
  [jsonRpcCodes.InvalidRequest, "validation"],
  [-32601, "not_found"],
  [jsonRpcCodes.InvalidParams, "validation"],
  [jsonRpcCodes.InternalError, "internal"],
  [jsonRpcCodes.ServiceUnavailable, "unavailable"],
  [jsonRpcCodes.NotFound, "not_found"],
  [jsonRpcCodes.Conflict, "conflict"],
  [jsonRpcCodes.RateLimited, "rate_limited"],
  [jsonRpcCodes.Timeout, "timeout"],
  [jsonRpcCodes.Forbidden, "forbidden"],
  [jsonRpcCodes.Unauthorized, "unauthorized"],
  [jsonRpcCodes.ValidationError, "refused"],
  [-32008, "internal"],
  [-32009, "internal"],
  [-32010, "unavailable"],
  [-32070, "internal"]
])
