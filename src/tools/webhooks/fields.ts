/** What webhooks are addressed with and made of. */
import { Schema } from "effect"
import type { Risk } from "../../safety/Permit.ts"
import { text } from "../shared/fields.ts"
import * as Limits from "../shared/limits.ts"

/** The address of a webhook, with its token last: people pass webhooks on that way. */
const ADDRESS = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d{17,20}\/([^\s/?#]+)/

/** A token that stands in the path of a route, and is all one needs to use it. Those of interactions are the longer ones. */
export const token = (description: string) =>
  Schema.transform(
    Schema.String.annotations({ message: () => "must be a token, as a string" }),
    Schema.String.pipe(
      Schema.filter(
        (value) => TOKEN.test(value) || `must be a token: 1 to ${TOKEN_MAX} visible ASCII characters without / ? # %`,
        {
          arbitrary: () => (fc) => fc.stringMatching(/^[\w-]{68}$/)
        }
      )
    ),
    { strict: true, decode: (given) => ADDRESS.exec(given.trim())?.[1] ?? given.trim(), encode: (value) => value }
  ).annotations({ description })

/** Discord does not document how long its tokens are, and other backends issue short ones: any text that is one part of a path. */
const TOKEN_MAX = 1000
const TOKEN = new RegExp(`^(?!\\.{1,2}$)(?:(?![/?#%\\\\"<>])[!-~]){1,${TOKEN_MAX}}$`)

/** The name of a webhook, and the one it writes under (Discord docs, webhook resource, create webhook). */
export const webhookName = (description: string) =>
  text(description, { max: Limits.WEBHOOK_NAME_MAX }).pipe(
    Schema.filter((name) => !/clyde|discord/i.test(name) || "must not contain the words clyde or discord", {
      description
    })
  )

/** The name of an event of GitHub's, as it stands in the header `X-GitHub-Event`. */
export const githubEvent = (description: string) =>
  Schema.String.pipe(
    Schema.pattern(/^[A-Za-z][\w-]{0,63}$/, {
      description,
      jsonSchema: { maxLength: 64 },
      message: () => "must be the name of a GitHub event, such as push or pull_request",
      arbitrary: () => (fc) => fc.constantFrom("push", "issues", "pull_request", "release")
    })
  )

/** A body that another service would send, taken as it is. `sample` is one, for generated inputs. */
export const payload = (description: string, sample: Payload) =>
  Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
    message: () => "must be an object",
    jsonSchema: { type: "object", description, additionalProperties: true },
    arbitrary: () => (fc) => fc.constant(sample)
  })

/**
 * The same for a message in Slack's format: it says nothing of whom it may ping, so
 * its texts do, in Discord's way or in Slack's.
 */
export const slackRisk = (payload: Payload): Risk =>
  MASS_MENTION.test(JSON.stringify(payload)) ? "destructive" : "write"

const MASS_MENTION = /@everyone|@here|<@&|<!(?:everyone|here|channel|subteam|group)/

interface Payload {
  readonly [name: string]: unknown
}

/** Small payloads of both kinds. */
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
