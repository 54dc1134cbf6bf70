import { WebhookType } from "discord-api-types/v10"
import { Schema } from "effect"
import { channelName } from "../channels/hiddenChannels.ts"
import { Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"
import { User, user } from "../users/view.ts"

/** What stands in the place of a webhook's token: whoever has it can write in its name. */
const MASK = "***"

/** What is read of a webhook. */
export const Webhook = Schema.Struct({
  id: Id,
  type: may(Schema.Number),
  name: may(Schema.String),
  channel_id: may(Id),
  guild_id: may(Id),
  user: may(User),
  application_id: may(Id),
  source_channel: may(Schema.Struct({ id: may(Id), name: may(Schema.String), flags: may(Schema.Number) })),
  source_guild: may(Schema.Struct({ name: may(Schema.String) })),
  token: may(Schema.String),
  url: may(Schema.String)
})

/** A webhook without its token, and without the address that holds it. */
export const masked = ({ url: _, ...it }: typeof Webhook.Type): typeof Webhook.Type =>
  it.token == null ? it : { ...it, token: MASK }

/** What an agent needs of a webhook: what it is called, where it writes, and who made it. */
export const webhook = viewOf(Webhook, (it) =>
  compact({
    id: it.id,
    name: it.name,
    kind: it.type == null ? undefined : kinds.get(it.type),
    channel_id: it.channel_id,
    guild_id: it.guild_id,
    created_by: it.user && user(it.user),
    application_id: it.application_id,
    follows:
      it.source_channel &&
      compact({ ...it.source_channel, name: channelName(it.source_channel), guild: it.source_guild?.name }),
    token: it.token
  })
)

const kinds: ReadonlyMap<number, string> = new Map([
  [WebhookType.Incoming, "incoming"],
  [WebhookType.ChannelFollower, "channel_follower"],
  [WebhookType.Application, "application"]
])
