/** The events of the log: what they hold, and when two are the same. */
import { type Option, Schema } from "effect"
import { Time } from "../objects/schema/snowflake.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** The types of events, named as Discord's dispatches, and gaps: times of which events may be missing. */
export const eventTypes = [
  "message_create",
  "message_update",
  "message_delete",
  "message_reaction_add",
  "message_reaction_remove",
  "message_poll_vote_add",
  "message_poll_vote_remove",
  "guild_member_add",
  "guild_member_remove",
  "thread_create",
  "thread_delete",
  "channel_delete",
  "interaction_create",
  "gap"
] as const

/** The type of an event. */
export type EventType = (typeof eventTypes)[number]

/** A person, bot or webhook. */
const Author = Schema.Struct({
  id: Schema.String,
  name: optional(Schema.String),
  /** The name in the guild. */
  nick: optional(Schema.String),
  bot: optional(Schema.Literal(true))
})

/** An attached file, without its content. */
const Attachment = Schema.Struct({
  id: Schema.String,
  name: optional(Schema.String),
  /** The name as it was uploaded, if Discord stores the file under another one. */
  title: optional(Schema.String),
  size: optional(Schema.Number),
  /** The duration of a voice message. */
  seconds: optional(Schema.Number)
})

/** What a message or a forwarded message contains. */
const Content = {
  content: optional(Schema.String),
  attachments: optional(Schema.Array(Attachment)),
  /** The numbers of embeds and of components. */
  embeds: optional(Schema.Number),
  components: optional(Schema.Number),
  /** The texts of embeds and of components. */
  texts: optional(Schema.Array(Schema.String)),
  voice_message: optional(Schema.Literal(true)),
  /** The names of stickers. */
  stickers: optional(Schema.Array(Schema.String))
}

const Poll = Schema.Struct({
  question: optional(Schema.String),
  answers: optional(Schema.Array(Schema.Struct({ id: optional(Schema.Number), text: optional(Schema.String) })))
})

/** Why a gap is in the log, and what may be missing from `since` until the time of the event. */
export const Gap = Schema.Struct({
  reason: Schema.Literal("restart", "session_lost", "sequence", "unreadable", "limit"),
  since: optional(Schema.String),
  /** Whether the messages of the watched channels were read since. Other events, such as reactions, are missing. */
  messages_recovered: Schema.Boolean,
  /** Channels whose messages could not be read, or not all of them. */
  channels: optional(Schema.Array(Schema.String))
})

/** An event, with texts as Discord gave them: the reader delimits them. */
export const GatewayEvent = Schema.Struct({
  type: Schema.Literal(...eventTypes),
  /** When it happened, as an ISO time. */
  time: Schema.String,
  guild_id: optional(Schema.String),
  channel_id: optional(Schema.String),
  message_id: optional(Schema.String),
  author: optional(Author),
  /** The roles that the author of a message had when it was sent. Unset outside guilds, and if it was read later. */
  author_roles: optional(Schema.Array(Schema.String)),
  ...Content,
  edited: optional(Schema.String),
  reply_to: optional(Schema.Struct({ message_id: optional(Schema.String), author_id: optional(Schema.String) })),
  mentions: optional(Schema.Array(Schema.String)),
  mention_roles: optional(Schema.Array(Schema.String)),
  mention_everyone: optional(Schema.Literal(true)),
  /** What the message forwards. Discord does not say whose message it is. */
  forwarded: optional(Schema.Struct(Content)),
  poll: optional(Poll),
  /** The message is a notice of Discord, such as of a pin or a join. Its author caused it. */
  system: optional(Schema.Literal(true)),
  /** The kind of a notice, as Discord's documentation names types of messages, or of an interaction. */
  kind: optional(Schema.String),
  /** A reaction: the emoji's name, or `name:id`. */
  emoji: optional(Schema.String),
  /** A super reaction. */
  burst: optional(Schema.Literal(true)),
  /** A vote: the number of the answer. */
  answer_id: optional(Schema.Number),
  /** An interaction, never with its token. `answer_until`: the tools for interactions can answer it by its id until then. */
  interaction_id: optional(Schema.String),
  answer_until: optional(Schema.String),
  /** A command: its name with those of its groups, its options, and the user or message that it was used on. */
  command: optional(Schema.String),
  options: optional(Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String }))),
  target_id: optional(Schema.String),
  /** A click, a choice or a form: the custom id of the component, its label, and the chosen values. */
  custom_id: optional(Schema.String),
  label: optional(Schema.String),
  values: optional(Schema.Array(Schema.String)),
  /** A thread or a deleted channel: its name, and the channel or category that it is in. */
  name: optional(Schema.String),
  parent_id: optional(Schema.String),
  parent_name: optional(Schema.String),
  /** Of another event in a thread: the name of the thread. */
  thread_name: optional(Schema.String),
  /** The thread is private. */
  private_thread: optional(Schema.Literal(true)),
  /** It could not be read whether the channel is a thread, and of which channel. */
  parent_unknown: optional(Schema.Literal(true)),
  /** The event is by this bot. */
  own: optional(Schema.Literal(true)),
  /** The event was read later over HTTP. */
  recovered: optional(Schema.Literal(true)),
  gap: optional(Gap)
})

