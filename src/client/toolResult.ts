import { Data, Effect, Either, Schema } from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { fromEnvelope } from "../errors/fromEnvelope.ts"

/** The server met a bug of its own: its log has the details under this id. */
export class ServerDefect extends Data.TaggedError("ServerDefect")<{ readonly incident_id: string | undefined }> {}

/** What came back is not an answer of this server. */
export class NotAnAnswer extends Data.TaggedError("NotAnAnswer")<{ readonly problem: string }> {}

/**
 * The other end of the wire: the result of a tool call, as a client of any kind
 * gives it, becomes the effect a caller in the server's process would see. A
 * defect of the server, and what is no answer of it, are defects here too.
 */
export const decodeToolResult = (result: unknown): Effect.Effect<Structured, DiscordMcpError> =>
  Either.match(decode(result), {
    onLeft: (error) => Effect.die(new NotAnAnswer({ problem: error.message })),
    onRight: ({ isError, structuredContent }) =>
      isError === true ? failure(structuredContent) : Effect.succeed(structuredContent)
  })

/** The structured half of an answer. */
export type Structured = { readonly [key: string]: unknown }

/** Calls a tool through a client, such as the official one, and decodes what it answers. */
export const callTool = <E, R>(
  call: (request: { readonly name: string; readonly arguments: Structured }) => Effect.Effect<unknown, E, R>,
  name: string,
  input: Structured
): Effect.Effect<Structured, DiscordMcpError | E, R> =>
  Effect.flatMap(call({ name, arguments: input }), decodeToolResult)

const decode = Schema.decodeUnknownEither(
  Schema.Struct({
    isError: Schema.optional(Schema.Boolean),
    structuredContent: Schema.Record({ key: Schema.String, value: Schema.Unknown })
  })
)

const failure = (envelope: Structured): Effect.Effect<never, DiscordMcpError> =>
  envelope.code === "INTERNAL_ERROR"
    ? Effect.die(
        new ServerDefect({ incident_id: typeof envelope.incident_id === "string" ? envelope.incident_id : undefined })
      )
    : Either.match(fromEnvelope(envelope), {
        onLeft: (error) => Effect.die(new NotAnAnswer({ problem: error.message })),
        onRight: Effect.fail
      })
