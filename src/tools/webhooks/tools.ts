import type {
  RESTPatchAPIWebhookJSONBody,
  RESTPatchAPIWebhookWithTokenJSONBody,
  RESTPostAPIChannelWebhookJSONBody,
  RESTPostAPIWebhookWithTokenJSONBody
} from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { fits } from "../dsl/fits.ts"
import { whole } from "../dsl/paging.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { oneOr, reading, shown, view } from "../dsl/view.ts"
import { toWrite } from "../messages/failureSets.ts"
import {
  editFields,
  editLocal,
  messageFields,
  messageFiles,
  messageLocal,
  messageRenames,
  messageRisk,
  toBody,
  toEdit
} from "../messages/fields.ts"
import { locate, oneMessage } from "../messages/jumpUrl.ts"
import { everyoneFacts, pingFacts } from "../messages/pings.ts"
import { tokenMessageFacts } from "../messages/preview.ts"
import { editIssues, messageIssues } from "../messages/rules.ts"
import { message } from "../messages/view.ts"
import { reasons } from "../shared/failures.ts"
import { described, flag, nullable, optional, setOf, text, url, withDefault } from "../shared/fields.ts"
import { image, imageOrNull } from "../shared/files.ts"
import { ChannelId, GuildId, MessageId, TagId, WebhookId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { githubEvent, payload, samples, slackRisk, token, webhookName } from "./fields.ts"
import { webhookFacts } from "./preview.ts"
import { masked, Webhook, webhook } from "./view.ts"

const channel_id = described("The channel it writes to.", ChannelId)
const webhook_id = described("The webhook.", WebhookId)
const message_id = described("Its message.", MessageId)
const thread_id = optional(described("The thread, where the message is in one.", ChannelId))
const avatar = optional(nullable(described("The picture beside its messages; null for none.", image)))
const webhookToken = token("Its token or address.")
const withToken = { webhook_id, token: webhookToken }

const list = whole({
  body: Schema.Array(Webhook),
  items: (all) => all.map(masked),
  view: webhook,
  empty: "No webhooks here."
})
const single = {
  options: view,
  toResult: reading(Webhook, (it, input: object) => ({ value: shown(masked(it), webhook, input) }))
}
/** The token of a new webhook is shown where that is asked for. */
const created = reading(Webhook, (it, input: { readonly reveal_token?: boolean }) => ({
  value: shown(input.reveal_token === true ? it : masked(it), webhook, input)
}))
const sent = Object.assign(oneOr(message, { value: { done: true } }), { locate })

/** Pictures are loaded on the way. */
const named = ({ avatar, name }: { readonly avatar?: typeof image.Type | null; readonly name?: string }) =>
  Effect.map(imageOrNull(avatar, "avatar"), (avatar): RESTPatchAPIWebhookWithTokenJSONBody => ({ name, avatar }))

/** Discord shows components of a webhook only to who asks for it. */
const asked = (input: { readonly thread_id?: string; readonly components?: unknown }) => ({
  thread_id: input.thread_id,
  with_components: input.components === undefined ? undefined : true
})

/** Messages of other services, as those send them. */
const forwarding = {
  query: { thread_id: optional(described("Write into this thread of its channel.", ChannelId)) },
  subject: "webhook"
} as const

/** Webhooks: names under which messages are written by whoever has their token. */
export const tools = group("webhooks", [
  get("webhooks_list_channel", "/channels/{channel_id}/webhooks", {
    description: "List the webhooks of a channel. Their tokens are masked.",
    path: { channel_id },
    ...list,
    permissions: ["MANAGE_WEBHOOKS"]
  }),
  get("webhooks_list_guild", "/guilds/{guild_id}/webhooks", {
    description: "List the webhooks of all channels of a guild. Their tokens are masked.",
    path: { guild_id: described("The guild (server).", GuildId) },
    ...list,
    permissions: ["MANAGE_WEBHOOKS"]
  }),
  get("webhooks_get", "/webhooks/{webhook_id}", {
    description: "Get one webhook by its id. Its token is masked.",
    path: { webhook_id },
    ...single,
    permissions: ["MANAGE_WEBHOOKS"]
  }),
  get("webhooks_get_with_token", "/webhooks/{webhook_id}/{token}", {
    description: "Get one webhook by its token: to see whether it still works.",
    path: withToken,
    ...single,
    subject: "webhook",
    failures: reasons("webhook_token_not_valid")
  }),
  get("webhooks_get_message", "/webhooks/{webhook_id}/{token}/messages/{message_id}", {
    description: "Get one message that a webhook has sent.",
    path: { ...withToken, message_id },
    query: { thread_id },
    options: view,
    subject: "webhook",
    toResult: oneMessage,
    failures: reasons("webhook_token_not_valid")
  }),
  post("webhooks_create", "/channels/{channel_id}/webhooks", {
    description:
      "Create a webhook for a channel. Its token, which webhooks_execute needs, is a secret: it is masked unless reveal_token is true.",
    path: { channel_id },
    body: fits<RESTPostAPIChannelWebhookJSONBody>()({ name: webhookName("The name its messages have.") }),
    options: { avatar, reveal_token: optional(flag("Whether to show the token in the answer.")), ...view },
    auditReason: true,
    permissions: ["MANAGE_WEBHOOKS"],
    failures: reasons("webhooks_full", "guild_webhooks_full", "direct_message_channel", "image_too_large"),
    toBody: named,
    toResult: created
  }),
  post("webhooks_execute", "/webhooks/{webhook_id}/{token}", {
    description: "Write a message in a webhook's name, or any other. To write as the bot use messages_send.",
    path: withToken,
    query: {
      wait: withDefault(flag("Whether to wait for the message and answer with it; true by default."), true),
      thread_id: optional(described("Write into this thread of its channel.", ChannelId))
    },
    body: {
      ...messageFields,
      ...fits<RESTPostAPIWebhookWithTokenJSONBody>()({
        username: optional(webhookName("Another name for this message.")),
        avatar_url: optional(url("The address of another picture for this message.")),
        thread_name: optional(
          text("In a forum: the title of the post to start, with this message first.", { max: Limits.CHANNEL_NAME_MAX })
        ),
        applied_tags: optional(setOf("The tags of that post.", TagId, 0, Limits.APPLIED_TAGS_MAX))
      })
    },
    options: { ...messageLocal, ...view },
    subject: "webhook",
    riskOf: messageRisk,
    validate: (input) => [
      ...messageIssues(input),
      ...(input.thread_id !== undefined && input.thread_name !== undefined
        ? [{ path: "thread_name", message: "cannot be given together with thread_id", code: "exclusive" }]
        : []),
      ...(input.applied_tags !== undefined && input.thread_name === undefined
        ? [{ path: "applied_tags", message: "are for a new post: give its title in thread_name", code: "required" }]
        : [])
    ],
    files: messageFiles,
    toQuery: (input) => ({ ...asked(input), wait: input.wait }),
    toBody: (input) => ({
      ...toBody(input),
      username: input.username,
      avatar_url: input.avatar_url,
      thread_name: input.thread_name,
      applied_tags: input.applied_tags
    }),
    renames: messageRenames,
    toResult: sent,
    failures: {
      ...toWrite,
      ...reasons(
        "webhook_token_not_valid",
        "unknown_channel",
        "forum_needs_thread",
        "thread_name_outside_forum",
        "forum_tag_required",
        "unknown_tag",
        "thread_archived",
        "thread_locked",
        "poll_not_here",
        "poll_emoji_not_usable"
      )
    },
    preview: pingFacts
  }),
  post("webhooks_execute_slack", "/webhooks/{webhook_id}/{token}/slack", {
    description: "Write a message given in Slack's format. For Discord's own use webhooks_execute.",
    path: withToken,
    ...forwarding,
    options: { payload: payload("The body Slack would take: {text, username, icon_url, attachments}", samples.slack) },
    riskOf: ({ payload }) => slackRisk(payload),
    preview: ({ payload }) => (slackRisk(payload) === "destructive" ? everyoneFacts(undefined) : Effect.succeed({})),
    accept: "text",
    toBody: ({ payload }) => payload,
    toResult: () => ({ value: { done: true } }),
    failures: reasons("webhook_token_not_valid", "unknown_channel", "forum_refuses_service", "thread_archived")
  }),
  post("webhooks_execute_github", "/webhooks/{webhook_id}/{token}/github", {
    description: "Pass on an event as GitHub sends it to webhooks. For a text of your own use webhooks_execute.",
    path: withToken,
    ...forwarding,
    options: {
      event: optional(
        githubEvent("GitHub's name of the event, from its X-GitHub-Event header: push, issues, pull_request, release.")
      ),
      payload: payload("The body of the event.", samples.github)
    },
    toHeaders: ({ event }) => (event === undefined ? {} : { "X-GitHub-Event": event }),
    toBody: ({ payload }) => payload,
    toResult: (_body, { event }) => ({
      value: { done: true },
      notice:
        event === undefined
          ? "The event had no name: Discord may show nothing of it. Give the name in event."
          : "Discord takes every event, and shows only some: read the channel to see whether there is a message."
    }),
    failures: reasons("webhook_token_not_valid", "unknown_channel", "forum_refuses_service", "thread_archived")
  }),
  patch("webhooks_modify", "/webhooks/{webhook_id}", {
    description: "Change a webhook's name or picture, or move it to another channel.",
    path: { webhook_id },
    body: fits<RESTPatchAPIWebhookJSONBody>()({
      name: optional(webhookName("The new name.")),
      channel_id: optional(described("The channel to move it to.", ChannelId))
    }),
    options: { avatar, ...view },
    auditReason: true,
    permissions: ["MANAGE_WEBHOOKS"],
    failures: reasons("webhook_of_discord", "webhooks_full", "image_too_large"),
    validate: atLeastOne("name", "avatar", "channel_id"),
    toBody: (input) =>
      Effect.map(named(input), (body): RESTPatchAPIWebhookJSONBody => ({ ...body, channel_id: input.channel_id })),
    toResult: single.toResult
  }),
  patch("webhooks_modify_with_token", "/webhooks/{webhook_id}/{token}", {
    description: "Change a webhook's name or picture by its token.",
    path: withToken,
    body: fits<RESTPatchAPIWebhookWithTokenJSONBody>()({ name: optional(webhookName("The new name.")) }),
    options: { avatar, ...view },
    subject: "webhook",
    validate: atLeastOne("name", "avatar"),
    toBody: named,
    toResult: single.toResult,
    failures: reasons("webhook_token_not_valid", "image_too_large")
  }),
  patch("webhooks_edit_message", "/webhooks/{webhook_id}/{token}/messages/{message_id}", {
    description: "Change a message that a webhook has sent. What is not named stays.",
    path: { ...withToken, message_id },
    query: { thread_id },
    body: editFields,
    options: { ...editLocal, ...view },
    subject: "webhook",
    riskOf: messageRisk,
    validate: editIssues,
    files: messageFiles,
    toQuery: asked,
    toBody: toEdit,
    renames: messageRenames,
    toResult: oneMessage,
    failures: {
      ...toWrite,
      ...reasons("webhook_token_not_valid", "unknown_channel", "message_of_another_author", "thread_archived")
    },
    preview: pingFacts
  }),
  del("webhooks_delete", "/webhooks/{webhook_id}", {
    description: "Delete a webhook, for good. Its messages stay.",
    path: { webhook_id },
    auditReason: true,
    permissions: ["MANAGE_WEBHOOKS"],
    failures: reasons("webhook_of_discord")
  }),
  del("webhooks_delete_with_token", "/webhooks/{webhook_id}/{token}", {
    description: "Delete a webhook by its token, for good. Its messages stay.",
    path: withToken,
    subject: "webhook",
    failures: reasons("webhook_token_not_valid"),
    preview: webhookFacts
  }),
  del("webhooks_delete_message", "/webhooks/{webhook_id}/{token}/messages/{message_id}", {
    description: "Delete a message that a webhook has sent, for good.",
    path: { ...withToken, message_id },
    query: { thread_id },
    subject: "webhook",
    failures: reasons("webhook_token_not_valid", "unknown_channel"),
    preview: ({ thread_id, ...path }) =>
      tokenMessageFacts("/webhooks/{webhook_id}/{token}/messages/{message_id}", path, "webhook", thread_id)
  })
])
