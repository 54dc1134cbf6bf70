import { GuildScheduledEventPrivacyLevel } from "discord-api-types/v10"
import { Array as Arr, Effect, Order, Schema } from "effect"
import { changedEventFields, eventBody, eventFields } from "../../objects/event.ts"
import { inputsOf, newInputsOf } from "../../objects/fields.ts"
import { described, flag, nullable, optional, withDefault } from "../../objects/schema/fields.ts"
import { EventId, guild_id } from "../../objects/schema/ids.ts"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { unpaged } from "../dsl/paging.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { image, imageBody } from "../shared/files.ts"
import { occurrenceTools } from "./occurrences.ts"
import { eventIssues } from "./rules.ts"
import { createdEvent, Event, event } from "./view.ts"

const event_id = described("The event.", EventId)
const with_user_count = withDefault(flag("Whether to count the interested users; true by default."), true)

const cover = described("The cover image: {url}, {path} or {base64}.", image)

const checkChange = atLeastOne("name", ...Object.keys(changedEventFields).slice(1), "image")

const synonyms = {
  events_list:
    "upcoming events, scheduled events, calendar, what is planned, what events, which events, next event, coming up, list events, when is the next event, what is on, what is happening, is there an event today, show the calendar, show events, events this week, planned events, what events are coming up, which events are planned",
  events_get:
    "event details, when is the event, one event, details of an event, event info, fetch event, where is the event, who hosts the event",
  events_create:
    "schedule an event, plan, meeting, meetup, date, appointment, event on a day, create an event, plan an event, organise an event, set up a meeting, game night, movie night, party, event next week, schedule a meeting, schedule a game, put an event in the calendar, add an event, organize an event, book a meeting, event for, make an appointment, event on saturday, create a meetup, new event, weekly meeting, recurring event, host an event",
  events_modify:
    "cancel an event, reschedule, start an event, end an event, move an event, change the time, postpone, change an event, edit an event, rename an event, call off an event, cancel the meetup, cancel a meeting, move the event to another day, delay an event, change the date of an event, edit event, begin the event, complete an event, mark an event as over, change the place of an event, change the description of an event, push back an event",
  events_delete: "remove an event, delete an event, delete event, remove a scheduled event"
}

/** Tools for scheduled events. Tools for their users and exceptions are in occurrences.ts. */
const events = group({ category: "events", synonyms }, [
  get("events_list", "/guilds/{guild_id}/scheduled-events", {
    description: "List the upcoming and active scheduled events of a guild.",
    path: { guild_id },
    query: { with_user_count },
    ...unpaged({
      view: event,
      body: Schema.Array(Event),
      // As people see them: the next one first.
      items: Arr.sortWith(
        ({ scheduled_start_time: start }) => (start == null ? Number.POSITIVE_INFINITY : Date.parse(start)),
        Order.number
      ),
      empty: "This guild has no upcoming events."
    })
  }),
  get("events_get", "/guilds/{guild_id}/scheduled-events/{event_id}", {
    description: "Get one scheduled event. For the interested users use events_list_users.",
    path: { guild_id, event_id },
    query: { with_user_count },
    options: view,
    toResult: one(event)
  }),
  post("events_create", "/guilds/{guild_id}/scheduled-events", {
    description:
      "Schedule an event. Stage and voice events need channel_id; external events need entity_metadata.location and scheduled_end_time.",
    path: { guild_id },
    options: {
      ...newInputsOf(eventFields),
      name: eventFields.name.value,
      scheduled_start_time: eventFields.scheduled_start_time.value,
      entity_type: eventFields.entity_type.value,
      image: optional(cover),
      ...view
    },
    auditReason: true,
    failures: reasons("events_full", "event_in_the_past", "image_too_large"),
    validate: eventIssues,
    toBody: ({ image, ...input }) =>
      Effect.map(imageBody({ image }), (images) => ({
        ...eventBody(input),
        ...images,
        privacy_level: GuildScheduledEventPrivacyLevel.GuildOnly
      })),
    toResult: one(createdEvent)
  }),
  patch("events_modify", "/guilds/{guild_id}/scheduled-events/{event_id}", {
    description:
      "Change a scheduled event, or start, end or cancel it with status. Omitted fields stay unchanged. For one occurrence of a recurring event use events_create_exception.",
    path: { guild_id, event_id },
    options: { ...inputsOf(changedEventFields), image: optional(nullable(cover)), ...view },
    auditReason: true,
    failures: reasons("event_over", "event_in_the_past", "event_stage_failed", "image_too_large"),
    asks: ["switches_off"],
    riskOf: ({ status }) => (status === "canceled" ? "destructive" : "write"),
    validate: (input) => [...checkChange(input), ...eventIssues(input)],
    toBody: ({ image, ...input }) =>
      Effect.map(imageBody({ image }), (images) => ({
        ...eventBody(input),
        ...images,
        // Discord requires channel_id: null when an event becomes external.
        ...(input.entity_type === "external" && { channel_id: null })
      })),
    toResult: one(event),
    preview: ({ status }) => Effect.succeed(status === "canceled" ? { undo: "A canceled event stays canceled." } : {})
  }),
  del("events_delete", "/guilds/{guild_id}/scheduled-events/{event_id}", {
    description: "Delete a scheduled event permanently. To keep it visible as canceled use events_modify.",
    path: { guild_id, event_id },
    auditReason: true
  })
])

/** The tools of this feature. */
export const tools = [...events, ...occurrenceTools] as const
