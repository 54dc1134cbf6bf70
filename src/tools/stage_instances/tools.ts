import type { RESTPatchAPIStageInstanceJSONBody, RESTPostAPIStageInstanceJSONBody } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { fits } from "../../objects/fits.ts"
import { described, flag, optional, text } from "../../objects/schema/fields.ts"
import { ChannelId, EventId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { expected, Id, nullish } from "../../objects/schema/reply.ts"
import { group } from "../dsl/defineTool.ts"
import { getReadable } from "../dsl/getJson.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { compact, created, one, view, viewOf } from "../dsl/view.ts"
import { everyonePingFacts } from "../messages/preview.ts"
import { reasons } from "../shared/failures.ts"
import { quote } from "../shared/previewText.ts"

const channel_id = described("The stage channel.", ChannelId)
const topic = text("The stage's topic.", { max: Limits.STAGE_TOPIC_MAX })

/** Compact view of a stage instance: channel, topic, event. */
const stageInstance = viewOf(
  Schema.Struct({
    id: expected(Id),
    guild_id: nullish(Id),
    channel_id: expected(Id),
    topic: nullish(Schema.String),
    guild_scheduled_event_id: nullish(Id)
  }),
  (stage) =>
    compact({
      id: stage.id,
      guild_id: stage.guild_id,
      channel_id: stage.channel_id,
      topic: stage.topic,
      event_id: stage.guild_scheduled_event_id
    })
)

/** Compact view of a stage instance that a call created. */
const createdStageInstance = created(stageInstance, "id")

const synonyms = {
  stage_instances_create:
    "start a stage, go live on a stage, open a stage, begin a stage, create stage instance, create a stage",
  stage_instances_modify:
    "change the topic of a stage, stage topic, rename a stage, edit stage instance, new topic for the stage, what a stage is about",
  stage_instances_delete:
    "end a stage, close a stage, stop a stage, stop the live stage, finish a stage, delete stage instance, stage is over",
  stage_instances_get:
    "is the stage live, live stage, what is on stage, stage info, current stage topic, which topic has the stage, fetch stage instance"
}

/** Stage instances: live stages. */
export const tools = group({ category: "stage_instances", synonyms }, [
  get("stage_instances_get", "/stage-instances/{channel_id}", {
    description: "Get the live stage of a stage channel. Returns not found if the stage is not live.",
    path: { channel_id },
    options: view,
    toResult: one(stageInstance)
  }),
  post("stage_instances_create", "/stage-instances", {
    description: "Start a live stage in a stage channel. To schedule one for later use events_create.",
    path: {},
    body: fits<RESTPostAPIStageInstanceJSONBody>()({
      channel_id,
      topic,
      send_start_notification: optional(flag("Ping @everyone when the stage starts; false by default.")),
      guild_scheduled_event_id: optional(described("The scheduled event that the stage belongs to.", EventId))
    }),
    options: view,
    auditReason: true,
    failures: reasons(
      "unknown_channel",
      "unknown_event",
      "not_a_stage_channel",
      "stage_already_live",
      "event_of_another_kind",
      "words_not_allowed"
    ),
    // The notification pings @everyone, like a mass mention.
    asks: ["pings_everyone"],
    riskOf: ({ send_start_notification }) => (send_start_notification === true ? "destructive" : "write"),
    toResult: one(createdStageInstance),
    preview: ({ channel_id, send_start_notification }) =>
      send_start_notification === true ? everyonePingFacts(channel_id) : Effect.succeed({})
  }),
  patch("stage_instances_modify", "/stage-instances/{channel_id}", {
    description: "Change the topic of a live stage.",
    path: { channel_id },
    body: fits<RESTPatchAPIStageInstanceJSONBody>()({ topic }),
    options: view,
    auditReason: true,
    failures: reasons("words_not_allowed"),
    toResult: one(stageInstance)
  }),
  del("stage_instances_delete", "/stage-instances/{channel_id}", {
    description: "End a live stage for everyone. The channel stays.",
    path: { channel_id },
    auditReason: true,
    preview: ({ channel_id }) =>
      Effect.map(getReadable(stageInstance.reply, "/stage-instances/{channel_id}", { channel_id }), ({ topic }) =>
        topic == null ? {} : { topic: quote(topic) }
      ),
    undo: "stage_instances_create starts the stage again; everyone must rejoin."
  })
])
