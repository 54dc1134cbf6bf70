/** Answers to interactions: which kinds there are, and which fields each of them has. */
import { InteractionResponseType, MessageFlags } from "discord-api-types/v10"
import { Schema } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import type { Renames } from "../dsl/ownPaths.ts"
import {
  type EditParts,
  editFields,
  editLocal,
  type MessageFlag,
  type MessageParts,
  messageFields,
  messageLocal,
  toBody,
  toEdit
} from "../messages/fields.ts"
import { editIssues, messageIssues } from "../messages/rules.ts"
import { brief, flag, listOf, object, optional, text } from "../shared/fields.ts"
import * as Limits from "../shared/limits.ts"
import { localizations } from "../shared/localizations.ts"
import { modal, modalIssues } from "./modal.ts"

/** Kinds of answers by the words of Discord's documentation. */
export const callbackTypes = {
  pong: InteractionResponseType.Pong,
  channel_message_with_source: InteractionResponseType.ChannelMessageWithSource,
  deferred_channel_message_with_source: InteractionResponseType.DeferredChannelMessageWithSource,
  deferred_update_message: InteractionResponseType.DeferredMessageUpdate,
  update_message: InteractionResponseType.UpdateMessage,
  application_command_autocomplete_result: InteractionResponseType.ApplicationCommandAutocompleteResult,
  modal: InteractionResponseType.Modal,
  launch_activity: InteractionResponseType.LaunchActivity
} as const

/** Whether only the person sees the message. */
export const ephemeral = optional(flag("Whether only the user sees it."))

const suggestion = object("A suggestion.", {
  name: text("The text that the user sees.", { max: Limits.COMMAND_CHOICE_MAX }),
  name_localizations: optional(localizations("name", Limits.COMMAND_CHOICE_MAX)),
  value: Schema.Union(text("A text.", { max: Limits.COMMAND_TEXT_MAX }), Schema.Finite).annotations({
    message: () => ({ message: "must be a string or a number", override: true })
  })
})

const likeFirst = (items: ReadonlyArray<typeof suggestion.Type>) =>
  items.filter(({ value }) => typeof value === typeof items[0]?.value)

const choices = brief(
  "For an autocomplete result: up to 25 suggestions, all strings or all numbers; [] for none: {name, name_localizations?, value}",
  listOf("Suggestions.", suggestion, 0, Limits.SUGGESTIONS_MAX).pipe(
    Schema.filter(
      (items) => likeFirst(items).length === items.length || "must have values that are all strings or all numbers",
      { arbitrary: (given) => (fc) => given(fc).map(likeFirst) }
    )
  )
)

/** Fields of an answer: each kind has one of its own. */
export const callbackFields = {
  message: optional(
    brief(
      "For channel_message_with_source: the message. For update_message: the fields to change in the clicked message. As in messages_send: {content, embeds, components, files, allowed_mentions, flags, tts, poll, keep_attachments}",
      object("A message.", {
        ...messageFields,
        ...editFields,
        ...messageLocal,
        keep_attachments: editLocal.keep_attachments
      })
    )
  ),
  ephemeral,
  choices: optional(choices),
  modal: optional(modal)
}

/** A message of an interaction. */
export interface Answer extends MessageParts {
  readonly ephemeral?: boolean
}

/** An answer to an interaction as an input says it. */
export interface Callback {
  readonly type: keyof typeof callbackTypes
  readonly message?: MessageParts & EditParts
  readonly ephemeral?: boolean
  readonly choices?: typeof choices.Type
  readonly modal?: typeof modal.Type
}

/** A message of an interaction in Discord's shape. */
export const answerBody = ({ ephemeral, flags, ...input }: Answer) =>
  toBody({ ...input, ...(ephemeral === true ? { flags: [...(flags ?? []), HIDDEN] } : flags && { flags }) })

/** An answer to an interaction in Discord's shape. */
export const callbackBody = ({ choices, message = {}, modal, type: word, ...answer }: Callback) => {
  const type = callbackTypes[word]
  switch (word) {
    case "channel_message_with_source":
      return { type, data: answerBody({ ...message, ...answer }) }
    case "deferred_channel_message_with_source":
      return { type, data: { flags: answer.ephemeral === true ? MessageFlags.Ephemeral : undefined } }
    case "update_message":
      return { type, data: toEdit(message) }
    case "application_command_autocomplete_result":
      return { type, data: { choices } }
    case "modal":
      return { type, data: modal }
    default:
      return { type }
  }
}

/** Where `callbackBody` puts fields elsewhere. */
export const callbackRenames: Renames = {
  "data.attachments": "message.files",
  "data.choices": "choices",
  "data.custom_id": "modal.custom_id",
  "data.title": "modal.title",
  ...Object.fromEntries(
    ["content", "embeds", "components", "allowed_mentions", "poll"].map((name) => [`data.${name}`, `message.${name}`])
  )
}

/** What is wrong with an answer: fields of another kind of answer, or what is wrong with its message or window. */
export const callbackIssues = (input: Callback): ReadonlyArray<ValidationIssue> => {
  const { message, modal, type } = input
  const own = ownFields[type] ?? []
  const [needed] = type === "deferred_channel_message_with_source" ? [] : own
  return [
    ...allFields
      .filter((field) => input[field] !== undefined && !own.includes(field))
      .map((path) => ({ path, message: `is not a field of a response of type ${type}`, code: "exclusive" })),
    ...(needed !== undefined && input[needed] === undefined
      ? [{ path: needed, message: `is required for a response of type ${type}`, code: "required" }]
      : []),
    ...(message === undefined ? [] : messageIssuesOf(type, message)),
    ...(modal === undefined ? [] : modalIssues(modal, "modal"))
  ]
}

const HIDDEN: MessageFlag = "ephemeral"

type Field = "message" | "ephemeral" | "choices" | "modal"
const allFields: ReadonlyArray<Field> = ["message", "ephemeral", "choices", "modal"]

/** The fields of each kind of answer, the one it must have first; kinds that are not here have none. */
const ownFields: Partial<Record<keyof typeof callbackTypes, ReadonlyArray<Field>>> = {
  channel_message_with_source: ["message", "ephemeral"],
  deferred_channel_message_with_source: ["ephemeral"],
  update_message: ["message"],
  application_command_autocomplete_result: ["choices"],
  modal: ["modal"]
}

const messageIssuesOf = (type: Callback["type"], message: MessageParts & EditParts): ReadonlyArray<ValidationIssue> => {
  const isChange = type === "update_message"
  const strange = isChange ? (["tts", "poll"] as const) : (["keep_attachments"] as const)
  return [
    ...strange
      .filter((field) => message[field] !== undefined)
      .map((field) => ({
        path: `message.${field}`,
        message: isChange ? "applies to new messages only" : "applies to edited messages only",
        code: "exclusive"
      })),
    ...(isChange
      ? editIssues(message).map((issue) => ({ ...issue, path: `message.${issue.path}` }))
      : messageIssues(message, "message."))
  ]
}
