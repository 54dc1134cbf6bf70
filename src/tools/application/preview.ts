/** Addresses of an application that are about to lead elsewhere. */
import type { APIApplication } from "discord-api-types/v10"
import { Effect } from "effect"
import { lookUp } from "../dsl/getJson.ts"
import type { PreviewFacts } from "../Tool.ts"

const addresses = ["interactions_endpoint_url", "event_webhooks_url"] as const

/** Where interactions and events go now, of those that a change sends elsewhere. */
export const applicationFacts = (
  input: Partial<Readonly<Record<(typeof addresses)[number], string | null>>> & { readonly application_id?: string }
): PreviewFacts => {
  const moved = addresses.filter((name) => input[name] !== undefined)
  const { application_id } = input
  return moved.length === 0
    ? Effect.succeed({})
    : Effect.map(
        application_id === undefined
          ? lookUp<APIApplication>("/applications/@me", {})
          : lookUp<APIApplication>("/applications/{application_id}", { application_id }),
        (now) => Object.fromEntries(moved.map((name) => [`${name}_now`, now[name] ?? "none"]))
      )
}
