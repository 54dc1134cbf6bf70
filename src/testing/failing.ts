import { Context, Effect, Layer, Stream } from "effect"
import { catalogue } from "../catalogue.ts"
import { type CallFailure, Client } from "../client/Client.ts"
import type { ToolName } from "../client/ToolCall.ts"
import { listingOf } from "./listing.ts"
import { productSettings } from "./server.ts"

/** A client all of whose calls fail with this error. */
export const failing = (error: CallFailure): Layer.Layer<Client> => Layer.succeed(Client, unhappy(error))

/** Another layer's client, but that calls of these tools fail with this error. */
export const failingOnly = <A, E, R>(
  error: CallFailure,
  tools: readonly [ToolName, ...ReadonlyArray<ToolName>],
  otherwise: Layer.Layer<Client | A, E, R>
): Layer.Layer<Client | A, E, R> =>
  Layer.map(otherwise, (context) =>
    Context.add(context, Client, partly(unhappy(error), Context.get(context, Client), new Set(tools)))
  )

const unhappy = (error: CallFailure): Client["Type"] => ({
  server: { name: "effect-discord-mcp", version: "failing" },
  callTool: () => Effect.fail(error),
  callToolWithProgress: () => Stream.fail(error),
  callAnyTool: () => Effect.fail(error),
  // A server whose calls fail has its tools; one that is not there has none.
  listTools:
    error._tag === "ConnectionFailed"
      ? Effect.fail(error)
      : Effect.map(productSettings, (settings) => listingOf(catalogue, settings))
})

const partly = (unhappy: Client["Type"], other: Client["Type"], failing: ReadonlySet<string>): Client["Type"] => {
  const of = (name: string) => (failing.has(name) ? unhappy : other)
  return {
    ...other,
    callTool: (name, input) => of(name).callTool(name, input),
    callToolWithProgress: (name, input) => of(name).callToolWithProgress(name, input),
    callAnyTool: (name, input) => of(name).callAnyTool(name, input)
  }
}
