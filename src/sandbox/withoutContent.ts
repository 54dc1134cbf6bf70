/** Messages as an application receives them that may not read what people write. */
import { Predicate } from "effect"
import type { Channel, SandboxState } from "./State.ts"

/** Empties the content, except of the bot's own messages and of those that mention it. */
export const withoutContent = (
  state: SandboxState,
  message: Readonly<Record<string, unknown>>
): Readonly<Record<string, unknown>> => {
  const isBot = (user: unknown) => Predicate.hasProperty(user, "id") && user.id === state.bot.id
  const mentions = Array.isArray(message.mentions) ? message.mentions : []
  const { poll: _, message_snapshots: __, referenced_message: replied, ...rest } = message
  const inner = Predicate.isReadonlyRecord(replied) ? withoutContent(state, replied) : replied
  const reference = replied === undefined ? {} : { referenced_message: inner }
  if (isBot(message.author) || mentions.some(isBot)) return { ...message, ...reference }
  return { ...rest, ...reference, content: "", embeds: [], attachments: [], components: [] }
}

/** Returns a message of a channel as the application receives it over HTTP. Direct messages always have their content. */
export const readable = (state: SandboxState, { guild_id }: Channel, message: object): object =>
  guild_id === "" || state.gateway.settings.message_content ? message : withoutContent(state, { ...message })
