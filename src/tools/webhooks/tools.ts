import type {
  RESTPatchAPIWebhookJSONBody,
  RESTPatchAPIWebhookWithTokenJSONBody,
  RESTPostAPIChannelWebhookJSONBody,
  RESTPostAPIWebhookWithTokenJSONBody
} from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { fits } from "../../objects/fits.ts"
import { described, flag, nullable, optional, setOf, text, url, withDefault } from "../../objects/schema/fields.ts"
import { ChannelId, guild_id, MessageId, TagId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { nullish } from "../../objects/schema/reply.ts"
import { atLeastOne, atMostOne, issueIf } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { getReadable } from "../dsl/getJson.ts"
import { unpaged } from "../dsl/paging.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { applyView, oneOrElse, resultOf, view } from "../dsl/view.ts"
import { toWrite } from "../messages/failureSets.ts"
import {
  editFields,
  editOptions,
  messageFields,
  messageFiles,
  messageOptions,
  messageRenames,
  messageRisk,
  newContent,
  splitFields,
  toBody,
  toEdit
} from "../messages/fields.ts"
import { toRenderable, toRenderableParts } from "../messages/markdown.ts"
import { tokenMessageFacts } from "../messages/preview.ts"
import { editing } from "../messages/published.ts"
import { editIssues, sendIssues } from "../messages/rules.ts"
import { sendFacts } from "../messages/send.ts"
import { pingNotice } from "../messages/silentMentions.ts"
import { unansweredComponents } from "../messages/unanswered.ts"
import { createdMessage, locate, oneMessage } from "../messages/view.ts"
import { reasons } from "../shared/failures.ts"
import { image, imageBody } from "../shared/files.ts"
import { formatName } from "../shared/previewText.ts"
import type { PreviewFacts } from "../Tool.ts"
import { pathWithToken, webhook_id, webhookName } from "./fields.ts"
import { serviceTools } from "./services.ts"
import { createdWebhook, maskToken, Webhook, webhook } from "./view.ts"

const channel_id = described("The channel that receives its messages.", ChannelId)
const message_id = described("A message that the webhook sent.", MessageId)
const thread_id = optional(described("The thread that contains the message; required if it is in a thread.", ChannelId))
const avatar = optional(nullable(described("The default avatar of its messages: {url}, {path} or {base64}.", image)))

const list = unpaged({
  body: Schema.Array(Webhook),
  items: (all) => all.map(maskToken),
  view: webhook,
  empty: "No webhooks here."
})
const single = {
  options: view,
  toResult: resultOf(Webhook, (it, input: object) => ({ value: applyView(maskToken(it), webhook, input) }))
}
/** Shows the token of a new webhook if the caller set `reveal_token`. */
const newResult = resultOf(createdWebhook.reply, (it, input: { readonly reveal_token?: boolean }) => ({
  value: applyView(input.reveal_token === true ? it : maskToken(it), createdWebhook, input)
}))
const sentMessage = Object.assign(oneOrElse(createdMessage, { value: { done: true } }), { locate })

const webhookBody = ({ avatar }: { readonly avatar?: typeof image.Type | null }) => imageBody({ avatar })

/** Returns the query of a message. Discord drops components unless `with_components` is set. */
const messageQuery = (input: { readonly thread_id?: string; readonly components?: unknown }) => ({
  thread_id: input.thread_id,
  with_components: input.components === undefined ? undefined : true
})

/** Few messages are split. */
const loadParts = Effect.promise(() => import("./webhookParts.ts"))

const synonyms = {
  webhooks_create:
    "new webhook, webhook url, integration, create a webhook, make a webhook, set up a webhook, webhook for a service, webhook for github, add a webhook, incoming webhook, create webhook, url for posting from outside",
  webhooks_execute:
    "post with a webhook, send as another name, send with a webhook, execute webhook, post as a webhook, message as a webhook, webhook send, send a webhook message, post under another name and avatar, message through a webhook, use a webhook",
  webhooks_list_guild:
    "all webhooks, list webhooks, webhooks of the server, which webhooks exist, what webhooks do we have, webhooks, show webhooks, fetch webhooks",
  webhooks_modify:
    "rename a webhook, webhook avatar, edit webhook, move a webhook to another channel, change a webhook, change the name of a webhook",
  webhooks_delete:
    "remove a webhook, delete webhook, revoke a webhook, stop following a channel, unfollow an announcement channel, unfollow a news channel, stop the follow",
  webhooks_list_channel:
    "webhooks of a channel, what webhooks does a channel have, which webhooks post in a channel, list channel webhooks, webhooks in this channel, fetch webhooks of a channel",
  webhooks_get: "webhook info, one webhook, fetch webhook, who created a webhook, details of a webhook",
  webhooks_get_with_token: "webhook by token, webhook by url",
  webhooks_get_message:
    "message of a webhook, fetch webhook message, message that a webhook posted, what a webhook posted",
  webhooks_execute_slack: "slack webhook, slack message format, slack-compatible webhook, send a slack payload",
  webhooks_execute_github: "github events through a webhook, github-compatible webhook, push and issue notifications",
  webhooks_modify_with_token: "change a webhook by its token, rename a webhook by its url",
  webhooks_edit_message:
    "edit a webhook message, change a webhook's message, update a message of a webhook, fix the text of a webhook, change what a webhook posted, text that a webhook posted",
  webhooks_delete_with_token: "delete a webhook by its token, delete a webhook by its url",
  webhooks_delete_message:
    "delete a webhook message, remove a message of a webhook, remove a webhook's message, delete what a webhook posted"
}

/** Webhooks: anyone with the token of a webhook can send messages through it. */
export const tools = group({ category: "webhooks", synonyms }, [
  get("webhooks_list_channel", "/channels/{channel_id}/webhooks", {
    description: "List the webhooks of a channel. Their tokens are masked.",
    path: { channel_id },
    ...list
  }),
  get("webhooks_list_guild", "/guilds/{guild_id}/webhooks", {
    description: "List the webhooks of all channels of a guild. Their tokens are masked.",
    path: { guild_id },
    ...list
  }),
  get("webhooks_get", "/webhooks/{webhook_id}", {
    description: "Get one webhook by its id. Its token is masked.",
    path: { webhook_id },
    ...single
  }),
  get("webhooks_get_with_token", "/webhooks/{webhook_id}/{token}", {
    description: "Get one webhook by its token.",
    path: pathWithToken,
    ...single,
    subject: "webhook",
    failures: reasons("webhook_token_not_valid")
  }),
  get("webhooks_get_message", "/webhooks/{webhook_id}/{token}/messages/{message_id}", {
    description: "Get one message that a webhook sent.",
    path: { ...pathWithToken, message_id },
    query: { thread_id },
    options: view,
    subject: "webhook",
    toResult: oneMessage,
    failures: reasons("webhook_token_not_valid")
  }),
  post("webhooks_create", "/channels/{channel_id}/webhooks", {
    description:
      "Create a webhook for a channel. Its token, which webhooks_execute requires, is masked unless reveal_token is true.",
    path: { channel_id },
    body: fits<RESTPostAPIChannelWebhookJSONBody>()({ name: webhookName("The author name of its messages.") }),
    options: {
      avatar,
      reveal_token: optional(flag("Whether to show the token in the result; false by default.")),
      ...view
    },
    auditReason: true,
    failures: reasons("webhooks_full", "guild_webhooks_full", "direct_message_channel", "image_too_large"),
    toBody: webhookBody,
    toResult: newResult
  }),
  post("webhooks_execute", "/webhooks/{webhook_id}/{token}", {
    description: "Send a message through a webhook. To send as the bot use messages_send.",
    path: pathWithToken,
    query: {
      wait: withDefault(flag("Whether to wait for the message and return it; true by default."), true),
      thread_id: optional(described("Send to this thread of the webhook's channel.", ChannelId))
    },
    body: {
      ...messageFields,
      ...fits<RESTPostAPIWebhookWithTokenJSONBody>()({
        username: optional(webhookName("The author name of this message.")),
        avatar_url: optional(url("The avatar of this message: https URL.")),
        thread_name: optional(
          text("Forum: title of a new post that starts with this message.", { max: Limits.CHANNEL_NAME_MAX })
        ),
        applied_tags: optional(setOf("Ids of the tags of the new post.", TagId, 0, Limits.APPLIED_TAGS_MAX))
      })
    },
    options: { ...messageOptions, ...splitFields, ...view },
    subject: "webhook",
    asks: ["pings_everyone"],
    riskOf: messageRisk,
    rewrite: toRenderableParts,
    validate: (input) => [
      ...sendIssues(input),
      ...issueIf(
        input.thread_name !== undefined && (input.from_part ?? 1) > 1,
        "thread_name",
        "the first part has created the post: set thread_id in its place",
        "exclusive"
      ),
      ...atMostOne("thread_id", "thread_name")(input),
      ...issueIf(
        input.applied_tags !== undefined && input.thread_name === undefined,
        "applied_tags",
        "requires thread_name: tags apply to a new post",
        "required"
      )
    ],
    files: messageFiles,
    toQuery: (input) => ({ ...messageQuery(input), wait: input.wait }),
    toBody,
    several: {
      fields: ["split"],
      run: (input, request, resultOf) =>
        input.split === true
          ? Effect.flatMap(loadParts, ({ sendThrough }) => sendThrough(input, request, resultOf))
          : undefined
    },
    afterwards: pingNotice,
    renames: messageRenames,
    toResult: sentMessage,
    shownAs: { username: "author" },
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
    preview: sendFacts
  }),
  ...serviceTools,
  patch("webhooks_modify", "/webhooks/{webhook_id}", {
    description: "Change a webhook's name or avatar, or move it to another channel.",
    path: { webhook_id },
    body: fits<RESTPatchAPIWebhookJSONBody>()({
      name: optional(webhookName("The new name.")),
      channel_id: optional(described("The channel to move it to.", ChannelId))
    }),
    options: { avatar, ...view },
    auditReason: true,
    failures: reasons("webhook_of_discord", "webhooks_full", "image_too_large"),
    validate: atLeastOne("name", "avatar", "channel_id"),
    toBody: webhookBody,
    toResult: single.toResult
  }),
  patch("webhooks_modify_with_token", "/webhooks/{webhook_id}/{token}", {
    description: "Change a webhook's name or avatar by its token.",
    path: pathWithToken,
    body: fits<RESTPatchAPIWebhookWithTokenJSONBody>()({ name: optional(webhookName("The new name.")) }),
    options: { avatar, ...view },
    subject: "webhook",
    validate: atLeastOne("name", "avatar"),
    toBody: webhookBody,
    toResult: single.toResult,
    failures: reasons("webhook_token_not_valid", "image_too_large")
  }),
  patch("webhooks_edit_message", "/webhooks/{webhook_id}/{token}/messages/{message_id}", {
    description: "Edit a message that a webhook sent. Omitted fields stay unchanged.",
    path: { ...pathWithToken, message_id },
    query: { thread_id },
    body: { ...editFields, content: newContent("webhooks_execute") },
    options: { ...editOptions, ...view },
    subject: "webhook",
    ...editing("/webhooks/{webhook_id}/{token}/messages/{message_id}", "webhook"),
    afterwards: unansweredComponents,
    riskOf: messageRisk,
    rewrite: toRenderable,
    validate: editIssues,
    files: messageFiles,
    toQuery: messageQuery,
    toBody: toEdit,
    renames: messageRenames,
    toResult: oneMessage,
    failures: {
      ...toWrite,
      ...reasons("webhook_token_not_valid", "unknown_channel", "message_of_another_author", "thread_archived")
    }
  }),
  del("webhooks_delete", "/webhooks/{webhook_id}", {
    description: "Delete a webhook permanently. Its messages stay.",
    path: { webhook_id },
    auditReason: true,
    failures: reasons("webhook_of_discord")
  }),
  del("webhooks_delete_with_token", "/webhooks/{webhook_id}/{token}", {
    description: "Delete a webhook permanently, by its token. Its messages stay.",
    path: pathWithToken,
    subject: "webhook",
    failures: reasons("webhook_token_not_valid"),
    preview: (path) => webhookFacts(path)
  }),
  del("webhooks_delete_message", "/webhooks/{webhook_id}/{token}/messages/{message_id}", {
    description: "Delete a message that a webhook sent, permanently.",
    path: { ...pathWithToken, message_id },
    query: { thread_id },
    subject: "webhook",
    failures: reasons("webhook_token_not_valid", "unknown_channel"),
    preview: ({ thread_id, ...path }) =>
      tokenMessageFacts("/webhooks/{webhook_id}/{token}/messages/{message_id}", path, "webhook", thread_id)
  })
])

/** Returns the name and channel of the webhook that a token identifies. */
const webhookFacts = (path: { readonly webhook_id: string; readonly token: string }): PreviewFacts =>
  Effect.flatMap(
    getReadable(Webhook, "/webhooks/{webhook_id}/{token}", path, {}, "webhook"),
    ({ channel_id, name }) => {
      const webhook = formatName(name ?? "without a name")
      return channel_id == null
        ? Effect.succeed({ webhook })
        : getReadable(Named, "/channels/{channel_id}", { channel_id }).pipe(
            Effect.map((it) => ({
              webhook,
              writes_to: it.name == null ? channel_id : formatName(it.name, "#")
            })),
            // The bot may be unable to view the channel.
            Effect.orElseSucceed(() => ({ webhook, writes_to: channel_id }))
          )
    }
  )

const Named = Schema.Struct({ name: nullish(Schema.String) })
