/** The fields of the tools for live events and questions, and the events that they select. */
import { Effect, Schema } from "effect"
import { showsPlace } from "../../config/Policy.ts"
import type { Settings } from "../../config/Settings.ts"
import { textFinder } from "../../discord/messageText.ts"
import { ScopeRejectedError } from "../../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import {
  choice,
  described,
  flag,
  integer,
  listOf,
  object,
  opaque,
  optional,
  setOf,
  text,
  withDefault
} from "../../objects/schema/fields.ts"
import { ChannelId, GuildId, MessageId, RoleId, UserId } from "../../objects/schema/ids.ts"
import { ASK_QUESTION_MAX, BUTTON_LABEL_MAX } from "../../objects/schema/limits.ts"
import { nullish } from "../../objects/schema/reply.ts"
import { visibleText } from "../../text/looksAlike.ts"
import { atMostOne, issueIf } from "../../tools/dsl/checks.ts"
import { getReadable } from "../../tools/dsl/getJson.ts"
import { Progress } from "../../tools/dsl/Progress.ts"
import { fetchRoles } from "../../tools/messages/catchUpRead.ts"
import { tables } from "../../tools/messages/markdown.ts"
import { type AskChoice, BUTTONS_MAX, buttonStyles, CHOICES_MAX } from "../askPeople.ts"
import { threadOf } from "../channels.ts"
import { type EventType, eventTexts, eventTypes, type LoggedEvent } from "../GatewayEvent.ts"

/** The maximum length of a cursor, in characters. */
const CURSOR_MAX = 40

/** The maximum length of a text to look for, in characters. */
const CONTAINS_MAX = 200

/** How long a call waits, in seconds. Clients without progress end a call after some minutes. */
const DEFAULT_WAIT_S = 50
const WAIT_MAX_S = 3600
const WITHOUT_PROGRESS_MAX_S = 300

/** The field of a call that waits. */
export const timeout_seconds = withDefault(
  integer(
    `At most ${WAIT_MAX_S}, or ${WITHOUT_PROGRESS_MAX_S} without progress; ${DEFAULT_WAIT_S} by default.`,
    1,
    WAIT_MAX_S
  ),
  DEFAULT_WAIT_S
)

/** The same for a wait that may only ask where the log ends. */
export const timeout_seconds_or_none = withDefault(
  integer(
    `At most ${WAIT_MAX_S}, or ${WITHOUT_PROGRESS_MAX_S} without progress; ${DEFAULT_WAIT_S} by default; 0 returns at once.`,
    0,
    WAIT_MAX_S
  ),
  DEFAULT_WAIT_S
)

/** Returns how many seconds a call waits, and what to say if that is less than it asked for. */
export const waitOf = ({ timeout_seconds }: { readonly timeout_seconds: number }) =>
  Effect.map(Progress, ({ takesProgress = false }) => {
    const seconds = Math.min(timeout_seconds, takesProgress ? WAIT_MAX_S : WITHOUT_PROGRESS_MAX_S)
    const notes =
      seconds < timeout_seconds
        ? [`This client takes no progress, so a call waits at most ${WITHOUT_PROGRESS_MAX_S} seconds.`]
        : []
    return { seconds, notes }
  })

/** The fields that select events. */
export const filterFields = {
  types: withDefault(
    setOf("Kinds; message_create by default.", choice("A kind.", ...eventTypes), 1, eventTypes.length),
    ["message_create"] satisfies ReadonlyArray<EventType>
  ),
  channel_id: optional(described("In this channel, forum or thread.", ChannelId)),
  threads: optional(flag("Also in the channel's threads and posts; true by default.")),
  guild_id: optional(described("In this guild.", GuildId)),
  author_id: optional(described("By this user.", UserId)),
  mentions_me: optional(flag("Only messages that mention the bot or one of its roles, or reply to it.")),
  reply_to: optional(described("Replies to this message.", MessageId)),
  contains: optional(text("The message has this text, in any case.", { max: CONTAINS_MAX })),
  include_own: optional(flag("Also events by the bot itself; false by default."))
}

/** The field of a wait: a reading shows notices in any case. */
export const include_system = withDefault(
  flag("Also notices of Discord, such as joins and pins; false by default."),
  false
)

/** The field that adds the texts of recordings. */
export const transcribe = optional(flag("Add the text of voice messages: attachments[].transcript."))

/** The cursor of an earlier result. */
export const after = opaque("next_cursor or event_id of an earlier result: only later events.", CURSOR_MAX)

