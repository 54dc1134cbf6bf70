/** Tools for join requests. */
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

const page = paged({
  max: Limits.JOIN_REQUESTS_PAGE_MAX,
  fallback: 50,
  by: "before",
  at: ({ id }) => id,
  body: JoinRequests,
  items: newestFirst,
  view: joinRequest,
  empty: "No join requests, or this guild does not use them."
})

/** The tool definitions. */
export const joinRequestTools = [
  get("guild_list_join_requests", "/guilds/{guild_id}/requests", {
    description: "List the requests to join a guild, newest first, with the applicants' answers.",
    path: { guild_id },
    ...page,
    query: {
      ...page.query,
      before: optional(described("Only requests older than this request id.", Snowflake)),
      after: optional(described("Only requests newer than this request id.", Snowflake))
    },
    options: {
      ...page.options,
      status: optional(choice("Only requests with this status.", "started", "submitted", "rejected", "approved"))
    },
    permissions: ["KICK_MEMBERS"],
    validate: (input) => [...page.validate(input), ...atMostOne("before", "cursor")(input)],
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
      rejection_reason: optional(
        text("Reason, shown to the applicant; only with reject.", { max: Limits.REJECTION_REASON_MAX })
      )
    },
    permissions: ["KICK_MEMBERS"],
    validate: ({ action, rejection_reason }) =>
      action === "approve" && rejection_reason !== undefined
        ? [{ path: "rejection_reason", message: "is allowed only with action reject", code: "exclusive" }]
        : [],
    toBody: ({ action, rejection_reason }) => ({
      action: action === "approve" ? joinRequestStates.approved : joinRequestStates.rejected,
      rejection_reason
    }),
    toResult: one(joinRequest)
  })
]
