/** Results with events and with questions. */
import { Struct } from "effect"
import type { Settings } from "../../config/Settings.ts"
import { whereToSwitchOn } from "../../discord/permissions/privilegedIntents.ts"
import { counted, truncate } from "../../text/words.ts"
import { compact } from "../../tools/dsl/view.ts"
import { WITHHELD } from "../../tools/messages/withheldContent.ts"
import type { ToolResult } from "../../tools/ToolResult.ts"
import { APPROVE, type Ask } from "../Ask.ts"
import type { EventPage } from "../EventLog.ts"
import type { LoggedEvent } from "../GatewayEvent.ts"
import type { EventSettings } from "./fields.ts"

/** Returns an event as results show it, made once for each policy. */
const eventView = (event: LoggedEvent, mentionsMe: boolean, settings: EventSettings): EventView => {
  const ofEvent = views.get(event) ?? new WeakMap<EventSettings, Map<boolean, EventView>>()
  views.set(event, ofEvent)
  const ofPolicy = ofEvent.get(settings) ?? new Map<boolean, EventView>()
  ofEvent.set(settings, ofPolicy)
  const view = ofPolicy.get(mentionsMe) ?? makeView(event, mentionsMe, settings)
  ofPolicy.set(mentionsMe, view)
  return view
}

const views = new WeakMap<LoggedEvent, WeakMap<EventSettings, Map<boolean, EventView>>>()

/** Returns an event as results show it. Its texts are of people: the answer delimits them. */
const makeView = (event: LoggedEvent, mentionsMe: boolean, settings: EventSettings) => {
  const { attachments, eventId, forwarded, gap, mention_everyone, ...others } = event
  const rest = Struct.omit(others, "author_roles", "mention_roles", "mentions")
  return compact({
    event_id: eventId,
    ...rest,
    mentions_me: mentionsMe || undefined,
    mentions_everyone: mention_everyone,
    attachments: attachments?.map(attachmentView),
    forwarded: forwarded && compact({ ...forwarded, attachments: forwarded.attachments?.map(attachmentView) }),
    gap: gap && gapView(gap, settings)
  })
}

const attachmentView = ({ name, ...rest }: NonNullable<LoggedEvent["attachments"]>[number]): AttachmentView =>
  compact({ ...rest, filename: name })

/** An attached file. `transcript`: what people say in a recording. */
interface AttachmentView extends Omit<NonNullable<LoggedEvent["attachments"]>[number], "name"> {
  readonly filename?: string
  readonly transcript?: string
}

/** Adds the texts of recordings, by the id of the attachment. */
const withTexts = (event: EventView, texts: ReadonlyMap<string, string>): EventView => {
  const { attachments, forwarded } = event
  const added = (all: ReadonlyArray<AttachmentView> | undefined) =>
    all?.map((one) => compact({ ...one, transcript: texts.get(one.id) }))
  return [...(attachments ?? []), ...(forwarded?.attachments ?? [])].some(({ id }) => texts.has(id))
    ? compact({
        ...event,
        attachments: added(attachments),
        forwarded: forwarded && compact({ ...forwarded, attachments: added(forwarded.attachments) })
      })
    : event
}

/** Returns a gap with the channels that the caller may know. Those of any guild may be among the others. */
const gapView = (
  { channels = [], ...gap }: NonNullable<LoggedEvent["gap"]>,
  { allowedGuilds, eventChannels }: EventSettings
) => {
  const known = channels.filter((channel) => eventChannels?.includes(channel) ?? allowedGuilds === undefined)
  return { ...gap, ...(known.length > 0 && { channels: known }) }
}

/** An event in a result. */
type EventView = ReturnType<typeof makeView>

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
  settings: EventSettings & Pick<Settings["Type"], "gatewayIntents">,
  notes: ReadonlyArray<string> = [],
  texts: ReadonlyMap<string, string> = new Map()
): ToolResult<EventList> => {
  const views = events.map((event) => withTexts(eventView(event, mentionsMe(event), settings), texts))
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
    ...(events.some(({ parent_unknown }) => parent_unknown === true) ? [PARENT_UNKNOWN] : []),
    ...withheldNotes(events, settings)
  ]
  return {
    value: first(events.length),
    shorten: first,
    size: events.length,
    ...(notices.length > 0 && { notice: notices.join(" ") })
  }
}

