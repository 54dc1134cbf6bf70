import { Schema } from "effect"
import { group } from "../dsl/defineTool.ts"
import { paged } from "../dsl/paging.ts"
import { expected } from "../dsl/reply.ts"
import { get, post } from "../dsl/toolBuilders.ts"
import { oneMessage } from "../messages/view.ts"
import { reasons } from "../shared/failures.ts"
import { described, integer, optional } from "../shared/fields.ts"
import { channel_id, MessageId, UserId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { User, user } from "../users/view.ts"
import { createPoll } from "./create.ts"

const message_id = described("The message with the poll.", MessageId)

const page = paged({
  max: Limits.VOTERS_PAGE_MAX,
  defaultLimit: 25,
  by: "after",
  from: { after: optional(described("Only users with a higher id than this one.", UserId)) },
  positionOf: ({ id }) => id,
  body: Schema.Struct({ users: expected(Schema.Array(User)) }),
  items: ({ users }) => users,
  view: user,
  empty: "No user chose this answer."
})

const synonyms = {
  polls_create:
    "poll, create a poll, survey, start a vote, ask people to vote, questionnaire, voting, let people vote, ask the server, ask members, vote on, vote between, choose between, options to vote, which one do people prefer, decide by vote, run a poll, let us vote, make a survey, new poll, poll with answers, poll about, poll which, ask which one, ask everyone to decide, quick vote, yes or no question, ask with options, create vote, create a ballot, open a poll",
  polls_end:
    "close a poll, end a poll early, finish a vote, stop voting, stop a poll, stop the vote, close the vote, close voting, finish a poll, end the vote now, end the running poll, finish voting, poll is over, expire a poll, end poll, close this poll",
  polls_get_voters:
    "who voted, voters of an answer, who voted for an option, votes of an option, who chose an answer, list the people who picked an answer, people who voted yes, who picked an option, fetch voters, who voted for, which people voted, who picked, voters of a poll, poll voters"
}

/** Tools for polls. */
export const tools = group({ category: "polls", synonyms }, [
  get("polls_get_voters", "/channels/{channel_id}/polls/{message_id}/answers/{answer_id}", {
    description: "List the users who chose one answer of a poll. For answer ids and votes use messages_get.",
    path: {
      channel_id,
      message_id,
      answer_id: integer("The answer's id, from 1: messages_get lists them.", 1, Limits.POLL_ANSWERS_MAX)
    },
    ...page
  }),
  createPoll,
  post("polls_end", "/channels/{channel_id}/polls/{message_id}/expire", {
    description: "End a poll that the bot sent, immediately.",
    path: { channel_id, message_id },
    repeat: "same",
    failures: reasons("poll_over", "not_a_poll"),
    toResult: oneMessage
  })
])
