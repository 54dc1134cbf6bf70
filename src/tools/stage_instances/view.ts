import { Schema } from "effect"
import { expected, Id, nullish } from "../dsl/reply.ts"
import { compact, created, viewOf } from "../dsl/view.ts"

/** Compact view of a stage instance: channel, topic, event. */
export const stageInstance = viewOf(
  Schema.Struct({
    id: expected(Id),
    guild_id: nullish(Id),
    channel_id: expected(Id),
    topic: nullish(Schema.String),
    guild_scheduled_event_id: nullish(Id)
  }),
  (it) =>
    compact({
      id: it.id,
      guild_id: it.guild_id,
      channel_id: it.channel_id,
      topic: it.topic,
      event_id: it.guild_scheduled_event_id
    })
)

/** Compact view of a stage instance that a call created. */
export const createdStageInstance = created(stageInstance, "id")
