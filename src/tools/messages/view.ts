import { AttachmentFlags, InteractionType, MessageActivityType, MessageFlags, MessageType } from "discord-api-types/v10"
import { Predicate, Schema } from "effect"
import type { NameOf } from "../../discord/KnownNames.ts"
import { emojiText } from "../../objects/schema/emoji.ts"
import { expected, Id, nullish, Time } from "../../objects/schema/reply.ts"
import { Component, componentLines } from "../components_v2/view.ts"
import { compact, created, isFull, type Locate, one, resultOf, viewOf } from "../dsl/view.ts"
import { Emoji, Poll, pollView } from "../polls/view.ts"
import { joinNotices, type ToolResult } from "../ToolResult.ts"
import { User } from "../users/view.ts"
import { Embed, embedShownAs, embedView } from "./embed.ts"
import { authorView, Reference, referenceView, replyView } from "./reference.ts"
import { withheldIn } from "./withheldContent.ts"

const Named = Schema.Struct({ name: nullish(Schema.String) })

const Attachment = Schema.Struct({
  id: expected(Id),
  filename: expected(Schema.String),
  title: nullish(Schema.String),
  description: nullish(Schema.String),
  content_type: nullish(Schema.String),
  size: expected(Schema.Number),
  is_spoiler: nullish(Schema.Boolean),
  flags: nullish(Schema.Number),
  duration_secs: nullish(Schema.Number),
  url: expected(Schema.String)
})

/** The content of a message, which a forwarded message has too. */
const contentFields = {
  content: nullish(Schema.String),
  attachments: nullish(Schema.Array(Attachment)),
  embeds: nullish(Schema.Array(Embed)),
  components: nullish(Schema.Array(Component)),
  sticker_items: nullish(Schema.Array(Named)),
  mentions: nullish(Schema.Array(User)),
  mention_channels: nullish(Schema.Array(Schema.Struct({ id: nullish(Id), name: nullish(Schema.String) })))
}

const Snapshot = Schema.Struct({ ...contentFields, timestamp: nullish(Time), flags: nullish(Schema.Number) })

/** Who used a command, a button or a form, whose answer the message is. Only the older of the two has the name. */
const Interaction = Schema.Struct({
  type: nullish(Schema.Number),
  name: nullish(Schema.String),
  user: nullish(User)
})

/** A message, as decoded from Discord's reply. */
export const Message = Schema.Struct({
  id: expected(Id),
  channel_id: expected(Id),
  author: expected(User),
  ...contentFields,
  timestamp: nullish(Time),
  edited_timestamp: nullish(Time),
  type: nullish(Schema.Number),
  message_reference: nullish(Reference),
  referenced_message: nullish(
    Schema.Struct({ id: expected(Id), author: expected(User), content: nullish(Schema.String) })
  ),
  message_snapshots: nullish(Schema.Array(Schema.Struct({ message: expected(Snapshot) }))),
  reactions: nullish(
    Schema.Array(
      Schema.Struct({
        count: expected(Schema.Number),
        count_details: nullish(Schema.Struct({ burst: nullish(Schema.Number) })),
        me: nullish(Schema.Boolean),
        me_burst: nullish(Schema.Boolean),
        emoji: expected(Emoji)
      })
    )
  ),
  poll: nullish(Poll),
  thread: nullish(Schema.Struct({ id: expected(Id), name: nullish(Schema.String) })),
  pinned: nullish(Schema.Boolean),
  flags: nullish(Schema.Number),
  mention_everyone: nullish(Schema.Boolean),
  tts: nullish(Schema.Boolean),
  webhook_id: nullish(Id),
  interaction_metadata: nullish(Interaction),
  interaction: nullish(Interaction),
  activity: nullish(Schema.Struct({ type: nullish(Schema.Number), party_id: nullish(Schema.String) })),
  application: nullish(Named),
  call: nullish(Schema.Struct({ participants: nullish(Schema.Array(Id)), ended_timestamp: nullish(Time) })),
  role_subscription_data: nullish(
    Schema.Struct({
      tier_name: nullish(Schema.String),
      total_months_subscribed: nullish(Schema.Number),
      is_renewal: nullish(Schema.Boolean)
    })
  ),
  /** The thread that a search found the message in: the search adds it. */
  in_thread: nullish(Schema.Struct({ name: nullish(Schema.String), parent_id: nullish(Id) }))
})

