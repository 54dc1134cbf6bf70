import { Duration, Effect, Option, Schedule, Struct } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Permit } from "../../discord/Permit.ts"
import { ScopeRejectedError } from "../../errors/DiscordMcpError.ts"
import { itemsUpTo, optional, withDefault } from "../../objects/schema/fields.ts"
import { isoTime } from "../../text/words.ts"
import { ClientCalls } from "../../tools/ClientCalls.ts"
import { group } from "../../tools/dsl/defineTool.ts"
import { waitAtMost, whileWaiting } from "../../tools/dsl/Progress.ts"
import { custom } from "../../tools/dsl/toolBuilders.ts"
import { compact, isFull, view } from "../../tools/dsl/view.ts"
import type { Awaited } from "../arrivals.ts"
import type { EventLog, EventPage, ReadOptions } from "../EventLog.ts"
import { Following } from "../Following.ts"
import { Gateway, isReplaced, LOOK_AGAIN, type Watch } from "../Gateway.ts"
import { filesUnusable } from "../SegmentFiles.ts"
import { askTools } from "./asks.ts"
import { awaitedBy, failIfNoneArrives, missingNotes } from "./awaited.ts"
import {
  after,
  checkChannel,
  type EventFilter,
  type EventSettings,
  filterFields,
  type HeldRoles,
  include_system,
  mentionsBot,
  onlyMentions,
  rolesAmong,
  selects,
  timeout_seconds_or_none,
  transcribe,
  waitOf
} from "./fields.ts"
import { presenceTool } from "./presence.ts"
import type { Transcripts } from "./transcribed.ts"
import { eventList } from "./view.ts"

/** Events in a result. */
const DEFAULT_LIMIT = 50
const LIMIT_MAX = 200

const synonyms = {
  gateway_wait_for:
    "wait for a message, wait for a reply, wait until somebody answers, wait for a reaction, wait until someone mentions me, listen for messages, watch a channel, wake me when, tell me when somebody writes, block until a message, await a message, poll for new messages, subscribe to messages, wait for someone to join, notify me of new messages",
  gateway_read:
    "read events, event log, what happened since, recent events, new events, missed events, live messages, list events of the gateway, events since a cursor, history of events",
  gateway_status:
    "is the bot connected, connection status, gateway status, live events status, latency of the gateway, websocket status, intents of the connection, remaining logins, identify budget",
  presence_set:
    "set status, set activity, change presence, appear online, go invisible, idle, do not disturb, custom status of the bot, playing status, show what the bot is doing",
  messages_ask:
    "ask a person, ask a question with buttons, wait for an answer, yes or no question, let people choose, ask for approval, get a decision, human in the loop, ask the team, ask a role, ask somebody and wait for the reply, multiple choice question, confirm with a person, prompt a user, ask by DM",
  asks_list:
    "open questions, pending questions, my questions, questions without an answer, list approvals, unanswered asks",
  asks_get:
    "answer to a question, has anybody answered, late answer, status of a question, result of an approval, who answered",
  asks_cancel: "take back a question, cancel a question, withdraw a question, withdraw an approval, stop asking"
}

