import { InteractionType } from "discord-api-types/v10"
import { Schema } from "effect"
import { enumChoice } from "../../objects/schema/enums.ts"
import { described, flag, optional, withDefault } from "../../objects/schema/fields.ts"
import { InteractionId, MessageId } from "../../objects/schema/ids.ts"
import { expected, Id, nullish } from "../../objects/schema/reply.ts"
import { group } from "../dsl/defineTool.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { compact, oneOrElse, view, viewOf } from "../dsl/view.ts"
import { toWrite } from "../messages/failureSets.ts"
import {
  editFields,
  editOptions,
  messageFields,
  messageFiles,
  messageOptions,
  messageRenames,
  messageRisk,
  newContent,
  splitFields,
  toEdit
} from "../messages/fields.ts"
import { toRenderable } from "../messages/markdown.ts"
import { pingFacts, tokenMessageFacts } from "../messages/preview.ts"
import { editing } from "../messages/published.ts"
import { editIssues, sendIssues } from "../messages/rules.ts"
import { inParts, sendFacts } from "../messages/send.ts"
import { pingNotice } from "../messages/silentMentions.ts"
import { unansweredComponents } from "../messages/unanswered.ts"
import { Message, message, newMessage, oneMessage } from "../messages/view.ts"
import { poll, pollBody } from "../polls/fields.ts"
import { reasons } from "../shared/failures.ts"
import {
  byId,
  byIdInParts,
  interaction_id,
  interaction_token,
  path,
  responseById,
  sendEdit,
  sendFollowup,
  sendResponse,
  tokenIssues
} from "./byId.ts"
import {
  callbackBody,
  callbackFields,
  callbackIssues,
  callbackRenames,
  callbackTypes,
  ephemeral,
  responseMessageBody
} from "./fields.ts"

const message_id = described("The follow-up message.", MessageId)

const subject = "interaction" as const
const expired = reasons("interaction_not_answered", "interaction_token_expired")
const named = { rewrite: byId, validate: tokenIssues }
const reading = { ...named, subject, options: { interaction_id, ...view }, toResult: oneMessage, failures: expired }
const writing = {
  subject,
  asks: ["pings_everyone"] as const,
  riskOf: messageRisk,
  rewrite: toRenderable,
  files: messageFiles,
  renames: messageRenames,
  toResult: oneMessage
}

/** The path of a call whose fields were checked. */
const pathIn = ({
  application_id = "",
  interaction_token = ""
}: {
  application_id?: string
  interaction_token?: string
}) => ({
  application_id,
  interaction_token
})

/** Compact view of a response to an interaction, with its message if there is one. */
const callback = viewOf(
  Schema.Struct({
    interaction: expected(
      Schema.Struct({
        id: expected(Id),
        type: nullish(Schema.Number),
        response_message_id: nullish(Id),
        response_message_ephemeral: nullish(Schema.Boolean),
        response_message_loading: nullish(Schema.Boolean),
        activity_instance_id: nullish(Schema.String)
      })
    ),
    resource: nullish(Schema.Struct({ message: nullish(Message) }))
  }),
  ({ interaction = {}, resource }) =>
    compact({
      interaction_id: interaction.id,
      kind: interaction.type == null ? undefined : InteractionType[interaction.type],
      message_id: interaction.response_message_id,
      ephemeral: interaction.response_message_ephemeral,
      loading: interaction.response_message_loading,
      activity_instance_id: interaction.activity_instance_id,
      message: resource?.message && message(resource.message)
    }),
  message.shownAs
)

const synonyms = {
  interactions_create_response:
    "answer a slash command, answer a button click, show a modal, respond to an interaction, defer, defer reply, defer update, deferred response, acknowledge an interaction, ack, show modal, send a modal, autocomplete, respond to a button, interaction response, open a form, answer an interaction",
  interactions_create_followup:
    "second answer to a slash command, follow-up message, followup, another answer to an interaction, followup send, ephemeral follow-up, another message after the command reply, second reply to a command",
  interactions_get_original_response:
    "fetch reply, the first answer of an interaction, show the original response, what the bot answered to a command, what the bot replied",
  interactions_get_followup: "fetch followup, show a follow-up",
  interactions_edit_original_response:
    "edit the answer to a slash command, edit original response, finish a deferred response, update the interaction reply, complete a deferred reply, change the reply to a command, change what the bot replied, edit the command reply",
  interactions_edit_followup: "edit followup, change a follow-up",
  interactions_delete_original_response:
    "delete reply, delete original response, remove the answer to a slash command, dismiss the interaction reply, delete the command reply, delete the answer to a slash command",
  interactions_delete_followup: "delete followup, remove a follow-up"
}

