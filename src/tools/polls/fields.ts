import type { RESTAPIPoll } from "discord-api-types/v10"
import { emoji, emojiParts } from "../shared/emoji.ts"
import { brief, flag, integer, listOf, object, optional, text } from "../shared/fields.ts"
import * as Limits from "../shared/limits.ts"

/** A poll of a new message (Discord docs, poll resource). */
export const poll = brief(
  "A poll: {question, answers: [{text, emoji?}], duration?: hours, allow_multiselect?}. A sent poll cannot be changed.",
  object("A poll.", {
    question: text("The question.", { max: Limits.POLL_QUESTION_MAX }),
    answers: listOf(
      "Up to 10 answers.",
      object("An answer.", {
        text: text("The answer's text.", { max: Limits.POLL_ANSWER_MAX }),
        emoji: optional(emoji("The emoji before it: 👍, name:id or <:name:id>."))
      }),
      1,
      Limits.POLL_ANSWERS_MAX
    ),
    duration: optional(integer("Hours until the poll ends; 24 by default.", 1, Limits.POLL_HOURS_MAX)),
    allow_multiselect: optional(flag("Whether a user may choose several answers."))
  })
)

/** A poll as Discord takes it. */
export const pollBody = ({ answers, question, ...rest }: typeof poll.Type): RESTAPIPoll => ({
  ...rest,
  question: { text: question },
  answers: answers.map(({ emoji, text }) => ({
    poll_media: { text, ...(emoji !== undefined && { emoji: pollEmoji(emoji) }) }
  }))
})

/** Discord wants either half of an emoji, not both. */
const pollEmoji = (value: string) => {
  const { id, name } = emojiParts(value)
  return id === undefined ? { id: null, name } : { id, name: null }
}
