/** The facts about a call that errors of any class can have: whether it was sent, and whether it may have happened. */
import { counted } from "../text/words.ts"
import type { DiscordMcpError } from "./DiscordMcpError.ts"
import { errorTraits } from "./ErrorCode.ts"

/** Whether the same call may be retried, what happened, and what to do. */
export interface Description {
  readonly retriable: boolean
  readonly message: string
  readonly recovery_hint: string
}

/** Adds the facts about the call to the description of the error. No hint hides another. */
export const withCallFacts = (
  error: DiscordMcpError,
  { message, recovery_hint, retriable }: Description
): Description => {
  const { first, last } = stepsOf(error)
  return {
    retriable: retriable && !mayHaveHappened(error) && sentParts(error) === undefined,
    message: `${message}${isRepeated(error) ? NOT_SENT : ""}${isAboutEarlierAttempt(error) ? EARLIER_ATTEMPT : ""}${sentPartsText(error)}`,
    recovery_hint: `${first}${recovery_hint}${last}`
  }
}

/** Returns the hint of the error itself: a hint without the steps that `withCallFacts` adds. */
export const ownHintOf = (error: DiscordMcpError, hint: string): string => {
  const { first, last } = stepsOf(error)
  return hint.slice(
    hint.startsWith(first) ? first.length : 0,
    hint.endsWith(last) ? hint.length - last.length : undefined
  )
}

/** Returns the steps before and after the hint of the error. */
const stepsOf = (error: DiscordMcpError) => ({
  first: mayHaveHappened(error) ? CHECK_FIRST : "",
  last: `${
    isRepeated(error) && error.retry_after_ms !== undefined
      ? ` The server sends such a call again in ${error.retry_after_ms} ms.`
      : ""
  }${continuation(error)}`
})

const sentParts = (error: DiscordMcpError) => ("sent_parts" in error ? error.sent_parts : undefined)

const sentPartsText = (error: DiscordMcpError): string => {
  const sent = sentParts(error)
  if (sent === undefined) return ""
  const { message_ids, next_part, parts } = sent
  return ` The call had sent ${counted(message_ids.length, "message")} before, up to part ${next_part - 1} of ${parts}; they stay.`
}

/** Says how to send the other parts of a split message. */
const continuation = (error: DiscordMcpError): string => {
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

const mayHaveHappened = (error: DiscordMcpError): boolean =>
  "outcome_unknown" in error && error.outcome_unknown === true

/** A refusal is about the last attempt. So the doubt is about an earlier one. */
const isAboutEarlierAttempt = (error: DiscordMcpError): boolean =>
  mayHaveHappened(error) && errorTraits[error._tag].side === "client"

/** An error that is the answer to an earlier call. */
type Repeated = Extract<DiscordMcpError, { readonly sent?: false }>

const isRepeated = (error: DiscordMcpError): error is Repeated =>
  error._tag !== "DiscordRateLimitError" &&
  "sent" in error &&
  error.sent === false &&
  error.retry_after_ms !== undefined
