/** Reads over HTTP the messages that a gap of the connection has left out of the log. */
import { Clock, DateTime, Duration, Effect, Option, Schema } from "effect"
import type { Discord } from "../discord/Discord.ts"
import type { DiscordRequest } from "../discord/DiscordRequest.ts"
import type { WatchedChannel } from "../discord/gateway/GatewayStore.ts"
import { firstIdAt } from "../discord/snowflake.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { describe } from "../errors/describe.ts"
import { recoveredMessage } from "./decodeDispatch.ts"
import type { Gap, GatewayEvent, NewEvent } from "./GatewayEvent.ts"

/** The bounds of one repair: requests, messages, and how long ago a channel was last asked for. */
export const repairBounds = { requests: 200, messages: 10_000, asked: Duration.days(7) } as const

/** The number of messages of one request. */
const PAGE = 100

/**
 * How much earlier the repair of a channel begins whose messages were never logged: an event arrives after its time, and
 * clocks differ.
 */
const OVERLAP = Duration.seconds(10)

/** What to repair. */
export interface RepairOptions {
  readonly discord: Discord["Type"]
  readonly botId: string
  readonly watched: Readonly<Record<string, WatchedChannel>>
  /** Until when all events have arrived, in milliseconds since 1970. */
  readonly sinceMs: number
  readonly reason: (typeof Gap.Type)["reason"]
  /** Identifies the gap: it is logged once, also if its repair is repeated. */
  readonly key: string
  readonly append: (events: ReadonlyArray<NewEvent>) => Effect.Effect<number>
}

/**
 * Reads the messages of the watched channels since they were last logged, newest channels first, and then logs the gap.
 * Returns the number of messages that the log did not have. Fails while Discord is not available: nothing is lost, and the
 * same repair can be tried again.
 */
export const repair = Effect.fn("events.repair")(function* (options: RepairOptions) {
  const { append, botId, discord, key, reason, sinceMs, watched } = options
  const nowMs = yield* Clock.currentTimeMillis
  const start = String(firstIdAt(sinceMs - Duration.toMillis(OVERLAP)))
  const channels = Object.entries(watched)
    .filter(([, { asked_at }]) => nowMs - asked_at < Duration.toMillis(repairBounds.asked))
    .map(([id, { guild_id, last_message_id = start }]) => ({ id, guild_id, after: last_message_id }))
    .sort((a, b) => Number(BigInt(b.after) - BigInt(a.after)))
  let [requests, messages, recovered] = [0, 0, 0]
  const unread: Array<string> = []
  let isCut = false

  for (const { after, guild_id, id } of channels) {
    let position: string | undefined = after
    while (position !== undefined) {
      if (requests >= repairBounds.requests || messages >= repairBounds.messages) {
        unread.push(id)
        isCut = true
        break
      }
      requests++
      const now = DateTime.formatIso(yield* DateTime.now)
      const page: ReadonlyArray<unknown> | undefined = yield* discord.request(messagesAfter(id, position)).pipe(
        Effect.map(({ body }) => (Array.isArray(body) ? body : [])),
        unlessPassing
      )
      if (
        page === undefined ||
        (page.length === 0 && position === after && (yield* hidesMessages(discord, id, after)))
      ) {
        unread.push(id)
        break
      }
      const sorted = page
        .flatMap((message) => recoveredMessage(message, guild_id, { botId, now }) ?? [])
        .toSorted((a, b) => Number(idOf(a) - idOf(b)))
      messages += sorted.length
      recovered += yield* append(sorted.map((event) => ({ event })))
      position = page.length < PAGE ? undefined : sorted.at(-1)?.message_id
    }
  }

  const gap: typeof Gap.Type = {
    reason: isCut ? "limit" : unread.length > 0 ? "unreadable" : reason,
    since: DateTime.formatIso(DateTime.unsafeMake(sinceMs)),
    messages_recovered: unread.length === 0,
    ...(unread.length > 0 && { channels: unread.slice(0, LISTED_MAX) })
  }
  yield* append([{ event: { type: "gap", time: DateTime.formatIso(yield* DateTime.now), gap }, origin: key }])
  return recovered
})

/** Fails if trying again helps. Otherwise the messages cannot be read. */
const unlessPassing = Effect.catchAll((error: DiscordFailure) =>
  describe(error).retriable ? Effect.fail(error) : Effect.succeed(undefined)
)

/**
 * Returns whether a channel with an empty list has newer messages. Without READ_MESSAGE_HISTORY, Discord returns an empty
 * list, and refuses only the message itself. A deleted message is not missing, and one that can be read is new.
 */
const hidesMessages = (discord: Discord["Type"], channel_id: string, after: string) =>
  Effect.gen(function* () {
    const { body } = yield* discord.request({ ...READ, route: "/channels/{channel_id}", path: { channel_id } })
    const message_id = Option.getOrUndefined(decodeChannel(body))?.last_message_id
    if (message_id == null || BigInt(message_id) <= BigInt(after)) return false
    const route = "/channels/{channel_id}/messages/{message_id}"
    yield* discord.request({ ...READ, route, path: { channel_id, message_id } })
    return false
  }).pipe(
    Effect.catchAll((error) =>
      describe(error).retriable ? Effect.fail(error) : Effect.succeed(error._tag !== "DiscordNotFoundError")
    )
  )

const decodeChannel = Schema.decodeUnknownOption(
  Schema.Struct({ last_message_id: Schema.optional(Schema.NullOr(Schema.String.pipe(Schema.pattern(/^\d{1,20}$/)))) })
)

/** The maximum number of channels that a gap names. */
const LISTED_MAX = 100

const idOf = ({ message_id = "0" }: GatewayEvent): bigint => BigInt(message_id)

const READ = { method: "GET", subject: "bot", risk: "read", repeat: "same", duration: "default" } as const

const messagesAfter = (channel_id: string, after: string): DiscordRequest => ({
  ...READ,
  route: "/channels/{channel_id}/messages",
  path: { channel_id },
  query: { after, limit: PAGE }
})
