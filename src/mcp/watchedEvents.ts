/** Notifies a session of live events that its client may read. Loaded with the first subscription. */
import { Array as Arr, Duration, Effect, FiberMap, Option, Ref, Schedule, Schema } from "effect"
import type { Dispatch } from "../dispatch/Dispatch.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { errorFacts } from "../errors/ErrorCode.ts"
import { toJsonRpc } from "../errors/toJsonRpc.ts"
import { type EventSummary, eventLine } from "../events/eventLine.ts"
import { EventItem, LOOKUPS_MAX, noticeOf } from "../events/waiting.ts"
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
const AGAIN = Schedule.union(Schedule.exponential("1 second"), Schedule.spaced("1 minute"))

/**
 * Subscribes a session to the events of a channel. The sender must be allowed to read them now. The subscription ends when
 * the sender's token or policy no longer allows it.
 */
export const subscribe = Effect.fnUntraced(function* (uri: string, reader: Reader, { fibers, notify }: SessionWatches) {
  const channel_id = channelOfEvents(uri)
  if (channel_id === undefined) {
    return yield* refused(INVALID_PARAMS, "Only discord://channels/{id}/events can be subscribed to.")
  }
  const newest = yield* Effect.mapError(
    reader.dispatch.run("gateway_read", { channel_id, limit: 1 }),
    (failure) => new Refused({ error: toJsonRpc(failure) })
  )
  const updated = notify({ method: "notifications/resources/updated", params: { uri } })
  const following = follow(reader, { channel_id }, cursorOf(newest.value), () =>
    Effect.zipLeft(updated, Effect.sleep(APART))
  )
  // Without a pause in between, so that several subscriptions at once do not exceed the maximum.
  const others = (yield* FiberMap.size(fibers)) - (FiberMap.unsafeHas(fibers, CLAUDE) ? 1 : 0)
  if (!FiberMap.unsafeHas(fibers, uri) && others >= SUBSCRIPTIONS_MAX) {
    return yield* refused(INVALID_REQUEST, `A session has at most ${SUBSCRIPTIONS_MAX} subscriptions. End one first.`)
  }
  yield* FiberMap.run(fibers, uri, following, { onlyIfMissing: true })
  return {}
})

/** The key of the watch for Claude Code. It is no address of a resource. */
const CLAUDE = "claude/channel"

/**
 * Notifies Claude Code of each message that mentions the bot, and of each direct message, until the sender may not read
 * them any more. The notification is that host's own: its content is shown to the model, and each entry of `meta` is an
 * attribute. Neither has a text of a message.
 */
export const notifyClaude = (reader: Reader, { fibers, notify }: SessionWatches) => {
  const call = (tool: string, input: object) => Effect.map(reader.dispatch.run(tool, input), ({ value }) => value)
  const notifyOf = Effect.fnUntraced(function* (items: Arr.NonEmptyArray<EventItem>) {
    const { events } = yield* noticeOf(call, { items, next_cursor: items[0].event_id })
    yield* Effect.forEach(
      events,
      (event) => notify({ method: "notifications/claude/channel", params: claudeParams(event) }),
      { discard: true }
    )
  })
  const following = follow(reader, {}, undefined, (items) => {
    const forBot = items.flatMap((item) => Option.toArray(decodeEvent(item))).filter(isForBot)
    // The names of the channels of one list are looked up together.
    return Effect.forEach(Arr.chunksOf(forBot, LOOKUPS_MAX), notifyOf, { discard: true })
  })
  return Effect.asVoid(FiberMap.run(fibers, CLAUDE, following, { onlyIfMissing: true }))
}

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

/**
 * Waits for events by the calls that the client could make, so that its policy of that moment selects them, and hands each
 * list to `take`. Ends when the client may not make such a call any more.
 */
const follow = Effect.fnUntraced(function* (
  { dispatch, ended = Effect.never }: Reader,
  filter: object,
  after: string | undefined,
  take: (items: ReadonlyArray<unknown>) => Effect.Effect<void>
) {
  const cursor = yield* Ref.make(after)
  const next = Effect.gen(function* () {
    const after = yield* Ref.get(cursor)
    const input = { ...filter, timeout_seconds: WAIT_S, ...(after !== undefined && { after }) }
    const { value } = yield* dispatch.run("gateway_wait_for", input)
    yield* Ref.set(cursor, cursorOf(value))
    const { items } = Object(value)
    if (Array.isArray(items) && items.length > 0) yield* take(items)
  }).pipe(
    // A new log does not have the cursor, and all of its events are new.
    Effect.tapErrorTag("ValidationError", () => Effect.zipRight(Ref.set(cursor, undefined), take([])))
  )
  const following = Effect.forever(Effect.retry(next, { schedule: AGAIN, while: mayPass }))
  yield* Effect.raceFirst(following, ended).pipe(
    Effect.catchAll((failure) => Effect.logDebug("a client is no longer notified of live events", failure))
  )
})

/** Returns whether a later call can succeed. A missing permission and a channel that is gone are for good. */
const mayPass = ({ _tag }: DiscordMcpError): boolean =>
  errorFacts[_tag].category !== "permission" && _tag !== "DiscordNotFoundError"

const cursorOf = (result: unknown): string | undefined => Option.getOrUndefined(decodeCursor(result))?.next_cursor

const decodeCursor = Schema.decodeUnknownOption(Schema.Struct({ next_cursor: Schema.String }))
