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
import * as fields from "./fields.ts"
import { occurrenceTools } from "./occurrences.ts"
import { type RuleBody, recurrenceBody, recurrenceRule } from "./recurrence.ts"
import { entityTypes, event, statuses } from "./view.ts"

const guild_id = described("The guild (server).", GuildId)
const event_id = described("The event.", EventId)
const with_user_count = withDefault(flag("Whether to count the interested users; true by default."), true)

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

// discord-api-types requires the whole rule, but some of its fields are read-only.
type WithRule<Body> = Omit<Body, "recurrence_rule"> & { readonly recurrence_rule?: RuleBody | null | undefined }

/** Tools for scheduled events. Tools for their users and exceptions are in occurrences.ts. */
const events = group("events", [
  get("events_list", "/guilds/{guild_id}/scheduled-events", {
    description: "List the upcoming and active scheduled events of a guild.",
    path: { guild_id },
    query: { with_user_count },
    ...whole({ view: event, empty: "This guild has no upcoming events." })
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
    body: fits<RESTPostAPIGuildScheduledEventJSONBody>()({
      name: fields.name,
      scheduled_start_time: fields.startTime,
      scheduled_end_time: optional(fields.endTime),
      description: optional(fields.description),
      channel_id: optional(fields.channel),
      entity_metadata: optional(fields.location)
    }),
    options: {
      entity_type: fields.entityType,
      recurrence_rule: optional(recurrenceRule),
      image: optional(fields.cover),
      ...view
    },
    auditReason: true,
    permissions: ["CREATE_EVENTS"],
    failures: reasons("events_full", "event_in_the_past", "image_too_large"),
    validate: fields.eventIssues,
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
      "Change a scheduled event, or start, end or cancel it with status. Omitted fields stay unchanged. For one occurrence of a recurring event use events_create_exception.",
    path: { guild_id, event_id },
    body: fits<RESTPatchAPIGuildScheduledEventJSONBody>()({
      name: optional(fields.name),
      scheduled_start_time: optional(fields.startTime),
      description: optional(
        nullable(text("The description; null removes it.", { max: Limits.EVENT_DESCRIPTION_MAX, min: 0 }))
      ),
      channel_id: optional(nullable(fields.channel)),
      entity_metadata: optional(fields.location)
    }),
    options: {
      scheduled_end_time: optional(nullable(fields.endTime)),
      entity_type: optional(fields.entityType),
      status: optional(
        choice("active starts the event, completed ends it. completed and canceled are final.", ...wordsOf(statuses))
      ),
      recurrence_rule: optional(nullable(recurrenceRule)),
      image: optional(fields.coverOrNull),
      ...view
    },
    auditReason: true,
    permissions: ["MANAGE_EVENTS"],
    failures: reasons("event_over", "event_in_the_past", "event_stage_failed", "image_too_large"),
    riskOf: ({ status }) => (status === "canceled" ? "destructive" : "write"),
    validate: (input) => [...changed(input), ...fields.eventIssues(input)],
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
          // Discord requires channel_id: null when an event becomes external.
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
    description: "Delete a scheduled event permanently. To keep it visible as canceled use events_modify.",
    path: { guild_id, event_id },
    auditReason: true,
    permissions: ["MANAGE_EVENTS"]
  })
])

/** The tools of this feature. */
export const tools = [...events, ...occurrenceTools] as const
