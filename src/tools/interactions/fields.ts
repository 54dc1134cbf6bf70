/** Input fields of responses to interactions, the request body, and the rules between fields. */
import { InteractionResponseType, MessageFlags } from "discord-api-types/v10"
import { Schema } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { flag, listOf, object, optional, text } from "../../objects/schema/fields.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { issueIf, type Renames } from "../dsl/checks.ts"
import {
  type EditParts,
  editFields,
  editOptions,
  type MessageParts,
  messageFields,
  messageOptions,
  newContent,
  toBody,
  toEdit
} from "../messages/fields.ts"
import { editIssues, messageIssues } from "../messages/rules.ts"
import { localizations } from "../shared/openObject.ts"
import { modal, modalIssues } from "./modal.ts"

/** Response types by their names in Discord's documentation. */
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

type CallbackType = keyof typeof callbackTypes

/** The field that hides a message from everyone but the user. */
export const ephemeral = optional(flag("Visible to the user only; false by default."))

const suggestion = object("A suggestion.", {
  name: text("The text that the user sees.", { max: Limits.COMMAND_CHOICE_MAX }),
  name_localizations: optional(localizations("name", Limits.COMMAND_CHOICE_MAX)),
  value: Schema.Union(text("A text.", { max: Limits.COMMAND_TEXT_MAX }), Schema.Finite).annotations({
    description: "The value sent to the application: a string or a number.",
    message: () => ({ message: "must be a string or a number", override: true })
  })
})

const ofFirstType = (items: ReadonlyArray<typeof suggestion.Type>) =>
  items.filter(({ value }) => typeof value === typeof items[0]?.value)

const CHOICES = "For an autocomplete result: up to 25 suggestions, all strings or all numbers; [] for none."

const choices = listOf(CHOICES, suggestion, 0, Limits.SUGGESTIONS_MAX).pipe(
  Schema.filter(
    (items) => ofFirstType(items).length === items.length || "must have values that are all strings or all numbers",
    { description: CHOICES, jsonSchema: {}, arbitrary: (suggestions) => (fc) => suggestions(fc).map(ofFirstType) }
  )
)

/** The fields of a response. Each response type accepts some of these fields. */
export const callbackFields = {
  message: optional(
    object(
      "For channel_message_with_source: the message; for update_message: the changed fields, or keep_attachments.",
      {
        ...messageFields,
        ...editFields,
        ...messageOptions,
        content: newContent("interactions_create_followup", "respond with the beginning, then"),
        keep_attachments: editOptions.keep_attachments
      }
    )
  ),
  ephemeral,
  choices: optional(choices),
  modal: optional(modal)
}

/** A message in response to an interaction. */
interface ResponseMessage extends MessageParts {
  readonly ephemeral?: boolean
}

/** A response to an interaction, as a tool's input. */
interface Callback {
  readonly type: CallbackType
  readonly message?: MessageParts & EditParts
  readonly ephemeral?: boolean
  readonly choices?: typeof choices.Type
  readonly modal?: typeof modal.Type
}

/** Converts a message to Discord's format. */
export const responseMessageBody = ({ ephemeral, flags, ...input }: ResponseMessage) =>
  toBody({ ...input, ...(ephemeral === true ? { flags: [...(flags ?? []), "ephemeral"] } : flags && { flags }) })

/** Converts a response to Discord's format. */
export const callbackBody = ({ choices, message = {}, modal, type: name, ...rest }: Callback) => {
  const type = callbackTypes[name]
  switch (name) {
    case "channel_message_with_source":
      return { type, data: responseMessageBody({ ...message, ...rest }) }
    case "deferred_channel_message_with_source":
      return { type, data: { flags: rest.ephemeral === true ? MessageFlags.Ephemeral : undefined } }
    case "update_message":
      return { type, data: toEdit(message) }
    case "application_command_autocomplete_result":
      return { type, data: { choices } }
    case "modal":
      return { type, data: modal }
    case "pong":
    case "deferred_update_message":
    case "launch_activity":
      return { type }
  }
}

/** The fields that `callbackBody` moves. */
export const callbackRenames: Renames = {
  "data.attachments": "message.files",
  "data.choices": "choices",
  "data.custom_id": "modal.custom_id",
  "data.title": "modal.title",
  ...Object.fromEntries(
    ["content", "embeds", "components", "allowed_mentions", "poll"].map((name) => [`data.${name}`, `message.${name}`])
  )
}

type CallbackField = "message" | "ephemeral" | "choices" | "modal"

/** The fields that each response type accepts, and the field that it requires. */
const fieldsByType: Readonly<
  Record<CallbackType, { readonly takes: ReadonlyArray<CallbackField>; readonly requires?: CallbackField }>
> = {
  pong: { takes: [] },
  channel_message_with_source: { takes: ["message", "ephemeral"], requires: "message" },
  deferred_channel_message_with_source: { takes: ["ephemeral"] },
  deferred_update_message: { takes: [] },
  update_message: { takes: ["message"], requires: "message" },
  application_command_autocomplete_result: { takes: ["choices"], requires: "choices" },
  modal: { takes: ["modal"], requires: "modal" },
  launch_activity: { takes: [] }
}

/** Validates fields against the response type, and the message or modal. */
export const callbackIssues = (input: Callback): ReadonlyArray<ValidationIssue> => {
  const { message, modal, type } = input
  const { requires, takes } = fieldsByType[type]
  return [
    ...(["message", "ephemeral", "choices", "modal"] as const).flatMap((field) =>
      issueIf(
        input[field] !== undefined && !takes.includes(field),
        field,
        `is not a field of a response of type ${type}`,
        "exclusive"
      )
    ),
    ...(requires === undefined
      ? []
      : issueIf(input[requires] === undefined, requires, `is required for a response of type ${type}`, "required")),
    ...(message === undefined ? [] : responseMessageIssues(message, type === "update_message")),
    ...(modal === undefined ? [] : modalIssues(modal, "modal"))
  ]
}

const responseMessageIssues = (message: MessageParts & EditParts, isEdit: boolean): ReadonlyArray<ValidationIssue> => [
  ...(isEdit ? (["tts", "poll"] as const) : (["keep_attachments"] as const)).flatMap((field) =>
    issueIf(
      message[field] !== undefined,
      `message.${field}`,
      isEdit ? "applies to new messages only" : "applies to edited messages only",
      "exclusive"
    )
  ),
  ...(isEdit
    ? editIssues(message).map((issue) => ({ ...issue, path: `message.${issue.path}` }))
    : messageIssues(message, "message."))
]
