import { Context, Duration, Effect, Option, Schedule, Stream } from "effect"
import { type AuditLog, off as withoutRecords } from "../audit/AuditLog.ts"
import type { Presence } from "../config/presence.ts"
import { GatewayUnavailable } from "../errors/DiscordMcpError.ts"
import type { Ask } from "./Ask.ts"
import type { Asks } from "./Asks.ts"
import type { ConnectionStatus } from "./connection/GatewayConnection.ts"
import type { Owner } from "./connection/Ownership.ts"
import type { EventLog, EventLogStats } from "./EventLog.ts"
import type { Follower } from "./Following.ts"

/**
 * What a client waits for or reads: its messages are read again after a gap. Without a channel: those of the whole guild;
 * without a guild, too: those of all guilds.
 */
export interface Watch {
  readonly channel_id?: string
  readonly guild_id?: string
}

/** What is known about live events. */
export interface GatewayStatus {
  /** Why live events are unavailable now. Unset: the bot is connected. */
  readonly unavailable?: GatewayUnavailable
  /** The process that owns the connection, if it is another one. */
  readonly owner?: Pick<Owner, "pid" | "host" | "since">
  readonly intents: ReadonlyArray<string>
  readonly connection?: ConnectionStatus
  /** Discord posts clicks to this server, and the bot connects only if `MCP_GATEWAY` is set. */
  readonly endpoint?: true
  /** The number of IDENTIFY in the last 24 hours, of all processes of this state directory. */
  readonly identifiesToday?: number
  readonly log?: EventLogStats
  /** The number of dispatches that the log does not keep, by their names. */
  readonly dropped: Readonly<Record<string, number>>
  /** The number of messages that were read again after gaps, since the start. */
  readonly recovered: number
}

/** Live events: the log of what happens, and the connection that fills it. */
export interface LiveEvents {
  /**
   * The event log. Fails if the gateway is off, or another process owns it; not while the bot is disconnected. With the
   * interactions endpoint alone, it fails as if the gateway were off.
   */
  readonly log: Effect.Effect<EventLog, GatewayUnavailable>
  /** The id of the bot. */
  readonly botId: Effect.Effect<string, GatewayUnavailable>
  readonly status: Effect.Effect<GatewayStatus>
  /** The questions to people. Fails as `log` does, but not with the interactions endpoint alone. */
  readonly asks: Effect.Effect<Asks, GatewayUnavailable>
  /** The audit log, for the messages of questions. */
  readonly audit: AuditLog["Type"]
  /** Whether a message can answer a question. With the interactions endpoint alone, only clicks arrive. */
  readonly takesReplies: boolean
  /**
   * Returns the cursor after which a follower reads. `reached`: all events up to it were delivered, and this is remembered
   * on the disk. Without it, the follower goes on after those that were delivered before, also by another process; at its
   * first time, before the first event that was logged since it began.
   */
  readonly follow: (follower: Follower, reached: string | undefined) => Effect.Effect<string, GatewayUnavailable>
  /** Sets what people see beside the bot, until the process ends. */
  readonly setPresence: (presence: Presence) => Effect.Effect<void, GatewayUnavailable>
  /** Remembers channels and guilds for seven days. */
  readonly watch: (what: ReadonlyArray<Watch>) => Effect.Effect<void>
  /** Sets the channels that the policies of clients name: their messages are read again after a gap, too. */
  readonly watchPolicies: (channels: ReadonlyArray<string>) => Effect.Effect<void>
  /** The directory of the bot's files, now and later, while this process owns the connection. Else `undefined`. */
  readonly ownedDirectory: Stream.Stream<string | undefined>
  /** The data of INTERACTION_CREATE from now on, with their tokens, which the log does not have. */
  readonly interactions: Stream.Stream<unknown>
  /** Takes an interaction that Discord has posted. Completes when it is published and logged. */
  readonly takeInteraction: (interaction: unknown) => Effect.Effect<void, GatewayUnavailable>
}

/** How often a wait looks whether the connection has ended, or the caller's policy has changed. */
export const LOOK_AGAIN = Duration.seconds(5)

/** Returns whether a part of live events is another one now: this process has lost the connection, and owns it again. */
export const isReplaced = <A>(part: Effect.Effect<A, GatewayUnavailable>, before: A): Effect.Effect<boolean> =>
  Effect.match(part, { onFailure: () => false, onSuccess: (now) => now !== before })

/** Waits until a question has ended, also if this process loses the connection meanwhile and owns it again. */
export const whenEnded = Effect.fnUntraced(function* ({ asks: current }: Pick<LiveEvents, "asks">, ask_id: string) {
  const again = Schedule.spaced(LOOK_AGAIN)
  for (;;) {
    // The schedule never ends.
    const asks = yield* Effect.orDie(Effect.retry(current, again))
    const replaced = Effect.repeat(isReplaced(current, asks), { schedule: again, until: (is) => is })
    const ended = yield* Effect.raceFirst(asks.ended(ask_id), Effect.as(replaced, Option.none<Ask>()))
    // The process that owns the questions now may have an answer that these ones do not have.
    if (Option.contains(yield* Effect.option(current), asks)) return ended
    yield* Effect.sleep(LOOK_AGAIN)
  }
})

/** Why a tool of live events fails without `MCP_GATEWAY`. */
export const isOff = new GatewayUnavailable({ reason: "off" })

/** Live events that are switched off. */
export const off: LiveEvents = {
  log: isOff,
  botId: isOff,
  asks: isOff,
  follow: () => isOff,
  audit: withoutRecords,
  takesReplies: false,
  status: Effect.succeed({ unavailable: isOff, intents: [], dropped: {}, recovered: 0 }),
  setPresence: () => isOff,
  watch: () => Effect.void,
  watchPolicies: () => Effect.void,
  ownedDirectory: Stream.empty,
  interactions: Stream.empty,
  takeInteraction: () => isOff
}

/** Live events of this process. By default they are off. */
export class Gateway extends Context.Reference<Gateway>()("effect-discord-mcp/live/Gateway", {
  defaultValue: () => off
}) {}
