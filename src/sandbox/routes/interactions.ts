import { InteractionResponseType as Answer, type APIMessage, MessageFlags } from "discord-api-types/v10"
import { Deferred, Effect, Schema } from "effect"
import { choice, decodeFields, optional } from "../BodySchema.ts"
import { createMessage, editMessage, emptyMessageFields } from "../createMessage.ts"
import { json, noContent, refuse, unknownInteraction, unknownMessage, unknownWebhook } from "../discordError.ts"
import { findMessage, findTextChannel } from "../find.ts"
import type { Interaction, InteractionAnswer } from "../gateway/GatewayStatus.ts"
import type { UploadedFile } from "../incomingRequest.ts"
import { MessageCreate, MessagePatch } from "../messageBody.ts"
import { type RouteRequest, route } from "../Router.ts"
import { timeOf, timestamp } from "../Snowflakes.ts"
import { type Channel, NO_FLAGS, type SandboxState } from "../State.ts"

/** The time limit for the first answer to an interaction. */
export const ANSWER_MS = 3000

const alreadyAnswered = refuse(400, 40060, "Interaction has already been acknowledged.")

const CALLBACK = "/interactions/:interaction_id/:token/callback"

const ORIGINAL = "/webhooks/:webhook_id/:webhook_token/messages/@original"

const open = { open: true }

const Callback = Schema.Struct({ type: choice(4, 5, 6, 7, 8, 9, 12), data: optional(Schema.Unknown) })

/** `/interactions`, and the first answers to them. */
export const interactionRoutes = [
  route(
    "POST",
    CALLBACK,
    function* ({ body, files, nowMs, param, query, state }) {
      const interaction = state.gateway.interactions.get(param("interaction_id"))
      if (interaction === undefined) return yield* acknowledge(state, param("interaction_id"), nowMs)
      if (interaction.token !== param("token")) return yield* unknownInteraction
      if (nowMs - interaction.createdMs > ANSWER_MS) return yield* unknownInteraction
      const callback = yield* decodeFields(Callback)(body)
      const message = yield* answer(state, interaction, { type: callback.type, data: callback.data }, files)
      if (query.with_response !== "true") return noContent
      const { id, originalId } = interaction
      return json(200, {
        interaction: { id, type: 3, response_message_id: originalId ?? null },
        resource: { type: callback.type, ...(message && { message }) }
      })
    },
    open
  ),

  route("GET", ORIGINAL, (request) => Effect.map(original(request), ({ message }) => json(200, message)), open),

  route(
    "PATCH",
    ORIGINAL,
    function* (request) {
      const { channel, interaction, message } = yield* original(request)
      const form = yield* decodeFields(MessagePatch)(request.body)
      return json(200, yield* edit(request.state, channel, interaction, message, form))
    },
    open
  ),

  route(
    "DELETE",
    ORIGINAL,
    (request) =>
      Effect.map(original(request), ({ channel, interaction, message }) => {
        delete interaction.ephemeral
        request.state.removeMessage(channel.id, message.id)
        return noContent
      }),
    open
  )
]

/** Accepts one answer to an interaction that the sandbox did not create, if its id is of the last three seconds. */
const acknowledge = Effect.fnUntraced(function* (state: SandboxState, id: string, nowMs: number) {
  if (Math.abs(nowMs - timeOf(id)) > ANSWER_MS) return yield* unknownInteraction
  const acknowledged = state.entities.of("/interactions")
  if (acknowledged.has(id)) return yield* alreadyAnswered
  acknowledged.set(id, { id })
  return noContent
})

/** Applies the first answer to an interaction. Returns the message that it creates or changes. */
export const answer = Effect.fnUntraced(function* (
  state: SandboxState,
  interaction: Interaction,
  { data, type }: InteractionAnswer,
  files: ReadonlyArray<UploadedFile> = []
) {
  if (yield* Deferred.isDone(interaction.answered)) return yield* alreadyAnswered
  const channel = yield* findTextChannel(state, interaction.channelId)
  const message = yield* apply(state, channel, interaction, { type, data }, files)
  if (message !== undefined) interaction.originalId = message.id
  yield* Deferred.succeed(interaction.answered, { type, data })
  return message
})

