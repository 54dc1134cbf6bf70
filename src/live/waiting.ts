/**
 * What the command `wait` asks of the process that owns the bot's connection, and the answer: never what somebody wrote.
 * Clients are notified of events by the same summary.
 */
import { Data, Duration, Effect, Option, Schema } from "effect"
import { optional } from "../errors/fields.ts"
import { EventNotice, summaryOf } from "./eventLine.ts"

/** A question of the command, and one line of the local socket. The tool checks the input of a wait. */
export const WaitRequest = Schema.Union(
  /** Where the log ends now. */
  Schema.Struct({ ask: Schema.Literal("cursor") }),
  /** The next events that match. `input` is that of `gateway_wait_for`. */
  Schema.Struct({
    ask: Schema.Literal("wait"),
    input: Schema.Record({ key: Schema.String, value: Schema.Unknown })
  })
)

/** Why a question has no answer: the failure of a tool, as its caller sees it. */
export const WaitProblem = Schema.Struct({
  code: Schema.String,
  message: Schema.String,
  recovery_hint: optional(Schema.String),
  /** Whether the same question can be answered later. */
  retriable: optional(Schema.Boolean),
  /** Of `GATEWAY_UNAVAILABLE`. */
  reason: optional(Schema.String),
  validation_issues: optional(Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String })))
})

/** The answer to a question, and one line of the local socket. `ended`: the process does not own the connection any more. */
export const WaitAnswer = Schema.Union(
  Schema.Struct({ cursor: Schema.String }),
  Schema.Struct({ notice: EventNotice }),
  Schema.Struct({ problem: WaitProblem }),
  Schema.Struct({ ended: Schema.Literal(true) })
)

/** A question of the command. */
export type WaitRequest = typeof WaitRequest.Type

/** The answer to a question. */
export type WaitAnswer = typeof WaitAnswer.Type

/** Why a question has no answer. */
export type WaitProblem = typeof WaitProblem.Type

/** No process listens at the address. `message`: the address of a server, and why it cannot be reached. */
export class NobodyListens extends Data.TaggedError("NobodyListens")<{ readonly message?: string }> {}

/** The process that owns the connection has ended, or it does not own the connection any more. */
export class OwnerLost extends Data.TaggedError("OwnerLost") {}

/** Makes an answer of the envelope of a failure. */
export const problemIn = (envelope: unknown): { readonly problem: WaitProblem } => ({
  problem: decodeProblem(envelope)
})

const decodeProblem = Schema.decodeUnknownSync(WaitProblem)

/** The result of a tool is not the one that this version knows. */
export class UnreadableResult extends Data.TaggedError("UnreadableResult")<{ readonly tool: string }> {}

/** The maximum number of channels whose names are looked up, and the time for it. */
export const LOOKUPS_MAX = 5
const LOOKUP_TIME = Duration.seconds(1)

/** Calls a tool of the owner: in its process, or over HTTP. Returns the structured result. */
export type CallTool<E> = (tool: string, input: Readonly<Record<string, unknown>>) => Effect.Effect<unknown, E>

/** Answers questions by the tools of live events, so that they select the same events, within the same policy. */
export const answerBy =
  <E>(call: CallTool<E>) =>
  (request: WaitRequest): Effect.Effect<WaitAnswer, E | UnreadableResult> =>
    request.ask === "cursor"
      ? // By the tool of the wait itself, because the operator may allow no other.
        Effect.flatMap(call(WAIT_FOR, { timeout_seconds: 0 }), (result) =>
          Option.match(decodeEvents(result), {
            onNone: () => new UnreadableResult({ tool: WAIT_FOR }),
            onSome: ({ next_cursor }) => Effect.succeed({ cursor: next_cursor })
          })
        )
      : Effect.flatMap(call(WAIT_FOR, request.input), (result) =>
          Option.match(decodeEvents(result), {
            onNone: () => new UnreadableResult({ tool: WAIT_FOR }),
            onSome: (events) => Effect.map(noticeOf(call, events), (notice) => ({ notice }))
          })
        )

const WAIT_FOR = "gateway_wait_for"

/** An event in the result of a tool. Only what the summary has is read, and whether it mentions the bot. */
export const EventItem = Schema.Struct({
  event_id: Schema.String,
  type: Schema.String,
  channel_id: optional(Schema.String),
  guild_id: optional(Schema.String),
  author: optional(Schema.Struct({ id: Schema.String, name: optional(Schema.String) })),
  name: optional(Schema.String),
  thread_name: optional(Schema.String),
  parent_id: optional(Schema.String),
  parent_name: optional(Schema.String),
  mentions_me: optional(Schema.Boolean)
})

/** An event in the result of a tool. */
export type EventItem = typeof EventItem.Type

const Events = Schema.Struct({
  items: Schema.Array(EventItem),
  next_cursor: Schema.String,
  truncated: optional(Schema.NonNegativeInt)
})
const decodeEvents = Schema.decodeUnknownOption(Events)

/** Returns the notice of events, with the names of their channels, which it looks up by a tool of the caller. */
export const noticeOf = Effect.fnUntraced(function* <E>(
  call: CallTool<E>,
  { items, next_cursor, truncated }: typeof Events.Type
) {
  const unnamed = items.filter(({ name = "", thread_name = name }) => thread_name === "")
  const channels = [...new Set(unnamed.flatMap(({ channel_id }) => channel_id ?? []))].slice(0, LOOKUPS_MAX)
  const names = yield* Effect.forEach(channels, (id) => Effect.map(nameOf(call, id), (name) => [id, name] as const), {
    concurrency: "unbounded"
  })
  const nameById = new Map(names)
  return {
    count: items.length,
    cursor: next_cursor,
    events: items.map(({ event_id, ...event }) =>
      summaryOf({ ...event, eventId: event_id }, nameById.get(event.channel_id ?? ""))
    ),
    ...(truncated !== undefined && { truncated })
  } satisfies EventNotice as EventNotice
})

/** Returns the name of a channel. It is a help for the reader, so the answer does not wait long for it. */
const nameOf = <E>(call: CallTool<E>, channel_id: string): Effect.Effect<string | undefined> =>
  call("channels_get", { channel_id }).pipe(
    Effect.map((channel) => Option.getOrUndefined(decodeChannel(channel))?.name),
    Effect.timeoutTo({ duration: LOOKUP_TIME, onTimeout: () => undefined, onSuccess: (name) => name }),
    Effect.orElseSucceed(() => undefined)
  )

const decodeChannel = Schema.decodeUnknownOption(Schema.Struct({ name: Schema.String }))
