import { type APIMessage, type APIUser, EmbedType, MessageFlags, MessageType } from "discord-api-types/v10"
import { Effect, Either, Encoding, Random } from "effect"
import { attachmentOf, emptyMessageFields } from "../createMessage.ts"
import { setReactors } from "../routes/reactions.ts"
import { snowflakeAt, timestamp } from "../Snowflakes.ts"
import { type Channel, NO_FLAGS, type SandboxState } from "../State.ts"
import type { channelsOf } from "./channels.ts"
import type { Named } from "./guild.ts"
import { voiceFacts, voiceRecording } from "./recording.ts"
import type { Dialogue } from "./texts.ts"
import * as texts from "./texts.ts"

/** A drawing of a tide clock: a PNG of 160 × 120 pixels. */
export const tideClock: Uint8Array = Either.getOrThrow(
  Encoding.decodeBase64(
    [
      "iVBORw0KGgoAAAANSUhEUgAAAKAAAAB4AgMAAAAIzBH8AAAADFBMVEX07+IjSFk6oKXWbEcFdkj6AAACEklEQVR42u2XPY7CMBCFnUVuaLbKJb",
      "bZIyRHcGFnJY7AKbhEeppIMJdYjkSN0HrtkIQ4nrFHAokGN/nh85t5Q5TMCPFeL16FcUsxOQ5phlVnuHIEDStwPvhNsMxLut+1P8pMlnISKocd",
      "dOT6rp20omfiKhW5nqWrE5F1sCvhuSavFimG+opMUScuA4l6kQmZYnrjPUW9TEURKarMzglcRiLA0uTvECYJN3EgiYJF7LFAbQfbVyfaTQieaT",
      "Cw+HmlbbPBIEx1pm0HoD0lQBWDBQIGNVtZupDB5hEUOXAwjYJB3tWVftCkiavjCpkBB9OPgfNbk+lw+wPgVJ0cWLHBMxOcTD8LlD/iKaCagaf7",
      "M5VWtNzQ9sxzLezoOweurGWAAAfxaft/EToEbHa3kzUA7ETlg69x8DAKesk+OOAgTILgTl3wNQXu/fGrB91pZS8oKI3XER8Ag6SrEUCrUXA/Cv",
      "an3/aPAhfr94KD24i8APKmKBAQAH1JscFNzB2xDw0OYq/mJga7h8AyLiS0+AeJCWIVJz6aTBAp5BFvU2LbHdEqmNhLLVi2W0P0PVuOFw9ull40",
      "0Zs1Sy+K6vZYXrybMEmyf5Rh7I7sSIswdks34iaInZgWynnsLtGHy7lkqrN3STYzQZWcPraToMnMM6Pl5Dzjp5hmCJye427TVpufudhTHHsu5E",
      "+a/NmVPQ2/13u9cP0D0MkS4g0LuVcAAAAASUVORK5CYII="
    ].join("")
  )
)

/** The authors and the time span of the messages in a channel. */
interface Conversation {
  readonly channel: Channel
  readonly authors: ReadonlyArray<APIUser>
  readonly fromMs: number
  readonly toMs: number
}

const REACTIONS = ["👍", "🎉", "❤️", "👀"]