const apply = Effect.fnUntraced(function* (
  state: SandboxState,
  channel: Channel,
  interaction: Interaction,
  { data, type }: InteractionAnswer,
  files: ReadonlyArray<UploadedFile>
) {
  switch (type) {
    case Answer.ChannelMessageWithSource: {
      const form = yield* decodeFields(MessageCreate)(data)
      const more = sentFor(state, interaction)
      const message = yield* createMessage(state, channel, { author: state.bot, form, files, more })
      return isEphemeral(message) ? hide(state, interaction, message) : message
    }
    case Answer.DeferredChannelMessageWithSource: {
      const flags = Number(Object(data).flags ?? 0) | MessageFlags.Loading
      const message = loadingMessage(state, channel, interaction, flags)
      state.putMessage(message)
      return isEphemeral(message) ? hide(state, interaction, message) : message
    }
    case Answer.DeferredMessageUpdate:
      return yield* findMessage(state, channel.id, interaction.messageId ?? "")
    case Answer.UpdateMessage: {
      const clicked = yield* findMessage(state, channel.id, interaction.messageId ?? "")
      return yield* editMessage(state, channel, clicked, yield* decodeFields(MessagePatch)(data))
    }
    default:
      // Modals, choices of an autocompletion and activities create no message.
      return undefined
  }
})

/**
 * Sends a follow-up message. Fails before the first answer. The first one after a deferred reply edits that reply, which
 * everybody sees as before, or only the user (Discord docs, create followup message).
 */
export const followUp = Effect.fnUntraced(function* (
  state: SandboxState,
  interaction: Interaction,
  body: unknown,
  files: ReadonlyArray<UploadedFile>
) {
  if (!(yield* Deferred.isDone(interaction.answered))) return yield* unknownWebhook
  const channel = yield* findTextChannel(state, interaction.channelId)
  const first = interaction.ephemeral ?? state.message(channel.id, interaction.originalId ?? "")
  if (first !== undefined && ((first.flags ?? NO_FLAGS) & MessageFlags.Loading) !== 0) {
    const { flags: _, ...form } = yield* decodeFields(MessagePatch)(body)
    return yield* edit(state, channel, interaction, first, form)
  }
  const form = yield* decodeFields(MessageCreate)(body)
  const more = sentFor(state, interaction)
  const message = yield* createMessage(state, channel, { author: state.bot, form, files, more })
  // One that only the user sees is in no channel.
  if (isEphemeral(message)) state.removeMessage(channel.id, message.id)
  return message
})

const sentFor = ({ bot }: SandboxState, { channelId, messageId }: Interaction): Partial<APIMessage> => ({
  webhook_id: bot.id,
  application_id: bot.id,
  ...(messageId !== undefined && { message_reference: { type: 0, channel_id: channelId, message_id: messageId } })
})

const isEphemeral = ({ flags = NO_FLAGS }: APIMessage): boolean => (flags & MessageFlags.Ephemeral) !== 0

/** Moves a message that only the user sees out of its channel. It is created and removed in one change: no event. */
const hide = (state: SandboxState, interaction: Interaction, message: APIMessage): APIMessage => {
  interaction.ephemeral = message
  state.removeMessage(message.channel_id, message.id)
  return message
}

const loadingMessage = (
  state: SandboxState,
  { id: channel_id }: Channel,
  interaction: Interaction,
  flags: number
): APIMessage => ({
  id: state.nextId(),
  channel_id,
  type: 20,
  author: state.bot,
  content: "",
  timestamp: timestamp(state.nowMs),
  ...emptyMessageFields(),
  flags,
  ...sentFor(state, interaction)
})

const edit = Effect.fnUntraced(function* (
  state: SandboxState,
  channel: Channel,
  interaction: Interaction,
  message: APIMessage,
  form: MessagePatch
) {
  const loaded = { ...message, flags: (message.flags ?? NO_FLAGS) & ~MessageFlags.Loading }
  const edited = yield* editMessage(state, channel, loaded, form)
  return isEphemeral(edited) ? hide(state, interaction, edited) : edited
})

/** Finds the first answer to an interaction by the interaction's token. */
const original = Effect.fnUntraced(function* ({ nowMs, param, state }: RouteRequest<"webhook_id" | "webhook_token">) {
  const interaction = state.gateway.interactionOf(param("webhook_token"), nowMs)
  if (interaction?.originalId === undefined || param("webhook_id") !== state.bot.id) return yield* unknownWebhook
  const channel = yield* findTextChannel(state, interaction.channelId)
  const message = interaction.ephemeral ?? state.message(channel.id, interaction.originalId)
  return message === undefined ? yield* unknownMessage : { channel, interaction, message }
})
