import { type APIMessage, type APIUser, EmbedType, MessageType } from "discord-api-types/v10"
import { Effect, Random } from "effect"
import type { Channel } from "../Channel.ts"
import { NO_FLAGS } from "../flags.ts"
import { attachmentOf, emptyMessageFields } from "../messageParts.ts"
import { setReactors } from "../reactions.ts"
import { snowflakeAt } from "../Snowflakes.ts"
import type { SandboxState } from "../State.ts"
import { timestamp } from "../timestamp.ts"
import type { Dialogue } from "./texts.ts"
import { tideClock } from "./tideClock.ts"

/** The authors and the time span of the messages in a channel. */
export interface Conversation {
  readonly channel: Channel
  readonly authors: ReadonlyArray<APIUser>
  readonly fromMs: number
  readonly toMs: number
}

const REACTIONS = ["👍", "🎉", "❤️", "👀"]

/** Writes dialogues into a channel. Their order, authors and times depend on the seed. */
export const writeDialogues = Effect.fnUntraced(function* (
  state: SandboxState,
  conversation: Conversation,
  dialogues: ReadonlyArray<Dialogue>
) {
  const order = [...(yield* Random.shuffle(dialogues))]
  const slotMs = Math.floor((conversation.toMs - conversation.fromMs) / order.length)
  for (const [at, lines] of order.entries()) {
    const speakers = [...(yield* Random.shuffle(conversation.authors))]
    let nowMs = conversation.fromMs + at * slotMs + (yield* Random.nextIntBetween(0, slotMs >> 1))
    let opener: APIMessage | undefined
    for (const [turn, content] of lines.entries()) {
      const author = speakers[turn % speakers.length] ?? state.bot
      const message = writeMessage(state, conversation.channel, author, content, nowMs)
      const quotes = opener !== undefined && (yield* Random.nextIntBetween(0, 3)) === 0
      const liked = (yield* Random.nextIntBetween(0, 6)) === 0
      const name = REACTIONS[yield* Random.nextIntBetween(0, REACTIONS.length)] ?? "👍"
      const whole = { ...message, ...(quotes && replyFields(conversation.channel, opener)) }
      state.putMessage(whole)
      const reactors = liked ? conversation.authors.slice(0, yield* Random.nextIntBetween(1, 9)) : []
      if (reactors.length > 0) setReactors(state, whole, { id: null, name }, reactors)
      opener ??= message
      nowMs += yield* Random.nextIntBetween(20_000, 400_000)
    }
  }
})

/** Adds one message. */
export const writeMessage = (
  state: SandboxState,
  channel: Channel,
  author: APIUser,
  content: string,
  nowMs: number,
  more: Partial<APIMessage> = {}
): APIMessage => {
  const message: APIMessage = {
    // The bits below the time depend on the channel, so message ids are unique.
    id: snowflakeAt(nowMs, Number(BigInt(channel.id) & 0xfffn)),
    channel_id: channel.id,
    type: MessageType.Default,
    author,
    content,
    timestamp: timestamp(nowMs),
    ...emptyMessageFields(),
    flags: NO_FLAGS,
    ...more
  }
  state.putMessage(message)
  return message
}

/** The embed of a release note. */
export const releaseEmbed: APIMessage["embeds"] = [
  {
    type: EmbedType.Rich,
    title: "Tidepool 0.9.2",
    url: "https://tidepool.example/releases/0.9.2",
    description: "Imports over 2 GB no longer stop. The diff view remembers its width.",
    color: 0x3aa5a0,
    fields: [
      { name: "Fixes", value: "7", inline: true },
      { name: "Breaking", value: "none", inline: true }
    ]
  }
]

/** A picture as an attachment. */
export const pictureIn = (state: SandboxState, channel: Channel): APIMessage["attachments"] => [
  attachmentOf(state, channel, channel.id, {
    field: "files[0]",
    filename: "tide-clock.png",
    content_type: "image/png",
    size: tideClock.length,
    data: tideClock
  })
]

const replyFields = ({ guild_id }: Channel, to: APIMessage | undefined): Partial<APIMessage> =>
  to === undefined
    ? {}
    : {
        type: MessageType.Reply,
        mentions: [to.author],
        message_reference: { type: 0, channel_id: to.channel_id, guild_id, message_id: to.id }
      }
