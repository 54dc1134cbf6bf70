/** Adds links to messages if their guild is known without another request. */
import { Predicate, Schema } from "effect"
import { Id, nullish } from "../dsl/reply.ts"
import { isFull, one, resultOf } from "../dsl/view.ts"
import type { ToolResult } from "../ToolResult.ts"
import { Message, message } from "./view.ts"

/** Adds `jump_url` to a message, to each message of a list, or to the channel that a conversation is in. */
export const locate = <Answer>(result: ToolResult<Answer>, guild_id: string, input: object): ToolResult<Answer> => {
  if (isFull(input)) return result
  const { shorten } = result
  return {
    ...result,
    value: withUrls(result.value, guild_id) as Answer, // its type has an optional `jump_url`
    ...(shorten && { shorten: (items) => Object(withUrls(shorten(items), guild_id)) })
  }
}

/** Returns the sent message, with its link if Discord's reply names the guild. */
export const sentMessage = Object.assign(
  resultOf(
    // Without its id, whether the message was sent is unknown.
    Schema.Struct({ ...Message.fields, id: Id, guild_id: nullish(Id) }),
    (it, input: { readonly channel_id: string }) => ({
      value: {
        ...message(it),
        id: it.id,
        ...(it.guild_id != null && { jump_url: urlOf(it.guild_id, input.channel_id, it.id) })
      }
    })
  ),
  { locate }
)

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

const urlOf = (...ids: ReadonlyArray<string>): string => `https://discord.com/channels/${ids.join("/")}`
