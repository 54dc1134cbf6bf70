import type { APIStageInstance } from "discord-api-types/v10"
import { compact } from "./compact.ts"

/** What an agent needs of a stage that is live: where, about what, for which event. */
export const stageInstance = (it: APIStageInstance) =>
  compact({
    id: it.id,
    guild_id: it.guild_id,
    channel_id: it.channel_id,
    topic: it.topic,
    event_id: it.guild_scheduled_event_id
  })
