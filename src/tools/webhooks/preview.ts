import { Effect, Schema } from "effect"
import { getReadable } from "../dsl/getJson.ts"
import { nullish } from "../dsl/reply.ts"
import { formatName } from "../shared/previewText.ts"
import type { PreviewFacts } from "../Tool.ts"
import { Webhook } from "./view.ts"

/** Returns the name and channel of the webhook that a token identifies. */
export const webhookFacts = (path: { readonly webhook_id: string; readonly token: string }): PreviewFacts =>
  Effect.flatMap(
    getReadable(Webhook, "/webhooks/{webhook_id}/{token}", path, {}, "webhook"),
    ({ channel_id, name }) => {
      const webhook = formatName(name ?? "without a name")
      return channel_id == null
        ? Effect.succeed({ webhook })
        : getReadable(Named, "/channels/{channel_id}", { channel_id }).pipe(
            Effect.map((it) => ({
              webhook,
              writes_to: it.name == null ? channel_id : formatName(it.name, "#")
            })),
            // The bot may be unable to view the channel.
            Effect.orElseSucceed(() => ({ webhook, writes_to: channel_id }))
          )
    }
  )

const Named = Schema.Struct({ name: nullish(Schema.String) })
