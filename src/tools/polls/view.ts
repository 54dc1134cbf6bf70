import { Schema } from "effect"
import { emojiText } from "../../objects/schema/emoji.ts"
import { expected, Id, nullish, Time } from "../../objects/schema/reply.ts"
import { compact } from "../dsl/view.ts"

/** An emoji, as messages have it. */
export const Emoji = Schema.Struct({ id: nullish(Id), name: nullish(Schema.String) })

/** A poll, as decoded from Discord's reply. */
export const Poll = Schema.Struct({
  question: expected(Schema.Struct({ text: nullish(Schema.String) })),
  expiry: nullish(Time),
  allow_multiselect: nullish(Schema.Boolean),
  answers: expected(
    Schema.Array(
      Schema.Struct({
        answer_id: expected(Schema.Number),
        poll_media: expected(Schema.Struct({ text: nullish(Schema.String), emoji: nullish(Emoji) }))
      })
    )
  ),
  results: nullish(
    Schema.Struct({
      is_finalized: nullish(Schema.Boolean),
      answer_counts: nullish(
        Schema.Array(Schema.Struct({ id: expected(Schema.Number), count: expected(Schema.Number) }))
      )
    })
  )
})

/** Compact view of a poll, with the numbers of votes. */
export const pollView = ({
  allow_multiselect: multiple_choice,
  answers,
  expiry,
  question,
  results
}: typeof Poll.Type) =>
  compact({
    question: question?.text,
    ends: expiry,
    multiple_choice,
    final: results?.is_finalized,
    answers: answers?.map(({ answer_id, poll_media }) =>
      compact({
        id: answer_id,
        text: poll_media?.text,
        emoji: poll_media?.emoji && emojiText(poll_media.emoji.id, poll_media.emoji.name),
        votes: answer_id === undefined ? undefined : results?.answer_counts?.find(({ id }) => id === answer_id)?.count
      })
    )
  })
