import { Context } from "effect"

/** Who makes the current call, as far as that is known; by default nothing is. */
export class Caller extends Context.Reference<Caller>()("effect-discord-mcp/telemetry/Caller", {
  defaultValue: (): CallerFacts => ({})
}) {}

/** What is known of whoever makes a call: the name the client gives itself, and the id of its request. */
export interface CallerFacts {
  readonly client?: string
  readonly requestId?: string
}
