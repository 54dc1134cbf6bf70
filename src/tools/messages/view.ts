import { AttachmentFlags, MessageReferenceType, MessageType } from "discord-api-types/v10"
import { Schema } from "effect"
import { firstChars } from "../../errors/truncate.ts"
import { Component, componentLines } from "../components_v2/view.ts"
import { Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"
import { emojiText } from "../shared/emoji.ts"
import { User } from "../users/view.ts"

const Named = Schema.Struct({ name: may(Schema.String) })

const Embed = Schema.Struct({
  title: may(Schema.String),
  description: may(Schema.String),
  url: may(Schema.String),
  author: may(Named),
  fields: may(Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String }))),
  image: may(Schema.Struct({ url: may(Schema.String) })),
  footer: may(Schema.Struct({ text: may(Schema.String) }))
})

const Attachment = Schema.Struct({
  id: Id,
  filename: Schema.String,
  description: may(Schema.String),
  content_type: may(Schema.String),
  size: Schema.Number,
  is_spoiler: may(Schema.Boolean),
  flags: may(Schema.Number),
  url: Schema.String
})

/** What a message carries, also one that stands in another. */
const carrying = {
  content: may(Schema.String),
  attachments: may(Schema.Array(Attachment)),
  embeds: may(Schema.Array(Embed))
}

const Poll = Schema.Struct({
  question: Schema.Struct({ text: may(Schema.String) }),
  expiry: may(Schema.String),
  answers: Schema.Array(
    Schema.Struct({
      answer_id: Schema.Number,
      poll_media: Schema.Struct({ text: may(Schema.String), emoji: may(Named) })
    })
  ),
  results: may(
    Schema.Struct({
      is_finalized: may(Schema.Boolean),
      answer_counts: may(Schema.Array(Schema.Struct({ id: Schema.Number, count: Schema.Number })))
    })
  )
})

/** What is read of a message. */
export const Message = Schema.Struct({
  id: Id,
  channel_id: Id,
  author: User,
  ...carrying,
  timestamp: may(Schema.String),
  edited_timestamp: may(Schema.String),
  type: may(Schema.Number),
  message_reference: may(Schema.Struct({ message_id: may(Id), type: may(Schema.Number) })),
  referenced_message: may(Schema.Struct({ id: Id, author: User, content: may(Schema.String) })),
  message_snapshots: may(
    Schema.Array(Schema.Struct({ message: Schema.Struct({ ...carrying, timestamp: may(Schema.String) }) }))
  ),
  reactions: may(
    Schema.Array(
      Schema.Struct({
        count: Schema.Number,
        me: may(Schema.Boolean),
        emoji: Schema.Struct({ id: may(Id), name: may(Schema.String) })
      })
    )
  ),
  poll: may(Poll),
  thread: may(Schema.Struct({ id: Id, name: may(Schema.String) })),
  components: may(Schema.Array(Component)),
  sticker_items: may(Schema.Array(Named)),
  pinned: may(Schema.Boolean),
  mention_everyone: may(Schema.Boolean),
  webhook_id: may(Id)
})

/** Where a message is, is added where its guild is known. */
const LOCATED: { readonly jump_url?: string } = {}

/** What an agent needs of a message: who, when, what, and what hangs on it. */
export const message = viewOf(Message, (it) => ({
  id: it.id,
  channel_id: it.channel_id,
  author: author(it.author),
  ...compact({
    content: it.content,
    time: it.timestamp,
    edited: it.edited_timestamp,
    kind: kindOf(it.type),
    reply_to: reply(it),
    forwarded: forwarded(it),
    ...carried(it),
    reactions: it.reactions?.map(({ count, emoji, me }) =>
      compact({ emoji: emojiText(emoji.id, emoji.name), count, me })
    ),
    poll: it.poll && poll(it.poll),
    thread: it.thread && compact({ id: it.thread.id, name: it.thread.name }),
    components: it.components && componentLines(it.components),
    stickers: it.sticker_items?.flatMap(({ name }) => name ?? []),
    pinned: it.pinned,
    mentions_everyone: it.mention_everyone,
    webhook_id: it.webhook_id
  }),
  ...LOCATED
}))

/** A message as an agent sees it. */
export type MessageView = ReturnType<typeof message>

/** A pinned message, with when it was pinned. */
export const pin = viewOf(
  Schema.Struct({ message: Message, pinned_at: Schema.String }),
  ({ message: it, pinned_at }) => ({
    ...message(it),
    pinned_at
  })
)

const author = ({ bot, global_name, id, username }: typeof User.Type) => ({
  id,
  name: global_name ?? username,
  ...(bot === true && { bot })
})

const kindOf = (type: number | null | undefined): string | undefined =>
  type == null || type === MessageType.Default || type === MessageType.Reply ? undefined : MessageType[type]

type Carrying = Pick<typeof Message.Type, "attachments" | "content" | "embeds">

const carried = ({ attachments, content, embeds }: Carrying) => ({
  attachments: attachments?.map(attachment),
  embeds: embeds?.map((embed) => shownOf(embed, content ?? ""))
})

/** `is_spoiler` is newer than the flag, which says the same. */
const attachment = (it: typeof Attachment.Type) =>
  compact({
    id: it.id,
    name: it.filename,
    description: it.description,
    type: it.content_type,
    size: it.size,
    spoiler: it.is_spoiler === true || ((it.flags ?? 0) & AttachmentFlags.IsSpoiler) !== 0,
    url: it.url
  })

const poll = ({ answers, expiry, question, results }: typeof Poll.Type) =>
  compact({
    question: question.text,
    ends: expiry,
    final: results?.is_finalized,
    answers: answers.map(({ answer_id, poll_media }) =>
      compact({
        id: answer_id,
        text: poll_media.text,
        emoji: poll_media.emoji?.name,
        votes: results?.answer_counts?.find(({ id }) => id === answer_id)?.count
      })
    )
  })

const REPLY_EXCERPT = 80

/** What a message refers to; of one that is gone only its id is left. */
const reply = ({ message_reference: to, referenced_message: whole }: typeof Message.Type) => {
  if (!whole) {
    return to?.message_id == null || to.type === MessageReferenceType.Forward ? undefined : { id: to.message_id }
  }
  const { content } = whole
  return {
    id: whole.id,
    author: author(whole.author).name,
    ...(content && {
      content: content.length > REPLY_EXCERPT ? `${firstChars(content, REPLY_EXCERPT)}…` : content
    })
  }
}

/** A forwarded message stands in the one that forwards it as it was then, without its author. */
const forwarded = ({ message_snapshots }: typeof Message.Type) => {
  const snapshot = message_snapshots?.[0]
  return (
    snapshot &&
    compact({ content: snapshot.message.content, time: snapshot.message.timestamp, ...carried(snapshot.message) })
  )
}

/** The link of a preview stands in the text already. */
const shownOf = (it: typeof Embed.Type, content: string) =>
  compact({
    title: it.title,
    description: it.description,
    url: it.url != null && content.includes(it.url) ? undefined : it.url,
    author: it.author?.name,
    fields: it.fields?.map(({ name, value }) => ({ name, value })),
    image: it.image?.url,
    footer: it.footer?.text
  })
