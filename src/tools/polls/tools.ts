import { Schema } from "effect"
import { described, flag, integer, listOf, optional, withDefault } from "../../objects/schema/fields.ts"
import { channel_id, MessageId, UserId } from "../../objects/schema/ids.ts"
import { inUnit } from "../../objects/schema/lengthOfTime.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { expected } from "../../objects/schema/reply.ts"
import { group } from "../dsl/defineTool.ts"
import { paged } from "../dsl/paging.ts"
import { get, post } from "../dsl/toolBuilders.ts"
import { toPost } from "../messages/failureSets.ts"
import { singleContent, toBody } from "../messages/fields.ts"
import { toRenderable } from "../messages/markdown.ts"
import { messageIssues } from "../messages/rules.ts"
import { oneMessage, sentMessage } from "../messages/view.ts"
import { reasons } from "../shared/failures.ts"
import { User, user } from "../users/view.ts"
import { answerOrText, type poll, question } from "./fields.ts"

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

/** The tool that sends a poll: a simpler form of messages_send. */
const createPoll = post("polls_create", "/channels/{channel_id}/messages", {
  description: "Create a poll in a channel or thread. To end it early use polls_end.",
  path: { channel_id },
  options: {
    question,
    answers: listOf("2 to 10 answers.", answerOrText, 2, Limits.POLL_ANSWERS_MAX),
    duration_hours: withDefault(
      integer("Hours until it ends, 1 to 768; 24 by default.", 1, Limits.POLL_HOURS_MAX).annotations(inUnit("hours")),
      24
    ),
    multiple_choice: withDefault(flag("Several answers per user; false by default."), false),
    content: singleContent("send it before the poll with messages_send and split: true")
  },
  shorthand: (input) => toMessage(input),
  repeat: "nonce",
  permissions: ["VIEW_CHANNEL", "SEND_MESSAGES", "SEND_POLLS"],
  failures: { ...toPost, ...reasons("poll_not_here", "poll_emoji_not_usable") },
  rewrite: toRenderable,
  validate: (input) => messageIssues(toMessage(input)),
  toBody: (input) => toBody(toMessage(input)),
  renames: {
    "poll.question": "question",
    "poll.answers": "answers",
    "poll.duration": "duration_hours",
    poll: "answers"
  },
  toResult: sentMessage,
  shownAs: { question: "poll", answers: "poll", duration_hours: "poll", multiple_choice: "poll" }
})

interface PollInput {
  readonly channel_id: string
  readonly question: string
  readonly answers: (typeof poll.Type)["answers"]
  readonly duration_hours: number
  readonly multiple_choice: boolean
  readonly content?: string
}

/** Converts the input to arguments of messages_send. */
const toMessage = ({ answers, channel_id, content, duration_hours, multiple_choice, question }: PollInput) => ({
  channel_id,
  ...(content !== undefined && { content }),
  poll: {
    question,
    answers,
    duration: duration_hours,
    allow_multiselect: multiple_choice
  }
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