/** Tools for live events and for questions to people. They need the connection to Discord's gateway (`MCP_GATEWAY`). */
export const tools = group({ category: "gateway", synonyms }, [
  custom("gateway_wait_for", {
    title: "Wait for an event",
    description:
      "Wait until something happens, such as a new message, and return it. Without a match in time, items is empty: call again with after. For what happened before use gateway_read.",
    fields: {
      ...filterFields,
      include_system,
      timeout_seconds: timeout_seconds_or_none,
      after: optional(after),
      transcribe
    },
    risk: "read",
    permissions: [],
    duration: "waiting",
    run: (input) => waitFor(input)
  }),
  custom("gateway_read", {
    title: "Read events",
    description:
      "Read events that the server has logged, oldest first. Without after: the newest. next_cursor continues, also later: nothing is missed or repeated.",
    fields: {
      ...filterFields,
      after: optional(after),
      transcribe,
      limit: withDefault(itemsUpTo(`Events; ${DEFAULT_LIMIT} by default.`, 1, LIMIT_MAX), DEFAULT_LIMIT)
    },
    risk: "read",
    permissions: [],
    run: (input) =>
      Effect.gen(function* () {
        const { mentionsMe, page, settings } = yield* readMatching("gateway_read", input, input)
        const { expectsEvents } = yield* Following
        if (expectsEvents === true) yield* failIfNoneArrives(yield* awaitedBy(input, settings))
        const { notes, texts } = yield* spoken(input, page)
        const none = page.events.length === 0 ? ["No event matches."] : []
        return eventList(page, mentionsMe, settings, [...none, ...notes], texts)
      })
  }),
  custom("gateway_status", {
    title: "Get the state of live events",
    description:
      "Get the state of the connection to Discord's gateway: intents, latency, remaining logins, size of the log.",
    fields: view,
    risk: "read",
    permissions: [],
    run: (input) =>
      Effect.gen(function* () {
        const { connection, endpoint, intents, log, unavailable, ...counts } = yield* (yield* Gateway).status
        // Without a log, another process owns the bot's events, or there are none.
        if (log === undefined && unavailable !== undefined) return yield* unavailable
        return {
          value: compact({
            state: unavailable === undefined ? "connected" : "not_connected",
            reason: unavailable?.reason,
            retry_after_ms: unavailable?.retry_after_ms,
            connected_since: connection?.connectedSince && isoTime(connection.connectedSince),
            latency_ms: connection?.latencyMs,
            clicks_by_http: endpoint,
            intents,
            logins: connection?.startLimit,
            logins_today: counts.identifiesToday,
            log: log && { events: log.events, bytes: log.bytes, oldest: log.oldestAt && isoTime(log.oldestAt) },
            recovered: counts.recovered,
            gaps: log?.gaps,
            next_cursor: log?.cursor,
            ...(isFull(input) && {
              connections: connection && Struct.pick(connection, "identifies", "resumes", "disconnects"),
              dropped: counts.dropped
            })
          }),
          fromServer: true as const
        }
      })
  }),
  presenceTool,
  ...askTools
])

/** Reads what matches, and remembers the channel or the guild of the call: its messages are read again after a gap. */
const readMatching = Effect.fnUntraced(function* (
  tool: string,
  filter: EventFilter,
  options: Omit<ReadOptions, "filter">
) {
  const gateway = yield* Gateway
  const settings = yield* Settings
  yield* checkChannel(tool, filter, settings)
  const [log, botId] = yield* Effect.all([gateway.log, gateway.botId])
  if (!gateway.takesReplies && !filter.types.includes("interaction_create")) {
    // By the interactions endpoint alone, nothing else arrives.
    const { unavailable } = yield* gateway.status
    if (unavailable?.reason === "off") return yield* unavailable
  }
  yield* gateway.watch(watchesOf(filter, settings))
  const selected = selects(filter, botId, settings)
  const isMention = onlyMentions(filter, settings)
  let roles: HeldRoles = new Map()
  let page: EventPage
  let isKnown: boolean
  // Which roles are the bot's is looked up by guild, and then the same is read again without mentions of other roles.
  do {
    const held = roles
    const mentions = mentionsBot(botId, held)
    page = yield* readLog(log, {
      ...options,
      filter: (event) =>
        selected(event) && (!isMention || event.type === "gap" || !held.has(event.guild_id ?? "") || mentions(event))
    })
    roles = yield* rolesAmong(page.events, botId, held)
    isKnown = roles.size === held.size
  } while (isMention && !isKnown)
  return { log, page, selected, mentionsMe: mentionsBot(botId, roles), settings }
})

/** Returns what a call asks for, within the caller's policy. The channels that a policy names are watched in any case. */
const watchesOf = (
  { channel_id, guild_id }: EventFilter,
  { allowedGuilds, eventChannels }: EventSettings
): ReadonlyArray<Watch> => {
  if (channel_id !== undefined) return [compact({ channel_id, guild_id })]
  if (eventChannels !== undefined) return []
  return guild_id === undefined && allowedGuilds !== undefined
    ? allowedGuilds.map((allowed) => ({ guild_id: allowed }))
    : [compact({ guild_id })]
}

