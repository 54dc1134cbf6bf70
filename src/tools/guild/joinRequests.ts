import { Schema } from "effect"
import { enumChoice } from "../../objects/schema/enums.ts"
import { choice, described, optional, text } from "../../objects/schema/fields.ts"
import { guild_id, Snowflake } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { expected, Id, nullish, Time } from "../../objects/schema/reply.ts"
import { atMostOne } from "../dsl/checks.ts"
import { idTimes, oldestFirst, sameEndIssues, timeFields } from "../dsl/cursor.ts"
import { paged } from "../dsl/paging.ts"
import { get, patch } from "../dsl/toolBuilders.ts"
import { compact, one, viewOf } from "../dsl/view.ts"
import { User, user } from "../users/view.ts"
import { joinRequestStates } from "./enums.ts"

/** A form response: a text, a boolean, or the index of a choice. */
const FormResponse = Schema.Struct({
  label: nullish(Schema.String),
  response: nullish(Schema.Union(Schema.String, Schema.Number, Schema.Boolean)),
  choices: nullish(Schema.Array(Schema.String))
})

/** A join request, as decoded from Discord's reply. discord-api-types lacks it; the source is Discord's OpenAPI description. */
const JoinRequest = Schema.Struct({
  id: expected(Id),
  created_at: nullish(Time),
  reviewed_at: nullish(Time),
  application_status: nullish(Schema.String),
  rejection_reason: nullish(Schema.String),
  user_id: expected(Id),
  user: nullish(User),
  form_responses: nullish(Schema.Array(FormResponse)),
  actioned_by_user: nullish(User)
})

/** Compact view of a join request: user, answers, status. */
const joinRequest = viewOf(
  JoinRequest,
  (request) =>
    compact({
      id: request.id,
      user: request.user ? user(request.user) : request.user_id && { id: request.user_id },
      status: request.application_status?.toLowerCase(),
      time: request.created_at,
      answers: request.form_responses?.map(({ choices, label, response }) =>
        compact({
          question: label,
          answer: typeof response === "number" ? (choices?.[response] ?? response) : response
        })
      ),
      reviewed: request.reviewed_at,
      reviewed_by: request.actioned_by_user?.username,
      rejection_reason: request.rejection_reason
    }),
  { action: "status" }
)

/** A page of join requests, as decoded from Discord's reply. */
const JoinRequests = Schema.Struct({ guild_join_requests: expected(Schema.Array(JoinRequest)) })

/** Sorts a page of requests. Discord does not document their order, and the next page starts after the last request. */
const newestFirst = ({ guild_join_requests: requests }: typeof JoinRequests.Type) =>
  oldestFirst(requests ?? []).toReversed()

const page = paged({
  max: Limits.JOIN_REQUESTS_PAGE_MAX,
  defaultLimit: 50,
  by: "before",
  positionOf: ({ id }) => id,
  times: idTimes,
  body: JoinRequests,
  items: newestFirst,
  view: joinRequest,
  empty: "No join requests, or this guild does not use them."
})

const actions = { approve: joinRequestStates.approved, reject: joinRequestStates.rejected }

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
      ...timeFields("Requested"),
      status: optional(choice("Only requests with this status.", "started", "submitted", "rejected", "approved"))
    },
    validate: (input) => [
      ...page.validate(input),
      ...atMostOne("before", "cursor")(input),
      ...sameEndIssues({ oldest: ["after"], newest: ["before"] })(input)
    ],
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
      action: enumChoice("Approve or reject the request.", actions),
      rejection_reason: optional(
        text("Reason shown to the applicant; only with action reject.", { max: Limits.REJECTION_REASON_MAX })
      )
    },
    validate: ({ action, rejection_reason }) =>
      action === "approve" && rejection_reason !== undefined
        ? [{ path: "rejection_reason", message: "is allowed only with action reject", code: "exclusive" }]
        : [],
    toBody: ({ action, rejection_reason }) => ({
      action: actions[action],
      rejection_reason
    }),
    toResult: one(joinRequest)
  })
]
