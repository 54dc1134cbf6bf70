import type { APIUser } from "discord-api-types/v10"
import { compact } from "./compact.ts"
import { user } from "./User.ts"

/** A request to join, as Discord's published description has it; discord-api-types does not. */
export interface JoinRequest {
  readonly id: string
  readonly created_at: string
  readonly reviewed_at: string | null
  readonly application_status: "STARTED" | "SUBMITTED" | "REJECTED" | "APPROVED" | null
  readonly rejection_reason: string | null
  readonly user_id: string
  readonly user?: APIUser | null
  readonly form_responses?: ReadonlyArray<Answered> | null
  readonly actioned_by_user?: APIUser | null
}

/** An answer: a text, a yes, or the number of a choice. */
interface Answered {
  readonly label: string
  readonly response?: string | number | boolean | null
  readonly choices?: ReadonlyArray<string>
}

/** What an agent needs of a request: who asks, what they answered, what became of it. */
export const joinRequest = (it: JoinRequest) =>
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

/** The requests of one page. Discord does not document their order, and the next page goes on from the last of them. */
export const newestFirst = (body: unknown): ReadonlyArray<JoinRequest> => {
  const { guild_join_requests: requests = [] } = body as { readonly guild_join_requests?: ReadonlyArray<JoinRequest> } // Discord's promise
  return requests.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1))
}
