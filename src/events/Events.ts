/** Live events, as tools read them: the log, and the state of the connection. Without a connection they are unavailable. */
import { Context, Effect } from "effect"
import type { ValidationError } from "../errors/ClientErrors.ts"
import { GatewayUnavailable } from "../errors/ServerErrors.ts"
import type { EventLogStats, EventPage, ReadOptions } from "./EventLog.ts"

/** The connection to Discord's gateway now. */
export interface ConnectionStatus {
  /** `ended`: Discord has ended it for good, or its logins are used up. */
  readonly state: "connecting" | "connected" | "disconnected" | "ended"
  /** Since when it is in this state, as an ISO time. */
  readonly since: string
  /** Round-trip time of the last heartbeat. */
  readonly latency_ms?: number
  readonly intents: ReadonlyArray<string>
  /** The logins that Discord allows now, as of the last request for them. */
  readonly logins?: { readonly remaining: number; readonly total: number; readonly reset_after_ms: number }
}

/** The bot, to tell which events are meant for it. */
export interface Self {
  readonly id: string
  /** Returns the roles of the bot in a guild, as far as they are known. */
  readonly rolesIn: (guild_id: string) => ReadonlySet<string>
}

/** Live events for tools. */
export interface EventSource {
  readonly read: (options: ReadOptions) => Effect.Effect<EventPage, GatewayUnavailable | ValidationError>
  /**
   * Completes when the log has an event after the cursor. Goes on through a short disconnection. Fails if no event can
   * come any more.
   */
  readonly wait: (after: string) => Effect.Effect<void, GatewayUnavailable | ValidationError>
  readonly status: Effect.Effect<
    { readonly connection: ConnectionStatus; readonly log: EventLogStats },
    GatewayUnavailable
  >
  readonly self: Effect.Effect<Self, GatewayUnavailable>
  /** Marks channels whose messages are read after a gap. */
  readonly watch: (channels: ReadonlyArray<string>) => Effect.Effect<void>
}

const unavailable = new GatewayUnavailable({ reason: "off" })

/** Live events. The default is a server whose gateway is off. */
export class Events extends Context.Reference<Events>()("effect-discord-mcp/events/Events", {
  defaultValue: (): EventSource => ({
    read: () => unavailable,
    wait: () => unavailable,
    status: unavailable,
    self: unavailable,
    watch: () => Effect.void
  })
}) {}
