import {
  type APIEmbed,
  type APIMessage,
  type APIMessagePin,
  type APIPoll,
  type APIUser,
  MessageType
} from "discord-api-types/v10"
import { componentLines } from "./Components.ts"
import { compact } from "./compact.ts"

/** What an agent needs of a message: who, when, what, and what hangs on it. */
export const message = (it: APIMessage) =>
  compact({
    id: it.id,
    channel_id: it.channel_id,
    author: author(it.author),
    content: it.content,
    time: it.timestamp,
    edited: it.edited_timestamp,
    kind: it.type === MessageType.Default || it.type === MessageType.Reply ? undefined : MessageType[it.type],
    reply_to: it.referenced_message ? reply(it.referenced_message) : it.message_reference?.message_id,
    attachments: it.attachments.map(({ content_type, description, filename, id, size, url }) =>
      compact({ id, name: filename, description, type: content_type, size, url })
    ),
    embeds: it.embeds.map(embed),
    reactions: it.reactions?.map(({ count, emoji, me }) =>
      compact({ emoji: emoji.id === null ? emoji.name : `${emoji.name}:${emoji.id}`, count, me })
    ),
    poll: it.poll && poll(it.poll),
    thread: it.thread && { id: it.thread.id, name: it.thread.name },
    components: it.components && componentLines(it.components),
    stickers: it.sticker_items?.map(({ name }) => name),
    pinned: it.pinned,
    mentions_everyone: it.mention_everyone,
    webhook_id: it.webhook_id
  })

/** A pinned message, with when it was pinned. */
export const pin = ({ message: it, pinned_at }: APIMessagePin) => ({ ...message(it), pinned_at })

/** Messages of one page, as Discord orders them: newest first. */
export const messages = (list: ReadonlyArray<APIMessage>) => list.map(message)

const author = (user: APIUser) => compact({ id: user.id, name: user.global_name ?? user.username, bot: user.bot })

const poll = ({ answers, expiry, question, results }: APIPoll) =>
  compact({
    question: question.text,
    ends: expiry,
    final: results?.is_finalized,
    answers: answers.map(({ answer_id, poll_media }) =>
      compact({
        id: answer_id,
        text: poll_media.text,
        emoji: poll_media.emoji?.name,
        votes: results?.answer_counts.find(({ id }) => id === answer_id)?.count
      })
    )
  })

const REPLY_EXCERPT = 80

const reply = (it: APIMessage) =>
  compact({
    id: it.id,
    author: it.author.global_name ?? it.author.username,
    content: it.content.length > REPLY_EXCERPT ? `${it.content.slice(0, REPLY_EXCERPT)}…` : it.content
  })

const embed = (it: APIEmbed) =>
  compact({
    title: it.title,
    description: it.description,
    url: it.url,
    author: it.author?.name,
    fields: it.fields?.map(({ name, value }) => ({ name, value })),
    image: it.image?.url,
    footer: it.footer?.text
  })
