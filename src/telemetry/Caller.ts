import { Context } from "effect"

/** The caller of the current call. By default, no fact is known. */
export class Caller extends Context.Reference<Caller>()("effect-discord-mcp/telemetry/Caller", {
  defaultValue: (): CallerIdentity => ({})
}) {}

/** The identity of a caller: its name, and the id of the request. */
export interface CallerIdentity {
  /** The name of the authenticated client. Without authentication, the name that the client reports. */
  readonly client?: string
  /** Identifies an authenticated client. Confirmation tokens, declines and bulkhead slots are counted by this id. */
  readonly clientId?: string
  readonly requestId?: string
}
