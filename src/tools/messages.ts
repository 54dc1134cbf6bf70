import type {
  APIMessage,
  RESTPatchAPIChannelMessageJSONBody,
  RESTPostAPIChannelMessageJSONBody
} from "discord-api-types/v10"
import { group } from "./define.ts"
import { embeds } from "./embed.ts"
import { described, optional, setOf, text } from "./fields.ts"
import { fits } from "./fits.ts"
import { ChannelId, MessageId } from "./Ids.ts"
import * as Limits from "./Limits.ts"
import { allowedMentions, mentionsOrDefault } from "./mentions.ts"
import { paged } from "./paging.ts"
import { del, get, patch, post } from "./row.ts"
import { one, view } from "./view.ts"
import { message } from "./views/Message.ts"

const channel_id = described("The channel or thread.", ChannelId)
const message_id = described("The message.", MessageId)
const content = text("The text, in Discord's markdown.", { max: Limits.MESSAGE_CONTENT_MAX })

/** A message that says nothing is refused before it is sent. */
const notEmpty = (input: { readonly content?: string; readonly embeds?: ReadonlyArray<unknown> }) =>
  input.content === undefined && (input.embeds?.length ?? 0) === 0
    ? [{ path: "content", message: "a message needs content or at least one embed", code: "empty_message" }]
    : []

/** An empty list of embeds is a change, too: it removes them. */
const notNothing = (input: { readonly content?: string; readonly embeds?: ReadonlyArray<unknown> }) =>
  input.content === undefined && input.embeds === undefined
    ? [{ path: "content", message: "name the content, the embeds or both: nothing would change", code: "empty_change" }]
    : []

const jumpUrl = (body: unknown, input: { readonly channel_id: string }) => {
  const sent = body as APIMessage & { readonly guild_id?: string } // Discord's promise for a created message
  return {
    value: {
      ...message(sent),
      ...(sent.guild_id !== undefined && {
        jump_url: `https://discord.com/channels/${sent.guild_id}/${input.channel_id}/${sent.id}`
      })
    }
  }
}

const reading = paged<APIMessage>({
  max: Limits.MESSAGES_PAGE_MAX,
  fallback: 50,
  by: "either",
  at: ({ id }) => id,
  view: message,
  empty: "No messages here that the bot can see. Without READ_MESSAGE_HISTORY Discord shows none."
})

/** Messages of channels and threads. */
export const messages = group("messages", [
  get("messages_read", "/channels/{channel_id}/messages", {
    description:
      "Read the messages of a channel or thread, newest first; with after, oldest first. For one message use messages_get; to find words use messages_search.",
    path: { channel_id },
    ...reading,
    query: {
      ...reading.query,
      before: optional(described("Only messages older than this one.", MessageId)),
      after: optional(described("Only messages newer than this one.", MessageId)),
      around: optional(described("The messages around this one.", MessageId))
    },
    needs: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"],
    check: (input) => {
      const [first, second] = (["before", "after", "around", "cursor"] as const).filter(
        (name) => input[name] !== undefined
      )
      return second === undefined
        ? reading.check(input)
        : [{ path: second, message: `cannot be given together with ${first}`, code: "exclusive" }]
    }
  }),
  get("messages_get", "/channels/{channel_id}/messages/{message_id}", {
    description: "Get one message by its id. For the latest messages of a channel use messages_read.",
    path: { channel_id, message_id },
    local: view,
    needs: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"],
    result: one(message)
  }),
  post("messages_send", "/channels/{channel_id}/messages", {
    description:
      "Send a message to a channel or thread, or reply to one. Nobody but named users and the replied-to author is pinged unless allowed_mentions says so.",
    path: { channel_id },
    body: fits<RESTPostAPIChannelMessageJSONBody>()({ content: optional(content), embeds: optional(embeds) }),
    local: {
      reply_to: optional(described("The message to reply to.", MessageId)),
      allowed_mentions: optional(allowedMentions)
    },
    repeat: "nonce",
    needs: ["VIEW_CHANNEL", "SEND_MESSAGES"],
    check: notEmpty,
    send: ({ allowed_mentions, content, embeds, reply_to }) => ({
      content,
      embeds,
      allowed_mentions: mentionsOrDefault(allowed_mentions),
      ...(reply_to !== undefined && { message_reference: { message_id: reply_to, fail_if_not_exists: true } })
    }),
    renames: { message_reference: "reply_to" },
    result: jumpUrl
  }),
  patch("messages_edit", "/channels/{channel_id}/messages/{message_id}", {
    description: "Change the text or embeds of a message the bot itself has sent. What is not named stays as it is.",
    path: { channel_id, message_id },
    body: fits<RESTPatchAPIChannelMessageJSONBody>()({ content: optional(content), embeds: optional(embeds) }),
    local: { allowed_mentions: optional(allowedMentions) },
    check: notNothing,
    send: ({ allowed_mentions, content, embeds }) => ({
      content,
      embeds,
      allowed_mentions: mentionsOrDefault(allowed_mentions)
    }),
    result: one(message)
  }),
  del("messages_delete", "/channels/{channel_id}/messages/{message_id}", {
    description: "Delete one message, for good. For many messages of a channel use messages_bulk_delete.",
    path: { channel_id, message_id },
    reason: true,
    needs: ["VIEW_CHANNEL", "MANAGE_MESSAGES"]
  }),
  post("messages_bulk_delete", "/channels/{channel_id}/messages/bulk-delete", {
    description: "Delete 2 to 100 messages of a channel at once, for good. None may be older than two weeks.",
    path: { channel_id },
    local: {
      message_ids: setOf("The messages, 2 to 100.", MessageId, Limits.BULK_DELETE_MIN, Limits.BULK_DELETE_MAX)
    },
    risk: "destructive",
    repeat: "same",
    reason: true,
    needs: ["VIEW_CHANNEL", "MANAGE_MESSAGES"],
    send: ({ message_ids }) => ({ messages: message_ids }),
    renames: { messages: "message_ids" },
    result: (_, { message_ids }) => ({ value: { deleted: message_ids.length } })
  })
])