/** An event, with texts as Discord gave them. */
export type GatewayEvent = typeof GatewayEvent.Type

/** Returns every text of a message's event: of embeds, components, files, polls, stickers and the forwarded message, too. */
export const eventTexts = ({ forwarded, poll, ...event }: GatewayEvent): ReadonlyArray<string> =>
  [
    ...textsOf(event),
    ...(forwarded === undefined ? [] : textsOf(forwarded)),
    event.command,
    event.label,
    ...(event.values ?? []),
    ...(event.options ?? []).map(({ value }) => value),
    poll?.question,
    ...(poll?.answers ?? []).map(({ text }) => text)
  ].flatMap((text) => text ?? [])

const textsOf = ({
  attachments = [],
  content,
  stickers = [],
  texts = []
}: Pick<GatewayEvent, "attachments" | "content" | "stickers" | "texts">) => [
  content,
  ...texts,
  ...stickers,
  ...attachments.flatMap(({ name, title }) => [name, title])
]

/** An event to append. `origin` identifies its dispatch: the session and the sequence number. */
export interface NewEvent {
  readonly event: GatewayEvent
  readonly origin?: string
}

/** An event in the log. Its id is also the cursor after it. */
export interface LoggedEvent extends GatewayEvent {
  readonly eventId: string
}

/** A cursor: the name of a log, and the number of an event. */
export const CURSOR = /^([\da-f]{12})-(0|[1-9]\d{0,14})$/

/** Returns the cursor whose next event is this one. */
export const cursorBefore = (eventId: string): string | undefined => {
  const [, log, number] = CURSOR.exec(eventId) ?? []
  return log === undefined ? undefined : `${log}-${Math.max(0, Number(number) - 1)}`
}

/**
 * Returns what identifies an event: the message, and its edit time. An edit without a time, a reaction or a member has no
 * identity but that of its dispatch.
 */
export const keysOf = ({ event, origin }: NewEvent): ReadonlyArray<string> => [
  ...(event.message_id !== undefined && (byMessage.has(event.type) || event.edited !== undefined)
    ? [`${event.type}:${event.message_id}:${event.type === "message_update" ? event.edited : ""}`]
    : []),
  ...(origin === undefined ? [] : [origin])
]

const byMessage: ReadonlySet<EventType> = new Set(["message_create", "message_delete"])

/** Line of the log, as it is written. `at`: when it was written, in milliseconds since 1970. */
export interface Line {
  readonly id: number
  readonly at: number
  readonly origin?: string
  readonly event: GatewayEvent
}

/** Formats a line, without its line break. */
export const formatLine = (line: Line): string => JSON.stringify(line)

/** Parses a line. None for a torn line, or for one that this version cannot read. */
export const parseLine = (text: string): Option.Option<Line> => decodeLine(text)

const decodeLine = Schema.decodeUnknownOption(
  Schema.parseJson(Schema.Struct({ id: Schema.Int, at: Time, origin: optional(Schema.String), event: GatewayEvent }))
)
