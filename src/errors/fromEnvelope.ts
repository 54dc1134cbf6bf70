import { Either, type ParseResult, Schema } from "effect"
import { ownHintOf } from "./callFacts.ts"
import { DiscordMcpError, type ErrorTag } from "./DiscordMcpError.ts"
import { describe } from "./describe.ts"
import { Envelope } from "./Envelope.ts"
import { errorFacts } from "./ErrorCode.ts"

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
  Object.entries(errorFacts).map(([tag, { code }]) => [code, tag as ErrorTag])
)
