import { Effect, Option, Schema } from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { decodeFailure } from "../errors/dialects/Dialect.ts"
import { foreignKindOfText } from "../errors/ForeignFailure.ts"
import { RemoteFailure } from "../errors/RemoteFailure.ts"
import { firstChars } from "../text/words.ts"

/**
 * Decodes the result of a tool call, from any MCP client and in any dialect, to an Effect: the
 * structured content, or the server's typed error. Fails with `RemoteFailure` for an error of
 * another server, and for a bug of the server. Also fails with `RemoteFailure` for an error that
 * its dialect does not keep completely.
 */
export const decodeToolResult = (result: unknown): Effect.Effect<StructuredContent, DiscordMcpError | RemoteFailure> =>
  Option.match(decode(result), {
    onNone: () => Effect.fail(unreadable("The server's reply is not the result of a tool call.")),
    onSome: ({ content = [], isError, structuredContent }) => {
      if (isError === true) return Effect.fail(failureOf(structuredContent ?? result, content))
      return structuredContent === undefined ? Effect.fail(unreadable(NO_STRUCTURE)) : Effect.succeed(structuredContent)
    }
  })

/** The `structuredContent` of a tool result. */
export type StructuredContent = { readonly [key: string]: unknown }

const decode = Schema.decodeUnknownOption(
  Schema.Struct({
    isError: Schema.optional(Schema.Boolean),
    structuredContent: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
    content: Schema.optional(Schema.Array(Schema.Unknown))
  })
)

const NO_STRUCTURE =
  "The call succeeded, but its result has no structuredContent. With MCP_RESULT=text this server sends none: set it to both or structured."

const unreadable = (message: string) => new RemoteFailure({ kind: "unreadable", message, retriable: false })

/** Decodes a failure by its structure, in any dialect, or else by its text. */
const failureOf = (structured: unknown, content: ReadonlyArray<unknown>): DiscordMcpError | RemoteFailure =>
  Option.getOrElse(decodeFailure(structured), () => failureOfText(textOf(content)))

/** The maximum length of a message from another server, in characters. */
const MAX_TEXT_CHARS = 2000

/** Classifies a failure by its text. A text never proves that a retry is safe. */
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
