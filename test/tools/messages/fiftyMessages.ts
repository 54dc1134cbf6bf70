/**
 * Fifty messages of a channel as Discord's API gives them: most of them plain
 * chat, with the replies, links, pictures and reactions of an evening.
 */
import { MessageFlags, MessageType } from "discord-api-types/v10"
import { snowflakeAt, timestamp } from "../../../src/sandbox/Snowflakes.ts"
import { attachmentOf, messageOf, reactionOf, threadOf } from "../../catalogue/discordShapes.ts"
import { BEGAN_MS, evening, type Line, people } from "./evening.ts"

/** The channel of the messages. */
export const CHANNEL = "1248328050311954441"
const GUILD = "1248328050278400001"

const written = ([by, text, extras = {}]: Line, at: number) => {
  const { components, edited, embed, files = [], mentions = [], poll, reactions, thread } = extras
  const sentMs = BEGAN_MS + at * 97_000 + ((at * at * 31) % 60) * 1000
  const id = snowflakeAt(sentMs, at * 4099)
  return {
    ...messageOf({
      id,
      channel_id: CHANNEL,
      author: people[by],
      content: mentions.reduce((said, name) => said.replace(`<@${name}>`, `<@${people[name].id}>`), text),
      timestamp: timestamp(sentMs),
      mentions: mentions.map((name) => people[name])
    }),
    attachments: files.map((file, nth) => attachmentOf(snowflakeAt(sentMs, at * 4099 + nth + 1), CHANNEL, file)),
    ...(edited && { edited_timestamp: timestamp(sentMs + 41_000) }),
    ...(embed && { embeds: [embed] }),
    ...(thread !== undefined && {
      flags: MessageFlags.HasThread,
      thread: threadOf(id, { parent_id: CHANNEL, guild_id: GUILD, owner_id: people[by].id, name: thread }, sentMs)
    }),
    ...(components && { components }),
    ...(poll && { poll }),
    ...(reactions !== undefined && { reactions: reactions.split(", ").map(reactionOf) })
  }
}

const lines = evening.map(written)

/** The fifty messages, newest first. A reply includes the message it replies to. */
export const fiftyMessages = lines
  .map((message, at) => {
    const to = lines[at - (evening[at]?.[2]?.replyTo ?? 0)]
    return to === undefined || to === message
      ? message
      : {
          ...message,
          type: MessageType.Reply,
          mentions: [...message.mentions, to.author],
          message_reference: { type: 0, channel_id: CHANNEL, message_id: to.id, guild_id: GUILD },
          referenced_message: to
        }
  })
  .toReversed()
