/**
 * The rules that protect the bot's token: Discord resets the token of a bot that identifies 1,000 times in 24 hours. These
 * functions decide and have no effects. Times are milliseconds since 1970, because they count across restarts.
 */
import { Schema } from "effect"
import type { DiscordRequest } from "../../discord/DiscordRequest.ts"
import { GatewayUnavailable } from "../../errors/DiscordMcpError.ts"
import { Time } from "../../objects/schema/snowflake.ts"

/** Two IDENTIFY are at least so far apart (Discord docs, gateway, rate limiting). */
export const IDENTIFY_APART_MS = 5000

/** The longest wait before an IDENTIFY. */
export const IDENTIFY_WAIT_MAX_MS = 15 * 60_000

/** The server does not identify when Discord allows fewer starts of a session than this. */
export const IDENTIFIES_KEPT = 50

/** The number of attempts to connect that do not wait for each other, and the longest wait between the others. */
const CONNECTS_AT_ONCE = 5
const CONNECT_WAIT_MAX_MS = 30_000

/** A session that lived so long ends the series of IDENTIFY for which the waits grow. */
const STEADY_SESSION_MS = 15 * 60_000

/** IDENTIFY of the last 24 hours count. More than 1,000 cannot happen. */
const COUNTED_MS = 24 * 60 * 60_000
const COUNTED_MAX = 1000

/** A session of the gateway, which can be resumed. */
export const Session = Schema.Struct({
  id: Schema.String,
  resume_url: Schema.String,
  /** The last sequence number up to which all events are in the log. */
  seq: Schema.NonNegativeInt,
  /** When the session began. */
  ready_at: Time
})

/** A session of the gateway, which can be resumed. */
export type Session = typeof Session.Type

/** What the rules remember across restarts. */
export const IdentifyState = Schema.Struct({
  session: Schema.optionalWith(Session, { exact: true }),
  /** When the bot was last connected. */
  seen_at: Schema.optionalWith(Time, { exact: true }),
  /** The times of IDENTIFY in the last 24 hours, oldest first. */
  identifies: Schema.Array(Time),
  /** The number of IDENTIFY since a session was steady. */
  series: Schema.NonNegativeInt
})

/** What the rules remember across restarts. */
export type IdentifyState = typeof IdentifyState.Type

/** The state of a bot that has never connected. */
export const noSession: IdentifyState = { identifies: [], series: 0 }

/** Discord's limit of starts of a session, from GET /gateway/bot. */
export interface StartLimit {
  readonly total: number
  readonly remaining: number
  readonly reset_after: number
}

/** Asks for the address of the gateway, and for the limit. */
export const gatewayBot: DiscordRequest = {
  method: "GET",
  route: "/gateway/bot",
  path: {},
  subject: "bot",
  risk: "read",
  repeat: "same",
  duration: "default"
}

const Count = Schema.Number.pipe(Schema.between(0, Number.MAX_SAFE_INTEGER))

/** Decodes the result of GET /gateway/bot: the address of the gateway, and the limit. */
export const decodeGatewayBot = Schema.decodeUnknownOption(
  Schema.Struct({
    url: Schema.String.pipe(Schema.filter((url) => /^wss?:\/\//i.test(url) && URL.canParse(url))),
    session_start_limit: Schema.Struct({
      total: Count,
      remaining: Count,
      reset_after: Count
    })
  })
)

/** The next attempt to connect, and how long to wait before it. */
export type NextConnect =
  | { readonly do: "resume"; readonly session: Session; readonly waitMs: number }
  | { readonly do: "identify"; readonly waitMs: number }

/** Returns the next attempt. `failures`: the attempts in a row without a lasting connection. */
export const nextConnect = (
  { identifies, series, session }: IdentifyState,
  failures: number,
  nowMs: number
): NextConnect => {
  const connectWaitMs =
    failures < CONNECTS_AT_ONCE
      ? 0
      : Math.min(CONNECT_WAIT_MAX_MS, 1000 * 2 ** Math.min(failures - CONNECTS_AT_ONCE, 20))
  if (session !== undefined) return { do: "resume", session, waitMs: connectWaitMs }
  const last = identifies.at(-1)
  const apartMs = Math.min(IDENTIFY_WAIT_MAX_MS, IDENTIFY_APART_MS * 2 ** Math.min(Math.max(0, series - 1), 20))
  // A clock that was set back does not shorten the wait.
  const sinceMs = last === undefined ? Number.POSITIVE_INFINITY : Math.max(0, nowMs - last)
  return { do: "identify", waitMs: Math.max(connectWaitMs, apartMs - sinceMs, 0) }
}

/** Returns why the server must not identify now, if Discord allows too few starts. */
export const refusalOf = ({ remaining, reset_after }: StartLimit): GatewayUnavailable | undefined =>
  remaining < IDENTIFIES_KEPT
    ? new GatewayUnavailable({
        reason: "identify_budget",
        retry_after_ms: Math.max(IDENTIFY_APART_MS, Math.ceil(reset_after))
      })
    : undefined

/** Counts an IDENTIFY that is sent now. It ends the session before. */
export const identified = <State extends IdentifyState>(
  { identifies, series, session: _, ...state }: State,
  nowMs: number
) => ({
  ...state,
  identifies: [...identifies.filter((at) => nowMs - at < COUNTED_MS), nowMs].slice(-COUNTED_MAX),
  series: series + 1
})

/** Why a connection ended: a close code, or a reason of this side. */
export type Ended =
  | { readonly by: "code"; readonly code: number }
  /** Discord has ended the session, or does not know it. */
  | { readonly by: "invalid_session" }
  /** The connection could not be made, was silent, or was asked to reconnect. */
  | { readonly by: "connection" }

/** Returns the failure of a connection that must not be made again, if that is so. */
export const terminalOf = (ended: Ended, privilegedIntents: ReadonlyArray<string>): GatewayUnavailable | undefined => {
  if (ended.by !== "code") return undefined
  const reason = terminal.get(ended.code)
  return (
    reason &&
    new GatewayUnavailable({
      reason,
      close_code: ended.code,
      ...(ended.code === DISALLOWED_INTENTS &&
        privilegedIntents.length > 0 && { privileged_intents: privilegedIntents })
    })
  )
}

/** The application may not have a privileged intent. */
const DISALLOWED_INTENTS = 4014

/** Close codes after which a client must not reconnect (Discord docs, gateway close event codes). */
const terminal: ReadonlyMap<number, GatewayUnavailable["reason"]> = new Map([
  [4004, "token"],
  // Invalid shard, sharding required, invalid API version.
  [4010, "disconnected"],
  [4011, "disconnected"],
  [4012, "disconnected"],
  // Invalid and disallowed intents.
  [4013, "intents"],
  [DISALLOWED_INTENTS, "intents"]
])

/** Returns the state after a connection ended. The session stays unless Discord says that it is over. */
export const ended = <State extends IdentifyState>({ session, ...state }: State, how: Ended) => {
  const isSteady = session !== undefined && (state.seen_at ?? 0) - session.ready_at >= STEADY_SESSION_MS
  return {
    ...state,
    ...(isSteady && { series: 0 }),
    ...(session !== undefined && !endsSession(how) && { session })
  }
}

/** Not authenticated, invalid sequence, session timed out, and the codes after which nothing is resumed. */
const sessionEnding: ReadonlySet<number> = new Set([4003, 4007, 4009, ...terminal.keys()])

const endsSession = (how: Ended): boolean =>
  how.by === "invalid_session" || (how.by === "code" && sessionEnding.has(how.code))
