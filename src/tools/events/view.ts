import { GuildScheduledEventEntityType, GuildScheduledEventStatus } from "discord-api-types/v10"
import { Schema } from "effect"
import { enumName, enumTable } from "../../objects/schema/enums.ts"
import { expected, Id, Numbers, nullish, Time } from "../../objects/schema/reply.ts"
import { compact, created, viewOf } from "../dsl/view.ts"
import { User, user } from "../users/view.ts"
import { frequencies, weekdays } from "./recurrence.ts"

/** Entity types: where an event takes place. */
export const entityTypes = {
  stage: GuildScheduledEventEntityType.StageInstance,
  voice: GuildScheduledEventEntityType.Voice,
  external: GuildScheduledEventEntityType.External
} as const

/** Event statuses. */
export const statuses = enumTable(GuildScheduledEventStatus)

/** An exception of a recurring event, as decoded from Discord's reply. discord-api-types lacks it. */
const EventException = Schema.Struct({
  event_exception_id: expected(Id),
  scheduled_start_time: nullish(Time),
  scheduled_end_time: nullish(Time),
  is_canceled: nullish(Schema.Boolean)
})

const Recurrence = Schema.Struct({
  frequency: expected(Schema.Number),
  interval: nullish(Schema.Number),
  start: nullish(Time),
  end: nullish(Time),
  by_weekday: Numbers,
  by_n_weekday: nullish(Schema.Array(Schema.Struct({ n: expected(Schema.Number), day: expected(Schema.Number) }))),
  by_month: Numbers,
  by_month_day: Numbers,
  by_year_day: Numbers,
  count: nullish(Schema.Number)
})

/** A scheduled event, as decoded from Discord's reply. */
export const Event = Schema.Struct({
  id: expected(Id),
  guild_id: nullish(Id),
  name: expected(Schema.String),
  description: nullish(Schema.String),
  entity_type: nullish(Schema.Number),
  status: nullish(Schema.Number),
  channel_id: nullish(Id),
  entity_metadata: nullish(Schema.Struct({ location: nullish(Schema.String) })),
  scheduled_start_time: nullish(Time),
  scheduled_end_time: nullish(Time),
  recurrence_rule: nullish(Recurrence),
  guild_scheduled_event_exceptions: nullish(Schema.Array(EventException)),
  creator_id: nullish(Id),
  user_count: nullish(Schema.Number)
})

/** Compact view of an event: location, time, recurrence, number of interested users. */
export const event = viewOf(
  Event,
  (event) =>
    compact({
      id: event.id,
      name: event.name,
      description: event.description,
      url: event.guild_id && event.id && `https://discord.com/events/${event.guild_id}/${event.id}`,
      entity_type: enumName(entityTypes, event.entity_type),
      status: enumName(statuses, event.status),
      channel_id: event.channel_id,
      location: event.entity_metadata?.location,
      start: event.scheduled_start_time,
      end: event.scheduled_end_time,
      recurrence: event.recurrence_rule && recurrence(event.recurrence_rule),
      exceptions: event.guild_scheduled_event_exceptions?.map(exception),
      creator_id: event.creator_id,
      users: event.user_count
    }),
  {
    entity_metadata: "location",
    recurrence_rule: "recurrence",
    scheduled_end_time: "end",
    scheduled_start_time: "start"
  }
)

/** Compact view of an event that a call created. */
export const createdEvent = created(event, "id")

const SHOWN_AS = { is_canceled: "canceled", scheduled_end_time: "end", scheduled_start_time: "start" }

/** Compact view of an exception. */
export const exception = viewOf(
  EventException,
  (exception) =>
    compact({
      id: exception.event_exception_id,
      start: exception.scheduled_start_time,
      end: exception.scheduled_end_time,
      canceled: exception.is_canceled
    }),
  SHOWN_AS
)

/** Compact view of a created exception. */
export const createdException = viewOf(
  Schema.Struct({ ...EventException.fields, event_exception_id: Id }),
  (it) => ({
    ...exception(it),
    id: it.event_exception_id
  }),
  SHOWN_AS
)

/** Compact view of an interested user. `declined`: interested in the event, but not in this occurrence. */
export const eventUser = viewOf(
  Schema.Struct({
    user_id: expected(Id),
    user: nullish(User),
    member: nullish(Schema.Struct({ nick: nullish(Schema.String) })),
    response: nullish(Schema.Number)
  }),
  (subscriber) =>
    compact({
      ...user(subscriber.user ?? { id: subscriber.user_id }),
      nick: subscriber.member?.nick,
      declined: subscriber.response === UNINTERESTED
    })
)

/** Compact view of the number of interested users of an event and of its exceptions. */
export const counts = viewOf(
  Schema.Struct({
    guild_scheduled_event_count: nullish(Schema.Number),
    guild_scheduled_event_exception_counts: nullish(Schema.Record({ key: Schema.String, value: Schema.Number }))
  }),
  (it) => compact({ users: it.guild_scheduled_event_count, exceptions: it.guild_scheduled_event_exception_counts })
)

const UNINTERESTED = 0

const recurrence = (recurrence: typeof Recurrence.Type) =>
  compact({
    frequency: enumName(frequencies, recurrence.frequency),
    interval: recurrence.interval === 1 ? undefined : recurrence.interval,
    start: recurrence.start,
    end: recurrence.end,
    by_weekday: recurrence.by_weekday?.map((day) => enumName(weekdays, day)),
    by_n_weekday: recurrence.by_n_weekday?.map(({ day, n }) => compact({ n, day: enumName(weekdays, day) })),
    by_month: recurrence.by_month,
    by_month_day: recurrence.by_month_day,
    by_year_day: recurrence.by_year_day,
    count: recurrence.count
  })
