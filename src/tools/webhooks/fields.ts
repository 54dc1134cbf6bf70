/** Input fields of webhooks. */

import { Schema } from "effect"
import type { Risk } from "../../safety/Permit.ts"
import { ALPHANUMERIC, text, textOf } from "../shared/fields.ts"
import { partsOfLink } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { openObject } from "../shared/openObject.ts"

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

/** Makes a field for the name of a GitHub event, the value of `X-GitHub-Event`. */
export const githubEvent = (description: string) =>
  Schema.String.pipe(
    Schema.pattern(/^[A-Za-z][\w-]{0,63}$/, {
      description,
      jsonSchema: { maxLength: 64 },
      message: () => "must be the name of a GitHub event, such as push or pull_request",
      arbitrary: () => (fc) => fc.constantFrom("push", "issues", "pull_request", "release")
    })
  )

/** Makes a field for the body that another service sends. `sample`: the value for generated inputs; `shown`: the published fields. */
export const payload = (description: string, sample: Payload, shown: Readonly<Record<string, string>>) =>
  Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
    message: () => "must be an object",
    jsonSchema: openObject(description, shown),
    arbitrary: () => (fc) => fc.constant(sample)
  })

/**
 * Returns the risk of a message in Slack's format.
 * Such a message has no allowed_mentions, so its texts determine whom it pings.
 */
export const slackRisk = (payload: Payload): Risk =>
  MASS_MENTION.test(JSON.stringify(payload)) ? "destructive" : "write"

const MASS_MENTION = /@everyone|@here|<@&|<!(?:everyone|here|channel|subteam|group)/

interface Payload {
  readonly [name: string]: unknown
}

/** Sample payloads. */
export const samples = {
  slack: { text: "Build finished", attachments: [{ title: "Tide tables", color: "#2f855a", text: "All green." }] },
  github: {
    action: "started",
    sender: {
      id: 1,
      login: "tide-bot",
      html_url: "https://github.example/tide-bot",
      avatar_url: "https://github.example/tide-bot.png"
    }
  }
} as const
