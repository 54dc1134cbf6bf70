/** A summary of events outside of a result: who, where and how many, in names and ids. Never what somebody wrote. */
import { Schema } from "effect"
import { optional } from "../errors/fields.ts"
import { escapeDelimiters } from "../text/delimiters.ts"
import { counted, firstChars, truncate } from "../text/words.ts"
import { CURSOR, cursorBefore, eventTypes, type LoggedEvent } from "./GatewayEvent.ts"

/** A channel or a person. The name is unset if it is not known, or if nothing of it can be shown. */
const Party = Schema.Struct({ id: Schema.String, name: optional(Schema.String) })

/** An event without what somebody wrote. Its fields are named as in the results of tools. */
const EventSummary = Schema.Struct({
  event_id: Schema.String,
  type: Schema.String,
  channel: optional(Party),
  /** The channel that the thread is in. */
  parent: optional(Party),
  author: optional(Party),
  guild_id: optional(Schema.String)
})

/** An event without what somebody wrote. */
export type EventSummary = typeof EventSummary.Type

/** Events without what somebody wrote. */
export const EventNotice = Schema.Struct({
  count: Schema.NonNegativeInt,
  /** Continues after these events. */
  cursor: Schema.String,
  events: Schema.Array(EventSummary),
  /** The number of events before them that are gone. */
  truncated: optional(Schema.NonNegativeInt)
})

/** Events without what somebody wrote. */
export type EventNotice = typeof EventNotice.Type

/** The maximum length of a name, in characters. */
const NAME_MAX = 32

/** The maximum length of a line, in characters. The longest fields of each kind make a shorter one. */
export const LINE_MAX = 300

/** A larger number is written as this one: another server may send any. */
const NUMBER_MAX = 999_999

/** What an event has of the summary, in the log and in the results of tools. */
type EventFacts = Pick<
  LoggedEvent,
  "eventId" | "channel_id" | "guild_id" | "author" | "name" | "thread_name" | "parent_id" | "parent_name"
> & {
  readonly type: string
}

/** Returns the summary of an event. `channelName`: the name of its channel, if it is known. Events of a channel have it. */
export const summaryOf = (
  { author, channel_id, eventId, guild_id, name, parent_id, parent_name, thread_name, type }: EventFacts,
  channelName?: string
): EventSummary => {
  const channel = partyOf(channel_id, name ?? thread_name ?? channelName)
  const parent = partyOf(parent_id, parent_name)
  const by = partyOf(author?.id, author?.name)
  return {
    event_id: cursorOf(eventId),
    type: typeOf(type),
    ...(channel !== undefined && { channel }),
    ...(parent !== undefined && { parent }),
    ...(by !== undefined && { author: by }),
    ...(guild_id !== undefined && ID.test(guild_id) && { guild_id })
  }
}

/**
 * Returns one line of at most 300 characters that is safe to print on a terminal and to put before a model. It has no text
 * of a message. People chose the names: they are quoted, cleaned and at most 32 characters long.
 */
export const eventLine = (notice: EventNotice): string => {
  const line = lineOf(notice, true)
  // The channel of a thread is named if the line stays short enough.
  return line.length <= LINE_MAX ? line : lineOf(notice, false)
}

const lineOf = ({ count, cursor, events: [first], truncated = 0 }: EventNotice, withParent: boolean): string =>
  [
    first === undefined
      ? "Discord: no event."
      : `Discord: ${counted(Math.min(count, NUMBER_MAX), "event")}${detailsOf(first, count, withParent)}.`,
    ...(truncated > 0
      ? [`${counted(Math.min(truncated, NUMBER_MAX), "event")} ${truncated === 1 ? "is" : "are"} gone.`]
      : []),
    ...(first === undefined ? [] : [`Read: gateway_read after ${cursorBefore(first.event_id) ?? UNKNOWN}.`]),
    `Cursor: ${cursorOf(cursor)}`
  ].join(" ")

const detailsOf = ({ author, channel, parent, type }: EventSummary, count: number, withParent: boolean): string =>
  [
    `, ${count === 1 ? "" : "first "}${typeOf(type)}`,
    ...(author === undefined ? [] : [`by ${nameAndId(author)}`]),
    ...(channel === undefined ? [] : [`in ${nameAndId(channel)}`]),
    ...(parent === undefined || !withParent ? [] : [`of ${nameAndId(parent)}`])
  ].join(" ")

const nameAndId = ({ id, name }: typeof Party.Type): string => {
  const safeId = ID.test(id) ? id : UNKNOWN
  const clean = name === undefined ? "" : cleanName(name)
  return clean === "" ? safeId : `"${clean}" (${safeId})`
}

const UNKNOWN = "unknown"

const types: ReadonlySet<string> = new Set(eventTypes)

/** Returns the type of an event. A newer server may have other types. */
const typeOf = (type: string): string => (types.has(type) ? type : "event")

/** Discord's ids: 64 bits. */
const ID = /^\d{1,20}$/

const cursorOf = (cursor: string): string => (CURSOR.test(cursor) ? cursor : UNKNOWN)

const partyOf = (id: string | undefined, name: string | undefined): typeof Party.Type | undefined => {
  if (id === undefined || !ID.test(id)) return undefined
  const clean = name === undefined ? "" : cleanName(name)
  return clean === "" ? { id } : { id, name: clean }
}

/**
 * Returns a name of letters, digits, emoji and the signs that names usually have. Everything else becomes a space: control,
 * format and bidirectional characters, line breaks, quotes, brackets, backslashes and what looks like them.
 */
export const cleanName = (name: string): string => {
  const visible = withSpaces(firstChars(name, NAME_INPUT_MAX))
  return truncate(withSpaces(escapeDelimiters(visible)), NAME_MAX)
}

/** More of a name is not read. Discord's names have at most 100 characters. */
const NAME_INPUT_MAX = 200

const withSpaces = (text: string): string => text.replaceAll(NOT_IN_NAMES, " ").replaceAll(/ {2,}/g, " ").trim()

/**
 * Also letters and symbols that look like quotes, brackets or spaces are not in names. A mark that joins emoji is invisible,
 * so a joined emoji becomes its parts.
 */
const NOT_IN_NAMES =
  /[\p{Default_Ignorable_Code_Point}\u02B9-\u02DF\u02EE\u0374\u05F3\u05F4\u1433\u1438\u16B2\u275B-\u2760\u2800\u{1F676}-\u{1F678}]|[^\p{L}\p{M}\p{N}\p{So}_.\-+!?#@&:…]/gu
