/** Input fields of webhooks. */

import { Schema } from "effect"
import { ALPHANUMERIC, described, text, textOf } from "../../objects/schema/fields.ts"
import { partsOfLink, WebhookId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"

/** Makes a field for the token of a webhook or interaction, which is a part of the path. Also accepts a webhook URL. */
export const token = (description: string) =>
  Schema.transform(
    Schema.String.annotations({ message: () => "must be a token, as a string" }),
    Schema.String.pipe(
      Schema.filter(
        (value) => TOKEN.test(value) || `must be a token: 1 to ${TOKEN_MAX} visible ASCII characters without / ? # %`,
        {
          arbitrary: textOf(`${ALPHANUMERIC}_-`, 68, 68)
        }
      )
    ),
    { strict: true, decode: (text) => partsOfLink(text).get("token") ?? text.trim(), encode: (value) => value }
  ).annotations({ description })

/** Discord does not document the length of its tokens, and other backends issue short ones. */
const TOKEN_MAX = 1000
const TOKEN = new RegExp(`^(?!\\.{1,2}$)(?:(?![/?#%\\\\"<>])[!-~]){1,${TOKEN_MAX}}$`)

/** Makes a field for the name of a webhook (Discord docs, webhook resource, create webhook). */
export const webhookName = (description: string) =>
  text(description, { max: Limits.WEBHOOK_NAME_MAX }).pipe(
    Schema.filter((name) => !/clyde|discord/i.test(name) || "must not contain the words clyde or discord", {
      description
    })
  )

/** The id of a webhook, as a part of the path. */
export const webhook_id = described("The webhook.", WebhookId)

/** The part of a path that identifies a webhook by its token. */
export const pathWithToken = { webhook_id, token: token("The token or full URL of the webhook.") }
