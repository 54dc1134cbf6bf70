/** What messages are made of, however they are sent: by the bot, a webhook, an interaction, as the first of a post. */
import {
  AllowedMentionsTypes,
  MessageFlags,
  type RESTPatchAPIChannelMessageJSONBody,
  type RESTPostAPIChannelMessageJSONBody
} from "discord-api-types/v10"
import type { FileInput } from "../../discord/FileSource.ts"
import type { Risk } from "../../safety/Permit.ts"
import { components } from "../components_v2/fields.ts"
import { type Frozen, fits } from "../dsl/fits.ts"
import { poll, pollBody } from "../polls/fields.ts"
import { brief, choice, flag, optional, setOf, text } from "../shared/fields.ts"
import { files } from "../shared/files.ts"
import { Snowflake, StickerId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { embeds } from "./embed.ts"
import { allowedMentions, mentionsOrDefault } from "./mentions.ts"
import { hasLayout } from "./rules.ts"

/** Flags of a message that can be set, by their words. */
const flagBits = {
  suppress_embeds: MessageFlags.SuppressEmbeds,
  suppress_notifications: MessageFlags.SuppressNotifications,
  ephemeral: MessageFlags.Ephemeral,
  is_components_v2: MessageFlags.IsComponentsV2
} as const

/** A flag of a message. */
export type MessageFlag = keyof typeof flagBits

/** The flags that a route takes. `is_components_v2` follows from the components; it may be named all the same. */
export const messageFlags = <const Words extends readonly [MessageFlag, ...ReadonlyArray<MessageFlag>]>(
  ...words: Words
) => setOf("Flags.", choice("A flag.", ...words), 0, words.length)

const filesToSend = brief(
  "Up to 10 files: [{url (https), path (on the server's disk) or base64, name?, description?}].",
  files
)

/** Fields of a new message that Discord takes as they are. */
export const messageFields = fits<RESTPostAPIChannelMessageJSONBody>()({
  content: optional(text("The text, in Discord's markdown.", { max: Limits.MESSAGE_CONTENT_MAX })),
  embeds: optional(embeds),
  components: optional(components),
  tts: optional(flag("Read the message aloud (text to speech)."))
})

/** Fields of a new message that `toBody` puts into Discord's shape. */
export const messageLocal = {
  allowed_mentions: optional(allowedMentions),
  files: optional(filesToSend),
  poll: optional(poll),
  flags: optional(messageFlags("suppress_embeds", "suppress_notifications", "is_components_v2"))
}

/** Stickers, for those who may send them: bots, not webhooks. */
export const stickers = {
  sticker_ids: optional(setOf("Up to 3 stickers of the guild.", StickerId, 0, Limits.STICKERS_MAX))
}

/** Fields of a changed message that Discord takes as they are. An empty text or list removes what was there. */
export const editFields = fits<RESTPatchAPIChannelMessageJSONBody>()({
  content: optional(text('The new text; "" removes it.', { max: Limits.MESSAGE_CONTENT_MAX, min: 0 })),
  embeds: optional(embeds),
  components: optional(components)
})

/** Fields of a changed message that `toEdit` puts into Discord's shape. */
export const editLocal = {
  allowed_mentions: optional(allowedMentions),
  files: optional(filesToSend),
  keep_attachments: optional(
    setOf("Ids of attachments to keep; all others are removed. Required with files.", Snowflake, 0, Limits.FILES_MAX)
  ),
  flags: optional(messageFlags("suppress_embeds", "is_components_v2"))
}

/** A new message in Discord's shape. */
export const toBody = (input: MessageParts): Frozen<RESTPostAPIChannelMessageJSONBody> => ({
  content: input.content,
  embeds: input.embeds,
  components: input.components,
  tts: input.tts,
  sticker_ids: input.sticker_ids,
  poll: input.poll && pollBody(input.poll),
  flags: bitsOf(input),
  allowed_mentions: mentionsOrDefault(input.allowed_mentions),
  ...(input.files?.some(({ description, spoiler }) => description !== undefined || spoiler !== undefined) && {
    attachments: attachmentsOf(input.files)
  })
})

/** A changed message in Discord's shape. A layout takes the place of text and embeds, which Discord wants told. */
export const toEdit = (input: EditParts): Frozen<RESTPatchAPIChannelMessageJSONBody> => ({
  content: hasLayout(input) ? null : input.content,
  embeds: hasLayout(input) ? null : input.embeds,
  components: input.components,
  flags: bitsOf(input),
  allowed_mentions: mentionsOrDefault(input.allowed_mentions),
  ...(input.keep_attachments !== undefined && {
    attachments: [...input.keep_attachments.map((id) => ({ id })), ...attachmentsOf(input.files ?? [])]
  })
})

/** The files of a message, for the row's `files`. */
export const messageFiles = (input: Pick<MessageParts, "files">): ReadonlyArray<readonly [FileInput, string]> =>
  (input.files ?? []).map((file, index) => [file, `files[${index}]`])

/** Where `toBody` and `toEdit` put fields elsewhere. */
export const messageRenames = { attachments: "files", poll: "poll" }

/** To ping everybody, or all who have a role, is destructive: it cannot be taken back. */
export const messageRisk = ({
  allowed_mentions: { parse = [], roles = [] } = {}
}: Pick<MessageParts, "allowed_mentions">): Risk =>
  roles.length > 0 || parse.some((kind) => kind !== AllowedMentionsTypes.User) ? "destructive" : "write"

/** All that a new message can have; a route may know less of it. */
export interface MessageParts extends WrittenParts {
  readonly tts?: boolean
  readonly sticker_ids?: ReadonlyArray<string>
  readonly poll?: typeof poll.Type
}

/** All that a changed message can have. */
export interface EditParts extends WrittenParts {
  readonly keep_attachments?: ReadonlyArray<string>
}

interface WrittenParts {
  readonly content?: string
  readonly embeds?: typeof embeds.Type
  readonly components?: typeof components.Type
  readonly allowed_mentions?: typeof allowedMentions.Type
  readonly files?: typeof files.Type
  readonly flags?: ReadonlyArray<MessageFlag>
}

const bitsOf = (input: WrittenParts): MessageFlags | undefined => {
  if (input.flags === undefined && !hasLayout(input)) return undefined
  const words: ReadonlyArray<MessageFlag> = [...(input.flags ?? []), ...(hasLayout(input) ? [LAYOUT] : [])]
  return words.reduce<number>((bits, word) => bits | flagBits[word], 0)
}

const LAYOUT: MessageFlag = "is_components_v2"

/** Discord counts the files of a request from 0. */
const attachmentsOf = (list: typeof files.Type) =>
  list.map(({ description, spoiler }, index) => ({
    id: String(index),
    ...(description !== undefined && { description }),
    ...(spoiler !== undefined && { is_spoiler: spoiler })
  }))