/** The decoded fields. */
export interface EventFilter {
  readonly types: ReadonlyArray<EventType>
  readonly channel_id?: string
  readonly threads?: boolean
  readonly guild_id?: string
  readonly author_id?: string
  readonly mentions_me?: boolean
  /** Whether notices of Discord are selected, such as of joins and pins. By default they are. */
  readonly include_system?: boolean
  readonly reply_to?: string
  readonly contains?: string
  readonly include_own?: boolean
}

/** A command or a click is addressed to the bot. */
const mentionsDirectly = ({ mentions = [], reply_to, type }: LoggedEvent, botId: string): boolean =>
  type === "interaction_create" || mentions.includes(botId) || reply_to?.author_id === botId

/** The roles of the bot, by the id of the guild. */
export type HeldRoles = ReadonlyMap<string, ReadonlyArray<string>>

/** Looks up the roles of the bot in the guilds of events that mention a role, except those that are `held` already. */
export const rolesAmong = Effect.fnUntraced(function* (
  events: ReadonlyArray<LoggedEvent>,
  botId: string,
  held: HeldRoles
) {
  const open = events.filter((event) => event.mention_roles !== undefined && !mentionsDirectly(event, botId))
  const guilds = new Set(open.flatMap(({ guild_id = "" }) => (guild_id === "" || held.has(guild_id) ? [] : guild_id)))
  const more = yield* Effect.forEach(guilds, (guild) =>
    Effect.map(fetchRoles(guild, botId), (roles) => [guild, roles] as const)
  )
  return new Map([...held, ...more])
})

/** Returns what tells whether an event mentions the bot or one of its roles, or replies to it. */
export const mentionsBot =
  (botId: string, roles: HeldRoles) =>
  (event: LoggedEvent): boolean =>
    mentionsDirectly(event, botId) ||
    (event.mention_roles ?? []).some((role) => roles.get(event.guild_id ?? "")?.includes(role))

/** The settings that decide which events a caller sees. */
export type EventSettings = Pick<Settings["Type"], "allowedGuilds" | "eventChannels" | "mentionOnly">

/** Fails if a call names a channel whose events the caller's policy does not show. */
export const checkChannel = Effect.fnUntraced(function* (
  tool: string,
  { channel_id }: EventFilter,
  settings: EventSettings
) {
  const { eventChannels } = settings
  if (channel_id === undefined || eventChannels === undefined || eventChannels.includes(channel_id)) return
  // A thread that cannot be read is not shown.
  const thread = yield* Effect.orElseSucceed(getReadable(Thread, "/channels/{channel_id}", { channel_id }), () => ({}))
  if (showsPlace({ allowedGuilds: undefined, eventChannels }, { channel_id, ...threadOf(thread) })) return
  return yield* new ScopeRejectedError({
    tool,
    required: `channel ${channel_id}`,
    granted: eventChannels.join(", ") || "no channel"
  })
})

const Thread = Schema.Struct({ type: nullish(Schema.Number), parent_id: nullish(Schema.String) })

/**
 * Returns whether an event is in the channel of a call, or in a thread of it. An event whose thread is not known is not
 * left out: it says so.
 */
const isInChannel = (
  { channel_id, parent_id, parent_unknown }: LoggedEvent,
  { channel_id: wanted, threads = true }: EventFilter
): boolean =>
  wanted === undefined || channel_id === wanted || (threads && (parent_id === wanted || parent_unknown === true))

/**
 * Returns what selects the events of a call. With `mentions_me` or the policy's `mention_only`, it also selects events that
 * mention any role. A caller inside a guild boundary sees no event of another guild and no direct message. A gap has no
 * author and no channel, so it passes every filter if it concerns the types, asked for or not.
 */
export const selects = (filter: EventFilter, botId: string, settings: EventSettings) => {
  const { author_id, contains, guild_id, include_own, include_system, reply_to, types } = filter
  const isMention = onlyMentions(filter, settings)
  const kinds = new Set(types)
  const hasText = contains === undefined ? undefined : textFinder(contains)
  return (event: LoggedEvent): boolean =>
    (event.type === "gap" && concerns(event, filter)) ||
    (kinds.has(event.type) &&
      event.type !== "gap" &&
      showsPlace(settings, event) &&
      (event.own !== true || include_own === true) &&
      (event.system !== true || include_system !== false) &&
      isInChannel(event, filter) &&
      (guild_id === undefined || event.guild_id === guild_id) &&
      (author_id === undefined || event.author?.id === author_id) &&
      (reply_to === undefined || event.reply_to?.message_id === reply_to) &&
      (hasText === undefined || hasText(eventTexts(event))) &&
      (!isMention || mentionsDirectly(event, botId) || event.mention_roles !== undefined))
}

