import { fittedPreviewLines } from "../../errors/previewLines.ts"
import { stripInvisible } from "../../text/stripInvisible.ts"

/**
 * The maximum length of a full preview in characters. A longer preview shows only what the call
 * destroys and grants.
 */
const FULL_MAX = 2400

/**
 * Renders a preview as the question to a person. Returns `undefined` if what the call destroys or
 * grants does not fit. The caller's texts are data: one line each, without invisible characters.
 */
export const questionOf = (preview: Readonly<Record<string, unknown>>): string | undefined => {
  const lines = fittedPreviewLines(preview, FULL_MAX)
  return lines === undefined ? undefined : stripInvisible(lines.join("\n"))
}
