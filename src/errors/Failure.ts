import { Data } from "effect"
import type { DiscordMcpError } from "./DiscordMcpError.ts"
import type { Envelope } from "./Envelope.ts"
import { codeOf, type ErrorCode } from "./ErrorCode.ts"
import { defectEnvelope, toEnvelope } from "./toEnvelope.ts"

/** A bug of the server. The caller sees only the id of the log line that holds the cause. */
export class Defect extends Data.TaggedClass("Defect")<{ readonly incident_id: string }> {}

/** Every failure that a caller can see. */
export type Failure = DiscordMcpError | Defect

/** Returns the stable code of a failure or defect. */
export const failureCodeOf = (failure: Failure): ErrorCode =>
  failure._tag === "Defect" ? "INTERNAL_ERROR" : codeOf(failure)

/** Returns the envelope of a failure or defect. */
export const envelopeOf = (failure: Failure): Envelope =>
  failure._tag === "Defect" ? defectEnvelope(failure.incident_id) : toEnvelope(failure)
