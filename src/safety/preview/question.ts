import { fittedPreviewLines } from "../../errors/previewLines.ts"
import { stripInvisible } from "../content/stripInvisible.ts"

/** A question up to so many characters explains; a longer one says what is destroyed and granted, and no more. */
const FULL_MAX = 2400

/**
 * A preview as a person is asked about it; `undefined` where what it destroys or grants
 * does not fit. What the caller wrote stands in it as data, each on one line and without
 * what cannot be seen.
 */
export const questionOf = (preview: Readonly<Record<string, unknown>>): string | undefined => {
  const lines = fittedPreviewLines(preview, FULL_MAX)
  return lines === undefined ? undefined : stripInvisible(lines.join("\n"))
}