/** Adds an optional `jump_url` to a type; `locate` sets it if the guild is known. */
export const optionalUrl: { readonly jump_url?: string } = {}

/** Adds an optional `length` to a type; `withoutSent` sets it in place of the text that was sent. */
const optionalLength: { readonly length?: number } = {}

/** Adds the complete components to a type; the result of a write has them. */
const componentsInFull: { readonly components_in_full?: unknown } = {}

/** What of an input the view shows under another name. It has one line for each component. */
const SHOWN_AS = {
  allow_multiselect: "multiple_choice",
  components: "components_in_full",
  duration: "ends",
  files: "attachments",
  keep_attachments: "attachments",
  sticker_ids: "stickers",
  ...embedShownAs
}

/** Compact view of a message: author, time, content, reply, reactions, poll, thread. */
export const message = viewOf(
  Message,
  (reply) => ({
    ...compact({
      id: reply.id,
      channel_id: reply.channel_id,
      author: reply.author && authorView(reply.author),
      content: reply.content,
      mentions: reply.mentions?.[0] || reply.mention_channels?.[0] ? mentionNames(reply) : undefined,
      time: reply.timestamp,
      edited: reply.edited_timestamp,
      kind: kindOf(reply.type),
      in_thread: reply.in_thread && compact({ name: reply.in_thread.name, parent_id: reply.in_thread.parent_id }),
      reply_to: replyView(reply),
      reference: referenceView(reply),
      forwarded: forwardedView(reply),
      interaction: interactionView(reply),
      ...contentOf(reply),
      reactions: reply.reactions?.map(({ count, count_details, emoji, me, me_burst }) =>
        compact({
          emoji: emoji && emojiText(emoji.id, emoji.name),
          count,
          burst: count_details?.burst === 0 ? undefined : count_details?.burst,
          me,
          me_burst
        })
      ),
      poll: reply.poll && pollView(reply.poll),
      thread: reply.thread && compact({ id: reply.thread.id, name: reply.thread.name }),
      ...partsOf(reply),
      pinned: reply.pinned,
      published: ((reply.flags ?? 0) & MessageFlags.Crossposted) !== 0,
      mentions_everyone: reply.mention_everyone,
      tts: reply.tts,
      ...flagsOf(reply.flags),
      webhook_id: reply.webhook_id,
      activity: reply.activity && activityView(reply),
      call: reply.call && compact({ participants: reply.call.participants?.length, ended: reply.call.ended_timestamp }),
      subscription: reply.role_subscription_data && subscriptionView(reply.role_subscription_data)
    }),
    ...optionalUrl,
    ...optionalLength,
    ...componentsInFull
  }),
  SHOWN_AS
)

/** Compact view of a message that a call created. */
export const createdMessage = created(message, "id")

/** The compact view of a message. */
export type MessageView = ReturnType<typeof message>

/** Compact view of a pinned message, with the time it was pinned. */
export const pin = viewOf(
  Schema.Struct({ message: expected(Message), pinned_at: expected(Time) }),
  ({ message: it = {}, pinned_at }) => ({ ...message(it), ...compact({ pinned_at }) })
)

/**
 * Adds `jump_url` to a message, to each message of a list, or to the channel that a conversation is in; and to each
 * message the names of the channels, roles and members that its text mentions.
 */
export const locate: Locate = (result, { guild_id, nameOf }, input) => {
  const notice = withheldIn(result.value)
  const explained =
    notice === undefined || result.notice?.includes(notice) === true
      ? result
      : { ...result, notice: joinNotices(result.notice, notice) }
  if (isFull(input)) return explained
  const { shorten } = result
  const add = (value: unknown) => nameMentions(guild_id === undefined ? value : withUrls(value, guild_id), nameOf)
  return {
    ...explained,
    value: add(result.value) as typeof result.value, // its type has the added fields as optional ones
    ...(shorten && { shorten: (items) => Object(add(shorten(items))) })
  }
}

/** A sent message. With `split: true`, the first one, and all of them without their texts. */
export interface SentMessage extends CreatedMessage {
  readonly parts?: ReadonlyArray<
    Omit<CreatedMessage, "author" | "channel_id" | "content" | "time"> & { readonly text?: string }
  >
}

