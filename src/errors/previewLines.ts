/** A preview in words, for a person: the text half of a result has them, and so does a question. */
import type { PreviewDetail, PreviewFields } from "./previewArguments.ts"
import { callLines } from "./previewCall.ts"
import { stepLines } from "./previewSteps.ts"
import { toOneLine } from "./sanitizeMessage.ts"

/** The longest preview in words, in characters. What does not fit is neither asked about nor given a token. */
export const PREVIEW_MAX_CHARS = 6000

/** A preview as it is shown: in full where that takes `fullMax` characters at most, else lean; `undefined`: too long. */
export const fittedPreviewLines = (
  preview: PreviewFields,
  fullMax = PREVIEW_MAX_CHARS
): ReadonlyArray<string> | undefined => {
  const full = previewLines(preview, "full")
  if (full === undefined || lengthOf(full) <= fullMax) return full
  const lean = previewLines(preview, "lean")
  return lean === undefined || lengthOf(lean) > PREVIEW_MAX_CHARS ? undefined : lean
}

/** The same for a preview that nobody is to agree to: of one that is too long, its lean lines. */
export const displayPreviewLines = (preview: PreviewFields): ReadonlyArray<string> | undefined =>
  fittedPreviewLines(preview) ?? previewLines(preview, "lean")

/** The lines of a preview; none when it is not one that says what it is about. */
export const previewLines = (
  preview: PreviewFields,
  detail: PreviewDetail = "full"
): ReadonlyArray<string> | undefined => {
  const { arguments: given, steps } = preview
  const lines = Array.isArray(steps)
    ? callLines({ ...preview, arguments: undefined }, detail, stepLines(steps, detail))
    : callLines({ ...preview, arguments: given }, detail)
  return lines?.map(toOneLine)
}

/** Characters of lines in the text half, where they are joined by ` | `. */
const lengthOf = (lines: ReadonlyArray<string>): number => lines.reduce((sum, { length }) => sum + length + 3, 0)
