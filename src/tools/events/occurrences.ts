import { exceptionFields } from "../../objects/event.ts"
import { inputsOf } from "../../objects/fields.ts"
import { described, flag, optional, setOf, timestamp } from "../../objects/schema/fields.ts"
import { EventId, guild_id, Snowflake } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { paged } from "../dsl/paging.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { orderIssues } from "./rules.ts"
import { counts, createdException, eventUser, exception } from "./view.ts"

const event_id = described("The event.", EventId)
const exception_id = described("The exception, from events_get.", Snowflake)
const checkChange = atLeastOne("scheduled_start_time", ...Object.keys(exceptionFields).slice(1))

const usersPage = paged({
  max: Limits.EVENT_USERS_PAGE_MAX,
  defaultLimit: 100,
  by: "after",
  positionOf: (it) => it.user_id,
  view: eventUser,
  empty: "No user is interested yet."
})

const usersQuery = {
  ...usersPage.query,
  with_member: optional(flag("Whether to include nicknames; false by default."))
}

const synonyms = {
  events_list_users:
    "who is coming, attendees, interested, rsvp, participants of an event, who is going, who signed up, who will attend, who will come, who takes part, who participates, who is interested in an event, who is coming to an event, list of attendees, people interested in an event, fetch event users, subscribers of an event, who comes, guest list",
  events_count_users:
    "how many are coming, number of attendees, how many people are interested in an event, how many people come to an event, how many attend, how many signed up, how many are going, count attendees",
  events_create_exception:
    "cancel one occurrence, skip one date of a series, skip one occurrence, skip next week's event, cancel one date of a weekly event, move one occurrence, one time exception of a recurring event, cancel a single occurrence, cancel only this week, move only one date, move a meeting on one date only",
  events_list_exception_users:
    "who comes to one occurrence, attendees of a single date, who comes to this week's meeting",
  events_modify_exception: "change a moved occurrence, change an exception of an event",
  events_delete_exception:
    "undo a skipped occurrence, bring a canceled occurrence back, restore an occurrence, remove an exception of an event"
}

/** Tools for the users interested in an event, and for exceptions of a recurring event. */
export const occurrenceTools = group({ category: "events", synonyms }, [
  get("events_list_users", "/guilds/{guild_id}/scheduled-events/{event_id}/users", {
    description:
      "List the users interested in an event, ordered by user id. For the number only use events_count_users.",
    path: { guild_id, event_id },
    ...usersPage,
    query: usersQuery
  }),
  get("events_count_users", "/guilds/{guild_id}/scheduled-events/{event_id}/users/counts", {
    description: "Count the users interested in an event, and in single occurrences of a recurring event.",
    path: { guild_id, event_id },
    options: {
      exception_ids: optional(
        setOf("Up to 10 exceptions to count separately.", Snowflake, 1, Limits.EVENT_EXCEPTIONS_MAX)
      ),
      ...view
    },
    toQuery: ({ exception_ids }) => ({ guild_scheduled_event_exception_ids: exception_ids }),
    renames: { guild_scheduled_event_exception_ids: "exception_ids" },
    toResult: one(counts)
  }),
  get("events_list_exception_users", "/guilds/{guild_id}/scheduled-events/{event_id}/{exception_id}/users", {
    description: "List the users who responded to one occurrence of a recurring event, ordered by user id.",
    path: { guild_id, event_id, exception_id },
    ...usersPage,
    query: usersQuery
  }),
  post("events_create_exception", "/guilds/{guild_id}/scheduled-events/{event_id}/exceptions", {
    description: "Move or cancel one occurrence of a recurring event. For all occurrences use events_modify.",
    path: { guild_id, event_id },
    body: {
      original_scheduled_start_time: timestamp(
        "Start according to the rule: ISO 8601 time; identifies the occurrence."
      ),
      ...inputsOf(exceptionFields)
    },
    options: view,
    auditReason: true,
    failures: reasons("event_over", "event_in_the_past"),
    validate: (input) => [...checkChange(input), ...orderIssues(input)],
    toResult: one(createdException)
  }),
  patch("events_modify_exception", "/guilds/{guild_id}/scheduled-events/{event_id}/exceptions/{exception_id}", {
    description: "Change an exception: one moved or canceled occurrence of a recurring event.",
    path: { guild_id, event_id, exception_id },
    body: inputsOf(exceptionFields),
    options: view,
    auditReason: true,
    failures: reasons("event_over", "event_in_the_past"),
    validate: (input) => [...checkChange(input), ...orderIssues(input)],
    toResult: one(exception)
  }),
  del("events_delete_exception", "/guilds/{guild_id}/scheduled-events/{event_id}/exceptions/{exception_id}", {
    description: "Delete an exception: the occurrence follows the event's recurrence rule again.",
    path: { guild_id, event_id, exception_id },
    auditReason: true,
    undo: "events_create_exception creates the exception again."
  })
])
