import { GuildScheduledEventEntityType, GuildScheduledEventStatus } from "discord-api-types/v10"
import { Schema } from "effect"
import { Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"
import { wordFor } from "../shared/enums.ts"
import { User, user } from "../users/view.ts"
import { frequencies, weekdays } from "./recurrence.ts"

/** Names of entity types, mapped to Discord's numbers. */
export const entityTypes = {
  stage: GuildScheduledEventEntityType.StageInstance,
  voice: GuildScheduledEventEntityType.Voice,
  external: GuildScheduledEventEntityType.External
} as const

/** Names of event statuses, mapped to Discord's numbers. */
export const statuses = {
  scheduled: GuildScheduledEventStatus.Scheduled,
  active: GuildScheduledEventStatus.Active,
  completed: GuildScheduledEventStatus.Completed,
  canceled: GuildScheduledEventStatus.Canceled
} as const

/** An exception of a recurring event, as decoded from Discord's reply. discord-api-types lacks it. */
const EventException = Schema.Struct({
  event_exception_id: Id,
  scheduled_start_time: may(Schema.String),
  scheduled_end_time: may(Schema.String),
  is_canceled: may(Schema.Boolean)
})

const numbers = may(Schema.Array(Schema.Number))

const Recurrence = Schema.Struct({
  frequency: Schema.Number,
  interval: may(Schema.Number),
  start: may(Schema.String),
  end: may(Schema.String),
  by_weekday: numbers,
  by_n_weekday: may(Schema.Array(Schema.Struct({ n: Schema.Number, day: Schema.Number }))),
  by_month: numbers,
  by_month_day: numbers,
  by_year_day: numbers,
  count: may(Schema.Number)
})

/** A scheduled event, as decoded from Discord's reply. */
export const Event = Schema.Struct({
  id: Id,
  guild_id: may(Id),
  name: Schema.String,
  description: may(Schema.String),
  entity_type: may(Schema.Number),
  status: may(Schema.Number),
  channel_id: may(Id),
  entity_metadata: may(Schema.Struct({ location: may(Schema.String) })),
  scheduled_start_time: may(Schema.String),
  scheduled_end_time: may(Schema.String),
  recurrence_rule: may(Recurrence),
  guild_scheduled_event_exceptions: may(Schema.Array(EventException)),
  creator_id: may(Id),
  user_count: may(Schema.Number)
})

/** Compact view of an event: location, time, recurrence, number of interested users. */
export const event = viewOf(Event, (it) =>
  compact({
    id: it.id,
    name: it.name,
    description: it.description,
    url: it.guild_id == null ? undefined : `https://discord.com/events/${it.guild_id}/${it.id}`,
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
)

/** Compact view of an exception. */
export const exception = viewOf(EventException, (it) =>
  compact({
    id: it.event_exception_id,
    start: it.scheduled_start_time,
    end: it.scheduled_end_time,
    canceled: it.is_canceled
  })
)

/** Compact view of an interested user. `declined`: interested in the event, but not in this occurrence. */
export const eventUser = viewOf(
  Schema.Struct({
    user_id: Id,
    user: may(User),
    member: may(Schema.Struct({ nick: may(Schema.String) })),
    response: may(Schema.Number)
  }),
  (it) =>
    compact({
      ...(it.user == null ? { id: it.user_id } : user(it.user)),
      nick: it.member?.nick,
      declined: it.response === UNINTERESTED
    })
)

/** Compact view of the number of interested users of an event and of its exceptions. */
export const counts = viewOf(
  Schema.Struct({
    guild_scheduled_event_count: may(Schema.Number),
    guild_scheduled_event_exception_counts: may(Schema.Record({ key: Schema.String, value: Schema.Number }))
  }),
  (it) => compact({ users: it.guild_scheduled_event_count, exceptions: it.guild_scheduled_event_exception_counts })
)

const UNINTERESTED = 0

const recurrence = (it: typeof Recurrence.Type) =>
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
