import type { RESTPostAPIChannelMessagesThreadsJSONBody } from "discord-api-types/v10"
import { Schema } from "effect"
import { newThread } from "../../objects/channel.ts"
import { fits } from "../../objects/fits.ts"
import { described, optional, setOf } from "../../objects/schema/fields.ts"
import { channel_id, MessageId, message_id } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { expected, nullish } from "../../objects/schema/reply.ts"
import { createdChannel } from "../channels/view.ts"
import { idTimes, isoTimes, timeFields } from "../dsl/cursor.ts"
import { group } from "../dsl/defineTool.ts"
import { paged } from "../dsl/paging.ts"
import { del, get, patch, post, put } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { catchUp } from "./catchUp.ts"
import { pictureNotice, toConversation } from "./conversation.ts"
import { countMessages } from "./count.ts"
import { toChange } from "./failureSets.ts"
import { editFields, editOptions, messageFiles, messageRenames, messageRisk, toEdit } from "./fields.ts"
import { forward } from "./forward.ts"
import { toRenderable } from "./markdown.ts"
import { messageFacts, messagesFacts, publishedFacts } from "./preview.ts"
import { editing } from "./published.ts"
import { editIssues } from "./rules.ts"
import { messageSearch } from "./search.ts"
import { sending } from "./send.ts"
import { sendTextFile } from "./sendTextFile.ts"
import { editPingNotice } from "./silentMentions.ts"
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

