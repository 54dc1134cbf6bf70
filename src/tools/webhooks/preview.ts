/** A webhook that only its token leads to. */
import type { APIChannel, APIWebhook } from "discord-api-types/v10"
import { Effect } from "effect"
import { lookUp } from "../dsl/getJson.ts"
import { named } from "../shared/previewText.ts"
import type { PreviewFacts } from "../Tool.ts"

/** What it is called, and where it writes. */
export const webhookFacts = (path: { readonly webhook_id: string; readonly token: string }): PreviewFacts =>
  Effect.flatMap(lookUp<APIWebhook>("/webhooks/{webhook_id}/{token}", path, {}, "webhook"), ({ channel_id, name }) => {
    const webhook = named(name ?? "without a name")
    return channel_id === null
      ? Effect.succeed({ webhook })
      : lookUp<APIChannel>("/channels/{channel_id}", { channel_id }).pipe(
          Effect.map((it) => ({
            webhook,
            writes_to: "name" in it && it.name !== null ? named(it.name, "#") : channel_id
          })),
          // The bot need not see the channel for the webhook to be there.
          Effect.orElseSucceed(() => ({ webhook, writes_to: channel_id }))
        )
  })
