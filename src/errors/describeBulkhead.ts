import { Schema } from "effect"
import { areOrIs, counted } from "../text/words.ts"
import type { Description } from "./ErrorTraits.ts"
import { Milliseconds, optional, partialFields } from "./fields.ts"

/** The fields of `BulkheadFullError`. */
export const bulkheadFields = {
  limit: Schema.Int,
  scope: Schema.Literal("global", "bucket", "client", "client_rate", "planned", "waits", "guild", "questions"),
  retry_after_ms: optional(Milliseconds),
  ...partialFields
}

type BulkheadFields = Schema.Struct.Type<typeof bulkheadFields>

/** Describes which limit a call has reached, and what helps. */
export const describeBulkhead = ({ limit, retry_after_ms, scope }: BulkheadFields): Description => {
  const fewer = "Wait until calls in flight have ended, then retry with fewer at a time."
  const texts = {
    global: [`Too many calls at once: ${counted(limit, "call")} ${areOrIs(limit)} in flight.`, fewer],
    bucket: [
      `Too many calls at once to this channel, guild or other resource: ${counted(limit, "call")} ${areOrIs(limit)} in flight.`,
      fewer
    ],
    client: [`Too many calls at once of this client: ${counted(limit, "call")} ${areOrIs(limit)} in flight.`, fewer],
    client_rate: [
      `This client has made its ${counted(limit, "call")} of a minute. Each step of a plan and each item of for_each is a call.`,
      `Wait ${retry_after_ms ?? 1000} ms, then retry. For many items use one bulk tool instead of many calls.`
    ],
    planned: [
      `The plans that run now have too many calls: ${limit} at most.`,
      "Wait until a plan has ended, then retry, or split the plan."
    ],
    waits: [
      `Too many calls and subscriptions wait for events or people: ${limit}.`,
      "Wait once for several channels or kinds of events, or end a wait or a subscription, then retry."
    ],
    guild: [
      "Another call applies a blueprint to this guild.",
      "Wait until it has ended, then call blueprint_plan: it shows what remains to do."
    ],
    questions: [
      `Too many approvals or questions to people are open: ${limit}.`,
      "Wait until people have answered, or take one back with asks_cancel, then call again."
    ]
  } as const satisfies Record<typeof scope, readonly [string, string]>
  const [message, recovery_hint] = texts[scope]
  return { retriable: true, message, recovery_hint }
}
