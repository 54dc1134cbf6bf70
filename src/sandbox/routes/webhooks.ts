import { type APIMessage, type APIUser, AuditLogEvent, ChannelType, MessageType } from "discord-api-types/v10"
import { Effect, Hash, Schema } from "effect"
import { clearable, decodeFields, list, optional, picture, snowflake, text } from "../BodySchema.ts"
import { createMessage, editMessage } from "../createMessage.ts"
import {
  forumNeedsThread,
  json,
  noContent,
  threadNameAndId,
  threadNameOutsideForum,
  tooManyWebhooks,
  unknownChannel,
  unknownMessage,
  wrongChannelType,
  wrongWebhookToken
} from "../discordError.ts"
import { findChannel, findGuild, findTextChannel, findWebhook, holdsMessages, isForum } from "../find.ts"
import type { Interaction } from "../gateway/GatewayStatus.ts"
import { MessageCreate, MessagePatch } from "../messageBody.ts"
import { ensureInChannel } from "../Permissions.ts"
import { type RouteRequest, route } from "../Router.ts"
import { type Channel, NO_FLAGS, type SandboxState, type Webhook } from "../State.ts"
import { writeAuditEntry } from "./auditLog.ts"
import { followUp } from "./interactions.ts"
import { openPost } from "./threads.ts"

const Create = Schema.Struct({ name: text(1, 80), avatar: clearable(picture) })

const Patch = Schema.Struct({
  name: optional(text(1, 80)),
  avatar: clearable(picture),
  channel_id: optional(snowflake)
})

const Follow = Schema.Struct({ webhook_channel_id: snowflake })

/** Maximum number of webhooks in a channel. */
const MAX_WEBHOOKS = 15