/** Writes dialogues into a channel. Their order, authors and times depend on the seed. */
const writeDialogues = Effect.fnUntraced(function* (
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
const releaseEmbed: APIMessage["embeds"] = [
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

/** Stores a file. `id` is that of the attachment. */
const fileIn = (
  state: SandboxState,
  channel: Channel,
  id: string,
  [filename, content_type, data]: readonly [name: string, type: string, data: Uint8Array],
  facts: Parameters<typeof attachmentOf>[4] = {}
) => attachmentOf(state, channel, id, { field: "files[0]", filename, content_type, size: data.length, data }, facts)

/** The texts of a file whose name Discord has replaced. Its title is the name that a person gave. */
const tides = new TextEncoder().encode("Ebbe 07:04, Flut 13:21, Ebbe 19:33\n")

/** Writes messages with files: a picture, a voice message, and a file whose name Discord has replaced. */
const writeFiles = (state: SandboxState, channel: Channel, { ada, chiara, dmitri }: Named, fromMs: number) => {
  const at = (minutes: number) => fromMs + minutes * MINUTE_MS
  writeMessage(state, channel, chiara, "tide clock, second build", at(0), {
    attachments: [fileIn(state, channel, channel.id, ["tide-clock.png", "image/png", tideClock])]
  })
  const recording = ["voice-message.ogg", "audio/ogg", voiceRecording] as const
  writeMessage(state, channel, ada, "", at(10), {
    flags: MessageFlags.IsVoiceMessage,
    attachments: [fileIn(state, channel, snowflakeAt(at(10)), recording, voiceFacts)]
  })
  const hashed = ["a94a8fe5ccb19ba61c4c0873d391e987.txt", "text/plain; charset=utf-8", tides] as const
  writeMessage(state, channel, dmitri, "the tides of today", at(20), {
    attachments: [{ ...fileIn(state, channel, snowflakeAt(at(20)), hashed), title: "Gezeiten für heute" }]
  })
}

const replyFields = ({ guild_id }: Channel, to: APIMessage | undefined): Partial<APIMessage> =>
  to === undefined
    ? {}
    : {
        type: MessageType.Reply,
        mentions: [to.author],
        message_reference: { type: 0, channel_id: to.channel_id, guild_id, message_id: to.id }
      }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const DAY_MS = 24 * HOUR_MS

/** Fills the channels with a month of messages. Returns the messages that tests use. */
export const writeHistory = Effect.fnUntraced(function* (
  state: SandboxState,
  channels: ReturnType<typeof channelsOf> & { readonly dock: Channel },
  named: Named,
  users: ReadonlyArray<APIUser>,
  endMs: number
) {
  const [fromMs, toMs] = [endMs - 30 * DAY_MS, endMs - DAY_MS]
  const { ada, bruno, chiara, dmitri, owner } = named
  const people = users.filter((user) => user !== state.bot)
  const team = [owner, ada, dmitri]
  const conversation = (channel: Channel, authors: ReadonlyArray<APIUser>) => ({ channel, authors, fromMs, toMs })
  const { announcements, dock, general, idea, secret, showcase, staff, support, thread } = channels

  // Messages are listed in order of insertion, so each channel is filled in order of time.
  const welcome = "Welcome to Tidepool! Say hello, and ask in #support when stuck."
  const firstInGeneral = writeMessage(state, general, owner, welcome, fromMs - DAY_MS, { pinned: true })
  writeFiles(state, showcase, named, fromMs - DAY_MS)

  yield* writeDialogues(state, conversation(general, people), texts.general)
  yield* writeDialogues(state, conversation(support, people), texts.support)
  yield* writeDialogues(state, conversation(announcements, [owner]), texts.announcements)
  yield* writeDialogues(state, conversation(showcase, people), texts.showcase)
  yield* writeDialogues(state, conversation(staff, team), texts.staff)
  yield* writeDialogues(state, conversation(secret, team), texts.secret)
  yield* writeDialogues(state, conversation(thread, [...team, bruno]), texts.thread)
  yield* writeDialogues(state, conversation(idea, people), texts.idea)
  yield* writeDialogues(state, conversation(dock, [dmitri, chiara]), texts.other)

  const question = "has anybody tried the beta on a Raspberry Pi?"
  return {
    firstInGeneral,
    byMember: writeMessage(state, general, bruno, question, toMs + HOUR_MS),
    byBot: writeMessage(state, general, state.bot, "The build of `main` is green again.", toMs + 2 * HOUR_MS),
    inAnnouncements: writeMessage(state, announcements, owner, "", toMs + 3 * HOUR_MS, { embeds: releaseEmbed })
  }
})
