/** Links to messages, wherever their guild is known without another request. */
import { Predicate, Schema } from "effect"
import { Id, may } from "../dsl/reply.ts"
import { isFull, one, reading } from "../dsl/view.ts"
import type { ToolResult } from "../ToolResult.ts"
import { Message, message } from "./view.ts"

/** Answers with a message that was sent, and where it is, as far as Discord tells the guild. */
const sent = reading(
  Schema.Struct({ ...Message.fields, guild_id: may(Id) }),
  (it, input: { readonly channel_id: string }) => ({
    value: {
      ...message(it),
      ...(it.guild_id != null && { jump_url: linkTo(it.guild_id, input.channel_id, it.id) })
    }
  })
)

/** Adds links to a message, or to those of a list; read together, the messages of one channel get one of the channel. */
export const locate = <Answer>(result: ToolResult<Answer>, guild_id: string, input: object): ToolResult<Answer> => {
  if (isFull(input)) return result
  const { shorten } = result
  return {
    ...result,
    value: withLinks(result.value, guild_id) as Answer, // the same, with a link that its type allows for
    ...(shorten && { shorten: (items) => Object(withLinks(shorten(items), guild_id)) })
  }
}

/** Answers with a message that was sent. */
export const sentMessage = Object.assign(sent, { locate })

/** Answers with one message. */
export const oneMessage = Object.assign(one(message), { locate })

const withLinks = (value: unknown, guild_id: string): unknown => {
  if (!Predicate.isReadonlyRecord(value) || "jump_url" in value) return value
  const { channel_id, id, items } = value
  if (typeof channel_id === "string") {
    return { ...value, jump_url: linkTo(guild_id, channel_id, ...(typeof id === "string" ? [id] : [])) }
  }
  return Array.isArray(items) ? { ...value, items: items.map((item) => withLinks(item, guild_id)) } : value
}

const linkTo = (...ids: ReadonlyArray<string>): string => `https://discord.com/channels/${ids.join("/")}`
