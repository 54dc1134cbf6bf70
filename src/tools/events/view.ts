import { Schema } from "effect"
import { changedEventFields, exceptionFields } from "../../objects/event.ts"
import { repliesOf, valuesOf } from "../../objects/fields.ts"
import { expected, Id, nullish } from "../../objects/schema/reply.ts"
import { compact, created, viewOf } from "../dsl/view.ts"
import { User, user } from "../users/view.ts"

/** An exception of a recurring event, as decoded from Discord's reply. discord-api-types lacks it. */
const EventException = Schema.Struct({ ...repliesOf(exceptionFields), event_exception_id: expected(Id) })

/** Compact view of an exception. */
export const exception = viewOf(EventException, (exception) => ({
  ...compact({ id: exception.event_exception_id }),
  ...valuesOf(exceptionFields, exception)
}))

/** A scheduled event, as decoded from Discord's reply. */
export const Event = Schema.Struct({
  ...repliesOf(changedEventFields),
  id: expected(Id),
  guild_id: nullish(Id),
  name: expected(Schema.String),
  guild_scheduled_event_exceptions: nullish(Schema.Array(EventException)),
  creator_id: nullish(Id),
  user_count: nullish(Schema.Number)
})

/** Compact view of an event: location, time, recurrence, number of interested users. */
export const event = viewOf(Event, (event) => {
  const { name, ...settings } = valuesOf(changedEventFields, event)
  return {
    ...compact({
      id: event.id,
      name,
      url: event.guild_id && event.id && `https://discord.com/events/${event.guild_id}/${event.id}`
    }),
    ...settings,
    ...compact({
      exceptions: event.guild_scheduled_event_exceptions?.map(exception),
      creator_id: event.creator_id,
      users: event.user_count
    })
  }
})

/** Compact view of an event that a call created. */
export const createdEvent = created(event, "id")

/** Compact view of a created exception. */
export const createdException = viewOf(Schema.Struct({ ...EventException.fields, event_exception_id: Id }), (it) => ({
  ...exception(it),
  id: it.event_exception_id
}))

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
