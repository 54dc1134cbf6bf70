import { Data } from "effect"

/**
 * There is no server at the other end, or none any more: it did not start, it does
 * not speak the protocol, or it went away. `outcome_unknown`: a call had been sent,
 * and nobody will tell what became of it.
 */
export class ConnectionFailed extends Data.TaggedError("ConnectionFailed")<{
  readonly message: string
  readonly outcome_unknown: boolean
}> {}
