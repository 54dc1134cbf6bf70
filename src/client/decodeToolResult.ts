import { Effect, Option, Schema } from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { decodeFailure } from "../errors/dialects/Dialect.ts"
import { foreignKindOfText } from "../errors/ForeignFailure.ts"
import { RemoteFailure } from "../errors/RemoteFailure.ts"
import { firstChars } from "../errors/truncate.ts"

/**
 * The other end of the wire: the result of a tool call, as a client of any kind
 * gives it, becomes the effect a caller in the server's process would see, in
 * whichever dialect the server speaks. What another server says, what a dialect
 * does not keep, and a bug of the server come as `RemoteFailure`.
 */
export const decodeToolResult = (result: unknown): Effect.Effect<StructuredContent, DiscordMcpError | RemoteFailure> =>
  Option.match(decode(result), {
    onNone: () => Effect.fail(unreadable("What came back is not the result of a tool call.")),
    onSome: ({ content = [], isError, structuredContent }) => {
      if (isError === true) return Effect.fail(failureOf(structuredContent ?? result, content))
      return structuredContent === undefined
        ? Effect.fail(unreadable("The call worked, but its result has no structured half."))
        : Effect.succeed(structuredContent)
    }
  })

/** The structured half of an answer. */
export type StructuredContent = { readonly [key: string]: unknown }

const decode = Schema.decodeUnknownOption(
  Schema.Struct({
    isError: Schema.optional(Schema.Boolean),
    structuredContent: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
    content: Schema.optional(Schema.Array(Schema.Unknown))
  })
)

const unreadable = (message: string) => new RemoteFailure({ kind: "unreadable", message, retriable: false })

/** By its structure, in any dialect; else by its words. */
const failureOf = (structured: unknown, content: ReadonlyArray<unknown>): DiscordMcpError | RemoteFailure =>
  Option.getOrElse(decodeFailure(structured), () => failureOfText(textOf(content)))

/** The longest text taken over from a server we do not know, in characters. */
const MAX_TEXT_CHARS = 2000

/** Words may tell what it is, but never that it is safe to repeat. */
const failureOfText = (text: string): RemoteFailure => {
  const message = firstChars(text, MAX_TEXT_CHARS)
  return new RemoteFailure({ kind: foreignKindOfText(message) ?? "unknown", message, retriable: false })
}

const textOf = (content: ReadonlyArray<unknown>): string =>
  content
    .flatMap((block) => Option.toArray(decodeText(block)))
    .map(({ text }) => text)
    .join("\n")

const decodeText = Schema.decodeUnknownOption(Schema.Struct({ type: Schema.Literal("text"), text: Schema.String }))
