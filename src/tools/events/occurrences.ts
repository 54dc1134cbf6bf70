import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { paged } from "../dsl/paging.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { described, flag, nullable, optional, setOf, timestamp } from "../shared/fields.ts"
import { EventId, GuildId, Snowflake } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { orderIssues } from "./fields.ts"
import { counts, eventUser, exception } from "./view.ts"

const guild_id = described("The guild (server).", GuildId)
const event_id = described("The event.", EventId)
const exception_id = described("The occurrence that differs, from events_get.", Snowflake)
const is_canceled = optional(flag("Whether it does not take place."))
const scheduled_start_time = optional(nullable(timestamp("When it begins instead; null: as the rule says.")))
const scheduled_end_time = optional(nullable(timestamp("When it ends instead; null: as the rule says.")))
const changed = atLeastOne("scheduled_start_time", "scheduled_end_time", "is_canceled")

const reading = paged({
  max: Limits.EVENT_USERS_PAGE_MAX,
  fallback: 100,
  by: "after",
  at: (it) => it.user_id,
  view: eventUser,
  empty: "Nobody is interested yet."
})

const usersQuery = {
  ...reading.query,
  with_member: optional(flag("Whether to tell their nicknames, too."))
}

/** Who is interested in an event, and the occurrences of a recurring one that differ from its rule. */
export const eventOccurrences = group("events", [
  get("events_list_users", "/guilds/{guild_id}/scheduled-events/{event_id}/users", {
    description: "List who is interested in an event, by user id. How many is in events_count_users.",
    path: { guild_id, event_id },
    ...reading,
    query: usersQuery
  }),
  get("events_count_users", "/guilds/{guild_id}/scheduled-events/{event_id}/users/counts", {
    description: "Count who is interested in an event, and in single occurrences of a recurring one.",
    path: { guild_id, event_id },
    options: {
      exception_ids: optional(setOf("Occurrences to count for, too.", Snowflake, 1, Limits.EVENT_EXCEPTIONS_MAX)),
      ...view
    },
    toQuery: ({ exception_ids }) => ({ guild_scheduled_event_exception_ids: exception_ids }),
    renames: { guild_scheduled_event_exception_ids: "exception_ids" },
    toResult: one(counts)
  }),
  get("events_list_exception_users", "/guilds/{guild_id}/scheduled-events/{event_id}/{exception_id}/users", {
    description: "List who has answered for one occurrence of a recurring event, by user id.",
    path: { guild_id, event_id, exception_id },
    ...reading,
    query: usersQuery
  }),
  post("events_create_exception", "/guilds/{guild_id}/scheduled-events/{event_id}/exceptions", {
    description: "Move or cancel one occurrence of a recurring event. For all of them use events_modify.",
    path: { guild_id, event_id },
    body: {
      original_scheduled_start_time: timestamp("When it would begin by the rule: this names the occurrence."),
      scheduled_start_time,
      scheduled_end_time,
      is_canceled
    },
    options: view,
    auditReason: true,
    permissions: ["MANAGE_EVENTS"],
    failures: reasons("event_over", "event_in_the_past"),
    validate: (input) => [...changed(input), ...orderIssues(input)],
    toResult: one(exception)
  }),
  patch("events_modify_exception", "/guilds/{guild_id}/scheduled-events/{event_id}/exceptions/{exception_id}", {
    description: "Change how one occurrence of a recurring event differs from its rule.",
    path: { guild_id, event_id, exception_id },
    body: { scheduled_start_time, scheduled_end_time, is_canceled },
    options: view,
    auditReason: true,
    permissions: ["MANAGE_EVENTS"],
    failures: reasons("event_over", "event_in_the_past"),
    validate: (input) => [...changed(input), ...orderIssues(input)],
    toResult: one(exception)
  }),
  del("events_delete_exception", "/guilds/{guild_id}/scheduled-events/{event_id}/exceptions/{exception_id}", {
    description: "Let one occurrence of a recurring event take place by the rule again.",
    path: { guild_id, event_id, exception_id },
    auditReason: true,
    permissions: ["MANAGE_EVENTS"],
    undo: "events_create_exception makes it differ again."
  })
])
