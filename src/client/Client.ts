import { Context, Effect, Layer, Stream } from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import type { RemoteFailure } from "../errors/RemoteFailure.ts"
import { CallEvent } from "./CallEvent.ts"
import type { ConnectionFailed } from "./ConnectionFailed.ts"
import { decodeToolResult, type StructuredContent } from "./decodeToolResult.ts"
import { openSession, type ProgressUpdate, type ServerCommand, type Session, type Transport } from "./Session.ts"
import type { ToolInput, ToolName, ToolOutput, ToolView } from "./ToolCall.ts"
import { type ListedTool, toolList } from "./toolList.ts"

/** All that a call can fail with: the union, as a caller in the server's process would see it, and what lies between. */
export type CallFailure = DiscordMcpError | RemoteFailure | ConnectionFailed

/** A server at the other end of the wire. Calls may run at once; to interrupt one cancels it there. */
export class Client extends Context.Tag("effect-discord-mcp/client/Client")<
  Client,
  {
    /** The name and version the server gives itself. */
    readonly server: { readonly name: string; readonly version: string }
    readonly callTool: <Name extends ToolName, Shown extends ToolView = "compact">(
      name: Name,
      input: ToolInput<Name, Shown>
    ) => Effect.Effect<ToolOutput<Name, Shown>, CallFailure>
    readonly callToolWithProgress: <Name extends ToolName, Shown extends ToolView = "compact">(
      name: Name,
      input: ToolInput<Name, Shown>
    ) => Stream.Stream<CallEvent<ToolOutput<Name, Shown>>, CallFailure>
    /** Calls a tool that the catalogue does not know, such as another server's. */
    readonly callAnyTool: (name: string, input: StructuredContent) => Effect.Effect<StructuredContent, CallFailure>
    readonly listTools: Effect.Effect<ReadonlyArray<ListedTool>, CallFailure>
  }
>() {}

/**
 * A client of a server: of one that is started as a child process and stopped at
 * the end of the scope, or of one behind any transport of the official SDK.
 */
export const connect = (
  server: ServerCommand | { readonly transport: () => Transport }
): Layer.Layer<Client, ConnectionFailed> => Layer.scoped(Client, Effect.map(openSession(server), clientOf))

/** Calls a tool: its name, what it takes and what it answers are the catalogue's. */
export const callTool = <Name extends ToolName, Shown extends ToolView = "compact">(
  name: Name,
  input: ToolInput<Name, Shown>
): Effect.Effect<ToolOutput<Name, Shown>, CallFailure, Client> =>
  Effect.flatMap(Client, (client) => client.callTool(name, input))

/** The same as a stream: how far the call is, as often as the server tells it, then the answer. */
export const callToolWithProgress = <Name extends ToolName, Shown extends ToolView = "compact">(
  name: Name,
  input: ToolInput<Name, Shown>
): Stream.Stream<CallEvent<ToolOutput<Name, Shown>>, CallFailure, Client> =>
  Stream.unwrap(Effect.map(Client, (client) => client.callToolWithProgress(name, input)))

/** All tools that the server lists; it may have more, to be called by their names. */
export const listTools: Effect.Effect<ReadonlyArray<ListedTool>, CallFailure, Client> = Effect.flatMap(
  Client,
  (client) => client.listTools
)

/** A client over a session, wherever its server is. */
export const clientOf = ({ request, requestWithProgress, server }: Session): Client["Type"] => {
  const callAnyTool = (name: string, input: StructuredContent) =>
    Effect.flatMap(request("tools/call", { name, arguments: input }), decodeToolResult)
  return {
    server,
    callTool: <Name extends ToolName, Shown extends ToolView>(name: Name, input: ToolInput<Name, Shown>) =>
      Effect.map(callAnyTool(name, input), asOutput<Name, Shown>),
    callToolWithProgress: <Name extends ToolName, Shown extends ToolView>(name: Name, input: ToolInput<Name, Shown>) =>
      Stream.asyncPush<CallEvent<ToolOutput<Name, Shown>>, CallFailure>(
        (emit) =>
          requestWithProgress("tools/call", { name, arguments: input }, (step) =>
            emit.single(progressEvent(step))
          ).pipe(
            Effect.flatMap(decodeToolResult),
            Effect.map((answer) => CallEvent.Answered({ answer: asOutput<Name, Shown>(answer) })),
            Effect.exit,
            Effect.map(emit.done),
            Effect.forkScoped
          ),
        // Who is slow to listen misses what is overtaken.
        { bufferSize: EVENT_BUFFER_SIZE, strategy: "sliding" }
      ),
    callAnyTool,
    listTools: toolList(request)
  }
}

/** How much waits for who listens. */
const EVENT_BUFFER_SIZE = 16

/** The answer is of the type that the catalogue gives it: our server's promise, which is not checked again. */
const asOutput = <Name extends ToolName, Shown extends ToolView>(answer: StructuredContent): ToolOutput<Name, Shown> =>
  answer as ToolOutput<Name, Shown> // see above

const progressEvent = ({ message, progress, total }: ProgressUpdate) =>
  CallEvent.Progress({
    done: progress,
    ...(total !== undefined && { total }),
    ...(message !== undefined && { message })
  })
