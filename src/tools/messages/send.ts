/** How a message is sent: by messages_send, and by users_send_dm into the channel that it opens. */
import { MessageFlags } from "discord-api-types/v10"
import { Effect, Struct } from "effect"
import { optional } from "../../objects/schema/fields.ts"
import { channel_id } from "../../objects/schema/ids.ts"
import { rowComponents } from "../components_v2/fields.ts"
import { runRequest } from "../dsl/runRequest.ts"
import type { LoadedContent, Several } from "../dsl/ToolDefinition.ts"
import { reasons } from "../shared/failures.ts"
import type { PreviewFacts } from "../Tool.ts"
import type { ToolResult } from "../ToolResult.ts"
import { toSend } from "./failureSets.ts"
import {
  failIfNotExists,
  messageFields,
  messageFiles,
  messageFlags,
  messageOptions,
  messageRenames,
  messageRisk,
  type PartableMessage,
  replyTo,
  type SendInput,
  splitFields,
  stickers,
  toBody
} from "./fields.ts"
import { toRenderableParts } from "./markdown.ts"
import { pingFacts } from "./preview.ts"
import { sendIssues, voiceIssues } from "./rules.ts"
import { pingNotice } from "./silentMentions.ts"
import { type SentMessage, sentMessage } from "./view.ts"

/** Fields of a new message that are sent to Discord unchanged. */
const body = {
  ...messageFields,
  components: optional(rowComponents)
}

/** Fields of a new message that are converted, or ours. */
const options = {
  ...messageOptions,
  ...stickers,
  flags: optional(messageFlags("suppress_embeds", "suppress_notifications", "is_components_v2", "is_voice_message")),
  reply_to: optional(replyTo),
  fail_if_not_exists: failIfNotExists,
  ...splitFields
}

/** The input of a new message without its channel. */
export const sendFields = { ...body, ...options }

/** Returns what a preview says about pings and parts. */
export const sendFacts = (
  input: Parameters<typeof pingFacts>[0] & Pick<SendInput, "content" | "split">
): PreviewFacts =>
  input.split === true
    ? Effect.zipWith(pingFacts(input), loadParts, (facts, { partFacts }) => ({ ...partFacts(input, facts), ...facts }))
    : pingFacts(input)

/** Sends the parts of a long text. */
export const inParts: Several<PartableMessage, SentMessage> = {
  fields: ["split"],
  run: (input, request, resultOf) =>
    input.split === true ? Effect.flatMap(loadParts, ({ sendParts }) => sendParts(input, request, resultOf)) : undefined
}

/** Few messages are voice messages. */
const loadVoice = Effect.promise(() => import("./voiceMessage.ts"))

const isVoice = ({ body }: LoadedContent) => (Number(Object(body).flags ?? 0) & MessageFlags.IsVoiceMessage) !== 0

/** Few messages are split. */
const loadParts = Effect.promise(() => import("./sendParts.ts"))

/** The definition of messages_send, without its description. */
export const sending = {
  path: { channel_id },
  body,
  options,
  repeat: "nonce",
  failures: {
    ...toSend,
    ...reasons("sticker_not_usable", "sticker_not_allowed", "poll_not_here", "poll_emoji_not_usable", "voice_not_here")
  },
  asks: ["pings_everyone"],
  riskOf: messageRisk,
  rewrite: toRenderableParts,
  validate: (input: PartableMessage) => [...voiceIssues(input), ...sendIssues(input)],
  files: messageFiles,
  withFiles: (content: LoadedContent) =>
    isVoice(content)
      ? Effect.flatMap(loadVoice, ({ withRecording }) => withRecording(content))
      : Effect.succeed(content),
  toBody,
  renames: messageRenames,
  toResult: sentMessage,
  several: inParts,
  afterwards: pingNotice,
  preview: sendFacts
} as const

const definition = {
  method: "POST",
  route: "/channels/{channel_id}/messages",
  risk: "write",
  repeat: "nonce"
} as const

const request = runRequest<SendInput>({ ...definition, spec: sending })
const requestRest = runRequest<SendInput>({ ...definition, spec: Struct.omit(sending, "afterwards") })

/** Sends a message into a channel. */
export const sendTo = (channel_id: string, message: Omit<SendInput, "channel_id">) =>
  Effect.map(
    request({ ...message, channel_id }),
    (result) => result as ToolResult<SentMessage> // the result of `sending.toResult`
  )

/** Sends the other parts of a text whose first part is the starting message of a thread. The caller adds the notices. */
export const sendRest = (
  channel_id: string,
  { allowed_mentions, content, flags }: Pick<SendInput, "allowed_mentions" | "content" | "flags">
) =>
  Effect.map(
    requestRest({
      channel_id,
      split: true,
      from_part: 2,
      ...(content !== undefined && { content }),
      ...(allowed_mentions && { allowed_mentions }),
      ...(flags && { flags })
    }),
    (result) => result as ToolResult<SentMessage> // the result of `sending.toResult`
  )
