/** Preview facts: the current URLs that a change of an application replaces. */
import { Effect, Schema } from "effect"
import { getReadable } from "../dsl/getJson.ts"
import { decisive } from "../dsl/reply.ts"
import type { PreviewFacts } from "../Tool.ts"

const redirectableUrls = ["interactions_endpoint_url", "event_webhooks_url"] as const

const Urls = Schema.Struct({
  interactions_endpoint_url: decisive(Schema.String),
  event_webhooks_url: decisive(Schema.String)
})

/** Returns the current value of each URL that the change replaces. */
export const applicationFacts = (
  input: Partial<Readonly<Record<(typeof redirectableUrls)[number], string | null>>> & {
    readonly application_id?: string
  }
): PreviewFacts => {
  const changed = redirectableUrls.filter((name) => input[name] !== undefined)
  const { application_id } = input
  return changed.length === 0
    ? Effect.succeed({})
    : Effect.map(
        application_id === undefined
          ? getReadable(Urls, "/applications/@me", {})
          : getReadable(Urls, "/applications/{application_id}", { application_id }),
        (current) => Object.fromEntries(changed.map((name) => [`${name}_now`, current[name] ?? "none"]))
      )
}