const PARENT_UNKNOWN =
  "parent_unknown: the bot could not read whether this channel is a thread, so it may be in another channel than the one asked for."

/** Says why events of messages are empty: the connection does not ask for the intent, or the application lacks it. */
const withheldNotes = (
  events: ReadonlyArray<LoggedEvent>,
  { gatewayIntents }: Pick<Settings["Type"], "gatewayIntents">
): ReadonlyArray<string> => {
  const empty = events.filter(lacksContent)
  if (!gatewayIntents.includes("MESSAGE_CONTENT")) return empty.length > 0 ? [WITHOUT_CONTENT] : []
  // A bot's message can be empty until its command has an answer.
  return empty.some(({ author }) => author?.bot !== true) ? [WITHHELD] : []
}

const lacksContent = ({ type, ...event }: LoggedEvent): boolean =>
  type === "message_create" &&
  event.own !== true &&
  event.system !== true &&
  CONTENT.every((name) => (event[name] ?? "") === "")

/** The fields of an event that show what a message contains. */
const CONTENT = ["content", "attachments", "embeds", "components", "stickers", "forwarded", "poll"] as const

const WITHOUT_CONTENT = `Texts are missing, except of messages that mention the bot and of direct messages: the operator did not add MESSAGE_CONTENT to MCP_GATEWAY_INTENTS. First ${whereToSwitchOn("MESSAGE_CONTENT")}.`

/** The maximum number of characters that a list shows of a question. */
const SHOWN_MAX = 200

/** The states of a question in results. An approval can be declined. */
export const statuses = ["pending", "answered", "declined", "expired", "cancelled"] as const

/** Returns the state of a question. */
export const statusOf = ({ answer, approves, status }: Ask): (typeof statuses)[number] =>
  approves !== undefined && status === "answered" && answer?.value !== APPROVE ? "declined" : status

/** Returns a question as results show it. What people wrote is only in its answer. */
export const askView = (ask: Ask) => {
  const { answer, approves, ask_id, channel_id, created_at, expires_at, guild_id, message_id, options, question } = ask
  return compact({
    status: statusOf(ask),
    ask_id,
    kind: approves === undefined ? ("question" as const) : ("approval" as const),
    tool: approves?.tool,
    used: approves?.used,
    answer,
    channel_id,
    guild_id,
    message_id,
    question,
    options: options.length === 0 ? undefined : options,
    created_at,
    expires_at
  })
}

/** Makes the result of a list of questions. */
export const listOfAsks = (asks: ReadonlyArray<Ask>, hasMore: boolean) => {
  const views = asks.map((ask) => ({ ...askView(ask), question: truncate(ask.question, SHOWN_MAX) }))
  const first = (count: number) => ({
    items: views.slice(0, count),
    ...((hasMore || count < views.length) && { next_cursor: views[count - 1]?.ask_id })
  })
  return {
    value: first(views.length),
    shorten: first,
    size: views.length,
    ...(views.length === 0 && { notice: "This client has asked no such question." })
  }
}

/** Says that the text of a reply may be missing, or is. */
export const answerNotes = ({ answer, guild_id, options, status }: Ask, { gatewayIntents }: Settings["Type"]) => {
  const mayLackText = guild_id !== undefined && !gatewayIntents.includes("MESSAGE_CONTENT")
  if (answer !== undefined) {
    return answer.value === undefined && answer.text === undefined
      ? [`The reply has no text that the bot can read.${mayLackText ? ` ${REPLY_WITHOUT_CONTENT}` : ""}`]
      : []
  }
  return status === "pending" && options.length === 0 && mayLackText ? [REPLY_WITHOUT_CONTENT] : []
}

const REPLY_WITHOUT_CONTENT =
  "The bot can read the text of a reply only if the reply mentions it, as replies do by default: the operator did not add MESSAGE_CONTENT to MCP_GATEWAY_INTENTS."
