import { Data } from "effect"
import type { JsonRpcError } from "../errors/toJsonRpc.ts"

/** A request that cannot be answered, as an error of the protocol. */
export class Refused extends Data.TaggedError("Refused")<{ readonly error: JsonRpcError | PlainError }> {}

/** An error of the protocol itself. */
export interface PlainError {
  readonly code: number
  readonly message: string
}
