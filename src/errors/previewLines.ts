/** Formats a preview for people: for the text of a result and for a confirmation question. */
import type { PreviewDetail, PreviewFields } from "./previewArguments.ts"
import { callLines } from "./previewCall.ts"
import { stepLines } from "./previewSteps.ts"
import { toOneLine } from "./sanitizeMessage.ts"

/** The maximum length of a formatted preview, in characters. A longer preview gets neither a question nor a token. */
export const PREVIEW_MAX_CHARS = 6000

/** Formats a preview in full if that takes at most `fullMax` characters, else lean; `undefined` if both are too long. */
export const fittedPreviewLines = (
  preview: PreviewFields,
  fullMax = PREVIEW_MAX_CHARS
): ReadonlyArray<string> | undefined => {
  const full = previewLines(preview, "full")
  if (full === undefined || lengthOf(full) <= fullMax) return full
  const lean = previewLines(preview, "lean")
  return lean === undefined || lengthOf(lean) > PREVIEW_MAX_CHARS ? undefined : lean
}

/** Formats a preview that needs no consent: lean if it is too long. */
export const displayPreviewLines = (preview: PreviewFields): ReadonlyArray<string> | undefined =>
  fittedPreviewLines(preview) ?? previewLines(preview, "lean")

/** Returns the lines of a preview; `undefined` if it has no action. */
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

/** Counts the characters of lines joined by ` | `. */
const lengthOf = (lines: ReadonlyArray<string>): number => lines.reduce((sum, { length }) => sum + length + 3, 0)
