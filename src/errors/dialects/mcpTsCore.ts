import { Either, Option, Schema } from "effect"
import type { DiscordMcpError } from "../DiscordMcpError.ts"
import { jsonRpcCodes } from "../ErrorTraits.ts"
import { envelopeOf, type Failure } from "../failureEnvelope.ts"
import { optional } from "../fields.ts"
import { RemoteFailure, type RemoteKind } from "../RemoteFailure.ts"
import { jsonRpcCodeOf } from "../toJsonRpc.ts"
import { decodeEnvelope } from "./readEnvelope.ts"

/** An error in the mcp-ts-core convention. */
export const McpTsCoreError = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Int,
    message: Schema.String,
    data: optional(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
  })
})

/** An error in the mcp-ts-core convention. */
export type McpTsCoreError = typeof McpTsCoreError.Type

/** Encodes a failure in the mcp-ts-core convention. `data` has the envelope fields without a field there. */
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

/** Decodes an error in the mcp-ts-core convention: to our error, or to a `RemoteFailure` if another server sent it. */
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
          // The rule of the convention applies if the data do not say.
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

/** All codes of the convention, including those this server does not use. */
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
