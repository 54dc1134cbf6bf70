import type { APIChannel, APIWebhook } from "discord-api-types/v10"
import { Effect } from "effect"
import { getUnchecked } from "../dsl/getJson.ts"
import { formatName } from "../shared/previewText.ts"
import type { PreviewFacts } from "../Tool.ts"

/** Returns the name and channel of the webhook that a token identifies. */
export const webhookFacts = (path: { readonly webhook_id: string; readonly token: string }): PreviewFacts =>
  Effect.flatMap(
    getUnchecked<APIWebhook>("/webhooks/{webhook_id}/{token}", path, {}, "webhook"),
    ({ channel_id, name }) => {
      const webhook = formatName(name ?? "without a name")
      return channel_id === null
        ? Effect.succeed({ webhook })
        : getUnchecked<APIChannel>("/channels/{channel_id}", { channel_id }).pipe(
            Effect.map((it) => ({
              webhook,
              writes_to: "name" in it && it.name !== null ? formatName(it.name, "#") : channel_id
            })),
            // The bot may be unable to view the channel.
            Effect.orElseSucceed(() => ({ webhook, writes_to: channel_id }))
          )
    }
  )
