import { Chunk, Effect, Option, Schema, Stream } from "effect"
import { RemoteFailure } from "../errors/RemoteFailure.ts"
import type { Session } from "./Session.ts"

/** A tool as a server lists it. */
export const ListedTool = Schema.Struct({
  name: Schema.String,
  title: Schema.optional(Schema.String),
  description: Schema.optional(Schema.String),
  inputSchema: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  annotations: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
})

/** A tool as a server lists it. */
export type ListedTool = typeof ListedTool.Type

/** Lists all tools of a server, page by page. */
export const toolList = (request: Session["request"]) =>
  Stream.paginateChunkEffect(undefined as string | undefined, (cursor) =>
    Effect.map(
      Effect.flatMap(request("tools/list", cursor === undefined ? {} : { cursor }), decodePage),
      ({ nextCursor, tools }) => [Chunk.fromIterable(tools), Option.fromNullable(nextCursor)]
    )
  ).pipe(Stream.take(TOOLS_MAX), Stream.runCollect, Effect.map(Chunk.toReadonlyArray))

/** The maximum number of tools to read. A server that lists more tools repeats its pages. */
const TOOLS_MAX = 10_000

const Page = Schema.Struct({ tools: Schema.Array(ListedTool), nextCursor: Schema.optional(Schema.String) })

const decodePage = (page: unknown) =>
  Effect.mapError(
    Schema.decodeUnknown(Page)(page),
    () =>
      new RemoteFailure({ kind: "unreadable", message: "The server's reply is not a list of tools.", retriable: false })
  )
