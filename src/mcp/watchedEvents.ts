/** Notifies a session of live events that its client may read. Loaded with the first subscription. */
import { Array as Arr, Duration, Effect, FiberMap, Option, Ref, Schedule, Schema } from "effect"
import type { Dispatch } from "../dispatch/Dispatch.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { errorTraits } from "../errors/ErrorCode.ts"
import { toJsonRpc } from "../errors/toJsonRpc.ts"
import { type EventSummary, eventLine } from "../live/eventLine.ts"
import { Following } from "../live/Following.ts"
import { EventItem, LOOKUPS_MAX, noticeOf } from "../live/waiting.ts"
import { Caller } from "../telemetry/Caller.ts"
import { ClientCalls } from "../tools/ClientCalls.ts"
import { INVALID_REQUEST } from "./frames.ts"
import { Refused } from "./Refused.ts"
import { channelOfEvents } from "./resources/resources.ts"
import { INVALID_PARAMS } from "./toolCall.ts"

/** How a session is notified, and the fibers that wait for events, by what they wait for. They end with the session. */
export interface SessionWatches {
  readonly fibers: FiberMap.FiberMap<string>
  readonly notify: (notification: {
    readonly method: string
    readonly params: Record<string, unknown>
  }) => Effect.Effect<void>
  /** When the session began, in milliseconds since 1970. */
  readonly sinceMs: number
}

/** The sender of a request, whose calls read the events. */
interface Reader {
  readonly dispatch: Dispatch["Type"]
  /** Waits until the sender's token is no longer valid. Unset if it cannot end. */
  readonly ended?: Effect.Effect<void>
}

/** The maximum number of subscriptions of a session. */
export const SUBSCRIPTIONS_MAX = 100

/** A subscription has at most one update in this time. */
const APART = Duration.seconds(1)

/** How long one call waits, in seconds. The next one goes on with its cursor. */
const WAIT_S = 300

/** The waits after failures in a row that may pass. */
const AGAIN = Schedule.union(Schedule.exponential("1 second"), Schedule.spaced("5 seconds"))

/**
 * Subscribes a session to the events of a channel from now on. The sender must be allowed to read them now, and they must
 * be able to arrive. The subscription ends when the sender's token or policy no longer allows it.
 */
export const subscribe = Effect.fnUntraced(function* (uri: string, reader: Reader, { fibers, notify }: SessionWatches) {
  const channel_id = channelOfEvents(uri)
  if (channel_id === undefined) {
    return yield* refused(INVALID_PARAMS, "Only discord://channels/{id}/events can be subscribed to.")
  }
  const newest = yield* Effect.mapError(
    Effect.provideService(newestOf(reader, channel_id), Following, { expectsEvents: true }),
    (failure) => new Refused({ error: toJsonRpc(failure) })
  )
  const updated = notify({ method: "notifications/resources/updated", params: { uri } })
  const cursor = yield* Ref.make(newest)
  const update = Effect.zipLeft(updated, Effect.sleep(APART))
  const waiting = Effect.gen(function* () {
    const value = yield* waitAfter(reader, { channel_id }, yield* Ref.get(cursor))
    yield* Ref.set(cursor, cursorOf(value))
    if (itemsOf(value).length > 0) yield* update
  }).pipe(
    // A new log does not have the cursor, and all of its events are new.
    Effect.tapErrorTag("ValidationError", () =>
      Effect.zipRight(
        Effect.flatMap(newestOf(reader, channel_id), (newest) => Ref.set(cursor, newest)),
        update
      )
    )
  )
  const following = follow(reader, waiting)
  // Without a pause in between, so that several subscriptions at once do not exceed the maximum.
  const others = (yield* FiberMap.size(fibers)) - (FiberMap.unsafeHas(fibers, CLAUDE) ? 1 : 0)
  if (!FiberMap.unsafeHas(fibers, uri) && others >= SUBSCRIPTIONS_MAX) {
    return yield* refused(INVALID_REQUEST, `A session has at most ${SUBSCRIPTIONS_MAX} subscriptions. End one first.`)
  }
  if (!FiberMap.unsafeHas(fibers, uri) && !(yield* (yield* ClientCalls).canWait)) {
    return yield* refused(INVALID_REQUEST, "Too many calls and subscriptions wait for events. End one first.")
  }
  yield* FiberMap.run(fibers, uri, following, { onlyIfMissing: true })
  return {}
})

/** The key of the watch for Claude Code. It is no address of a resource. */
const CLAUDE = "claude/channel"

