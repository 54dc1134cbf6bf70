/** Results with events. */
import { Struct } from "effect"
import type { Settings } from "../../config/Settings.ts"
import type { EventPage } from "../../events/EventLog.ts"
import type { LoggedEvent } from "../../events/GatewayEvent.ts"
import { counted } from "../../text/words.ts"
import { compact } from "../shared/compact.ts"
import type { ToolResult } from "../ToolResult.ts"

/** Returns an event as results show it. Its texts are of people: the answer delimits them. */
const eventView = (event: LoggedEvent, mentionsMe: boolean, isBounded: boolean) => {
  const { attachments, eventId, gap, mention_everyone, mention_roles: _roles, mentions: _mentions, ...rest } = event
  return compact({
    event_id: eventId,
    ...rest,
    mentions_me: mentionsMe || undefined,
    mentions_everyone: mention_everyone,
    attachments: attachments?.map(({ id, name, size }) => compact({ id, filename: name, size })),
    // The channels of a gap can be those of other guilds.
    gap: gap && (isBounded ? Struct.omit(gap, "channels") : gap)
  })
}

/** An event in a result. */
type EventView = ReturnType<typeof eventView>

/** A result with events, oldest first. */
export interface EventList {
  readonly items: ReadonlyArray<EventView>
  /** Continues after these events. */
  readonly next_cursor: string
  /** The number of events after the cursor that are gone. */
  readonly truncated?: number
  /** Whether the log has more events. */
  readonly has_more?: true
}

/** Makes the result of a reading. It can be cut after any event: the cursor continues there. */
export const eventList = (
  { events, more, nextCursor, truncated }: EventPage,
  mentionsMe: (event: LoggedEvent) => boolean,
  settings: Pick<Settings["Type"], "allowedGuilds" | "gatewayIntents">,
  notes: ReadonlyArray<string> = []
): ToolResult<EventList> => {
  const views = events.map((event) => eventView(event, mentionsMe(event), settings.allowedGuilds !== undefined))
  const first = (count: number): EventList => {
    const last = count < events.length ? events[count - 1] : undefined
    return {
      items: views.slice(0, count),
      next_cursor: last?.eventId ?? nextCursor,
      ...(truncated > 0 && { truncated }),
      ...((more || last !== undefined) && { has_more: true })
    }
  }
  const notices = [
    ...notes,
    ...(truncated > 0
      ? [
          `${counted(truncated, "event")} after the cursor ${truncated === 1 ? "is" : "are"} gone: the log keeps the newest.`
        ]
      : []),
    ...(events.some(lacksText) && !settings.gatewayIntents.includes("MESSAGE_CONTENT") ? [WITHOUT_CONTENT] : [])
  ]
  return {
    value: first(events.length),
    shorten: first,
    size: events.length,
    ...(notices.length > 0 && { notice: notices.join(" ") })
  }
}

const lacksText = ({ content = "", own, type }: LoggedEvent): boolean =>
  type === "message_create" && own !== true && content === ""

const WITHOUT_CONTENT =
  "Texts are missing, except of messages that mention the bot and of direct messages: the operator did not add MESSAGE_CONTENT to MCP_GATEWAY_INTENTS."
