import {
  type APIEmbed,
  type APIMessage,
  type APIMessagePin,
  type APIPoll,
  type APIUser,
  AttachmentFlags,
  MessageReferenceType,
  MessageType
} from "discord-api-types/v10"
import { beginning } from "../../errors/clip.ts"
import { componentLines } from "./Components.ts"
import { compact } from "./compact.ts"

/** What an agent needs of a message: who, when, what, and what hangs on it. */
export const message = (it: APIMessage) => ({
  id: it.id,
  channel_id: it.channel_id,
  author: author(it.author),
  ...compact({
    content: it.content,
    time: it.timestamp,
    edited: it.edited_timestamp,
    kind: it.type === MessageType.Default || it.type === MessageType.Reply ? undefined : MessageType[it.type],
    reply_to: reply(it),
    forwarded: forwarded(it),
    ...carried(it),
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
})

/** A message as an agent sees it. */
export type MessageView = ReturnType<typeof message>

/** A pinned message, with when it was pinned. */
export const pin = ({ message: it, pinned_at }: APIMessagePin) => ({ ...message(it), pinned_at })

const author = ({ bot, global_name, id, username }: APIUser) => ({
  id,
  name: global_name ?? username,
  ...(bot === true && { bot })
})

const carried = ({ attachments, content, embeds }: Pick<APIMessage, "attachments" | "content" | "embeds">) => ({
  attachments: attachments.map(attachment),
  embeds: embeds.map((embed) => shownOf(embed, content))
})

/** `is_spoiler` is newer than the types; the flag says the same. */
const attachment = (it: APIMessage["attachments"][number] & { readonly is_spoiler?: boolean }) =>
  compact({
    id: it.id,
    name: it.filename,
    description: it.description,
    type: it.content_type,
    size: it.size,
    spoiler: it.is_spoiler === true || ((it.flags ?? 0) & AttachmentFlags.IsSpoiler) !== 0,
    url: it.url
  })

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

/** What a message refers to; of one that is gone only its id is left. */
const reply = ({ message_reference: to, referenced_message: whole }: APIMessage) => {
  if (!whole) {
    return to?.message_id === undefined || to.type === MessageReferenceType.Forward ? undefined : { id: to.message_id }
  }
  const { content } = whole
  return {
    id: whole.id,
    author: author(whole.author).name,
    ...(content !== "" && {
      content: content.length > REPLY_EXCERPT ? `${beginning(content, REPLY_EXCERPT)}…` : content
    })
  }
}

/** A forwarded message stands in the one that forwards it as it was then, without its author. */
const forwarded = ({ message_snapshots: [snapshot] = [] }: APIMessage) =>
  snapshot &&
  compact({ content: snapshot.message.content, time: snapshot.message.timestamp, ...carried(snapshot.message) })

/** The link of a preview stands in the text already. */
const shownOf = (it: APIEmbed, content: string) =>
  compact({
    title: it.title,
    description: it.description,
    url: it.url !== undefined && content.includes(it.url) ? undefined : it.url,
    author: it.author?.name,
    fields: it.fields?.map(({ name, value }) => ({ name, value })),
    image: it.image?.url,
    footer: it.footer?.text
  })
