/** The live events of a server as a stream, by the cursors of gateway_read and gateway_wait_for. */
import { Chunk, Duration, Effect, Option, Stream } from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { describe } from "../errors/DiscordMcpError.ts"
import type { RemoteFailure } from "../errors/RemoteFailure.ts"
import type { ConnectionFailed } from "./Session.ts"
import type { ToolInput, ToolOutput } from "./ToolCall.ts"

/** Every failure of a call. `Client.ts` exports it, and imports this file. */
type CallFailure = DiscordMcpError | RemoteFailure | ConnectionFailed

/** Selects events, as the fields of `gateway_wait_for` do. */
export type EventFilter = Omit<ToolInput<"gateway_wait_for">, "after" | "timeout_seconds">

/** Where the stream begins, and how much it reads at once. */
export interface EventsOptions {
  /** The cursor of an element, or of a tool's result. Unset: only what happens from now on. */
  readonly after?: string
  /** The maximum number of logged events of one call, 1 to 200. Default 50. */
  readonly limit?: number
}

/** The output of `gateway_read` and of `gateway_wait_for`. */
type EventPage = ToolOutput<"gateway_wait_for">

/** An event as the server shows it. */
export type LiveEvent = EventPage["items"][number] & {
  /** Continues after this event: `after` of another stream or call. */
  readonly cursor: string
  /** The number of events before this one that the server's log no longer has. */
  readonly truncated?: number
}

/** Calls one of the tools that read events. */
type ReadEvents = <Name extends "gateway_read" | "gateway_wait_for">(
  name: Name,
  input: ToolInput<Name>
) => Effect.Effect<EventPage, CallFailure>

/** Where the next call goes on. `isBehind`: the log may have more events. */
interface Position {
  readonly cursor: string
  readonly isBehind: boolean
  readonly truncated: number
}

/** Makes the stream. Each call begins at the cursor of the one before, so no event is lost or repeated. */
export const eventsBy =
  (call: ReadEvents) =>
  (filter: EventFilter = {}, { after, limit = 50 }: EventsOptions = {}): Stream.Stream<LiveEvent, CallFailure> => {
    const begin: Effect.Effect<Position, CallFailure> =
      after === undefined
        ? Effect.map(persistently(call("gateway_read", { ...filter, limit: 1 })), ({ next_cursor }) => ({
            cursor: next_cursor,
            isBehind: false,
            truncated: 0
          }))
        : Effect.succeed({ cursor: after, isBehind: true, truncated: 0 })
    const next = ({ cursor, isBehind, truncated: before }: Position) =>
      persistently(
        isBehind
          ? call("gateway_read", { ...filter, after: cursor, limit })
          : call("gateway_wait_for", { ...filter, after: cursor, timeout_seconds: WAIT_S })
      ).pipe(
        Effect.map(({ has_more = false, items, next_cursor, truncated = 0 }) => {
          const gone = before + truncated
          const events = items.map(
            (event, at): LiveEvent => ({
              ...event,
              cursor: event.event_id,
              ...(at === 0 && gone > 0 && { truncated: gone })
            })
          )
          const position = { cursor: next_cursor, isBehind: has_more, truncated: items.length === 0 ? gone : 0 }
          return [Chunk.fromIterable(events), Option.some(position)] as const
        })
      )
    return Stream.unwrap(Effect.map(begin, (position) => Stream.paginateChunkEffect(position, next)))
  }

/** How long one call waits, in seconds. Then the next one goes on. */
const WAIT_S = 20

/** A call without an answer by then is repeated: a broken connection can lose the answer unnoticed. */
const LOST_AFTER = Duration.seconds(WAIT_S + 10)

/** The shortest wait before a call is repeated, in milliseconds. */
const AGAIN_MS = 1000

/** Repeats a call while it has no answer, or its failure says that waiting helps. It only reads. */
const persistently = (call: Effect.Effect<EventPage, CallFailure>): Effect.Effect<EventPage, CallFailure> =>
  call.pipe(
    Effect.timeoutOption(LOST_AFTER),
    Effect.flatMap(Option.match({ onNone: () => persistently(call), onSome: Effect.succeed })),
    Effect.catchAll((failure) =>
      isRetriable(failure)
        ? Effect.zipRight(Effect.sleep(Math.max(AGAIN_MS, waitOf(failure))), persistently(call))
        : Effect.fail(failure)
    )
  )

/** A lost connection does not come back. */
const isRetriable = (failure: CallFailure): boolean => {
  if (failure._tag === "ConnectionFailed") return false
  return failure._tag === "RemoteFailure" ? failure.retriable : describe(failure).retriable
}

const waitOf = (failure: CallFailure): number => ("retry_after_ms" in failure ? (failure.retry_after_ms ?? 0) : 0)
