import { Data } from "effect"

/**
 * The server did not start, does not speak the protocol, or closed the connection.
 * `outcome_unknown`: a call was sent, and its outcome is unknown.
 */
export class ConnectionFailed extends Data.TaggedError("ConnectionFailed")<{
  readonly message: string
  readonly outcome_unknown: boolean
}> {}
