import type { RESTPostAPIChannelMessagesThreadsJSONBody } from "discord-api-types/v10"
import { Schema } from "effect"
import { createdChannel } from "../channels/view.ts"
import { idTimes, isoTimes, timeFields } from "../dsl/cursor.ts"
import { group } from "../dsl/defineTool.ts"
import { paged } from "../dsl/paging.ts"
import { expected, nullish } from "../dsl/reply.ts"
import { fits } from "../dsl/ToolDefinition.ts"
import { del, get, patch, post, put } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { described, optional, setOf } from "../shared/fields.ts"
import { channel_id, MessageId, message_id } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { threadFields } from "../threads/fields.ts"
import { catchUp } from "./catchUp.ts"
import { pictureNotice, toConversation } from "./conversation.ts"
import { toChange } from "./failureSets.ts"
import { editFields, editOptions, messageFiles, messageRenames, messageRisk, toEdit } from "./fields.ts"
import { messageFacts, messagesFacts, pingFacts } from "./preview.ts"
import { editIssues } from "./rules.ts"
import { messageSearch } from "./search.ts"
import { sending } from "./send.ts"
import { synonyms } from "./synonyms.ts"
import { locate, message, oneMessage, pin } from "./view.ts"
import { viewAttachment } from "./viewAttachment.ts"

const page = paged({
  max: Limits.MESSAGES_PAGE_MAX,
  defaultLimit: 50,
  by: "either",
  from: {
    before: optional(described("Older than this message id.", MessageId)),
    after: optional(described("Newer than this message id.", MessageId)),
    around: optional(described("Around this message id.", MessageId))
  },
  positionOf: ({ id }) => id,
  times: idTimes,
  view: message,
  toPage: toConversation,
  notice: pictureNotice,
  locate,
  empty: "The bot can see no messages here. Without READ_MESSAGE_HISTORY, Discord returns none."
})

const pins = paged({
  max: Limits.PINS_PAGE_MAX,
  defaultLimit: Limits.PINS_PAGE_MAX,
  by: "before",
  positionOf: ({ pinned_at }) => pinned_at,
  times: isoTimes,
  body: Schema.Struct({ items: expected(Schema.Array(pin.reply)), has_more: nullish(Schema.Boolean) }),
  items: ({ items }) => items,
  more: ({ has_more }) => has_more === true,
  view: pin,
  locate,
  empty: "The bot can see no pinned messages here."
})

/** Tools for the messages of channels and threads. */
export const tools = group({ category: "messages", synonyms }, [
  get("messages_read", "/channels/{channel_id}/messages", {
    description:
      "Read the messages of a channel or thread, newest first; oldest first with after. For one use messages_get, to find words messages_search.",
    path: { channel_id },
    ...page,
    options: { ...page.options, ...timeFields("Sent") },
    permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]
  }),
  catchUp,
  ...messageSearch,
  get("messages_list_pins", "/channels/{channel_id}/messages/pins", {
    description: "List the pinned messages of a channel or thread, most recently pinned first.",
    path: { channel_id },
    ...pins,
    options: { ...pins.options, ...timeFields("Pinned") },
    permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]
  }),
  get("messages_get", "/channels/{channel_id}/messages/{message_id}", {
    description: "Get one message by its id. For the latest messages of a channel use messages_read.",
    path: { channel_id, message_id },
    options: view,
    toResult: oneMessage
  }),
  viewAttachment,
  post("messages_send", "/channels/{channel_id}/messages", {
    description: "Send a message to a channel or thread, or reply to one.",
    example: {
      channel_id: "1248328050278400010",
      embeds: [{ title: "Spring tide", fields: [{ name: "High", value: "18:40", inline: true }] }]
    },
    ...sending
  }),
  post("messages_create_thread", "/channels/{channel_id}/messages/{message_id}/threads", {
    description: "Start a thread from a message. Without a message use channels_create_thread.",
    path: { channel_id, message_id },
    body: fits<RESTPostAPIChannelMessagesThreadsJSONBody>()(threadFields),
    auditReason: true,
    failures: reasons(
      "thread_already_there",
      "threads_not_here",
      "active_threads_full",
      "announcement_threads_full",
      "system_message",
      "title_blocked_by_automod",
      "slowmode"
    ),
    toResult: one(createdChannel)
  }),
  post("messages_crosspost", "/channels/{channel_id}/messages/{message_id}/crosspost", {
    description: "Publish a message of an announcement channel to all channels that follow it.",
    path: { channel_id, message_id },
    // Followers in other servers get copies.
    asks: ["publishes"],
    risk: "destructive",
    repeat: "same",
    failures: reasons(
      "not_an_announcement_channel",
      "already_published",
      "message_not_publishable",
      "direct_message_channel"
    ),
    toResult: oneMessage
  }),
  put("messages_pin", "/channels/{channel_id}/messages/pins/{message_id}", {
    description: "Pin a message in its channel or thread.",
    path: { channel_id, message_id },
    auditReason: true,
    failures: reasons("pins_full", "pin_of_another_channel", "system_message", "thread_archived")
  }),
  patch("messages_edit", "/channels/{channel_id}/messages/{message_id}", {
    description: "Edit a message that the bot sent. Omitted fields stay.",
    path: { channel_id, message_id },
    body: editFields,
    options: editOptions,
    asks: ["pings_everyone"],
    riskOf: messageRisk,
    validate: editIssues,
    files: messageFiles,
    toBody: toEdit,
    renames: messageRenames,
    toResult: oneMessage,
    failures: toChange,
    preview: pingFacts
  }),
  del("messages_unpin", "/channels/{channel_id}/messages/pins/{message_id}", {
    description: "Unpin a message in its channel or thread. The message itself stays.",
    path: { channel_id, message_id },
    risk: "write",
    auditReason: true,
    failures: reasons("thread_archived")
  }),
  del("messages_delete", "/channels/{channel_id}/messages/{message_id}", {
    description:
      "Delete one message permanently; another user's requires MANAGE_MESSAGES. For many messages use messages_bulk_delete.",
    path: { channel_id, message_id },
    auditReason: true,
    failures: reasons("system_message"),
    preview: messageFacts
  }),
  post("messages_bulk_delete", "/channels/{channel_id}/messages/bulk-delete", {
    description: "Delete 2 to 100 messages of a channel at once, permanently. None may be older than two weeks.",
    path: { channel_id },
    options: {
      message_ids: setOf("Message ids, 2 to 100.", MessageId, Limits.BULK_DELETE_MIN, Limits.BULK_DELETE_MAX)
    },
    asks: ["deletes"],
    risk: "destructive",
    repeat: "same",
    auditReason: true,
    failures: reasons("message_too_old_for_bulk", "system_message", "direct_message_channel", "two_factor_required"),
    toBody: ({ message_ids }) => ({ messages: message_ids }),
    renames: { messages: "message_ids" },
    toResult: (_, { message_ids }) => ({ value: { deleted: message_ids.length } }),
    shownAs: { message_ids: "deleted" },
    preview: messagesFacts,
    undo: "This cannot be undone."
  })
])
