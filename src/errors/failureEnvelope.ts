import { Data, Either, type ParseResult, Schema } from "effect"
import { ownHintOf } from "./callHistory.ts"
import { DiscordMcpError, describe, type ErrorTag } from "./DiscordMcpError.ts"
import { Envelope } from "./Envelope.ts"
import { categoryOf, codeOf, type ErrorCode, errorTraits } from "./ErrorCode.ts"
import type { Description } from "./ErrorTraits.ts"

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

/** Encodes an error as an envelope: code, category, description, and the error's own fields at the root. */
export const toEnvelope = (error: DiscordMcpError): Envelope => {
  const { _tag, recovery: _, ...fields } = encode(error) as OwnFields
  return { code: codeOf(error), ...describe(error), category: categoryOf(error), ...fields }
}

/** Encodes a defect as an envelope: only the id under which the log has the cause. */
export const defectEnvelope = (incident_id: string): Envelope => {
  return { code: "INTERNAL_ERROR", ...describeDefect(incident_id), category: "internal", incident_id }
}

/** Describes a defect: only how to report it. */
export const describeDefect = (incident_id: string): Description => ({
  retriable: false,
  message: "The server hit an internal error. This is a bug in the server, not in your call.",
  recovery_hint: `Do not retry. Report incident ${incident_id} to the operator: the server's log has the details under this id.`
})

const encode = Schema.encodeSync(DiscordMcpError)

/** The members share no fields in the type; at run time each encodes to a record with its `_tag`. */
type OwnFields = { readonly _tag: string; readonly recovery?: string } & Readonly<Record<string, unknown>>

/**
 * Decodes an envelope to the error it was encoded from, equal in every field.
 * Fails for `INTERNAL_ERROR`, which is not in the union, and for any other input.
 */
export const fromEnvelope = (input: unknown): Either.Either<DiscordMcpError, ParseResult.ParseError> =>
  Either.flatMap(decodeEnvelope(input), (envelope) => {
    const { category, code, message, recovery_hint, retriable, ...fields } = envelope
    const bare = { ...fields, _tag: tags.get(code) ?? code }
    return Either.flatMap(decodeError(bare), (error) =>
      // A hint that differs from the class's hint is one that the tool declared.
      describe(error).recovery_hint === recovery_hint
        ? Either.right(error)
        : decodeError({ ...bare, recovery: ownHintOf(error, recovery_hint) })
    )
  })

const decodeEnvelope = Schema.decodeUnknownEither(Envelope)
const decodeError = Schema.decodeUnknownEither(DiscordMcpError)

const tags: ReadonlyMap<string, ErrorTag> = new Map(
  // `Object.entries` loses the key type. The keys are the tags of the union.
  Object.entries(errorTraits).map(([tag, { code }]) => [code, tag as ErrorTag])
)
