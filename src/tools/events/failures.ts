import type { Reasons } from "../dsl/Reason.ts"

/** About scheduled events and live stages. */
export const events = {
  events_full: {
    on: 30038,
    when: "The guild has 100 events to come and takes no more.",
    recovery: "Ask the person which event can go: events_list {guild_id} lists them.",
    suggested_tool: "events_list"
  },
  event_over: {
    on: 180000,
    when: "The event has ended or was canceled, which is for good.",
    recovery: "Create a new event with events_create {guild_id, name, scheduled_start_time, entity_type}.",
    suggested_tool: "events_create"
  },
  event_in_the_past: {
    on: 50035,
    issue: "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST",
    when: "The event would begin or end in the past.",
    recovery: "Choose a scheduled_start_time that is still to come, with its time zone, and an end after it."
  },
  event_stage_failed: {
    on: 180002,
    when: "Discord could not make the stage that the event takes place on.",
    recovery: "Check with channels_get {channel_id} that the stage channel is there and free, then call again.",
    suggested_tool: "channels_get"
  },
  event_of_another_kind: {
    on: 50091,
    when: "The event takes place elsewhere: it is not for this kind of channel.",
    recovery: "Name an event of the entity_type stage from events_list {guild_id}, or none.",
    suggested_tool: "events_list"
  },
  stage_already_live: {
    on: 150006,
    when: "The stage is live already.",
    recovery:
      "Change its topic with stage_instances_modify {channel_id, topic}, or end it first with stage_instances_delete {channel_id}.",
    suggested_tool: "stage_instances_modify"
  }
} satisfies Reasons
