/**
 * Says that Discord withholds what people wrote. Without the MESSAGE_CONTENT intent, content, embeds, attachments, components
 * and the poll of messages are left out, over HTTP too: except of the bot's own messages, of mentions of the bot, and in
 * direct messages (Discord docs, message content intent).
 */
import { MessageFlags, MessageType } from "discord-api-types/v10"
import { Predicate } from "effect"
import { whereToSwitchOn } from "../../discord/permissions/privilegedIntents.ts"

/** The notice of results whose messages lack what people wrote. */
export const WITHHELD = `Discord withholds the content of messages: the application lacks the MESSAGE_CONTENT intent. Tell the operator to ${whereToSwitchOn("MESSAGE_CONTENT")}. Until then the bot reads only its own messages, mentions of it and direct messages.`

/** Fields without which a message has nothing that people see: of Discord's object, and of its compact view. */
const CONTENT = [
  ...["content", "embeds", "attachments", "components", "poll", "sticker_items", "stickers"],
  ...["message_snapshots", "forwarded", "activity", "call"]
]

/** Flags of messages that can be empty: Discord hides their embeds, or a command has not answered yet. */
const MAY_BE_EMPTY = MessageFlags.SuppressEmbeds | MessageFlags.Loading

/**
 * Returns the notice if messages lack what people wrote. Discord accepts no empty message, so an empty one is withheld. A
 * text that a person wrote to others shows that the intent is on.
 *
 * `messages`: Discord's objects, or compact views; in a page, `people` has the authors that are no bots.
 */
export const withheldNotice = (messages: ReadonlyArray<unknown>, people?: ReadonlySet<unknown>): string | undefined => {
  const all = messages.filter(Predicate.isReadonlyRecord)
  return all.some(isWithheld) && !all.some((message) => isReadable(message, people)) ? WITHHELD : undefined
}

/** Returns the notice for the result of a tool: a message, a page of messages, or pins. */
export const withheldIn = (value: unknown): string | undefined => {
  if (!Predicate.isReadonlyRecord(value)) return undefined
  const { authors, items } = value
  if (!Array.isArray(items)) return withheldNotice([value])
  const people = Array.isArray(authors)
    ? new Set(authors.flatMap(({ bot, name }) => (bot === true ? [] : [name])))
    : undefined
  return withheldNotice(
    items.map((item) => (Predicate.hasProperty(item, "message") ? item.message : item)),
    people
  )
}

type Fields = Readonly<Record<string, unknown>>

const isWithheld = (message: Fields): boolean =>
  "author" in message &&
  message.kind === undefined &&
  (message.type === undefined || message.type === MessageType.Default || message.type === MessageType.Reply) &&
  !mayBeEmpty(message) &&
  CONTENT.every((name) => isNothing(message[name]))

/** A forwarded message whose content is withheld still has its time. */
const isNothing = (part: unknown): boolean => {
  if (part == null || part === "") return true
  if (Array.isArray(part)) {
    return part.every(
      (one) => Predicate.hasProperty(one, "message") && Predicate.isReadonlyRecord(one.message) && isEmpty(one.message)
    )
  }
  return Predicate.isReadonlyRecord(part) && "time" in part && isEmpty(part)
}

const isEmpty = (message: Fields): boolean => CONTENT.every((name) => isNothing(message[name]))

const mayBeEmpty = ({ embeds_suppressed, flags, loading }: Fields): boolean =>
  (typeof flags === "number" && (flags & MAY_BE_EMPTY) !== 0) || embeds_suppressed === true || loading === true

/** Returns whether a person wrote a message that cannot mention the bot. */
const isReadable = (message: Fields, people: ReadonlySet<unknown> | undefined): boolean => {
  const { author, content, mentions, message_reference, reply_to, webhook_id } = message
  const byPerson = people === undefined ? Predicate.hasProperty(author, "id") && !isBot(author) : people.has(author)
  return (
    byPerson &&
    webhook_id == null &&
    typeof content === "string" &&
    content !== "" &&
    !content.includes("<@") &&
    reply_to === undefined &&
    message_reference == null &&
    (!Array.isArray(mentions) || mentions.length === 0)
  )
}

const isBot = (author: object): boolean => Predicate.hasProperty(author, "bot") && author.bot === true