interface CreatedMessage extends MessageView {
  readonly id: string
}

interface SentInput {
  readonly channel_id: string
  readonly reply_to?: string
  readonly fail_if_not_exists?: boolean
}

/** Discord sends a reply whose message is gone as an ordinary message, if the call allows that. */
const isWithoutReply = (it: Pick<typeof Message.Type, "message_reference">, input: SentInput): boolean =>
  input.reply_to !== undefined && input.fail_if_not_exists === false && it.message_reference == null

/** Returns the sent message, with its link if Discord's reply names the guild. */
export const sentMessage = Object.assign(
  resultOf(
    // Without its id, whether the message was sent is unknown.
    Schema.Struct({ ...Message.fields, id: Id, guild_id: nullish(Id) }),
    (sent, input: SentInput): ToolResult<SentMessage> => ({
      ...(isWithoutReply(sent, input) && {
        notice: "The message of reply_to no longer exists in this channel, so this was sent without the reply."
      }),
      value: {
        ...message(sent),
        id: sent.id,
        ...(sent.guild_id != null && { jump_url: urlOf(sent.guild_id, input.channel_id, sent.id) })
      }
    }),
    SHOWN_AS
  ),
  { locate }
)

/** Returns a message that a call created. */
export const newMessage = Object.assign(one(createdMessage), { locate })

/** Returns one message. */
export const oneMessage = Object.assign(one(message), { locate })

const withUrls = (value: unknown, guild_id: string): unknown => {
  if (!Predicate.isReadonlyRecord(value) || "jump_url" in value) return value
  const { channel_id, id, items } = value
  if (typeof channel_id === "string") {
    return { ...value, jump_url: urlOf(guild_id, channel_id, ...(typeof id === "string" ? [id] : [])) }
  }
  return Array.isArray(items) ? { ...value, items: items.map((item) => withUrls(item, guild_id)) } : value
}

/** Returns the link of a channel or message, from the ids of its guild, channel and message. */
export const urlOf = (...ids: ReadonlyArray<string>): string => `https://discord.com/channels/${ids.join("/")}`

const kindOf = (type: number | null | undefined): string | undefined =>
  type == null || type === MessageType.Default || type === MessageType.Reply ? undefined : MessageType[type]

const contentOf = ({
  attachments,
  content,
  embeds
}: Pick<typeof Message.Type, "attachments" | "content" | "embeds">) => ({
  attachments: attachments?.map(attachmentView),
  embeds: embeds?.map((embed) => embedView(embed, content ?? ""))
})

const partsOf = ({ components, sticker_items }: Pick<typeof Message.Type, "components" | "sticker_items">) => ({
  components: components?.[0] && componentLines(components),
  stickers: sticker_items?.flatMap(({ name }) => name ?? [])
})

/** Returns the names of mentioned users and channels, which Discord sends with the message. It sends none of roles. */
const mentionNames = (snapshot: typeof Snapshot.Type) => {
  const { mention_channels, mentions } = snapshot
  const names = new Map([
    ...(mentions ?? []).map((user) => [user.id, `@${user.global_name ?? user.username ?? user.id}`] as const),
    ...(mention_channels ?? []).map(({ id, name }) => [id, `#${name ?? id}`] as const)
  ])
  return mentionsIn({ content: snapshot.content, ...contentOf(snapshot), ...partsOf(snapshot) }, (id) => names.get(id))
}

/** A mention of a user, role or channel in a text, and the maximum number of mentions that a message names. */
const MENTION = /<(?:@[!&]?|#)(\d{17,20})>/g
const NAMED_MAX = 50

/**
 * Returns the names of what the texts of a shown message mention, by the mention as it is written: `<@&7>` is
 * `@Moderator`. Returns `undefined` if no text mentions anything that has a known name.
 */
const mentionsIn = (shown: object, nameOf: NameOf): Readonly<Record<string, string>> | undefined => {
  const names = new Map<string, string>()
  const visit = (value: unknown): void => {
    if (typeof value === "string") {
      if (!value.includes("<")) return
      for (const [mention, id = ""] of value.matchAll(MENTION)) {
        const name = names.size < NAMED_MAX ? nameOf(id) : undefined
        // The id of a guild is that of @everyone, and no channel.
        if (name?.[0] === mention[1]) names.set(mention, String(name))
      }
    } else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit)
  }
  visit(shown)
  return names.size === 0 ? undefined : Object.fromEntries(names)
}

