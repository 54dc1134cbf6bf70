/** What a message refers to: replies, and the other kinds of references, each shown as what it is. */
import { MessageFlags, MessageReferenceType, MessageType } from "discord-api-types/v10"
import { Schema } from "effect"
import { Id, nullish } from "../../objects/schema/reply.ts"
import { firstChars } from "../../text/words.ts"
import { compact } from "../dsl/view.ts"
import type { User } from "../users/view.ts"

/** A reference to a message or a channel, as decoded from Discord's reply. */
export const Reference = Schema.Struct({
  message_id: nullish(Id),
  channel_id: nullish(Id),
  guild_id: nullish(Id),
  type: nullish(Schema.Number)
})

/** A message that may refer to another one. */
interface Referring {
  readonly type?: number | null | undefined
  readonly flags?: number | null | undefined
  readonly message_reference?: typeof Reference.Type | null | undefined
  readonly referenced_message?:
    | {
        readonly id?: string | undefined
        readonly author?: typeof User.Type | undefined
        readonly content?: string | null | undefined
      }
    | null
    | undefined
}

/** What the references of messages of other types mean (Discord docs, message reference). */
const KINDS: Readonly<Record<number, string>> = {
  [MessageType.ChannelPinnedMessage]: "pin",
  [MessageType.ChannelFollowAdd]: "channel_follow",
  [MessageType.ThreadCreated]: "thread_created",
  [MessageType.ThreadStarterMessage]: "thread_starter",
  [MessageType.ContextMenuCommand]: "command_target",
  [MessageType.AutoModerationAction]: "automod",
  [MessageType.PollResult]: "poll_result"
}

/** The types of messages that can be replies. */
const MAY_REPLY: ReadonlySet<number> = new Set([MessageType.Default, MessageType.Reply, MessageType.ChatInputCommand])

/** Returns the kind of a reference. A forward is shown with its content. */
const kindOf = ({ flags, message_reference, type }: Referring): string => {
  if (message_reference?.type === MessageReferenceType.Forward) return "forward"
  if (((flags ?? 0) & MessageFlags.IsCrosspost) !== 0) return "crosspost"
  return type == null || MAY_REPLY.has(type) ? "reply" : (KINDS[type] ?? "other")
}

const EXCERPT = 80

/** Returns an author as messages show one. */
export const authorView = ({ bot, global_name, id, username }: typeof User.Type) =>
  compact({ id, name: global_name ?? username, bot: bot === true || undefined })

const targetView = ({ message_reference: reference, referenced_message: target }: Referring) => {
  const content = target?.content
  return compact({
    id: target?.id ?? reference?.message_id ?? undefined,
    author: target?.author && authorView(target.author).name,
    content: content && (content.length > EXCERPT ? `${firstChars(content, EXCERPT)}…` : content),
    // Discord sends null for a message that is deleted, and nothing for one that it did not read.
    deleted: target === null
  })
}

/** Returns the message that a reply refers to. */
export const replyView = (message: Referring) => {
  const { message_reference, referenced_message } = message
  if (kindOf(message) !== "reply" || (!referenced_message && message_reference?.message_id == null)) return undefined
  return targetView(message)
}

/** Returns what a message refers to that is neither a reply nor a forward, with the kind of reference. */
export const referenceView = (message: Referring) => {
  const { message_reference } = message
  const kind = kindOf(message)
  if (message_reference == null || kind === "reply" || kind === "forward") return undefined
  const { channel_id, guild_id } = message_reference
  return { kind, ...compact({ ...targetView(message), channel_id, guild_id }) }
}