/**
 * Notifies Claude Code of each message that mentions the bot, and of each direct message, until the sender may not read
 * them any more. It goes on after those that were delivered to the same client before, also by another process. The
 * notification is that host's own: its content is shown to the model, and each entry of `meta` is an attribute. Neither has
 * a text of a message.
 */
export const notifyClaude = Effect.fnUntraced(function* (reader: Reader, { fibers, notify, sinceMs }: SessionWatches) {
  const { clientId = "" } = yield* Caller
  const call = (tool: string, input: object) => Effect.map(reader.dispatch.run(tool, input), ({ value }) => value)
  const notifyOf = Effect.fnUntraced(function* (items: Arr.NonEmptyArray<EventItem>) {
    const { events } = yield* noticeOf(call, { items, next_cursor: items[0].event_id })
    yield* Effect.forEach(
      events,
      (event) => notify({ method: "notifications/claude/channel", params: claudeParams(event) }),
      { discard: true }
    )
  })
  const reached = yield* Ref.make<string | undefined>(undefined)
  const waiting = Effect.gen(function* () {
    const value = yield* waitAfter(reader, {}, yield* Ref.get(reached))
    const forBot = itemsOf(value)
      .flatMap((item) => Option.toArray(decodeEvent(item)))
      .filter(isForBot)
    // The names of the channels of one list are looked up together.
    yield* Effect.forEach(Arr.chunksOf(forBot, LOOKUPS_MAX), notifyOf, { discard: true })
    yield* Ref.set(reached, cursorOf(value))
  })
  const following = follow(reader, waiting).pipe(
    Effect.provideService(Following, { follower: { name: `${CLAUDE}:${clientId}`, sinceMs } })
  )
  yield* FiberMap.run(fibers, CLAUDE, following, { onlyIfMissing: true })
})

const decodeEvent = Schema.decodeUnknownOption(EventItem)

const isForBot = ({ guild_id, mentions_me }: EventItem): boolean => mentions_me === true || guild_id === undefined

const claudeParams = (summary: EventSummary) => {
  const { author, channel, event_id, guild_id } = summary
  return {
    content: eventLine({ count: 1, cursor: event_id, events: [summary] }),
    meta: {
      event_id,
      ...(channel !== undefined && { channel_id: channel.id }),
      ...(guild_id !== undefined && { guild_id }),
      ...(author !== undefined && { author_id: author.id })
    }
  }
}

/** Ends a subscription, if there is one. */
export const unsubscribe = (uri: string, { fibers }: SessionWatches) => Effect.as(FiberMap.remove(fibers, uri), {})

const refused = (code: number, message: string) => new Refused({ error: { code, message } })

/** Waits for events by the call that the client could make, so that its policy of that moment selects them. */
const waitAfter = ({ dispatch }: Reader, filter: object, after: string | undefined) =>
  Effect.map(
    dispatch.run("gateway_wait_for", {
      ...filter,
      timeout_seconds: WAIT_S,
      ...(after !== undefined && { after })
    }),
    ({ value }) => value
  )

/** Returns the cursor after the newest event. */
const newestOf = ({ dispatch }: Reader, channel_id: string) =>
  Effect.map(dispatch.run("gateway_read", { channel_id, limit: 1 }), ({ value }) => cursorOf(value))

const itemsOf = (value: unknown): ReadonlyArray<unknown> => {
  const { items } = Object(value)
  return Array.isArray(items) ? items : []
}

/** Waits again and again. Ends when the client may not make such a call any more. */
const follow = Effect.fnUntraced(function* (
  { ended = Effect.never }: Reader,
  waiting: Effect.Effect<void, DiscordMcpError>
) {
  const following = Effect.forever(Effect.retry(waiting, { schedule: AGAIN, while: mayPass }))
  yield* Effect.raceFirst(following, ended).pipe(
    Effect.catchAll((failure) => Effect.logDebug("a client is no longer notified of live events", failure))
  )
})

/** Returns whether a later call can succeed. A missing permission and a channel that is gone are for good. */
const mayPass = ({ _tag }: DiscordMcpError): boolean =>
  errorTraits[_tag].category !== "permission" && _tag !== "DiscordNotFoundError"

const cursorOf = (result: unknown): string | undefined => Option.getOrUndefined(decodeCursor(result))?.next_cursor

const decodeCursor = Schema.decodeUnknownOption(Schema.Struct({ next_cursor: Schema.String }))
