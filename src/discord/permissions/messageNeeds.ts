/** Permissions for messages, reactions and threads, by content (Discord docs, message and channel resources, permissions). */
import { ChannelType, MessageFlags, MessageReferenceType } from "discord-api-types/v10"
import { Predicate } from "effect"
import { type NeedRule, type PermissionTarget, when } from "./Need.ts"

/** Sending: threads have their own permission (Discord docs, permissions, inherited permissions). */
export const sendingNeeds: NeedRule = ({ target }) => [
  target.kind === "thread" ? "SEND_MESSAGES_IN_THREADS" : "SEND_MESSAGES"
]

/** Sending a message. */
export const message: NeedRule = (it) => [...sendingNeeds(it), ...contentNeeds(it)]

/** Publishing a message: the bot's own message needs no more than sending. */
export const crosspost: NeedRule = (it) => [...sendingNeeds(it), ...ownMessage(it)]

/** Changing or deleting a message: the bot's own message needs nothing. */
export const ownMessage: NeedRule = ({ target }) => when(target.own !== true, "MANAGE_MESSAGES")

/**
 * Adding the first reaction with an emoji. Adding to an existing reaction needs fewer permissions and
 * is not denied.
 */
export const reaction: NeedRule = ({ path, target }) => [
  "READ_MESSAGE_HISTORY",
  "ADD_REACTIONS",
  ...when(isForeign(/:(\d+)$/.exec(path[2] ?? "")?.[1], target), "USE_EXTERNAL_EMOJIS")
]

/** Creating a thread. In a forum it is a post with its first message. */
export const threadCreate: NeedRule = (it) => {
  if (it.target.kind === "forum") {
    return [
      "SEND_MESSAGES",
      ...contentNeeds({ ...it, body: Predicate.isRecord(it.body.message) ? it.body.message : {} })
    ]
  }
  return [it.body.type === ChannelType.PrivateThread ? "CREATE_PRIVATE_THREADS" : "CREATE_PUBLIC_THREADS"]
}

const contentNeeds: NeedRule = ({ body, files, target }) => {
  const mentions = Predicate.isRecord(body.allowed_mentions) ? body.allowed_mentions.parse : undefined
  const reference = Predicate.isRecord(body.message_reference) ? body.message_reference : undefined
  const stickers = Array.isArray(body.sticker_ids) ? body.sticker_ids : []
  const emojis = typeof body.content === "string" ? [...body.content.matchAll(/<a?:\w+:(\d+)>/g)] : []
  const flags = typeof body.flags === "number" ? body.flags : 0
  return [
    ...when(body.tts === true, "SEND_TTS_MESSAGES"),
    ...when(reference !== undefined && reference.type !== MessageReferenceType.Forward, "READ_MESSAGE_HISTORY"),
    ...when(files > 0 || isFilled(body.attachments), "ATTACH_FILES"),
    ...when(isFilled(body.embeds), "EMBED_LINKS"),
    ...when(Array.isArray(mentions) && mentions.includes("everyone"), "MENTION_EVERYONE"),
    ...when(
      emojis.some((match) => isForeign(match[1], target)),
      "USE_EXTERNAL_EMOJIS"
    ),
    ...when(
      stickers.some((id) => isForeign(String(id), target)),
      "USE_EXTERNAL_STICKERS"
    ),
    ...when(Predicate.isRecord(body.poll), "SEND_POLLS"),
    ...when((flags & MessageFlags.IsVoiceMessage) !== 0, "SEND_VOICE_MESSAGES")
  ]
}

/** Returns whether an emoji or sticker belongs to another guild; false if the expressions of this guild are unknown. */
const isForeign = (id: string | undefined, { expressions }: PermissionTarget): boolean =>
  id !== undefined && expressions !== undefined && !expressions.has(id)

const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0
