/** Failures as they may come, as values and as a client is told of them. */
import { Arbitrary, Either, FastCheck, type Schema } from "effect"
import { DiscordMcpError, type ErrorTag } from "../errors/DiscordMcpError.ts"
import { type Dialect, toStructured } from "../errors/dialects/Dialect.ts"
import type { Envelope } from "../errors/Envelope.ts"
import { Defect, envelopeOf, type Failure } from "../errors/Failure.ts"
import { fromEnvelope } from "../errors/fromEnvelope.ts"
import { renderEnvelope } from "../errors/renderEnvelope.ts"
import { sanitizeMessage } from "../errors/sanitizeMessage.ts"
import { toEnvelope } from "../errors/toEnvelope.ts"

/** The error of a class. */
export type ErrorBy<Tag extends ErrorTag> = Extract<DiscordMcpError, { readonly _tag: Tag }>

/** The result of a call that failed, as a client is given it. */
export interface FailedResult {
  readonly isError: true
  readonly structuredContent: Readonly<Record<string, unknown>>
  readonly content: readonly [{ readonly type: "text"; readonly text: string }]
}

/** Errors of every class of the union. */
export const anyError = (): FastCheck.Arbitrary<DiscordMcpError> => Arbitrary.make(DiscordMcpError).map(asTold)

/** Errors of one class, with any fields that it can have. */
export const errorOf = <Tag extends ErrorTag>(tag: Tag): FastCheck.Arbitrary<ErrorBy<Tag>> =>
  FastCheck.oneof(
    ...DiscordMcpError.members
      .filter((member) => member._tag === tag)
      .map((member) => Arbitrary.make(member as Schema.Schema<DiscordMcpError, unknown>).map(asTold)) // one member of the union
  ) as FastCheck.Arbitrary<ErrorBy<Tag>> // that of its tag

/** Whatever a caller can be told of: errors, and now and then a bug of the server. */
export const anyFailure = (): FastCheck.Arbitrary<Failure> =>
  FastCheck.oneof({ weight: 20, arbitrary: anyError() }, { weight: 1, arbitrary: anyDefect() })

/** Envelopes of every code. */
export const anyEnvelope = (): FastCheck.Arbitrary<Envelope> => anyFailure().map(envelopeOf)

/** Results of calls that failed, both halves of them, from a server that speaks this dialect. */
export const failedResult = (dialect: Dialect = "discord-mcp"): FastCheck.Arbitrary<FailedResult> =>
  anyFailure().map((failure) => resultOf(failure, dialect))

/** What a client is given of a failure. */
export const resultOf = (failure: Failure, dialect: Dialect = "discord-mcp"): FailedResult => ({
  isError: true,
  structuredContent: toStructured(dialect, failure),
  content: [{ type: "text", text: renderEnvelope(envelopeOf(failure)) }]
})

/** The error that the other end makes of what JSON keeps of this one, told with advice that tells what to do. */
const asTold = (error: DiscordMcpError): DiscordMcpError => {
  const advised = "recovery" in error && error.recovery !== undefined
  const recovery_hint = sanitizeMessage(`Do as this tool says: ${advised ? error.recovery : ""}`).trim()
  const envelope = { ...toEnvelope(error), ...(advised && { recovery_hint }) }
  return Either.getOrThrow(fromEnvelope(JSON.parse(JSON.stringify(envelope))))
}

const anyDefect = (): FastCheck.Arbitrary<Defect> =>
  FastCheck.integer({ min: 0, max: 2 ** 31 - 1 }).map(
    (number) => new Defect({ incident_id: number.toString(16).padStart(8, "0") })
  )
