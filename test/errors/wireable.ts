import type { DiscordMcpError } from "../../src/errors/DiscordMcpError.ts"
import { toEnvelope } from "../../src/errors/failureEnvelope.ts"
import { sanitizeMessage } from "../../src/text/sanitizeMessage.ts"

/** The value after JSON encoding, as on the wire. */
export const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/**
 * Whether an error can be decoded to an equal one: JSON changes some values (`undefined`
 * in a preview, for example), and a recovery is sanitized.
 */
export const isWireable = (error: DiscordMcpError): boolean => {
  const recovery = "recovery" in error ? error.recovery : undefined
  const envelope = toEnvelope(error)
  return (
    (recovery === undefined || sanitizeMessage(recovery) === recovery) &&
    JSON.stringify(overTheWire(envelope)) === JSON.stringify(envelope)
  )
}
