/** Arbitraries of failures: as errors, envelopes and tool results. */
import { Arbitrary, Either, FastCheck, type Schema } from "effect"
import { DiscordMcpError, type ErrorTag } from "../errors/DiscordMcpError.ts"
import { type Dialect, toStructured } from "../errors/dialects/Dialect.ts"
import type { Envelope } from "../errors/Envelope.ts"
import { Defect, envelopeOf, type Failure, fromEnvelope, toEnvelope } from "../errors/failureEnvelope.ts"
import { renderEnvelope } from "../errors/renderEnvelope.ts"
import { sanitizeMessage } from "../text/sanitizeMessage.ts"

/** The error with this tag. */
export type ErrorBy<Tag extends ErrorTag> = Extract<DiscordMcpError, { readonly _tag: Tag }>

/** The tool result of a failed call. */
export interface FailedResult {
  readonly isError: true
  readonly structuredContent: Readonly<Record<string, unknown>>
  readonly content: readonly [{ readonly type: "text"; readonly text: string }]
}

/** Generates errors of every class in the union. */
export const anyError = (): FastCheck.Arbitrary<DiscordMcpError> => Arbitrary.make(DiscordMcpError).map(decodedAgain)

/** Generates errors of one class, with any fields that it can have. */
export const errorOf = <Tag extends ErrorTag>(tag: Tag): FastCheck.Arbitrary<ErrorBy<Tag>> =>
  FastCheck.oneof(
    ...DiscordMcpError.members
      .filter((member) => member._tag === tag)
      .map((member) => Arbitrary.make(member as Schema.Schema<DiscordMcpError, unknown>).map(decodedAgain)) // a member of the union
  ) as FastCheck.Arbitrary<ErrorBy<Tag>> // the member with this tag

/** Generates errors, and sometimes an internal error of the server. */
export const anyFailure = (): FastCheck.Arbitrary<Failure> =>
  FastCheck.oneof({ weight: 20, arbitrary: anyError() }, { weight: 1, arbitrary: anyDefect() })

/** Generates envelopes of every code. */
export const anyEnvelope = (): FastCheck.Arbitrary<Envelope> => anyFailure().map(envelopeOf)

/** Generates tool results of failed calls, with structure and text, in a dialect. */
export const failedResult = (dialect: Dialect = "discord-mcp"): FastCheck.Arbitrary<FailedResult> =>
  anyFailure().map((failure) => resultOf(failure, dialect))

/** Returns the tool result of a failure. */
export const resultOf = (failure: Failure, dialect: Dialect = "discord-mcp"): FailedResult => ({
  isError: true,
  structuredContent: toStructured(dialect, failure),
  content: [{ type: "text", text: renderEnvelope(envelopeOf(failure)) }]
})

/** Encodes an error as JSON and decodes it again. Its recovery hint becomes an imperative. */
const decodedAgain = (error: DiscordMcpError): DiscordMcpError => {
  const advised = "recovery" in error && error.recovery !== undefined
  const recovery_hint = sanitizeMessage(`Do as this tool says: ${advised ? error.recovery : ""}`).trim()
  const envelope = { ...toEnvelope(error), ...(advised && { recovery_hint }) }
  return Either.getOrThrow(fromEnvelope(JSON.parse(JSON.stringify(envelope))))
}

const anyDefect = (): FastCheck.Arbitrary<Defect> =>
  FastCheck.integer({ min: 0, max: 2 ** 31 - 1 }).map(
    (number) => new Defect({ incident_id: number.toString(16).padStart(8, "0") })
  )
