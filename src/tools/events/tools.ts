import {
  GuildScheduledEventPrivacyLevel,
  type RESTPatchAPIGuildScheduledEventJSONBody,
  type RESTPostAPIGuildScheduledEventJSONBody
} from "discord-api-types/v10"
import { Effect } from "effect"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { fits } from "../dsl/fits.ts"
import { whole } from "../dsl/paging.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { wordsOf } from "../shared/enums.ts"
import { reasons } from "../shared/failures.ts"
import { choice, described, flag, nullable, optional, text, withDefault } from "../shared/fields.ts"
import { imageOrNull } from "../shared/files.ts"
import { EventId, GuildId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import * as draft from "./fields.ts"
import { eventOccurrences } from "./occurrences.ts"
import { type RuleBody, recurrenceBody, recurrenceRule } from "./recurrence.ts"
import { entityTypes, event, statuses } from "./view.ts"

const guild_id = described("The guild (server).", GuildId)
const event_id = described("The event.", EventId)
const with_user_count = withDefault(flag("Whether to count who is interested; true by default."), true)

const changed = atLeastOne(
  "name",
  "description",
  "scheduled_start_time",
  "scheduled_end_time",
  "entity_type",
  "entity_metadata",
  "channel_id",
  "status",
  "recurrence_rule",
  "image"
)

/** Discord fills in what cannot be set of a rule; discord-api-types wants it whole. */
type WithRule<Body> = Omit<Body, "recurrence_rule"> & { readonly recurrence_rule?: RuleBody | null | undefined }

/** Scheduled events of a guild; their occurrences and users are in files of their own. */
const events = group("events", [
  get("events_list", "/guilds/{guild_id}/scheduled-events", {
    description: "List the scheduled events of a guild that are to come or under way.",
    path: { guild_id },
    query: { with_user_count },
    ...whole({ view: event, empty: "This guild has no events to come." })
  }),
  get("events_get", "/guilds/{guild_id}/scheduled-events/{event_id}", {
    description: "Get one scheduled event. Who is interested is in events_list_users.",
    path: { guild_id, event_id },
    query: { with_user_count },
    options: view,
    toResult: one(event)
  }),
  post("events_create", "/guilds/{guild_id}/scheduled-events", {
    description:
      "Schedule an event: on a stage or in a voice channel (channel_id), or elsewhere (entity_metadata.location and an end).",
    path: { guild_id },
    body: fits<RESTPostAPIGuildScheduledEventJSONBody>()({
      name: draft.name,
      scheduled_start_time: draft.start,
      scheduled_end_time: optional(draft.end),
      description: optional(draft.description),
      channel_id: optional(draft.channel),
      entity_metadata: optional(draft.place)
    }),
    options: {
      entity_type: draft.entityType,
      recurrence_rule: optional(recurrenceRule),
      image: optional(draft.cover),
      ...view
    },
    auditReason: true,
    permissions: ["CREATE_EVENTS"],
    failures: reasons("events_full", "event_in_the_past", "image_too_large"),
    validate: draft.eventIssues,
    toBody: ({ channel_id, description, entity_metadata, entity_type, image, name, recurrence_rule, ...times }) =>
      Effect.map(
        imageOrNull(image, "image"),
        (image): WithRule<RESTPostAPIGuildScheduledEventJSONBody> => ({
          name,
          description,
          privacy_level: GuildScheduledEventPrivacyLevel.GuildOnly,
          scheduled_start_time: times.scheduled_start_time,
          scheduled_end_time: times.scheduled_end_time,
          entity_type: entityTypes[entity_type],
          channel_id,
          entity_metadata,
          recurrence_rule: recurrence_rule && recurrenceBody(recurrence_rule),
          image
        })
      ),
    toResult: one(event)
  }),
  patch("events_modify", "/guilds/{guild_id}/scheduled-events/{event_id}", {
    description:
      "Change a scheduled event, or begin, end or cancel it with status. What is not named stays. For one occurrence of a recurring event use events_create_exception.",
    path: { guild_id, event_id },
    body: fits<RESTPatchAPIGuildScheduledEventJSONBody>()({
      name: optional(draft.name),
      scheduled_start_time: optional(draft.start),
      description: optional(
        nullable(text("What it is about; null removes it.", { max: Limits.EVENT_DESCRIPTION_MAX, min: 0 }))
      ),
      channel_id: optional(nullable(draft.channel)),
      entity_metadata: optional(draft.place)
    }),
    options: {
      scheduled_end_time: optional(nullable(draft.end)),
      entity_type: optional(draft.entityType),
      status: optional(
        choice("active begins it, completed ends it; canceled and completed are for good.", ...wordsOf(statuses))
      ),
      recurrence_rule: optional(nullable(recurrenceRule)),
      image: optional(draft.coverOrNull),
      ...view
    },
    auditReason: true,
    permissions: ["MANAGE_EVENTS"],
    failures: reasons("event_over", "event_in_the_past", "event_stage_failed", "image_too_large"),
    riskOf: ({ status }) => (status === "canceled" ? "destructive" : "write"),
    validate: (input) => [...changed(input), ...draft.eventIssues(input)],
    toBody: ({
      channel_id,
      description,
      entity_metadata,
      entity_type,
      image,
      name,
      recurrence_rule,
      status,
      ...times
    }) =>
      Effect.map(
        imageOrNull(image, "image"),
        (
          image
        ): WithRule<Omit<RESTPatchAPIGuildScheduledEventJSONBody, "scheduled_end_time">> & {
          readonly scheduled_end_time: string | null | undefined
        } => ({
          name,
          description,
          scheduled_start_time: times.scheduled_start_time,
          scheduled_end_time: times.scheduled_end_time,
          entity_type: entity_type && entityTypes[entity_type],
          status: status && statuses[status],
          // What becomes external has no channel from then on, and Discord wants to hear it.
          channel_id: entity_type === "external" ? null : channel_id,
          entity_metadata,
          recurrence_rule: recurrence_rule && recurrenceBody(recurrence_rule),
          image
        })
      ),
    toResult: one(event),
    preview: ({ status }) => Effect.succeed(status === "canceled" ? { undo: "A canceled event stays canceled." } : {})
  }),
  del("events_delete", "/guilds/{guild_id}/scheduled-events/{event_id}", {
    description: "Delete a scheduled event for good. To let people see that it is canceled use events_modify.",
    path: { guild_id, event_id },
    auditReason: true,
    permissions: ["MANAGE_EVENTS"]
  })
])

/** The tools of this feature. */
export const tools = [...events, ...eventOccurrences] as const
