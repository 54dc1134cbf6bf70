import { WebhookType } from "discord-api-types/v10"
import { Schema } from "effect"
import { enumName, enumTable } from "../../objects/schema/enums.ts"
import { changeRead, expected, Id, nullish } from "../../objects/schema/reply.ts"
import { channelName } from "../channels/hiddenChannels.ts"
import { compact, created, viewOf } from "../dsl/view.ts"
import { User, user } from "../users/view.ts"

/** Replaces the token of a webhook in results: anyone with the token can send messages through the webhook. */
const MASK = "***"

/** A webhook, as decoded from Discord's reply. */
export const Webhook = Schema.Struct({
  id: expected(Id),
  type: nullish(Schema.Number),
  name: nullish(Schema.String),
  channel_id: nullish(Id),
  guild_id: nullish(Id),
  user: nullish(User),
  application_id: nullish(Id),
  source_channel: nullish(
    Schema.Struct({ id: nullish(Id), name: nullish(Schema.String), flags: nullish(Schema.Number) })
  ),
  source_guild: nullish(Schema.Struct({ name: nullish(Schema.String) })),
  token: nullish(Schema.String),
  url: nullish(Schema.String)
})

/** Masks the token of a webhook, and drops the URL that contains it. */
export const maskToken = <Shape extends typeof Webhook.Type>(webhook: Shape): Omit<Shape, "url"> =>
  changeRead(webhook, ({ url: _, ...it }) => (it.token == null ? it : { ...it, token: MASK }))

/** Compact view of a webhook: name, channel, creator. */
export const webhook = viewOf(Webhook, (webhook) =>
  compact({
    id: webhook.id,
    name: webhook.name,
    kind: enumName(kinds, webhook.type),
    channel_id: webhook.channel_id,
    guild_id: webhook.guild_id,
    created_by: webhook.user && user(webhook.user),
    application_id: webhook.application_id,
    follows:
      webhook.source_channel &&
      compact({
        ...webhook.source_channel,
        name: channelName(webhook.source_channel),
        guild: webhook.source_guild?.name
      }),
    token: webhook.token
  })
)

/** Compact view of a webhook that a call created. */
export const createdWebhook = created(webhook, "id")

const kinds = enumTable(WebhookType)
