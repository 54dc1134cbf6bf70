import { Context, Effect, Layer, Stream } from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import type { RemoteFailure } from "../errors/RemoteFailure.ts"
import { decodeToolResult, type StructuredContent } from "./decodeToolResult.ts"
import { type EventFilter, type EventsOptions, eventsBy, type LiveEvent } from "./events.ts"
import type { ConnectionFailed } from "./Session.ts"
import { openSession, type ProgressUpdate, type ServerCommand, type Session, type Transport } from "./Session.ts"
import type { ToolInput, ToolName, ToolOutput, ToolView } from "./ToolCall.ts"
import { CallEvent } from "./ToolCall.ts"
import { type ListedTool, toolList } from "./toolList.ts"

/** Every failure of a call: the server's union, a failure outside the union, or a lost connection. */
export type CallFailure = DiscordMcpError | RemoteFailure | ConnectionFailed

/** A client of one server. Calls may run concurrently. Interrupting a call cancels it on the server. */
export class Client extends Context.Tag("effect-discord-mcp/client/Client")<
  Client,
  {
    /** The server's name and version. */
    readonly server: { readonly name: string; readonly version: string }
    readonly callTool: <Name extends ToolName, Shown extends ToolView = "compact">(
      name: Name,
      input: ToolInput<Name, Shown>
    ) => Effect.Effect<ToolOutput<Name, Shown>, CallFailure>
    readonly callToolWithProgress: <Name extends ToolName, Shown extends ToolView = "compact">(
      name: Name,
      input: ToolInput<Name, Shown>
    ) => Stream.Stream<CallEvent<ToolOutput<Name, Shown>>, CallFailure>
    /**
     * The live events that match, oldest first, each once. A failure that says when to retry is retried. Any other ends
     * the stream. Ending the stream cancels the running call.
     */
    readonly events: (filter?: EventFilter, options?: EventsOptions) => Stream.Stream<LiveEvent, CallFailure>
    /** Calls a tool that is not in the catalogue, such as a tool of another server. */
    readonly callAnyTool: (name: string, input: StructuredContent) => Effect.Effect<StructuredContent, CallFailure>
    readonly listTools: Effect.Effect<ReadonlyArray<ListedTool>, CallFailure>
  }
>() {}

/**
 * Connects a client to a server: a child process, which stops at the end of the scope, or a
 * server behind a transport of the official SDK.
 */
export const connect = (
  server: ServerCommand | { readonly transport: () => Transport }
): Layer.Layer<Client, ConnectionFailed> => Layer.scoped(Client, Effect.map(openSession(server), clientOf))

/** Calls a tool. Its name, input and output have the catalogue's types. */
export const callTool = <Name extends ToolName, Shown extends ToolView = "compact">(
  name: Name,
  input: ToolInput<Name, Shown>
): Effect.Effect<ToolOutput<Name, Shown>, CallFailure, Client> =>
  Effect.flatMap(Client, (client) => client.callTool(name, input))

/** Calls a tool and returns a stream of its progress, followed by its result. */
export const callToolWithProgress = <Name extends ToolName, Shown extends ToolView = "compact">(
  name: Name,
  input: ToolInput<Name, Shown>
): Stream.Stream<CallEvent<ToolOutput<Name, Shown>>, CallFailure, Client> =>
  Stream.unwrap(Effect.map(Client, (client) => client.callToolWithProgress(name, input)))

/** Returns the live events that match, oldest first, each once. */
export const events = (filter?: EventFilter, options?: EventsOptions): Stream.Stream<LiveEvent, CallFailure, Client> =>
  Stream.unwrap(Effect.map(Client, (client) => client.events(filter, options)))

/** Lists the server's tools. The server may have further tools, which can be called by name. */
export const listTools: Effect.Effect<ReadonlyArray<ListedTool>, CallFailure, Client> = Effect.flatMap(
  Client,
  (client) => client.listTools
)

/** Makes a client of an open session. */
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
        // A slow consumer misses older progress events.
        { bufferSize: EVENT_BUFFER_SIZE, strategy: "sliding" }
      ),
    events: eventsBy((name, input) =>
      // The server keeps a call with progress alive.
      Effect.map(
        Effect.flatMap(
          requestWithProgress("tools/call", { name, arguments: input }, () => {}),
          decodeToolResult
        ),
        asOutput<"gateway_wait_for", "compact">
      )
    ),
    callAnyTool,
    listTools: toolList(request)
  }
}

/** The maximum number of events that wait for the consumer. */
const EVENT_BUFFER_SIZE = 16

/**
 * Returns the output with the catalogue's type. The server guarantees the type, so the client does
 * not check it again.
 */
const asOutput = <Name extends ToolName, Shown extends ToolView>(answer: StructuredContent): ToolOutput<Name, Shown> =>
  answer as ToolOutput<Name, Shown> // see above

const progressEvent = ({ message, progress, total }: ProgressUpdate) =>
  CallEvent.Progress({
    done: progress,
    ...(total !== undefined && { total }),
    ...(message !== undefined && { message })
  })
