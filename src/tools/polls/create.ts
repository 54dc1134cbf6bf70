import { post } from "../dsl/toolBuilders.ts"
import { toPost } from "../messages/failureSets.ts"
import { messageFields, toBody } from "../messages/fields.ts"
import { messageIssues } from "../messages/rules.ts"
import { sentMessage } from "../messages/view.ts"
import { reasons } from "../shared/failures.ts"
import { flag, integer, listOf, withDefault } from "../shared/fields.ts"
import { channel_id } from "../shared/ids.ts"
import { inUnit } from "../shared/lengthOfTime.ts"
import * as Limits from "../shared/limits.ts"
import { answerOrText, type poll, question } from "./fields.ts"

/** The tool that sends a poll: a simpler form of messages_send. */
export const createPoll = post("polls_create", "/channels/{channel_id}/messages", {
  description:
    "Create a poll in a channel or thread, with 2 to 10 answers. To end it early use polls_end, for votes messages_get.",
  path: { channel_id },
  options: {
    question,
    answers: listOf("2 to 10 answers.", answerOrText, 2, Limits.POLL_ANSWERS_MAX),
    duration_hours: withDefault(
      integer("Hours until it ends, 1 to 768; 24 by default.", 1, Limits.POLL_HOURS_MAX).annotations(inUnit("hours")),
      24
    ),
    multiple_choice: withDefault(flag("Several answers per user; false by default."), false),
    content: messageFields.content
  },
  shorthand: (input) => toMessage(input),
  repeat: "nonce",
  permissions: ["VIEW_CHANNEL", "SEND_MESSAGES", "SEND_POLLS"],
  failures: { ...toPost, ...reasons("poll_not_here", "poll_emoji_not_usable") },
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
