import type { DiscordMcpError } from "../../src/errors/DiscordMcpError.ts"
import { sanitizeMessage } from "../../src/errors/sanitizeMessage.ts"
import { toEnvelope } from "../../src/errors/toEnvelope.ts"

/** What JSON keeps of a value: the wire between the two ends. */
export const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/**
 * Whether an error can come back as it was: JSON changes some values (`undefined`
 * in a preview, say), and of a recovery is told only what may be.
 */
export const isWireable = (error: DiscordMcpError): boolean => {
  const recovery = "recovery" in error ? error.recovery : undefined
  const envelope = toEnvelope(error)
  return (
    (recovery === undefined || sanitizeMessage(recovery) === recovery) &&
    JSON.stringify(overTheWire(envelope)) === JSON.stringify(envelope)
  )
}
