import { Either, type ParseResult, Schema } from "effect"
import { DiscordMcpError, type ErrorTag } from "./DiscordMcpError.ts"
import { describe } from "./describe.ts"
import { Envelope } from "./Envelope.ts"
import { errorFacts } from "./ErrorCode.ts"

/**
 * The way back: the error an envelope was made of, equal to it in every field.
 * Fails for `INTERNAL_ERROR`, which is no error of the union, and for what is no envelope.
 */
export const fromEnvelope = (input: unknown): Either.Either<DiscordMcpError, ParseResult.ParseError> =>
  Either.flatMap(decodeEnvelope(input), (envelope) => {
    const { category, code, message, recovery_hint, retriable, ...fields } = envelope
    const bare = { ...fields, _tag: tags.get(code) ?? code }
    return Either.flatMap(decodeError(bare), (error) =>
      // A hint that is not the class's own is one that the tool declared.
      describe(error).recovery_hint === recovery_hint
        ? Either.right(error)
        : decodeError({ ...bare, recovery: recovery_hint })
    )
  })

const decodeEnvelope = Schema.decodeUnknownEither(Envelope)
const decodeError = Schema.decodeUnknownEither(DiscordMcpError)

const tags: ReadonlyMap<string, ErrorTag> = new Map(
  // Object.entries forgets the key type; the keys are the tags of the union.
  Object.entries(errorFacts).map(([tag, { code }]) => [code, tag as ErrorTag])
)
