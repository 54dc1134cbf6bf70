/** Requests to join a guild, in its table. */
import { atMostOne } from "../dsl/checks.ts"
import { paged } from "../dsl/paging.ts"
import { get, patch } from "../dsl/toolBuilders.ts"
import { one } from "../dsl/view.ts"
import { choice, described, optional, text } from "../shared/fields.ts"
import { GuildId, Snowflake } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { joinRequestStates } from "./enums.ts"
import { JoinRequests, joinRequest, newestFirst } from "./joinRequestView.ts"

const guild_id = described("The guild (server).", GuildId)

const requests = paged({
  max: Limits.JOIN_REQUESTS_PAGE_MAX,
  fallback: 50,
  by: "before",
  at: ({ id }) => id,
  body: JoinRequests,
  items: newestFirst,
  view: joinRequest,
  empty: "No join requests, or this guild takes none."
})

/** The rows. */
export const joinRequests = [
  get("guild_list_join_requests", "/guilds/{guild_id}/requests", {
    description: "List who has asked to join a guild that admits members by request, newest first, with their answers.",
    path: { guild_id },
    ...requests,
    query: {
      ...requests.query,
      before: optional(described("Only requests older than this one.", Snowflake)),
      after: optional(described("Only requests newer than this one.", Snowflake))
    },
    options: {
      ...requests.options,
      status: optional(choice("Only requests that are so.", "started", "submitted", "rejected", "approved"))
    },
    permissions: ["KICK_MEMBERS"],
    validate: (input) => [...requests.validate(input), ...atMostOne("before", "cursor")(input)],
    toQuery: ({ after, before, limit, status }) => ({
      after,
      before,
      limit,
      status: status && joinRequestStates[status]
    })
  }),
  patch("guild_action_join_request", "/guilds/{guild_id}/requests/{request_id}", {
    description: "Approve or reject a request to join a guild.",
    path: { guild_id, request_id: described("The request, from guild_list_join_requests.", Snowflake) },
    options: {
      action: choice("What to do with it.", "approve", "reject"),
      rejection_reason: optional(text("Why it is rejected.", { max: Limits.REJECTION_REASON_MAX }))
    },
    permissions: ["KICK_MEMBERS"],
    validate: ({ action, rejection_reason }) =>
      action === "approve" && rejection_reason !== undefined
        ? [{ path: "rejection_reason", message: "cannot be given when approving", code: "exclusive" }]
        : [],
    toBody: ({ action, rejection_reason }) => ({
      action: action === "approve" ? joinRequestStates.approved : joinRequestStates.rejected,
      rejection_reason
    }),
    toResult: one(joinRequest)
  })
]