/** Adds the names of mentions to a shown message, or to each message of a list. */
const nameMentions = (value: unknown, nameOf: NameOf): unknown => {
  if (!Predicate.isReadonlyRecord(value) || !mayMention(value)) return value
  if (Array.isArray(value.items)) return { ...value, items: value.items.map((item) => nameMentions(item, nameOf)) }
  const mentions = mentionsIn(value, nameOf)
  return mentions === undefined ? value : { ...value, mentions: { ...mentions, ...Object(value.mentions) } }
}

/** Returns whether a text of a message can mention something. Most messages are short texts without a mention. */
const mayMention = (value: unknown): boolean => {
  const { content, items, ...message } = Object(value)
  if (Array.isArray(items)) return items.some(mayMention)
  return String(content).includes("<") || "components" in message || "embeds" in message || "forwarded" in message
}

/** Names of the flags that change what people see. Others are shown by fields: thread, forwarded, published, components. */
const flagsOf = (flags: number | null | undefined) => ({
  voice_message: isSet(flags, MessageFlags.IsVoiceMessage),
  embeds_suppressed: isSet(flags, MessageFlags.SuppressEmbeds),
  silent: isSet(flags, MessageFlags.SuppressNotifications),
  loading: isSet(flags, MessageFlags.Loading),
  urgent: isSet(flags, MessageFlags.Urgent),
  source_deleted: isSet(flags, MessageFlags.SourceMessageDeleted)
})

const isSet = (flags: number | null | undefined, flag: MessageFlags): boolean => ((flags ?? 0) & flag) !== 0

/** Returns who used the command, button or form, and the name of the command, which only the older field has. */
const interactionView = ({ interaction, interaction_metadata }: typeof Message.Type) => {
  const { type, user } = interaction_metadata ?? interaction ?? {}
  return interaction_metadata == null && interaction == null
    ? undefined
    : compact({
        by: user && authorView(user),
        kind: type == null ? undefined : INTERACTIONS[type],
        name: interaction?.name ?? interaction_metadata?.name
      })
}

const INTERACTIONS: Readonly<Record<number, string>> = {
  [InteractionType.ApplicationCommand]: "command",
  [InteractionType.MessageComponent]: "component",
  [InteractionType.ModalSubmit]: "modal"
}

const activityView = ({ activity, application }: typeof Message.Type) =>
  compact({
    kind: activity?.type == null ? undefined : MessageActivityType[activity.type],
    application: application?.name,
    party_id: activity?.party_id ?? undefined
  })

const subscriptionView = (it: NonNullable<(typeof Message.Type)["role_subscription_data"]>) =>
  compact({ tier: it.tier_name, months: it.total_months_subscribed ?? undefined, renewal: it.is_renewal })

/** `is_spoiler` is newer than the flag with the same meaning; Discord may send either. */
const attachmentView = (attachment: typeof Attachment.Type) =>
  compact({
    id: attachment.id,
    name: attachment.filename,
    title: attachment.title,
    description: attachment.description,
    type: attachment.content_type,
    size: attachment.size,
    seconds: attachment.duration_secs ?? undefined,
    spoiler: attachment.is_spoiler === true || ((attachment.flags ?? 0) & AttachmentFlags.IsSpoiler) !== 0,
    url: attachment.url
  })

/** Returns the forwarded message. Discord sends a snapshot of it, without the author. */
const forwardedView = ({ message_reference: from, message_snapshots }: typeof Message.Type) => {
  const original = message_snapshots?.[0]?.message
  return (
    original &&
    compact({
      content: original.content,
      mentions: original.mentions?.[0] || original.mention_channels?.[0] ? mentionNames(original) : undefined,
      time: original.timestamp,
      ...contentOf(original),
      ...partsOf(original),
      ...flagsOf(original.flags),
      from: from && compact({ id: from.message_id, channel_id: from.channel_id, guild_id: from.guild_id })
    })
  )
}
