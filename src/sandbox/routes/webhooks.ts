import { AuditLogEvent, ChannelType } from "discord-api-types/v10"
import { Effect, Hash, Schema } from "effect"
import { tooManyWebhooks, wrongChannelType, wrongWebhookToken } from "../discordError.ts"
import { clearable, decodeForm, optional, picture, snowflake, text } from "../Form.ts"
import { findChannel, findGuild, findTextChannel, findWebhook } from "../find.ts"
import { ensureInChannel } from "../Permissions.ts"
import { json, noContent } from "../Reply.ts"
import { type RouteRequest, route } from "../Router.ts"
import type { SandboxState, Webhook } from "../State.ts"
import { writeAuditEntry } from "../writeAuditEntry.ts"

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
    const channel = yield* findTextChannel(state, param("channel_id"))
    const { avatar, name } = yield* decodeForm(Create)(body)
    const there = [...state.webhooks.values()].filter((it) => it.channel_id === channel.id)
    if (there.length >= MAX_WEBHOOKS) return yield* tooManyWebhooks
    const webhook = makeWebhook(state, channel.guild_id, channel.id, name)
    const kept = typeof avatar === "string" ? { ...webhook, avatar: webhook.id } : webhook
    state.webhooks.set(webhook.id, kept)
    writeAuditEntry({ state, reason }, channel.guild_id, { action: AuditLogEvent.WebhookCreate, target: webhook.id })
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
    const { webhook_channel_id } = yield* decodeForm(Follow)(body)
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
export const byToken = Effect.fnUntraced(function* ({ param, state }: RouteRequest<"webhook_id" | "webhook_token">) {
  const webhook = yield* findWebhook(state, param("webhook_id"))
  return webhook.token === param("webhook_token") ? webhook : yield* wrongWebhookToken
})

const patch = Effect.fnUntraced(function* ({ body, reason, state }: RouteRequest<"webhook_id">, before: Webhook) {
  const { avatar, ...form } = yield* decodeForm(Patch)(body)
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

const remove = ({ reason, state }: RouteRequest<"webhook_id">, { guild_id, id }: Webhook) => {
  state.webhooks.delete(id)
  writeAuditEntry({ state, reason }, guild_id, { action: AuditLogEvent.WebhookDelete, target: id })
  return noContent
}