/** Responses to interactions: slash commands, buttons, menus and modals that users submit. */
export const tools = group({ category: "interactions", synonyms }, [
  get("interactions_get_original_response", "/webhooks/{application_id}/{interaction_token}/messages/@original", {
    description: "Get the original response to an interaction.",
    path,
    ...reading
  }),
  get("interactions_get_followup", "/webhooks/{application_id}/{interaction_token}/messages/{message_id}", {
    description: "Get one follow-up message of an interaction.",
    path: { ...path, message_id },
    ...reading
  }),
  post("interactions_create_response", "/interactions/{interaction_id}/{interaction_token}/callback", {
    description:
      "Respond to an interaction, once and within 3 seconds; to one of live events by its id alone, within 15 minutes. Complete a deferred response with interactions_edit_original_response; for more messages use interactions_create_followup.",
    path: { interaction_id: described("The interaction.", InteractionId), interaction_token },
    query: { with_response: withDefault(flag("Whether to return the created message; true by default."), true) },
    options: {
      type: enumChoice("The type of response.", callbackTypes),
      ...callbackFields,
      ...view
    },
    subject,
    asks: ["pings_everyone"],
    riskOf: ({ message }) => messageRisk(message ?? {}),
    rewrite: responseById,
    validate: callbackIssues,
    send: sendResponse,
    afterwards: ({ message }) => unansweredComponents(message ?? {}),
    files: ({ message }) => messageFiles(message ?? {}).map(([file, at]) => [file, `message.${at}`] as const),
    toBody: callbackBody,
    renames: callbackRenames,
    toResult: oneOrElse(callback, { value: { done: true } }),
    failures: { ...toWrite, ...reasons("interaction_already_answered") },
    preview: ({ message }) => pingFacts(message ?? {})
  }),
  post("interactions_create_followup", "/webhooks/{application_id}/{interaction_token}", {
    description: "Send a follow-up message to an answered interaction, within 15 minutes.",
    path,
    body: messageFields,
    options: { ...messageOptions, ...splitFields, interaction_id, ephemeral, ...view },
    ...writing,
    rewrite: byIdInParts,
    toResult: newMessage,
    validate: (input) => [...tokenIssues(input), ...sendIssues(input)],
    send: sendFollowup,
    several: inParts,
    toBody: responseMessageBody,
    afterwards: pingNotice,
    failures: { ...toWrite, ...expired, ...reasons("followups_full") },
    preview: sendFacts
  }),
  patch("interactions_edit_original_response", "/webhooks/{application_id}/{interaction_token}/messages/@original", {
    description:
      "Edit the original response to an interaction, or complete a deferred one. Omitted fields stay unchanged.",
    path,
    body: { ...editFields, content: newContent("interactions_create_followup") },
    options: { ...editOptions, interaction_id, poll: optional(poll), ...view },
    ...writing,
    rewrite: byId,
    send: sendEdit,
    ...editing("/webhooks/{application_id}/{interaction_token}/messages/@original", "interaction"),
    afterwards: unansweredComponents,
    // `editIssues` does not count a poll as a change.
    validate: (input) => [
      ...tokenIssues(input),
      ...editIssues(input.poll === undefined ? input : { content: "", ...input })
    ],
    toBody: (input) => ({ ...toEdit(input), poll: input.poll && pollBody(input.poll) }),
    failures: { ...toWrite, ...expired }
  }),
  patch("interactions_edit_followup", "/webhooks/{application_id}/{interaction_token}/messages/{message_id}", {
    description: "Edit a follow-up message of an interaction. Omitted fields stay unchanged.",
    path: { ...path, message_id },
    body: { ...editFields, content: newContent("interactions_create_followup") },
    options: { ...editOptions, interaction_id, ...view },
    ...writing,
    rewrite: byId,
    ...editing("/webhooks/{application_id}/{interaction_token}/messages/{message_id}", "interaction"),
    afterwards: unansweredComponents,
    validate: (input) => [...tokenIssues(input), ...editIssues(input)],
    toBody: toEdit,
    failures: { ...toWrite, ...expired }
  }),
  del("interactions_delete_original_response", "/webhooks/{application_id}/{interaction_token}/messages/@original", {
    description: "Delete the original response to an interaction permanently.",
    path,
    ...named,
    options: { interaction_id },
    subject,
    failures: expired,
    preview: (input) =>
      tokenMessageFacts(
        "/webhooks/{application_id}/{interaction_token}/messages/@original",
        pathIn(input),
        "interaction"
      )
  }),
  del("interactions_delete_followup", "/webhooks/{application_id}/{interaction_token}/messages/{message_id}", {
    description: "Delete a follow-up message of an interaction permanently.",
    path: { ...path, message_id },
    ...named,
    options: { interaction_id },
    subject,
    failures: expired,
    preview: ({ message_id, ...input }) =>
      tokenMessageFacts(
        "/webhooks/{application_id}/{interaction_token}/messages/{message_id}",
        { ...pathIn(input), message_id },
        "interaction"
      )
  })
])
