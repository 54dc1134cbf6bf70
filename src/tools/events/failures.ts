import type { Reasons } from "../dsl/Reason.ts"

/** Failure reasons of scheduled events and stage instances. */
export const events = {
  events_full: {
    on: 30038,
    when: "The guild has 100 upcoming events, the maximum.",
    recovery: "Ask the user which event to delete: events_list {guild_id} lists them.",
    suggested_tool: "events_list"
  },
  event_over: {
    on: 180000,
    when: "The event is completed or canceled and cannot change any more.",
    recovery: "Create a new event with events_create {guild_id, name, scheduled_start_time, entity_type}.",
    suggested_tool: "events_create"
  },
  event_in_the_past: {
    on: 50035,
    issue: "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST",
    when: "The event would start or end in the past.",
    recovery: "Choose a scheduled_start_time in the future, with its time zone, and an end after it."
  },
  event_stage_failed: {
    on: 180002,
    when: "Discord could not create the event's stage.",
    recovery: "Check with channels_get {channel_id} that the stage channel exists and is not live, then retry.",
    suggested_tool: "channels_get"
  },
  event_of_another_kind: {
    on: 50091,
    when: "The event's entity_type does not match this channel.",
    recovery: "Pass an event with entity_type stage from events_list {guild_id}, or omit it.",
    suggested_tool: "events_list"
  },
  stage_already_live: {
    on: 150006,
    when: "The stage is already live.",
    recovery:
      "Change its topic with stage_instances_modify {channel_id, topic}, or end it first with stage_instances_delete {channel_id}.",
    suggested_tool: "stage_instances_modify"
  }
} satisfies Reasons
