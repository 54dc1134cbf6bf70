import { AuditLogEvent, PermissionFlagsBits as Bit, ChannelType } from "discord-api-types/v10"
import { Effect, Hash, Schema } from "effect"
import { note } from "../audit.ts"
import { tooManyWebhooks, wrongChannelType, wrongWebhookToken } from "../discordError.ts"
import { clearable, decodeForm, optional, picture, snowflake, text } from "../Form.ts"
import { findChannel, findGuild, findTextChannel, findWebhook } from "../find.ts"
import { ensureInChannel, ensureInGuild } from "../Permissions.ts"
import { json, noContent } from "../Reply.ts"
import { type Call, route } from "../Router.ts"
import type { Webhook, World } from "../State.ts"

const Create = Schema.Struct({ name: text(1, 80), avatar: clearable(picture) })

const Patch = Schema.Struct({
  name: optional(text(1, 80)),
  avatar: clearable(picture),
  channel_id: optional(snowflake)
})

const Follow = Schema.Struct({ webhook_channel_id: snowflake })

/** Webhooks of a channel at most. */
const MOST = 15

/** `/channels/…/webhooks`, `/guilds/…/webhooks` and `/webhooks`. */
export const webhookRoutes = [
  route(
    "POST",
    "/channels/:channel_id/webhooks",
    Effect.fnUntraced(function* ({ body, param, reason, world }) {
      const channel = yield* findTextChannel(world, param("channel_id"))
      yield* ensureInChannel(world, channel, Bit.ManageWebhooks)
      const { avatar, name } = yield* decodeForm(Create)(body)
      const there = [...world.webhooks.values()].filter((it) => it.channel_id === channel.id)
      if (there.length >= MOST) return yield* tooManyWebhooks
      const webhook = makeWebhook(world, channel.guild_id, channel.id, name)
      const kept = typeof avatar === "string" ? { ...webhook, avatar: webhook.id } : webhook
      world.webhooks.set(webhook.id, kept)
      note({ world, reason }, channel.guild_id, { action: AuditLogEvent.WebhookCreate, target: webhook.id })
      return json(200, kept)
    })
  ),

  route(
    "GET",
    "/channels/:channel_id/webhooks",
    Effect.fnUntraced(function* ({ param, world }) {
      const channel = yield* findChannel(world, param("channel_id"))
      yield* ensureInChannel(world, channel, Bit.ManageWebhooks)
      return json(
        200,
        [...world.webhooks.values()].filter((it) => it.channel_id === channel.id)
      )
    })
  ),

  route(
    "GET",
    "/guilds/:guild_id/webhooks",
    Effect.fnUntraced(function* ({ param, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      yield* ensureInGuild(world, guild.id, Bit.ManageWebhooks)
      return json(
        200,
        [...world.webhooks.values()].filter((it) => it.guild_id === guild.id)
      )
    })
  ),

  route(
    "POST",
    "/channels/:channel_id/followers",
    Effect.fnUntraced(function* ({ body, param, world }) {
      const source = yield* findChannel(world, param("channel_id"))
      yield* ensureInChannel(world, source)
      if (source.type !== ChannelType.GuildAnnouncement) return yield* wrongChannelType
      const { webhook_channel_id } = yield* decodeForm(Follow)(body)
      const target = yield* findTextChannel(world, webhook_channel_id)
      yield* ensureInChannel(world, target, Bit.ManageWebhooks)
      const { token: _, ...webhook } = makeWebhook(world, target.guild_id, target.id, source.name)
      world.webhooks.set(webhook.id, { ...webhook, type: 2, source_channel: { id: source.id, name: source.name } })
      return json(200, { channel_id: source.id, webhook_id: webhook.id })
    })
  ),

  route("GET", "/webhooks/:webhook_id", (call) => Effect.map(managed(call), (webhook) => json(200, webhook))),

  route("PATCH", "/webhooks/:webhook_id", (call) => Effect.flatMap(managed(call), (it) => patch(call, it))),

  route("DELETE", "/webhooks/:webhook_id", (call) => Effect.map(managed(call), (webhook) => remove(call, webhook))),

  route(
    "GET",
    "/webhooks/:webhook_id/:webhook_token",
    (call) => Effect.map(byToken(call), ({ user: _, ...webhook }) => json(200, webhook)),
    { open: true }
  ),

  route(
    "PATCH",
    "/webhooks/:webhook_id/:webhook_token",
    (call) => Effect.flatMap(byToken(call), (webhook) => patch(call, webhook)),
    { open: true }
  ),

  route(
    "DELETE",
    "/webhooks/:webhook_id/:webhook_token",
    (call) => Effect.map(byToken(call), (webhook) => remove(call, webhook)),
    { open: true }
  )
]

/** A webhook of the bot's. Its token is long, opaque, and the same for the same id. */
export const makeWebhook = (world: World, guild_id: string, channel_id: string, name: string): Webhook => {
  const id = world.nextId()
  const part = (salt: number) => (Hash.string(`${salt}${id}`) >>> 0).toString(36).padStart(7, "0")
  const token = Array.from({ length: 9 }, (_, salt) => part(salt)).join("")
  return { id, type: 1, guild_id, channel_id, name, avatar: null, application_id: null, token, user: world.bot }
}

/** The webhook of a path, if its token is right. */
export const byToken = Effect.fnUntraced(function* ({ param, world }: Call<"webhook_id" | "webhook_token">) {
  const webhook = yield* findWebhook(world, param("webhook_id"))
  return webhook.token === param("webhook_token") ? webhook : yield* wrongWebhookToken
})

const managed = Effect.fnUntraced(function* ({ param, world }: Call<"webhook_id">) {
  const webhook = yield* findWebhook(world, param("webhook_id"))
  yield* ensureInChannel(world, yield* findChannel(world, webhook.channel_id), Bit.ManageWebhooks)
  return webhook
})

const patch = Effect.fnUntraced(function* ({ body, reason, world }: Call<"webhook_id">, before: Webhook) {
  const { avatar, ...form } = yield* decodeForm(Patch)(body)
  if (form.channel_id !== undefined) yield* findTextChannel(world, form.channel_id)
  const after: Webhook = {
    ...before,
    ...form,
    ...(avatar !== undefined && { avatar: avatar === null ? null : before.id })
  }
  world.webhooks.set(after.id, after)
  note({ world, reason }, after.guild_id, { action: AuditLogEvent.WebhookUpdate, target: after.id, before, after })
  return json(200, after)
})

const remove = ({ reason, world }: Call<"webhook_id">, { guild_id, id }: Webhook) => {
  world.webhooks.delete(id)
  note({ world, reason }, guild_id, { action: AuditLogEvent.WebhookDelete, target: id })
  return noContent
}
