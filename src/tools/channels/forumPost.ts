import type { RESTPostAPIGuildForumThreadsJSONBody } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { newThread } from "../../objects/channel.ts"
import type { Frozen } from "../../objects/fits.ts"
import { alsoTakes } from "../../objects/schema/alsoTakes.ts"
import { wrapText } from "../../objects/schema/conversions.ts"
import { described, object, optional, setOf } from "../../objects/schema/fields.ts"
import { ChannelId, TagId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { Id, nullish } from "../../objects/schema/reply.ts"
import { post } from "../dsl/toolBuilders.ts"
import { one, viewOf } from "../dsl/view.ts"
import { toWrite } from "../messages/failureSets.ts"
import {
  messageFields,
  messageFiles,
  messageOptions,
  messageRisk,
  split,
  stickers,
  toBody
} from "../messages/fields.ts"
import { toRenderableParts } from "../messages/markdown.ts"
import { sendIssues } from "../messages/rules.ts"
import { sendFacts } from "../messages/send.ts"
import { pingNotice } from "../messages/silentMentions.ts"
import { Message, type MessageView, message } from "../messages/view.ts"
import { reasons } from "../shared/failures.ts"
import { Channel, channel } from "./view.ts"

const { tts: _, ...postFields } = messageFields

/** Posts of long texts are few. */
const loadParts = Effect.promise(() => import("./forumParts.ts"))

/** A new post. `parts`: the messages of a text that was sent as several; the first is that of the post. */
export interface CreatedPost extends ReturnType<typeof channel> {
  readonly id: string
  readonly message?: MessageView
  readonly parts?: ReadonlyArray<object>
}

/** Compact view of a new post: the thread, and its first message. */
const createdPost = viewOf(
  Schema.Struct({ ...Channel.fields, id: Id, message: nullish(Message) }),
  (it): CreatedPost => ({ ...channel(it), id: it.id, ...(it.message && { message: message(it.message) }) }),
  { ...channel.shownAs, ...message.shownAs }
)

/** The tool that creates a forum post: a thread with its first message. */
export const forumPost = post("channels_forum_create_thread", "/channels/{channel_id}/threads", {
  title: "Create forum post",
  description: "Create a post in a forum or media channel: a thread with its first message.",
  path: { channel_id: described("The forum or media channel.", ChannelId) },
  options: {
    ...newThread,
    applied_tags: optional(
      setOf("Up to 5 tag ids; some forums require one.", described("A tag.", TagId), 0, Limits.APPLIED_TAGS_MAX)
    ),
    message: object("The first message.", { ...postFields, ...messageOptions, ...stickers, split }).annotations(
      alsoTakes(wrapText("content"))
    )
  },
  auditReason: true,
  permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"],
  failures: {
    ...toWrite,
    ...reasons(
      "threads_not_here",
      "forum_tag_required",
      "forum_tags_moderated",
      "unknown_tag",
      "active_threads_full",
      "title_blocked_by_automod",
      "slowmode",
      "sticker_not_usable",
      "sticker_not_allowed"
    )
  },
  asks: ["pings_everyone"],
  riskOf: ({ message }) => messageRisk(message),
  preview: ({ channel_id, message }) => sendFacts({ ...message, channel_id }),
  rewrite: toRenderableParts,
  validate: ({ message }) => sendIssues(message, "message."),
  files: ({ message }) => messageFiles(message).map(([file, at]) => [file, `message.${at}`] as const),
  toBody: (input): Frozen<RESTPostAPIGuildForumThreadsJSONBody> => ({
    name: input.name,
    auto_archive_duration: input.auto_archive_duration,
    rate_limit_per_user: input.rate_limit_per_user,
    applied_tags: input.applied_tags,
    message: toBody(input.message)
  }),
  renames: { "message.attachments": "message.files", "message.poll": "message.poll" },
  toResult: one(createdPost),
  several: {
    fields: ["message"],
    run: (input, request, resultOf) =>
      input.message.split === true
        ? Effect.flatMap(loadParts, ({ sendPost }) => sendPost<CreatedPost>(input.message, request, resultOf))
        : undefined
  },
  afterwards: ({ channel_id, message }, reply) => pingNotice({ ...message, channel_id }, Object(reply).message)
})
