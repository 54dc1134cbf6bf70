import { Data } from "effect"
import type { JsonRpcError } from "../errors/toJsonRpc.ts"

/** A request that is answered with a JSON-RPC error. */
export class Refused extends Data.TaggedError("Refused")<{ readonly error: JsonRpcError | PlainError }> {}

/** A JSON-RPC error. */
export interface PlainError {
  readonly code: number
  readonly message: string
}
