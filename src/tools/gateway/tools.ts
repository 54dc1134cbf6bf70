import { Duration, Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import type { EventPage } from "../../events/EventLog.ts"
import { Events } from "../../events/Events.ts"
import { group } from "../dsl/defineTool.ts"
import { Progress, whileWaiting } from "../dsl/Progress.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { compact } from "../shared/compact.ts"
import { integer, optional, withDefault } from "../shared/fields.ts"
import { after, type EventFilter, filterFields, selects } from "./fields.ts"
import { synonyms } from "./synonyms.ts"
import { eventList } from "./view.ts"

/** Events in a result. */
const DEFAULT_LIMIT = 50
const LIMIT_MAX = 200

/** How long a call waits, in seconds. Clients without progress end a call after some minutes. */
const DEFAULT_WAIT_S = 50
const WAIT_MAX_S = 3600
const WITHOUT_PROGRESS_MAX_S = 300

/** Tools that read live events. They need the connection to Discord's gateway (`MCP_GATEWAY`). */
export const tools = group({ category: "gateway", synonyms }, [
  custom("gateway_wait_for", {
    title: "Wait for an event",
    description:
      "Wait until something happens, such as a new message, and return it. Without a match in time, items is empty: call again with after. For what happened before use gateway_read.",
    fields: {
      ...filterFields,
      timeout_seconds: withDefault(
        integer(
          `At most ${WAIT_MAX_S}, or ${WITHOUT_PROGRESS_MAX_S} without progress; ${DEFAULT_WAIT_S} by default.`,
          1,
          WAIT_MAX_S
        ),
        DEFAULT_WAIT_S
      ),
      after: optional(after)
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
      limit: withDefault(integer(`Events; ${DEFAULT_LIMIT} by default.`, 1, LIMIT_MAX), DEFAULT_LIMIT)
    },
    risk: "read",
    permissions: [],
    run: (input) =>
      Effect.gen(function* () {
        const { read, self, watch } = yield* Events
        const settings = yield* Settings
        const bot = yield* self
        yield* watch(input.channel_id === undefined ? [] : [input.channel_id])
        const page = yield* read({ after: input.after, limit: input.limit, filter: selects(input, bot, settings) })
        return eventList(page, bot, settings, page.events.length === 0 ? ["No event matches."] : [])
      })
  }),
  custom("gateway_status", {
    title: "Get the state of live events",
    description:
      "Get the state of the connection to Discord's gateway: intents, latency, remaining logins, size of the log.",
    fields: {},
    risk: "read",
    permissions: [],
    run: () =>
      Effect.gen(function* () {
        const { status } = yield* Events
        const { connection, log } = yield* status
        return { value: { ...connection, log: compact(log) }, fromServer: true }
      })
  })
])

interface WaitInput extends EventFilter {
  readonly timeout_seconds: number
  readonly after?: string
}

/** Waits for the first event that matches, and returns it with those that the log has by then. */
const waitFor = Effect.fn("gateway.waitFor")(function* (input: WaitInput) {
  const { read, self, status, wait, watch } = yield* Events
  const { isHeard = false } = yield* Progress
  const settings = yield* Settings
  const bot = yield* self
  const filter = selects(input, bot, settings)
  yield* watch(input.channel_id === undefined ? [] : [input.channel_id])
  const max = isHeard ? WAIT_MAX_S : WITHOUT_PROGRESS_MAX_S
  const seconds = Math.min(input.timeout_seconds, max)
  let page: EventPage = {
    events: [],
    nextCursor: input.after ?? (yield* status).log.cursor,
    truncated: 0,
    more: false
  }
  const matching = Effect.gen(function* () {
    while (page.events.length === 0) {
      // Only events that are gone before the first reading are told: later ones did not match.
      const { truncated } = page
      if (!page.more) yield* wait(page.nextCursor)
      page = yield* read({ after: page.nextCursor, limit: DEFAULT_LIMIT, filter })
      page = { ...page, truncated: page.truncated + truncated }
    }
  })
  const matched = yield* matching.pipe(
    whileWaiting((waited) => ({
      done: Duration.toSeconds(waited),
      total: seconds,
      message: `waiting for an event: ${Duration.toSeconds(waited)} s`
    })),
    Effect.timeoutOption(Duration.seconds(seconds))
  )
  const isClipped = seconds < input.timeout_seconds
  return eventList(page, bot, settings, [
    ...(Option.isNone(matched) ? [`No event matched in ${seconds} seconds: call again with after.`] : []),
    ...(Option.isNone(matched) && isClipped
      ? [`This client takes no progress, so a call waits at most ${WITHOUT_PROGRESS_MAX_S} seconds.`]
      : [])
  ])
})