const synonyms = {
  messages_read:
    "read messages, latest, recent, history, chat log, conversation, summarise a channel, summarize, recap, catch up, what happened, what was said, read a channel, last messages, newest messages, what people talk about, what is going on, what people wrote, show the chat, messages of today, messages since, discussion of the day, tldr, what's new in a channel, new messages, give a summary, summary of the conversation, recap of a channel, last things said, read the chat history, show the last messages, what are they talking about, current conversation, everything written today, fetch the latest messages, anything important, any news in a channel, news of today, latest messages of a channel, fetch messages, message history, channel history, get messages",
  messages_catch_up:
    "what did I miss, catch up, catch me up, catch up on the server, unread, unread messages, anything new, what is new, what's new, new messages in all channels, new since, since I was away, while I was away, while I was gone, since last time, since yesterday, overnight, digest, daily digest, morning digest, digest of the server, weekly digest, summarise the server, summary of all channels, what happened on the server, activity of the day, in every channel, across channels, all channels, who mentioned me, who pinged me, my mentions, mentions of me, was I mentioned, pings, notifications, inbox, was the bot mentioned, mentions of the bot, poll for new messages, follow new messages, watch for messages, check for new messages",
  messages_get:
    "one message, message by id, message link, poll results, reaction counts, votes of a poll, who won the poll, how many votes, how many reactions, show a message, read a single message, how did the vote end, what does a message say, which answer won",
  messages_view_attachment:
    "look at a picture, image, photo, screenshot, open an attachment, read a file, download, what does the picture show, see an image, screenshot someone sent, describe a photo, what is in the picture, what is on the image, open an attached file, attached text file, view a file, show the picture someone posted, look at a meme, look at a picture someone posted, look at an attachment, see a picture, view image, what is in the file, content of a file",
  messages_search:
    "find messages, search for a word, keyword, who said, messages with a link, posted by, find a message, look for messages, messages containing, messages with a word, messages about, messages by a user, messages from, where was it mentioned, who mentioned, posts with a picture, where did we talk about, did anyone mention, has anybody said, search messages from a user, messages about a topic, find where someone wrote, when did someone say, in which message, look up an old message, find a link, look for files, files someone uploaded, messages with a file, messages with an attachment, where was something mentioned, where did someone say, every message about, messages where",
  messages_search_recent:
    "scan a channel for text, exact text in a channel, literal text search, search this channel for a text, recent messages with a text",
  messages_count:
    "count messages, how many messages, number of messages, who posts most, who writes most, most active members, most active user, top posters, message statistics, message stats, leaderboard of messages, activity by day, messages per day, messages by author, messages per user, how active is a channel, how busy is a channel, busiest day, activity chart, who talks the most",
  messages_send:
    "send, post, write, say, reply, answer, announce, announcement, notify, ping, warn a user, warning, embed, upload a file, attach, share, send a message, write a message, post a message, message a channel, tell everyone, tell the channel, post news, post an update, put into a channel, say hello, remind, reminder, speak as the bot, reply to a message, respond, answer a question, drop a message, publish an embed, notify everybody, let everyone know, inform the members, send a file, send a picture, send a report, warn someone about behaviour, give a warning, talk in a channel, type in a channel, ask in a channel, thank, congratulate, welcome a user, leave a note, leave a message, leave a comment, create message, mention everyone, mention a role, send to a channel, post to a channel, quote a message, sticker message, tag someone, write in a channel, post in a channel, post an announcement, changelog",
  messages_send_text_file:
    "post a markdown file as messages, send the text of a file, post a text file as messages, send a document as messages, post the contents of a file, post the rules from a file, publish a readme in a channel, turn a file into messages, split a file into messages, post a changelog file, send a long document",
  messages_forward:
    "forward a message, forward to another channel, pass a message on, share a message in another channel, copy a message to another channel, repost, relay a message, send a message on, move a message to another channel",
  messages_create_thread:
    "thread from a message, reply in a thread, make a thread from a message, turn a message into a thread, start a thread on a message, thread under a message, open a thread for a message, create a thread from a message, from the message, thread on a message, discussion about a message, discussion thread on a message, start a thread for a message, discuss a message",
  messages_crosspost:
    "publish an announcement, crosspost, push to followers, publish in the announcement channel, share an announcement with followers, publish the news to followers, publish to followers, publish to following servers, push an announcement to other servers, cross post a message, release an announcement",
  messages_pin:
    "pin a message, keep at hand, keep a message at the top, stick a message, sticky, make a message stay, add a message to the pins, pin this, make a message pinned, pin message, pin to the channel, pinning",
  messages_unpin:
    "unpin, remove a pin, no longer pinned, take off the pins, remove a pinned message, remove the pin from a message, unpin messages, unpin a message, remove from the pins, un-pin, unstick a message",
  messages_list_pins:
    "pinned messages, pins, what is pinned, show pins, which messages are pinned, show pinned, list the pins, get pins, all pins, fetch pinned messages, list pinned, pinned messages of a channel, pinned messages list",
  messages_edit:
    "edit my message, change a message, correct, fix, update a message, edit the bot's message, mistake, reword, rewrite, change what the bot wrote, change the text, typo, edit the last message, add to my message, fix a spelling mistake, change what I wrote, correct the spelling, change a sent message, rewrite a sent message, edit a post, rewrite a post, edit an announcement, change the announcement you posted, edit message, update message, suppress embeds",
  messages_delete:
    "delete a message, remove a message, unsend, take down a message, erase a message, get rid of a message, delete the bot's message, delete the last message, remove an offensive message, take back a sent message, delete what someone wrote, message sent by mistake, delete this message, delete one message, remove message",
  messages_bulk_delete:
    "purge, clear chat, clean up, delete many messages, mass delete, last messages, spam, delete the last messages, delete several messages, delete all messages, empty a channel, wipe the chat, remove spam, clear the history, clear a channel, bulk delete, delete the newest messages, clear old messages, nuke messages, nuke a channel, remove the spam, delete a number of messages, delete all of a user's messages, remove many messages at once, purge messages, purge channel, prune messages, delete hundreds of messages, flush the channel, nuke"
}

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
  countMessages,
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
  sendTextFile,
  forward,
  post("messages_create_thread", "/channels/{channel_id}/messages/{message_id}/threads", {
    description: "Start a thread from a message. Without a message use channels_create_thread.",
    path: { channel_id, message_id },
    body: fits<RESTPostAPIChannelMessagesThreadsJSONBody>()(newThread),
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
    preview: publishedFacts,
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
    ...editing("/channels/{channel_id}/messages/{message_id}"),
    riskOf: messageRisk,
    rewrite: toRenderable,
    validate: editIssues,
    files: messageFiles,
    toBody: toEdit,
    renames: messageRenames,
    toResult: oneMessage,
    afterwards: editPingNotice,
    failures: toChange
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
