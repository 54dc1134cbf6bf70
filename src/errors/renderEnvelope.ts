import type { Envelope } from "./Envelope.ts"
import { displayPreviewLines, PREVIEW_MAX_CHARS } from "./previewLines.ts"
import { reportLines } from "./reportLines.ts"
import { toOneLine } from "./sanitizeMessage.ts"
import { truncate } from "./truncate.ts"

/** The longest text half, in characters: longer ones are cut by clients, at places not of our choosing. */
export const MAX_TEXT_CHARS = 8000

/**
 * The text half: complete in itself, because some clients show nothing else.
 * The first line classifies, the last lines tell what to do. `enclose` marks, by
 * its name, what of a field is not ours.
 */
export const renderEnvelope = (
  envelope: Envelope,
  enclose: (name: string, text: string) => string = (_, text) => text
): string => {
  const { code, category, retriable, message, recovery_hint, ...rest } = envelope
  const head = toOneLine(`Error ${code} (${category}, ${retriable ? "retriable" : "not retriable"}): ${message}`)
  const tail = toOneLine(`Recovery: ${recovery_hint}`)
  const room = MAX_TEXT_CHARS - Math.min(head.length, LINE_MAX) - Math.min(tail.length, LINE_MAX) - 2
  const lines = Object.entries(rest).flatMap(([name, value]) => [
    // How the steps of a plan ended is ours; what they gave is not.
    ...(name === "report" ? reportLines(value) : []),
    `${labelOf(name)}: ${enclose(name, truncate(toOneLine(inlineValue(name, value)), name === "preview" ? PREVIEW_MAX_CHARS : LINE_MAX))}`
  ])
  return [truncate(head, LINE_MAX), ...fitting(lines, room), truncate(tail, LINE_MAX)].join("\n")
}

const LINE_MAX = 2400

/** What a line of the text starts with, before its colon: `retry_after_ms` is "Retry after ms". */
export const labelOf = (name: string): string => {
  const words = name.replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const inlineValue = (name: string, value: unknown): string => {
  if (name === "validation_issues" && Array.isArray(value)) {
    return value.map((issue) => `${issue.path}: ${issue.message} [${issue.code}]`).join("; ")
  }
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(", ")
  if (name === "preview") {
    return displayPreviewLines(Object(value))?.join(" | ") ?? JSON.stringify(value)
  }
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** The line that stands for those that did not fit. */
export const MORE_LINE = "(more in structuredContent)"

/** All lines, or the shortest of them that fit: what an agent acts on is short, what is long is rather a payload. */
const fitting = (lines: ReadonlyArray<string>, room: number): ReadonlyArray<string> => {
  if (lines.reduce((sum, line) => sum + line.length + 1, 0) <= room) return lines
  const kept = new Set<string>()
  let left = room - MORE_LINE.length - 1
  for (const line of lines.toSorted((a, b) => a.length - b.length)) {
    left -= line.length + 1
    if (left < 0) break
    kept.add(line)
  }
  return [...lines.filter((line) => kept.has(line)), MORE_LINE]
}