/**
 * Returns whether events of these types may be missing because of a gap. New messages are read again. Of other events, such
 * as reactions, edits and joins, nobody knows.
 */
const concerns = ({ gap }: LoggedEvent, { channel_id, types }: EventFilter): boolean => {
  if (types.some((type) => type !== "message_create")) return true
  const { channels = [], messages_recovered = false } = gap ?? {}
  return !messages_recovered && (channel_id === undefined || channels.length === 0 || channels.includes(channel_id))
}

/** Returns whether a caller asks for mentions only, or sees nothing else. */
export const onlyMentions = ({ mentions_me }: EventFilter, { mentionOnly }: EventSettings): boolean =>
  mentions_me === true || mentionOnly === true

/** The maximum length of the value of an option, in characters. */
const VALUE_MAX = 100

/** The maximum number of people who are asked by their ids. */
const USERS_MAX = 20

/** How long a question stays open, in hours. Messages that were missed are repaired for seven days. */
const OPEN_H = 24
const OPEN_MAX_H = 168

const styles = Object.keys(buttonStyles) as [keyof typeof buttonStyles, ...Array<keyof typeof buttonStyles>] // its names

/** The fields of a question to people. */
export const askFields = {
  channel_id: optional(described("Where to ask; or user_id.", ChannelId)),
  user_id: optional(described("Whom to ask by DM; or channel_id.", UserId)),
  question: text("Text in Discord's markdown.", { max: ASK_QUESTION_MAX }),
  tables,
  options: optional(
    listOf(
      `Buttons; beyond ${BUTTONS_MAX} a menu. Without: a reply in words.`,
      object("An option.", {
        label: text("What people see.", { max: BUTTON_LABEL_MAX }),
        value: optional(text("What answer.value is; the label by default.", { max: VALUE_MAX })),
        style: optional(choice("The colour of the button.", ...styles))
      }),
      2,
      CHOICES_MAX
    )
  ),
  user_ids: optional(
    setOf(
      "Who may answer, besides role_id: they are mentioned. Default: everybody in the channel.",
      UserId,
      1,
      USERS_MAX
    )
  ),
  role_id: optional(described("Members of this role may answer: the role is pinged.", RoleId)),
  timeout_seconds,
  open_hours: withDefault(integer(`How long it stays open; ${OPEN_H} by default.`, 1, OPEN_MAX_H), OPEN_H)
}

/** The id of a question. */
export const ask_id = opaque("ask_id of an earlier result.", 40)

/** The decoded fields of a question. */
export interface AskInput {
  readonly channel_id?: string
  readonly user_id?: string
  readonly question: string
  readonly options?: ReadonlyArray<Partial<AskChoice> & Pick<AskChoice, "label">>
  readonly user_ids?: ReadonlyArray<string>
  readonly role_id?: string
  readonly timeout_seconds: number
  readonly open_hours: number
}

/** Returns the options of a question. The value of an option is its label by default. */
export const choicesOf = ({ options = [] }: AskInput): ReadonlyArray<AskChoice> =>
  options.map((option) => ({ ...option, value: option.value ?? option.label }))

/** The issue of an option whose label people cannot tell from one before. */
export const alike = (index: number): ValidationIssue => ({
  path: `options[${index}].label`,
  message: "looks like the label of an option before: set another label",
  code: "duplicate"
})

/** Requires a channel or a person, texts that people can see, and options that they and the caller can tell apart. */
export const askIssues = (input: AskInput): ReadonlyArray<ValidationIssue> => {
  const choices = choicesOf(input)
  const values = choices.map(({ value }) => value)
  const labels = choices.map(({ label }) => visibleText(label))
  return [
    ...issueIf(
      !("channel_id" in input || "user_id" in input),
      "channel_id",
      "set channel_id, or user_id for a DM",
      "required"
    ),
    ...atMostOne("user_id", "channel_id")(input),
    ...atMostOne("user_id", "user_ids")(input),
    ...atMostOne("user_id", "role_id")(input),
    ...issueIf(visibleText(input.question) === "", "question", "needs visible characters", "blank"),
    ...labels.flatMap((label, index): ReadonlyArray<ValidationIssue> => {
      const path = `options[${index}]`
      if (label === "") return [{ path: `${path}.label`, message: "needs visible characters", code: "blank" }]
      if (labels.indexOf(label) < index) {
        return [alike(index)]
      }
      const isUsed = values.slice(0, index).some((value) => value === values[index])
      return issueIf(isUsed, path, "has the same value as an option before: set another value", "duplicate")
    })
  ]
}
