import { group } from "../dsl/defineTool.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { one, oneOr, view } from "../dsl/view.ts"
import { toWrite } from "../messages/failureSets.ts"
import {
  editFields,
  editLocal,
  messageFields,
  messageFiles,
  messageLocal,
  messageRenames,
  messageRisk,
  toEdit
} from "../messages/fields.ts"
import { pingFacts } from "../messages/pings.ts"
import { tokenMessageFacts } from "../messages/preview.ts"
import { editIssues, messageIssues } from "../messages/rules.ts"
import { message } from "../messages/view.ts"
import { poll, pollBody } from "../polls/fields.ts"
import { wordsOf } from "../shared/enums.ts"
import { reasons } from "../shared/failures.ts"
import { choice, described, flag, optional, withDefault } from "../shared/fields.ts"
import { ApplicationId, InteractionId, MessageId } from "../shared/ids.ts"
import { token } from "../webhooks/fields.ts"
import {
  answerBody,
  callbackBody,
  callbackFields,
  callbackIssues,
  callbackRenames,
  callbackTypes,
  ephemeral
} from "./fields.ts"
import { callback } from "./view.ts"

const interaction_token = token("Interaction token.")
const message_id = described("The followup message.", MessageId)

/** After the first answer an interaction is a webhook of its application. */
const path = {
  application_id: described("Usually the bot's own id.", ApplicationId),
  interaction_token
}
const ofInteraction = { subject: "interaction" } as const
const ended = reasons("interaction_not_answered", "interaction_token_expired")
const reading = { ...ofInteraction, options: view, toResult: one(message) }
const editing = {
  ...ofInteraction,
  riskOf: messageRisk,
  files: messageFiles,
  renames: messageRenames,
  toResult: one(message)
}

/** Answers to interactions: commands, buttons, menus and windows that people have used. */
export const tools = group("interactions", [
  get("interactions_get_original_response", "/webhooks/{application_id}/{interaction_token}/messages/@original", {
    description: "Get the original response to an interaction.",
    path,
    ...reading,
    failures: ended
  }),
  get("interactions_get_followup", "/webhooks/{application_id}/{interaction_token}/messages/{message_id}", {
    description: "Get one followup message of an interaction.",
    path: { ...path, message_id },
    ...reading,
    failures: ended
  }),
  post("interactions_create_response", "/interactions/{interaction_id}/{interaction_token}/callback", {
    description:
      "Respond to an interaction, once and within 3 seconds. Complete a deferred response within 15 minutes by interactions_edit_original_response; for more messages use interactions_create_followup.",
    path: { interaction_id: described("The interaction.", InteractionId), interaction_token },
    query: { with_response: withDefault(flag("Whether to return the created message; true by default."), true) },
    options: {
      type: choice("The type of response.", ...wordsOf(callbackTypes)),
      ...callbackFields,
      ...view
    },
    ...ofInteraction,
    riskOf: ({ message }) => messageRisk(message ?? {}),
    validate: callbackIssues,
    files: ({ message }) => messageFiles(message ?? {}).map(([file, at]) => [file, `message.${at}`] as const),
    toBody: callbackBody,
    renames: callbackRenames,
    toResult: oneOr(callback, { value: { done: true } }),
    failures: { ...toWrite, ...reasons("interaction_already_answered") },
    preview: ({ message }) => pingFacts(message ?? {})
  }),
  post("interactions_create_followup", "/webhooks/{application_id}/{interaction_token}", {
    description: "Send a followup message to an answered interaction, within 15 minutes.",
    path,
    body: messageFields,
    options: { ...messageLocal, ephemeral, ...view },
    ...editing,
    validate: (input) => messageIssues(input),
    toBody: answerBody,
    failures: { ...toWrite, ...ended, ...reasons("followups_full") },
    preview: pingFacts
  }),
  patch("interactions_edit_original_response", "/webhooks/{application_id}/{interaction_token}/messages/@original", {
    description: "Edit the original response to an interaction, or complete a deferred one. Omitted fields stay.",
    path,
    body: editFields,
    options: { ...editLocal, poll: optional(poll), ...view },
    ...editing,
    // A poll is a change, too.
    validate: (input) => editIssues(input.poll === undefined ? input : { content: "", ...input }),
    toBody: (input) => ({ ...toEdit(input), poll: input.poll && pollBody(input.poll) }),
    failures: { ...toWrite, ...ended },
    preview: pingFacts
  }),
  patch("interactions_edit_followup", "/webhooks/{application_id}/{interaction_token}/messages/{message_id}", {
    description: "Edit a followup message of an interaction. Omitted fields stay.",
    path: { ...path, message_id },
    body: editFields,
    options: { ...editLocal, ...view },
    ...editing,
    validate: editIssues,
    toBody: toEdit,
    failures: { ...toWrite, ...ended },
    preview: pingFacts
  }),
  del("interactions_delete_original_response", "/webhooks/{application_id}/{interaction_token}/messages/@original", {
    description: "Delete the original response to an interaction permanently.",
    path,
    ...ofInteraction,
    failures: ended,
    preview: (path) =>
      tokenMessageFacts("/webhooks/{application_id}/{interaction_token}/messages/@original", path, "interaction")
  }),
  del("interactions_delete_followup", "/webhooks/{application_id}/{interaction_token}/messages/{message_id}", {
    description: "Delete a followup message of an interaction permanently.",
    path: { ...path, message_id },
    ...ofInteraction,
    failures: ended,
    preview: (path) =>
      tokenMessageFacts("/webhooks/{application_id}/{interaction_token}/messages/{message_id}", path, "interaction")
  })
])
