import { Schema } from "effect"
import type { Description } from "./ErrorTraits.ts"
import { Milliseconds, optional } from "./fields.ts"
import { describeProxyFailure } from "./proxyFailure.ts"

/** Why a recording was not turned into text. Waiting can help with `rate_limited`, `timeout`, `unreachable` and `failing`. */
export const transcriptionReasons = [
  "key_refused",
  "rate_limited",
  "timeout",
  "unreachable",
  "redirected",
  "refused",
  "too_large",
  "too_long",
  "failing",
  "invalid_response"
] as const

/** Why a recording was not turned into text. */
export type TranscriptionReason = (typeof transcriptionReasons)[number]

/** The fields of `TranscriptionUnavailable`. */
export const transcriptionFields = {
  reason: Schema.Literal(...transcriptionReasons),
  status: optional(Schema.Int),
  network: optional(Schema.String),
  retry_after_ms: optional(Milliseconds)
}

type TranscriptionFields = Schema.Struct.Type<typeof transcriptionFields>

/** Returns whether waiting helps. */
export const isTranscriptionPassing = ({ network, reason }: TranscriptionFields): boolean =>
  reason === "rate_limited" ||
  reason === "timeout" ||
  reason === "failing" ||
  (reason === "unreachable" && describeProxyFailure(network)?.transient !== false)

/** Describes why a recording has no transcript. */
export const describeTranscription = (error: TranscriptionFields): Description => {
  const [cause, hint] = texts[error.reason](error)
  const wait = error.retry_after_ms === undefined ? "a minute" : `${error.retry_after_ms} ms`
  return {
    retriable: isTranscriptionPassing(error),
    message: `The recording was not transcribed: ${cause}.`,
    recovery_hint: hint ?? `Retry in ${wait}. If it fails again, tell the operator.`
  }
}

type Text = (e: TranscriptionFields) => readonly [cause: string, hint?: string]

const SERVICE = "the service of MCP_TRANSCRIBE_URL"

const status = (e: TranscriptionFields): string => (e.status === undefined ? "" : ` (HTTP ${e.status})`)

/** The cause, and the hint where waiting does not help. */
const texts: Readonly<Record<TranscriptionReason, Text>> = {
  key_refused: (e) => [
    `${SERVICE} does not accept the key${status(e)}`,
    "Do not retry. Tell the operator to put a valid key into the file of MCP_TRANSCRIBE_KEY_FILE, and to restart the server."
  ],
  rate_limited: (e) => [`${SERVICE} takes no more requests now, or the account has no credit left${status(e)}`],
  timeout: () => [`${SERVICE} did not answer in time`],
  unreachable: (e) => {
    const proxy = describeProxyFailure(e.network)
    return proxy === undefined
      ? [`${SERVICE} cannot be reached${e.network === undefined ? "" : ` (${e.network})`}`]
      : [`${SERVICE} cannot be reached`, `Tell the operator: ${proxy.message} ${proxy.hint}`]
  },
  redirected: (e) => [
    `${SERVICE} redirects${status(e)}, and recordings are not sent to another address`,
    "Do not retry. Tell the operator to set MCP_TRANSCRIBE_URL to the last address."
  ],
  refused: (e) => [
    `${SERVICE} refuses the request${status(e)}`,
    "Do not retry. Tell the operator to check MCP_TRANSCRIBE_URL and MCP_TRANSCRIBE_MODEL, and that the service takes this format of audio."
  ],
  too_large: (e) => [`it is too large${status(e)}`, "Do not retry. Give the user the link of the recording."],
  too_long: () => ["it is longer than 30 minutes", "Do not retry. Give the user the link of the recording."],
  failing: (e) => [`${SERVICE} is failing${status(e)}`],
  invalid_response: (e) => [
    `the response of ${SERVICE}${status(e)} has no text as JSON`,
    "Do not retry. Tell the operator to check that MCP_TRANSCRIBE_URL is the address of /v1/audio/transcriptions."
  ]
}