/** `/channels/…/webhooks`, `/guilds/…/webhooks` and `/webhooks`. */
export const webhookRoutes = [
  route("POST", "/channels/:channel_id/webhooks", function* ({ body, param, reason, state }) {
    const channel = yield* findChannel(state, param("channel_id"))
    if (!isForum(channel) && !holdsMessages(channel)) return yield* wrongChannelType
    const { avatar, name } = yield* decodeFields(Create)(body)
    const there = [...state.webhooks.values()].filter((it) => it.channel_id === channel.id)
    if (there.length >= MAX_WEBHOOKS) return yield* tooManyWebhooks
    const webhook = makeWebhook(state, channel.guild_id, channel.id, name)
    const kept = typeof avatar === "string" ? { ...webhook, avatar: webhook.id } : webhook
    state.webhooks.set(webhook.id, kept)
    writeAuditEntry({ state, reason }, channel.guild_id, {
      action: AuditLogEvent.WebhookCreate,
      target: webhook.id,
      after: kept
    })
    return json(200, kept)
  }),

  route("GET", "/channels/:channel_id/webhooks", function* ({ param, state }) {
    const channel = yield* findChannel(state, param("channel_id"))
    return json(
      200,
      [...state.webhooks.values()].filter((it) => it.channel_id === channel.id)
    )
  }),

  route("GET", "/guilds/:guild_id/webhooks", function* ({ param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    return json(
      200,
      [...state.webhooks.values()].filter((it) => it.guild_id === guild.id)
    )
  }),

  route("POST", "/channels/:channel_id/followers", function* ({ body, param, state }) {
    const source = yield* findChannel(state, param("channel_id"))
    yield* ensureInChannel(state, source)
    if (source.type !== ChannelType.GuildAnnouncement) return yield* wrongChannelType
    const { webhook_channel_id } = yield* decodeFields(Follow)(body)
    const target = yield* findTextChannel(state, webhook_channel_id)
    const { token: _, ...webhook } = makeWebhook(state, target.guild_id, target.id, source.name)
    state.webhooks.set(webhook.id, { ...webhook, type: 2, source_channel: { id: source.id, name: source.name } })
    return json(200, { channel_id: source.id, webhook_id: webhook.id })
  }),

  route("GET", "/webhooks/:webhook_id", (request) =>
    Effect.map(findWebhook(request.state, request.param("webhook_id")), (webhook) => json(200, webhook))
  ),

  route("PATCH", "/webhooks/:webhook_id", (request) =>
    Effect.flatMap(findWebhook(request.state, request.param("webhook_id")), (it) => patch(request, it))
  ),

  route("DELETE", "/webhooks/:webhook_id", (request) =>
    Effect.map(findWebhook(request.state, request.param("webhook_id")), (webhook) => remove(request, webhook))
  ),

  route(
    "GET",
    "/webhooks/:webhook_id/:webhook_token",
    (request) => Effect.map(byToken(request), ({ user: _, ...webhook }) => json(200, webhook)),
    { open: true }
  ),

  route(
    "PATCH",
    "/webhooks/:webhook_id/:webhook_token",
    (request) => Effect.flatMap(byToken(request), (webhook) => patch(request, webhook)),
    { open: true }
  ),

  route(
    "DELETE",
    "/webhooks/:webhook_id/:webhook_token",
    (request) => Effect.map(byToken(request), (webhook) => remove(request, webhook)),
    { open: true }
  )
]

/** Returns a webhook of the bot. Its token depends only on its id. */
export const makeWebhook = (state: SandboxState, guild_id: string, channel_id: string, name: string): Webhook => {
  const id = state.nextId()
  const part = (salt: number) => (Hash.string(`${salt}${id}`) >>> 0).toString(36).padStart(7, "0")
  const token = Array.from({ length: 9 }, (_, salt) => part(salt)).join("")
  return { id, type: 1, guild_id, channel_id, name, avatar: null, application_id: null, token, user: state.bot }
}

/** Finds a webhook and checks its token. */
const byToken = Effect.fnUntraced(function* ({ nowMs, param, state }: RouteRequest<"webhook_id" | "webhook_token">) {
  const interaction = state.gateway.interactionOf(param("webhook_token"), nowMs)
  if (interaction !== undefined && param("webhook_id") === state.bot.id) return webhookOf(state, interaction)
  const webhook = yield* findWebhook(state, param("webhook_id"))
  return webhook.token === param("webhook_token") ? webhook : yield* wrongWebhookToken
})

/** Returns the webhook that an interaction is for its follow-up messages. The application is its author. */
const webhookOf = ({ bot, channels }: SandboxState, { channelId, token }: Interaction): Webhook => ({
  id: bot.id,
  type: 3,
  guild_id: channels.get(channelId)?.guild_id ?? "",
  channel_id: channelId,
  name: bot.username,
  avatar: bot.avatar,
  application_id: bot.id,
  token
})

const patch = Effect.fnUntraced(function* ({ body, reason, state }: RouteRequest<"webhook_id">, before: Webhook) {
  const { avatar, ...form } = yield* decodeFields(Patch)(body)
  if (form.channel_id !== undefined) yield* findTextChannel(state, form.channel_id)
  const after: Webhook = {
    ...before,
    ...form,
    ...(avatar !== undefined && { avatar: avatar === null ? null : before.id })
  }
  state.webhooks.set(after.id, after)
  writeAuditEntry({ state, reason }, after.guild_id, {
    action: AuditLogEvent.WebhookUpdate,
    target: after.id,
    before,
    after
  })
  return json(200, after)
})

const remove = ({ reason, state }: RouteRequest<"webhook_id">, before: Webhook) => {
  const { guild_id, id } = before
  state.webhooks.delete(id)
  writeAuditEntry({ state, reason }, guild_id, { action: AuditLogEvent.WebhookDelete, target: id, before })
  return noContent
}

const Execute = Schema.Struct({
  ...MessageCreate.fields,
  username: optional(text(1, 80)),
  avatar_url: optional(text(0, 2048)),
  thread_name: optional(text(0, 100)),
  applied_tags: optional(list(snowflake, 0, 5))
})

const Query = Schema.Struct({ thread_id: optional(snowflake), wait: optional(Schema.Literal("true", "false")) })

const WEBHOOK = "/webhooks/:webhook_id/:webhook_token"

const open = { open: true }

type WebhookRequest = RouteRequest<"webhook_id" | "webhook_token">

const execute = Effect.fnUntraced(function* (request: WebhookRequest) {
  const { body, files, nowMs, param, query, state } = request
  const interaction = state.gateway.interactionOf(param("webhook_token"), nowMs)
  if (interaction !== undefined && param("webhook_id") === state.bot.id) {
    return json(200, yield* followUp(state, interaction, body, files))
  }
  const { applied_tags, avatar_url: _, thread_name, username, ...form } = yield* decodeFields(Execute)(body)
  const { channel, webhook } = yield* targetOf(request, thread_name)
  const draft = {
    author: webhook.application_id === state.bot.id ? state.bot : authorOf(webhook, username),
    form,
    files,
    more: { webhook_id: webhook.id }
  }
  const message =
    thread_name === undefined
      ? yield* createMessage(state, channel, draft)
      : (yield* openPost(state, channel, draft, { name: thread_name, applied_tags })).message
  return query.wait === "true" ? json(200, message) : noContent
})

const get = (request: WebhookRequest & RouteRequest<"message_id">) =>
  Effect.map(sentMessage(request), ({ message }) => json(200, message))

const edit = Effect.fnUntraced(function* (request: WebhookRequest & RouteRequest<"message_id">) {
  const { channel, message } = yield* sentMessage(request)
  const form = yield* decodeFields(MessagePatch)(request.body)
  return json(200, yield* editMessage(request.state, channel, message, form))
})

const removeMessage = (request: WebhookRequest & RouteRequest<"message_id">) =>
  Effect.map(sentMessage(request), ({ channel, message }) => {
    request.state.removeMessage(channel.id, message.id)
    return noContent
  })

/** `/webhooks/{webhook.id}/{webhook.token}`: messages of a webhook, authorized by its token. */
export const webhookMessageRoutes = [
  route("POST", WEBHOOK, execute, open),
  route("GET", `${WEBHOOK}/messages/:message_id`, get, open),
  route("PATCH", `${WEBHOOK}/messages/:message_id`, edit, open),
  route("DELETE", `${WEBHOOK}/messages/:message_id`, removeMessage, open),
  route("POST", `${WEBHOOK}/slack`, (request) => forward(request, "slack"), open),
  route("POST", `${WEBHOOK}/github`, (request) => forward(request, "github"), open)
]

const Foreign = Schema.Struct({ text: optional(Schema.String), username: optional(Schema.String) })

/** Posts the payloads of Slack and GitHub. For GitHub, the message says only that an event occurred. */
const forward = Effect.fnUntraced(function* (request: WebhookRequest, service: "slack" | "github") {
  const { channel, webhook } = yield* targetOf(request)
  const { text: given, username } = yield* decodeFields(Foreign)(request.body)
  const content = given ?? `an event of ${service}`
  const form = { content }
  const author = authorOf(webhook, username)
  yield* createMessage(request.state, channel, { author, form, files: [], more: { webhook_id: webhook.id } })
  return service === "slack" ? json(200, "ok") : noContent
})

/** Finds the channel of a webhook, or a thread in it. A message in a forum is in a thread, or opens one. */
const targetOf = Effect.fnUntraced(function* (request: WebhookRequest, thread_name?: string) {
  const webhook = yield* byToken(request)
  const { thread_id } = yield* decodeFields(Query)(request.query)
  const channel = yield* findChannel(request.state, thread_id ?? webhook.channel_id)
  if (thread_name !== undefined && thread_id !== undefined) return yield* threadNameAndId
  if (thread_name === undefined && isForum(channel)) return yield* forumNeedsThread
  if (thread_name !== undefined && !isForum(channel)) return yield* threadNameOutsideForum
  if (!isForum(channel) && !holdsMessages(channel)) return yield* wrongChannelType
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
