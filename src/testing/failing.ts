import { Context, Effect, Layer, Stream } from "effect"
import { catalogue } from "../catalogue/catalogue.ts"
import { type CallFailure, Client } from "../client/Client.ts"
import type { ToolName } from "../client/ToolCall.ts"
import { listingOf, productSettings } from "./server.ts"

/** Provides a client whose calls all fail with this error. */
export const failing = (error: CallFailure): Layer.Layer<Client> => Layer.succeed(Client, failingClient(error))

/** Provides the client of another layer, but calls of these tools fail with this error. */
export const failingOnly = <A, E, R>(
  error: CallFailure,
  tools: readonly [ToolName, ...ReadonlyArray<ToolName>],
  otherwise: Layer.Layer<Client | A, E, R>
): Layer.Layer<Client | A, E, R> =>
  Layer.map(otherwise, (context) =>
    Context.add(context, Client, failingFor(failingClient(error), Context.get(context, Client), new Set(tools)))
  )

const failingClient = (error: CallFailure): Client["Type"] => ({
  server: { name: "effect-discord-mcp", version: "failing" },
  callTool: () => Effect.fail(error),
  callToolWithProgress: () => Stream.fail(error),
  events: () => Stream.fail(error),
  callAnyTool: () => Effect.fail(error),
  // A server that cannot be reached lists no tools.
  listTools:
    error._tag === "ConnectionFailed"
      ? Effect.fail(error)
      : Effect.map(productSettings, (settings) => listingOf(catalogue, settings))
})

const failingFor = (
  failingClient: Client["Type"],
  other: Client["Type"],
  failing: ReadonlySet<string>
): Client["Type"] => {
  const of = (name: string) => (failing.has(name) ? failingClient : other)
  return {
    ...other,
    callTool: (name, input) => of(name).callTool(name, input),
    callToolWithProgress: (name, input) => of(name).callToolWithProgress(name, input),
    events: (filter, options) =>
      (failing.has("gateway_read") ? failingClient : of("gateway_wait_for")).events(filter, options),
    callAnyTool: (name, input) => of(name).callAnyTool(name, input)
  }
}
