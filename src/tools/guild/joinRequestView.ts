import { Schema } from "effect"
import { Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"
import { User, user } from "../users/view.ts"

/** An answer: a text, a yes, or the number of a choice. */
const Answered = Schema.Struct({
  label: Schema.String,
  response: may(Schema.Union(Schema.String, Schema.Number, Schema.Boolean)),
  choices: may(Schema.Array(Schema.String))
})

/** What is read of a request to join, as Discord's published description has it; discord-api-types does not. */
const JoinRequest = Schema.Struct({
  id: Id,
  created_at: may(Schema.String),
  reviewed_at: may(Schema.String),
  application_status: may(Schema.String),
  rejection_reason: may(Schema.String),
  user_id: Id,
  user: may(User),
  form_responses: may(Schema.Array(Answered)),
  actioned_by_user: may(User)
})

/** What an agent needs of a request: who asks, what they answered, what became of it. */
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

/** The body of a page of requests. */
export const JoinRequests = Schema.Struct({ guild_join_requests: may(Schema.Array(JoinRequest)) })

/** The requests of one page. Discord does not document their order, and the next page goes on from the last of them. */
export const newestFirst = ({ guild_join_requests: requests }: typeof JoinRequests.Type) =>
  (requests ?? []).toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1))
