import { Effect, Record, Schema } from "effect"
import type { Risk } from "../../discord/Permit.ts"
import { described, optional } from "../../objects/schema/fields.ts"
import { ChannelId } from "../../objects/schema/ids.ts"
import { post } from "../dsl/toolBuilders.ts"
import { everyonePingFacts } from "../messages/preview.ts"
import { reasons } from "../shared/failures.ts"
import { openObject } from "../shared/openObject.ts"
import { pathWithToken } from "./fields.ts"

/** Makes a field for the name of a GitHub event, the value of `X-GitHub-Event`. */
const githubEvent = (description: string) =>
  Schema.String.pipe(
    Schema.pattern(/^[A-Za-z][\w-]{0,63}$/, {
      description,
      jsonSchema: { maxLength: 64 },
      message: () => "must be the name of a GitHub event, such as push or pull_request",
      arbitrary: () => (fc) => fc.constantFrom("push", "issues", "pull_request", "release")
    })
  )

/** Makes a field for the body that another service sends. `sample`: the value for generated inputs; `shown`: the published fields. */
const payload = (description: string, sample: Payload, example: Readonly<Record<string, string>>) =>
  Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
    message: () => "must be an object",
    jsonSchema: openObject(description, example),
    arbitrary: () => (fc) => fc.constant(sample)
  })

/**
 * Returns the risk of a message in Slack's format.
 * Such a message has no allowed_mentions, so its texts determine whom it pings.
 */
const slackRisk = (payload: Payload): Risk => (MASS_MENTION.test(JSON.stringify(payload)) ? "destructive" : "write")

const MASS_MENTION = /@everyone|@here|<@&|<!(?:everyone|here|channel|subteam|group)/

interface Payload {
  readonly [name: string]: unknown
}

/** Sample payloads. */
const samples = {
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

/** The definition parts of a tool that sends a message in another service's format. */
const forwarding = {
  query: { thread_id: optional(described("Send to this thread of the webhook's channel.", ChannelId)) },
  subject: "webhook"
} as const

/** Tools that send a message in the format of another service. */
export const serviceTools = [
  post("webhooks_execute_slack", "/webhooks/{webhook_id}/{token}/slack", {
    description: "Send a message in Slack's format through a webhook. For Discord's format use webhooks_execute.",
    path: pathWithToken,
    ...forwarding,
    options: {
      payload: payload("A message in Slack's format.", samples.slack, {
        text: "The text.",
        username: "The shown name.",
        icon_url: "URL of the shown avatar."
      })
    },
    asks: ["pings_everyone"],
    riskOf: ({ payload }) => slackRisk(payload),
    preview: ({ payload }) =>
      slackRisk(payload) === "destructive" ? everyonePingFacts(undefined) : Effect.succeed({}),
    accept: "text",
    toBody: ({ payload }) => Record.filter(payload, (value) => value !== null),
    toResult: () => ({ value: { done: true } }),
    failures: reasons("webhook_token_not_valid", "unknown_channel", "forum_refuses_service", "thread_archived")
  }),
  post("webhooks_execute_github", "/webhooks/{webhook_id}/{token}/github", {
    description: "Post a GitHub webhook event through a Discord webhook. For your own text use webhooks_execute.",
    path: pathWithToken,
    ...forwarding,
    options: {
      event: optional(githubEvent("The value of GitHub's X-GitHub-Event header: push, issues, pull_request, release.")),
      payload: payload("The JSON body of the GitHub event.", samples.github, {
        action: "What happened, such as started."
      })
    },
    toHeaders: ({ event }) => (event === undefined ? {} : { "X-GitHub-Event": event }),
    toBody: ({ payload }) => payload,
    toResult: (_body, { event }) => ({
      value: { done: true },
      notice:
        event === undefined
          ? "Without event Discord may show no message. Set event to the name of the GitHub event."
          : "Discord accepts every event but shows only some. Read the channel to check for a message."
    }),
    failures: reasons("webhook_token_not_valid", "unknown_channel", "forum_refuses_service", "thread_archived")
  })
] as const
