import { type APIMessage, type APIUser, MessageType } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import type { Channel } from "../Channel.ts"
import { createMessage, editMessage } from "../createMessage.ts"
import { unknownChannel, unknownMessage } from "../discordError.ts"
import { decodeForm, optional, snowflake, text } from "../Form.ts"
import { findTextChannel } from "../find.ts"
import { NO_FLAGS } from "../flags.ts"
import { MessageCreate, MessagePatch } from "../messageForm.ts"
import { json, noContent } from "../Reply.ts"
import { type RouteRequest, route } from "../Router.ts"
import type { SandboxState, Webhook } from "../State.ts"
import { byToken } from "./webhooks.ts"

const Execute = Schema.Struct({
  ...MessageCreate.fields,
  username: optional(text(1, 80)),
  avatar_url: optional(text(0, 2048)),
  thread_name: optional(text(0, 100))
})

const Query = Schema.Struct({ thread_id: optional(snowflake), wait: optional(Schema.Literal("true", "false")) })

const WEBHOOK = "/webhooks/:webhook_id/:webhook_token"

const open = { open: true }

type WebhookRequest = RouteRequest<"webhook_id" | "webhook_token">

const execute = Effect.fnUntraced(function* (request: WebhookRequest) {
  const { body, files, query, state } = request
  const { channel, webhook } = yield* targetOf(request)
  const { avatar_url: _, thread_name: __, username, ...form } = yield* decodeForm(Execute)(body)
  const message = yield* createMessage(state, channel, {
    author: authorOf(webhook, username),
    form,
    files,
    more: { webhook_id: webhook.id }
  })
  return query.wait === "true" ? json(200, message) : noContent
})

const get = (request: WebhookRequest & RouteRequest<"message_id">) =>
  Effect.map(sentMessage(request), ({ message }) => json(200, message))

const edit = Effect.fnUntraced(function* (request: WebhookRequest & RouteRequest<"message_id">) {
  const { channel, message } = yield* sentMessage(request)
  const form = yield* decodeForm(MessagePatch)(request.body)
  return json(200, yield* editMessage(request.state, channel, message, form))
})

const remove = (request: WebhookRequest & RouteRequest<"message_id">) =>
  Effect.map(sentMessage(request), ({ channel, message }) => {
    request.state.removeMessage(channel.id, message.id)
    return noContent
  })

/** `/webhooks/{webhook.id}/{webhook.token}`: messages of a webhook, authorized by its token. */
export const webhookMessageRoutes = [
  route("POST", WEBHOOK, execute, open),
  route("GET", `${WEBHOOK}/messages/:message_id`, get, open),
  route("PATCH", `${WEBHOOK}/messages/:message_id`, edit, open),
  route("DELETE", `${WEBHOOK}/messages/:message_id`, remove, open),
  route("POST", `${WEBHOOK}/slack`, (request) => forward(request, "slack"), open),
  route("POST", `${WEBHOOK}/github`, (request) => forward(request, "github"), open)
]

const Foreign = Schema.Struct({ text: optional(Schema.String), username: optional(Schema.String) })

/** Posts the payloads of Slack and GitHub. For GitHub, the message says only that an event occurred. */
const forward = Effect.fnUntraced(function* (request: WebhookRequest, service: "slack" | "github") {
  const { channel, webhook } = yield* targetOf(request)
  const { text: given, username } = yield* decodeForm(Foreign)(request.body)
  const content = given ?? `an event of ${service}`
  const form = { content }
  const author = authorOf(webhook, username)
  yield* createMessage(request.state, channel, { author, form, files: [], more: { webhook_id: webhook.id } })
  return service === "slack" ? json(200, "ok") : noContent
})

/** Finds the channel of a webhook, or a thread in it. */
const targetOf = Effect.fnUntraced(function* (request: WebhookRequest) {
  const webhook = yield* byToken(request)
  const { thread_id } = yield* decodeForm(Query)(request.query)
  const channel = yield* findTextChannel(request.state, thread_id ?? webhook.channel_id)
  const reaches = thread_id === undefined || channel.parent_id === webhook.channel_id
  return reaches ? { webhook, channel } : yield* unknownChannel
})

const sentMessage = Effect.fnUntraced(function* (request: WebhookRequest & RouteRequest<"message_id">) {
  const { channel, webhook } = yield* targetOf(request)
  const message = messageOf(request.state, channel, request.param("message_id"))
  return message?.webhook_id === webhook.id ? { channel, message } : yield* unknownMessage
})

const messageOf = (state: SandboxState, channel: Channel, id: string): APIMessage | undefined => {
  const message = state.message(channel.id, id)
  return message?.type === MessageType.Default ? message : undefined
}

const authorOf = ({ id, name }: Webhook, username: string | undefined): APIUser => ({
  id,
  username: username ?? name,
  global_name: null,
  discriminator: "0000",
  avatar: null,
  bot: true,
  public_flags: NO_FLAGS
})
