/** Fields and request bodies of messages, shared by the bot, webhooks, interactions and forum posts. */
import {
  AllowedMentionsTypes,
  MessageFlags,
  type RESTPatchAPIChannelMessageJSONBody,
  type RESTPostAPIChannelMessageJSONBody
} from "discord-api-types/v10"
import { Predicate } from "effect"
import type { FileInput } from "../../discord/FileSource.ts"
import type { Risk } from "../../discord/Permit.ts"
import { type Frozen, fits } from "../../objects/fits.ts"
import { alsoTakes } from "../../objects/schema/alsoTakes.ts"
import { toBitNames, unwrapField } from "../../objects/schema/conversions.ts"
import { toBits } from "../../objects/schema/enums.ts"
import { choice, described, flag, integer, optional, setOf, text } from "../../objects/schema/fields.ts"
import { MessageId, Snowflake, StickerId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { components } from "../components_v2/fields.ts"
import { poll, pollBody } from "../polls/fields.ts"
import { files } from "../shared/files.ts"
import { embeds } from "./embed.ts"
import { tables } from "./markdown.ts"
import { allowedMentions, DEFAULT_MENTIONS } from "./mentions.ts"
import { hasLayout } from "./rules.ts"

/** Names of the settable message flags, mapped to Discord's bits. */
const flagBits = {
  suppress_embeds: MessageFlags.SuppressEmbeds,
  suppress_notifications: MessageFlags.SuppressNotifications,
  ephemeral: MessageFlags.Ephemeral,
  is_components_v2: MessageFlags.IsComponentsV2,
  is_voice_message: MessageFlags.IsVoiceMessage
} as const

export type MessageFlag = keyof typeof flagBits

/** Input field for the flags that a route accepts. `is_components_v2` is optional: the components imply it. */
export const messageFlags = <const Names extends readonly [MessageFlag, ...ReadonlyArray<MessageFlag>]>(
  ...names: Names
) =>
  setOf("Message flags.", flagOf(names), 0, names.length).annotations(
    alsoTakes(toBitNames(Object.fromEntries(names.map((name) => [name, flagBits[name]]))))
  )

const flagOf = <const Names extends readonly [MessageFlag, ...ReadonlyArray<MessageFlag>]>(names: Names) =>
  choice("A flag.", ...names).annotations({
    message: ({ actual }) => ({
      message: EPHEMERAL.test(String(actual))
        ? `is only for responses to interactions, whose tools have a field for it: must be one of ${names.join(", ")}`
        : `must be one of ${names.join(", ")}`,
      override: true
    })
  })

const EPHEMERAL = /^(64|ephemeral)$/i

/** Flags of a message that consists of a layout: `is_components_v2` is implied. */
export const layoutFlags = messageFlags("suppress_notifications").annotations(
  alsoTakes((value) => {
    const flags = toBitNames({ suppress_notifications: flagBits.suppress_notifications })(value)
    return Array.isArray(flags) && flags.some(isImplied) ? flags.filter((flag) => !isImplied(flag)) : flags
  })
)

const isImplied = (flag: unknown): boolean => /^(32768|is_?components_?v2)$/i.test(String(flag))

/** The message to reply to. Also accepts Discord's `message_reference`, unless the reference forwards the message. */
export const replyTo = described("Id of the message to reply to.", MessageId).annotations(
  alsoTakes((value) => {
    if (!Predicate.isRecord(value) || (value.type ?? 0) !== 0 || value.fail_if_not_exists === false) return value
    const { channel_id, guild_id, message_id } = value
    // As a link, so that another channel than that of the message is an error.
    return isId(channel_id) && isId(message_id)
      ? `https://discord.com/channels/${isId(guild_id) ? guild_id : "@me"}/${channel_id}/${message_id}`
      : toMessageId(value)
  })
)

/** Whether a reply is sent if its message is gone. As in Discord, it fails by default. */
export const failIfNotExists = optional(flag("false: send even if reply_to is gone."))

const toMessageId = unwrapField("message_id")

const isId = (value: unknown): value is string => typeof value === "string" && /^\d{17,20}$/.test(value)

/** Fields of a new message that are sent to Discord unchanged. A text above 2000 characters needs `split`. */
export const messageFields = fits<RESTPostAPIChannelMessageJSONBody>()({
  content: optional(text("Text in Discord's markdown.", { max: Limits.SPLIT_CONTENT_MAX })),
  embeds: optional(embeds),
  components: optional(components),
  tts: optional(flag("Read aloud."))
})

/** Fields of a new message that `toBody` converts to Discord's format. */
export const messageOptions = {
  allowed_mentions: optional(allowedMentions),
  files: optional(files),
  poll: optional(poll),
  flags: optional(messageFlags("suppress_embeds", "suppress_notifications", "is_components_v2")),
  tables
}

/** Whether a long text is sent as several messages. */
export const split = optional(flag("Needed above 2000 characters: sends several messages."))

/** Fields of a text that is sent as several messages. */
export const splitFields = {
  split,
  from_part: optional(
    integer("With split: first part to send.", 1, Limits.SPLIT_PARTS_MAX).annotations({
      // A result names the part.
      jsonSchema: { type: "integer", description: "With split: first part to send." }
    })
  )
}

/** The text of a message that is always one. `next`: what to do with a longer one. */
export const singleContent = (next: string) =>
  optional(text("Text in Discord's markdown.", { max: Limits.MESSAGE_CONTENT_MAX, next }))

/** Stickers, which a bot can send and a webhook cannot. */
export const stickers = {
  sticker_ids: optional(setOf("Up to 3 sticker ids.", StickerId, 0, Limits.STICKERS_MAX))
}

/** The text of an edit. `sender`: the tool that sends what does not fit. */
export const newContent = (sender: string, how = "edit with the beginning, then") =>
  optional(
    text('The new text; "" removes it.', {
      max: Limits.MESSAGE_CONTENT_MAX,
      min: 0,
      next: `${how} send the rest with ${sender}`
    })
  )

/** Fields of an edit that are sent to Discord unchanged. An empty text or list removes the old content. */
export const editFields = fits<RESTPatchAPIChannelMessageJSONBody>()({
  content: newContent("messages_send"),
  embeds: optional(embeds),
  components: optional(components)
})

/** Fields of an edit that `toEdit` converts to Discord's format. */
export const editOptions = {
  allowed_mentions: optional(allowedMentions),
  files: optional(files),
  keep_attachments: optional(
    setOf("Ids of attachments to keep, others are removed; required with files.", Snowflake, 0, Limits.FILES_MAX)
  ),
  flags: optional(messageFlags("suppress_embeds", "is_components_v2"))
}

/** Converts a new message to Discord's format. */
export const toBody = (input: MessageParts): Frozen<RESTPostAPIChannelMessageJSONBody> => ({
  content: input.content,
  embeds: input.embeds,
  components: input.components,
  tts: input.tts,
  sticker_ids: input.sticker_ids,
  poll: input.poll && pollBody(input.poll),
  flags: bitsOf(input),
  allowed_mentions: input.allowed_mentions ?? DEFAULT_MENTIONS,
  ...(input.files?.some(({ description, spoiler }) => description !== undefined || spoiler !== undefined) && {
    attachments: attachmentsOf(input.files)
  }),
  ...(input.reply_to !== undefined && {
    message_reference: { message_id: input.reply_to, fail_if_not_exists: input.fail_if_not_exists ?? true }
  })
})

/** Converts an edit to Discord's format. Discord requires null content and embeds when a layout replaces them. */
export const toEdit = (input: EditParts): Frozen<RESTPatchAPIChannelMessageJSONBody> => ({
  content: hasLayout(input) ? null : input.content,
  embeds: hasLayout(input) ? null : input.embeds,
  components: input.components,
  flags: bitsOf(input),
  allowed_mentions: input.allowed_mentions ?? DEFAULT_MENTIONS,
  ...(input.keep_attachments !== undefined && {
    attachments: [...input.keep_attachments.map((id) => ({ id })), ...attachmentsOf(input.files ?? [])]
  })
})

/** Returns the files of a message with their paths, for `files` of a tool definition. */
export const messageFiles = (input: Pick<MessageParts, "files">): ReadonlyArray<readonly [FileInput, string]> =>
  (input.files ?? []).map((file, index) => [file, `files[${index}]`])

/** Fields that `toBody` and `toEdit` rename, by Discord's name. */
export const messageRenames = { attachments: "files", poll: "poll", message_reference: "reply_to" }

/** Returns the risk of a message. A ping of a role or of everyone is destructive: it cannot be undone. */
export const messageRisk = ({
  allowed_mentions: { parse = [], roles = [] } = {}
}: Pick<MessageParts, "allowed_mentions">): Risk =>
  roles.length > 0 || parse.some((kind) => kind !== AllowedMentionsTypes.User) ? "destructive" : "write"

/** The parts of a new message. A route may accept fewer. */
export interface MessageParts extends SharedParts {
  readonly tts?: boolean
  readonly sticker_ids?: ReadonlyArray<string>
  readonly poll?: typeof poll.Type
  readonly reply_to?: string
  readonly fail_if_not_exists?: boolean
}

/** The parts of a new message that can be several messages. */
export interface PartableMessage extends MessageParts {
  readonly split?: boolean
  readonly from_part?: number
}

/** The arguments of a new message. */
export interface SendInput extends PartableMessage {
  readonly channel_id: string
}

/** The parts of an edit. */
export interface EditParts extends SharedParts {
  readonly keep_attachments?: ReadonlyArray<string>
}

interface SharedParts {
  readonly content?: string
  readonly embeds?: typeof embeds.Type
  readonly components?: typeof components.Type
  readonly allowed_mentions?: typeof allowedMentions.Type
  readonly files?: typeof files.Type
  readonly flags?: ReadonlyArray<MessageFlag>
}

const bitsOf = (input: SharedParts): MessageFlags | undefined => {
  if (input.flags === undefined && !hasLayout(input)) return undefined
  return toBits(flagBits, [...(input.flags ?? []), ...(hasLayout(input) ? (["is_components_v2"] as const) : [])])
}

/** Returns the metadata of uploaded files. A file's id is its index in the request. */
const attachmentsOf = (list: typeof files.Type) =>
  list.map(({ description, spoiler }, index) => ({
    id: String(index),
    ...(description !== undefined && { description }),
    ...(spoiler !== undefined && { is_spoiler: spoiler })
  }))
