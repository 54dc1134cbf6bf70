import { clip } from "../../errors/clip.ts"
import { previewLines } from "../../errors/previewLines.ts"
import { visible } from "../content/invisible.ts"

/** A dialog that scrolls is not read. */
const QUESTION_MAX = 1200

/**
 * A preview as a person is asked about it. What the caller wrote stands in it as
 * data, each on one line and without what cannot be seen.
 */
export const questionOf = (preview: Readonly<Record<string, unknown>>): string =>
  clip(visible((previewLines(preview) ?? []).join("\n")), QUESTION_MAX)
