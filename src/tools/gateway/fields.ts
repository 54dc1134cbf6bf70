/** The fields that select events, and the events that they select. */
import { Effect } from "effect"
import type { Settings } from "../../config/Settings.ts"
import { type EventType, eventTypes, type LoggedEvent } from "../../events/GatewayEvent.ts"
import { fetchRoles } from "../messages/catchUpRead.ts"
import { choice, described, flag, opaque, optional, setOf, text, withDefault } from "../shared/fields.ts"
import { ChannelId, GuildId, MessageId, UserId } from "../shared/ids.ts"

/** The maximum length of a cursor, in characters. */
const CURSOR_MAX = 40

/** The maximum length of a text to look for, in characters. */
const CONTAINS_MAX = 200

/** The fields that select events. */
export const filterFields = {
  types: withDefault(
    setOf("Kinds; message_create by default.", choice("A kind.", ...eventTypes), 1, eventTypes.length),
    ["message_create"] satisfies ReadonlyArray<EventType>
  ),
  channel_id: optional(described("In this channel or thread.", ChannelId)),
  guild_id: optional(described("In this guild.", GuildId)),
  author_id: optional(described("By this user.", UserId)),
  mentions_me: optional(flag("Only messages that mention the bot or one of its roles, or reply to it.")),
  reply_to: optional(described("Replies to this message.", MessageId)),
  contains: optional(text("The message has this text, in any case.", { max: CONTAINS_MAX })),
  include_own: optional(flag("Also events by the bot itself; false by default."))
}

/** The cursor of an earlier result. */
export const after = opaque("next_cursor or event_id of an earlier result: only later events.", CURSOR_MAX)

/** The decoded fields. */
export interface EventFilter {
  readonly types: ReadonlyArray<EventType>
  readonly channel_id?: string
  readonly guild_id?: string
  readonly author_id?: string
  readonly mentions_me?: boolean
  readonly reply_to?: string
  readonly contains?: string
  readonly include_own?: boolean
}

const mentionsDirectly = ({ mentions = [], reply_to }: LoggedEvent, botId: string): boolean =>
  mentions.includes(botId) || reply_to?.author_id === botId

/**
 * Returns what tells whether an event mentions the bot or one of its roles, or replies to it. Looks up the roles of the
 * bot in the guilds of events that mention a role.
 */
export const mentionsAmong = Effect.fnUntraced(function* (events: ReadonlyArray<LoggedEvent>, botId: string) {
  const open = events.filter((event) => event.mention_roles !== undefined && !mentionsDirectly(event, botId))
  const guilds = [...new Set(open.flatMap(({ guild_id }) => guild_id ?? []))]
  const held = yield* Effect.forEach(guilds, (guild) =>
    Effect.map(fetchRoles(guild, botId), (roles) => [guild, roles] as const)
  )
  const roles = new Map(held)
  return (event: LoggedEvent): boolean =>
    mentionsDirectly(event, botId) ||
    (event.mention_roles ?? []).some((role) => roles.get(event.guild_id ?? "")?.includes(role))
})

/**
 * Returns what selects the events of a call. With `mentions_me`, it also selects events that mention any role. A caller
 * inside a guild boundary sees no event of another guild and no direct message. A gap has no author and no channel, so it
 * passes every filter but that of its kind.
 */
export const selects = (
  filter: EventFilter,
  botId: string,
  { allowedGuilds }: Pick<Settings["Type"], "allowedGuilds">
) => {
  const { author_id, channel_id, contains, guild_id, include_own, mentions_me, reply_to, types } = filter
  const kinds = new Set(types)
  const words = contains?.toLowerCase()
  return (event: LoggedEvent): boolean =>
    kinds.has(event.type) &&
    (event.type === "gap" ||
      ((allowedGuilds === undefined || (event.guild_id !== undefined && allowedGuilds.includes(event.guild_id))) &&
        (event.own !== true || include_own === true) &&
        (channel_id === undefined || event.channel_id === channel_id) &&
        (guild_id === undefined || event.guild_id === guild_id) &&
        (author_id === undefined || event.author?.id === author_id) &&
        (reply_to === undefined || event.reply_to?.message_id === reply_to) &&
        (words === undefined || event.content?.toLowerCase().includes(words) === true) &&
        (mentions_me !== true || mentionsDirectly(event, botId) || event.mention_roles !== undefined)))
}
