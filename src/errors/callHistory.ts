/** What errors of any class can say about their call: whether it was sent, and whether it may have happened. */

import type { Schema } from "effect"
import { counted } from "../text/words.ts"
import type { Description, ErrorSide } from "./ErrorTraits.ts"
import type { SentParts } from "./fields.ts"

/** The fields of an error that say what became of its call. */
export interface CallHistory {
  readonly _tag: string
  readonly outcome_unknown?: boolean
  readonly retry_after_ms?: number
  readonly sent?: boolean
  readonly sent_parts?: Schema.Schema.Type<typeof SentParts>
}

/** Adds the history of the call to the description of the error. No hint hides another. */
export const withCallHistory = (
  error: CallHistory,
  side: ErrorSide,
  { message, recovery_hint, retriable }: Description
): Description => {
  const { first, last } = stepsOf(error)
  return {
    retriable: retriable && !mayHaveHappened(error) && sentParts(error) === undefined,
    message: `${message}${isRepeated(error) ? NOT_SENT : ""}${isAboutEarlierAttempt(error, side) ? EARLIER_ATTEMPT : ""}${sentPartsText(error)}`,
    recovery_hint: `${first}${recovery_hint}${last}`
  }
}

/** Returns the hint of the error itself: a hint without the steps that `withCallHistory` adds. */
export const ownHintOf = (error: CallHistory, hint: string): string => {
  const { first, last } = stepsOf(error)
  return hint.slice(
    hint.startsWith(first) ? first.length : 0,
    hint.endsWith(last) ? hint.length - last.length : undefined
  )
}

/** Returns the steps before and after the hint of the error. */
const stepsOf = (error: CallHistory) => ({
  first: mayHaveHappened(error) ? CHECK_FIRST : "",
  last: `${
    isRepeated(error) && error.retry_after_ms !== undefined
      ? ` The server sends such a call again in ${error.retry_after_ms} ms.`
      : ""
  }${continuation(error)}`
})

const sentParts = ({ sent_parts }: CallHistory) => sent_parts

const sentPartsText = (error: CallHistory): string => {
  const sent = sentParts(error)
  if (sent === undefined) return ""
  const { message_ids, next_part, parts } = sent
  return ` The call had sent ${counted(message_ids.length, "message")} before, up to part ${next_part - 1} of ${parts}; they stay.`
}

/** Says how to send the other parts of a split message. */
const continuation = (error: CallHistory): string => {
  const sent = sentParts(error)
  if (sent === undefined) return ""
  const { next_part, thread_id, tool } = sent
  const alternative = mayHaveHappened(error) ? `, or ${next_part + 1} if part ${next_part} is there` : ""
  const how =
    thread_id === undefined
      ? "the tool with the same arguments"
      : tool === undefined
        ? `the tool with the same arguments, but thread_id: ${thread_id} in place of thread_name,`
        : `${tool} with channel_id: ${thread_id}, the same content, split: true`
  return ` To send the rest, call ${how} and from_part: ${next_part}${alternative}.`
}

const CHECK_FIRST =
  "Read the current state first (for a message: read the channel), because the change may have happened. Repeat the call only if it did not. "

const NOT_SENT = " This call was not sent: Discord refused one like it, and it bans an address after too many refusals."

const EARLIER_ATTEMPT = " An earlier attempt of this call got no response and may have taken effect."

const mayHaveHappened = ({ outcome_unknown }: CallHistory): boolean => outcome_unknown === true

/** A refusal is about the last attempt. So the doubt is about an earlier one. */
const isAboutEarlierAttempt = (error: CallHistory, side: ErrorSide): boolean =>
  mayHaveHappened(error) && side === "client"

/** Returns whether the error is the answer to an earlier call. A rate limit that is exhausted says itself that nothing was sent. */
const isRepeated = ({ _tag, retry_after_ms, sent }: CallHistory): boolean =>
  _tag !== "DiscordRateLimitError" && sent === false && retry_after_ms !== undefined
