import { Data } from "effect"
import type { DiscordMcpError } from "./DiscordMcpError.ts"
import type { Envelope } from "./Envelope.ts"
import { codeOf, type ErrorCode } from "./ErrorCode.ts"
import { defectEnvelope, toEnvelope } from "./toEnvelope.ts"

/** A bug of the server, as far as a caller is told of it: the id of the log line that holds its whole cause. */
export class Defect extends Data.TaggedClass("Defect")<{ readonly incident_id: string }> {}

/** Whatever a caller can be told of that is no value. */
export type Failure = DiscordMcpError | Defect

/** The stable code of whatever failed. */
export const failureCodeOf = (failure: Failure): ErrorCode =>
  failure._tag === "Defect" ? "INTERNAL_ERROR" : codeOf(failure)

/** The envelope of whatever failed. */
export const envelopeOf = (failure: Failure): Envelope =>
  failure._tag === "Defect" ? defectEnvelope(failure.incident_id) : toEnvelope(failure)