/** Reads the log. If it cannot be read, the operator's log says why. */
const readLog = (log: EventLog, options: ReadOptions) =>
  Effect.catchTag(log.read(options), "EventLogFailed", ({ message }) =>
    Effect.zipRight(Effect.logWarning(message), filesUnusable)
  )

/** Reads the texts of the recordings in a page, if the call asks for them. */
const spoken = ({ transcribe }: { readonly transcribe?: boolean }, { events }: EventPage) =>
  transcribe === true
    ? Effect.flatMap(loadTranscribed, ({ transcriptsOf }) => transcriptsOf(events))
    : Effect.succeed<Transcripts>({ texts: new Map(), notes: [] })

/** Few calls ask for texts of recordings. */
const loadTranscribed = Effect.promise(() => import("./transcribed.ts"))

interface WaitInput extends EventFilter {
  readonly transcribe?: boolean
  readonly timeout_seconds: number
  readonly after?: string
}

/** Waits for the first event that matches, and returns it with those that the log has by then. */
const waitFor = Effect.fn("gateway.waitFor")(function* (input: WaitInput) {
  const { notes, seconds } = yield* waitOf(input)
  const gateway = yield* Gateway
  const log = yield* gateway.log
  const { follower } = yield* Following
  const after =
    follower === undefined ? (input.after ?? (yield* log.stats).cursor) : yield* gateway.follow(follower, input.after)
  const budgets = yield* ClientCalls
  let reading = yield* readMatching("gateway_wait_for", input, { after, limit: DEFAULT_LIMIT })
  let cursor = reading.page.nextCursor
  const awaited = yield* awaitedBy(input, reading.settings)
  const passed = (next: string) => {
    cursor = next
  }
  const matching = Effect.gen(function* () {
    while (reading.page.events.length === 0) {
      const { log, page, selected } = reading
      if (!page.more) yield* Effect.raceFirst(log.wait(cursor, { filter: selected, passed }), untilEnded(log, awaited))
      // One event can wake many calls, so they go on one after the other.
      const next = yield* budgets.inTurn(
        readMatching("gateway_wait_for", input, { after: cursor, limit: DEFAULT_LIMIT })
      )
      reading = { ...next, page: { ...next.page, truncated: next.page.truncated + page.truncated } }
      cursor = next.page.nextCursor
    }
  })
  // It asks only for the cursor: no event is missing.
  if (seconds === 0) {
    const transcripts = yield* spoken(input, reading.page)
    return eventList(
      reading.page,
      reading.mentionsMe,
      reading.settings,
      [...notes, ...transcripts.notes],
      transcripts.texts
    )
  }
  const matched = yield* matching.pipe(
    whileWaiting((waited) => ({
      done: Duration.toSeconds(waited),
      total: seconds,
      message: `waiting for an event: ${Duration.toSeconds(waited)} s`
    })),
    waitAtMost(Duration.seconds(seconds))
  )
  const { mentionsMe, settings } = reading
  const page = { ...reading.page, nextCursor: cursor }
  const transcripts = yield* spoken(input, page)
  const unmatched = Option.isNone(matched)
    ? ["No event matched in time: call again with after.", ...(yield* missingNotes(awaited)), ...notes]
    : []
  return eventList(page, mentionsMe, settings, [...unmatched, ...transcripts.notes], transcripts.texts)
})

/**
 * Completes when the process has opened another log, because it lost the connection and owns it again. Fails when no event
 * can come: the connection does not come back by itself, an intent is missing, or the caller may not see it.
 */
const untilEnded = (log: EventLog, awaited: Awaited) =>
  Effect.gen(function* () {
    const { policy } = yield* Permit
    yield* Effect.mapError(
      policy.beforeResult,
      (rejection) => new ScopeRejectedError({ ...rejection, policy_changed: "result_withheld" })
    )
    const gateway = yield* Gateway
    yield* failIfNoneArrives(awaited)
    return yield* isReplaced(gateway.log, log)
  }).pipe(Effect.repeat({ schedule: Schedule.spaced(LOOK_AGAIN), until: (is) => is }))
