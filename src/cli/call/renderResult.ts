import type { JsonObject } from "../JsonObject.ts"
import { renderValue } from "../rendering/renderValue.ts"
import type { RenderOptions } from "../rendering/Style.ts"
import { noticeLines, splitNotices } from "./splitNotices.ts"

/** Renders the complete result of a call for a terminal, followed by the server's notices. */
export const renderResult = (structured: JsonObject, options: RenderOptions): string => {
  const { data, notices } = splitNotices(structured)
  // A result that is not an object is in a single field, `value`.
  const { value, ...rest } = data
  const shown = value !== undefined && Object.keys(rest).length === 0 ? value : data
  return [...renderValue(shown, options), ...noticeLines(notices, options)].join("\n")
}
