import { Schema } from "effect"
import { Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"
import { User, user } from "../users/view.ts"

/** A form response: a text, a boolean, or the index of a choice. */
const FormResponse = Schema.Struct({
  label: may(Schema.String),
  response: may(Schema.Union(Schema.String, Schema.Number, Schema.Boolean)),
  choices: may(Schema.Array(Schema.String))
})

/** A join request, as decoded from Discord's reply. discord-api-types lacks it; the source is Discord's OpenAPI description. */
const JoinRequest = Schema.Struct({
  id: Id,
  created_at: may(Schema.String),
  reviewed_at: may(Schema.String),
  application_status: may(Schema.String),
  rejection_reason: may(Schema.String),
  user_id: Id,
  user: may(User),
  form_responses: may(Schema.Array(FormResponse)),
  actioned_by_user: may(User)
})

/** Compact view of a join request: user, answers, status. */
export const joinRequest = viewOf(JoinRequest, (it) =>
  compact({
    id: it.id,
    user: it.user ? user(it.user) : { id: it.user_id },
    status: it.application_status?.toLowerCase(),
    time: it.created_at,
    answers: it.form_responses?.map(({ choices, label, response }) =>
      compact({ question: label, answer: typeof response === "number" ? (choices?.[response] ?? response) : response })
    ),
    reviewed: it.reviewed_at,
    reviewed_by: it.actioned_by_user?.username,
    rejection_reason: it.rejection_reason
  })
)

/** A page of join requests, as decoded from Discord's reply. */
export const JoinRequests = Schema.Struct({ guild_join_requests: may(Schema.Array(JoinRequest)) })

/** Sorts a page of requests. Discord does not document their order, and the next page starts after the last one. */
export const newestFirst = ({ guild_join_requests: requests }: typeof JoinRequests.Type) =>
  (requests ?? []).toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1))
