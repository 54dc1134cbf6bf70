import {
  type APIGuildMember,
  type APIGuildScheduledEvent,
  type APIGuildScheduledEventRecurrenceRule,
  type APIUser,
  GuildScheduledEventEntityType,
  GuildScheduledEventStatus
} from "discord-api-types/v10"
import { frequencies, weekdays } from "../parts/recurrence.ts"
import { wordFor } from "../parts/words.ts"
import { compact } from "./compact.ts"
import { user } from "./User.ts"

/** Where events take place, by words. */
export const entityTypes = {
  stage: GuildScheduledEventEntityType.StageInstance,
  voice: GuildScheduledEventEntityType.Voice,
  external: GuildScheduledEventEntityType.External
} as const

/** How far events are, by words. */
export const statuses = {
  scheduled: GuildScheduledEventStatus.Scheduled,
  active: GuildScheduledEventStatus.Active,
  completed: GuildScheduledEventStatus.Completed,
  canceled: GuildScheduledEventStatus.Canceled
} as const

/** One occurrence that differs from the rule; discord-api-types does not know it yet. */
export interface EventException {
  readonly event_id: string
  readonly event_exception_id: string
  readonly scheduled_start_time: string | null
  readonly scheduled_end_time: string | null
  readonly is_canceled: boolean
}

/** Who is interested in an event, or in one occurrence. */
export interface EventUser {
  readonly user_id: string
  readonly user?: APIUser
  readonly member?: APIGuildMember
  readonly response?: number
}

/** How many are interested in an event, and in its occurrences. */
export interface EventCounts {
  readonly guild_scheduled_event_count: number
  readonly guild_scheduled_event_exception_counts: Readonly<Record<string, number>>
}

/** What an agent needs of an event: what, where, when, how often, how many come. */
export const event = (
  it: APIGuildScheduledEvent & { readonly guild_scheduled_event_exceptions?: ReadonlyArray<EventException> }
) =>
  compact({
    id: it.id,
    name: it.name,
    description: it.description,
    url: `https://discord.com/events/${it.guild_id}/${it.id}`,
    entity_type: wordFor(entityTypes, it.entity_type),
    status: wordFor(statuses, it.status),
    channel_id: it.channel_id,
    location: it.entity_metadata?.location,
    start: it.scheduled_start_time,
    end: it.scheduled_end_time,
    recurrence: it.recurrence_rule && recurrence(it.recurrence_rule),
    exceptions: it.guild_scheduled_event_exceptions?.map(exception),
    creator_id: it.creator_id,
    users: it.user_count
  })

/** One occurrence that differs. */
export const exception = (it: EventException) =>
  compact({
    id: it.event_exception_id,
    start: it.scheduled_start_time,
    end: it.scheduled_end_time,
    canceled: it.is_canceled
  })

/** Who is interested; `declined` who is in the whole, but not in this occurrence. */
export const eventUser = (it: EventUser) =>
  compact({
    ...(it.user === undefined ? { id: it.user_id } : user(it.user)),
    nick: it.member?.nick,
    declined: it.response === UNINTERESTED
  })

/** How many are interested. */
export const counts = (it: EventCounts) =>
  compact({ users: it.guild_scheduled_event_count, exceptions: it.guild_scheduled_event_exception_counts })

const UNINTERESTED = 0

const recurrence = (it: APIGuildScheduledEventRecurrenceRule) =>
  compact({
    frequency: wordFor(frequencies, it.frequency),
    interval: it.interval === 1 ? undefined : it.interval,
    start: it.start,
    end: it.end,
    by_weekday: it.by_weekday?.map((day) => wordFor(weekdays, day)),
    by_n_weekday: it.by_n_weekday?.map(({ day, n }) => ({ n, day: wordFor(weekdays, day) })),
    by_month: it.by_month,
    by_month_day: it.by_month_day,
    by_year_day: it.by_year_day,
    count: it.count
  })
