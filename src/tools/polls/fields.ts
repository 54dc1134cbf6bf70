import type { RESTAPIPoll } from "discord-api-types/v10"
import { JSONSchema, Predicate, Schema } from "effect"
import { alsoTakes, type Conversion } from "../../objects/schema/alsoTakes.ts"
import { unwrapField, wrapText } from "../../objects/schema/conversions.ts"
import { emoji, emojiParts, toEmojiText } from "../../objects/schema/emoji.ts"
import { flag, integer, listOf, object, optional, text } from "../../objects/schema/fields.ts"
import { inUnit } from "../../objects/schema/lengthOfTime.ts"
import * as Limits from "../../objects/schema/limits.ts"

/** The question of a poll (Discord docs, poll resource). */
export const question = text("Question.", { max: Limits.POLL_QUESTION_MAX }).annotations(alsoTakes(unwrapField("text")))

/** Converts an answer in Discord's format, whose text and emoji are in `poll_media`. */
const toAnswer: Conversion = (value) => {
  if (!Predicate.isRecord(value) || !("poll_media" in value)) return value
  const { answer_id: _, poll_media, ...rest } = value
  const { emoji, ...answer }: Readonly<Record<string, unknown>> = { ...rest, ...Object(poll_media) }
  return emoji === undefined || emoji === null ? answer : { ...answer, emoji: toEmojiText(emoji) }
}

const answer = object("An answer.", {
  text: text("Text.", { max: Limits.POLL_ANSWER_MAX }),
  emoji: optional(emoji("Emoji, such as 👍 or name:id."))
})

const { $schema: _, ...answerSchema } = JSONSchema.make(answer)

/** An answer of a poll, or its text alone. */
export const answerOrText = Schema.transform(
  Schema.Union(Schema.String, Schema.Record({ key: Schema.String, value: Schema.Unknown })).annotations({
    message: () => ({ message: "must be a text or {text, emoji?}", override: true }),
    jsonSchema: answerSchema,
    ...alsoTakes(toAnswer)
    // `answer` validates the fields of the record.
  }) as Schema.Schema<string | typeof answer.Encoded>,
  answer,
  { strict: true, decode: (value) => (typeof value === "string" ? { text: value } : value), encode: (value) => value }
)

/** Input field for the poll of a new message. */
export const poll = object("A poll; it cannot be changed.", {
  question,
  answers: listOf(
    "Up to 10 answers.",
    answer.annotations(alsoTakes((value) => toAnswer(wrapText("text")(value)))),
    1,
    Limits.POLL_ANSWERS_MAX
  ),
  duration: optional(
    integer("Hours until it ends, 1 to 768; 24 by default.", 1, Limits.POLL_HOURS_MAX).annotations(inUnit("hours"))
  ),
  allow_multiselect: optional(flag("Several answers per user; false by default."))
})

/** Converts a poll to Discord's format. */
export const pollBody = ({ answers, question, ...rest }: typeof poll.Type): RESTAPIPoll => ({
  ...rest,
  question: { text: question },
  answers: answers.map(({ emoji, text }) => ({
    poll_media: { text, ...(emoji !== undefined && { emoji: pollEmoji(emoji) }) }
  }))
})

/** Discord accepts either the id or the name of an emoji, not both. */
const pollEmoji = (value: string) => {
  const { id, name } = emojiParts(value)
  return id === undefined ? { id: null, name } : { id, name: null }
}
