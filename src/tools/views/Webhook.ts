import { type APIWebhook, WebhookType } from "discord-api-types/v10"
import { channelName } from "../parts/hiddenChannels.ts"
import { compact } from "./compact.ts"
import { user } from "./User.ts"

/** What stands in the place of a webhook's token: whoever has it can write in its name. */
const MASK = "***"

/** A webhook without its token, and without the address that holds it. */
export const masked = ({ url: _, ...it }: APIWebhook): APIWebhook =>
  it.token === undefined ? it : { ...it, token: MASK }

/** What an agent needs of a webhook: what it is called, where it writes, and who made it. */
export const webhook = (it: APIWebhook) =>
  compact({
    id: it.id,
    name: it.name,
    kind: kinds[it.type],
    channel_id: it.channel_id,
    guild_id: it.guild_id,
    created_by: it.user && user(it.user),
    application_id: it.application_id,
    follows:
      it.source_channel &&
      compact({ ...it.source_channel, name: channelName(it.source_channel), guild: it.source_guild?.name }),
    token: it.token
  })

const kinds: Readonly<Record<WebhookType, string>> = {
  [WebhookType.Incoming]: "incoming",
  [WebhookType.ChannelFollower]: "channel_follower",
  [WebhookType.Application]: "application"
}
