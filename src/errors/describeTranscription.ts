import type { Description } from "./callFacts.ts"
import { describeProxyFailure } from "./proxyFailure.ts"
import { isTranscriptionPassing, type TranscriptionReason, type TranscriptionUnavailable } from "./ServerErrors.ts"

/** Describes why a recording has no transcript. */
export const describeTranscription = (error: TranscriptionUnavailable): Description => {
  const [cause, hint] = texts[error.reason](error)
  const wait = error.retry_after_ms === undefined ? "a minute" : `${error.retry_after_ms} ms`
  return {
    retriable: isTranscriptionPassing(error),
    message: `The recording was not transcribed: ${cause}.`,
    recovery_hint: hint ?? `Retry in ${wait}. If it fails again, tell the operator.`
  }
}

type Text = (e: TranscriptionUnavailable) => readonly [cause: string, hint?: string]

const SERVICE = "the service of MCP_TRANSCRIBE_URL"

const status = (e: TranscriptionUnavailable): string => (e.status === undefined ? "" : ` (HTTP ${e.status})`)

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
