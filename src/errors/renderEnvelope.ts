import type { Envelope } from "./Envelope.ts"

/** The longest text half, in characters: longer ones are cut by clients, at places not of our choosing. */
export const MAX_TEXT_CHARS = 8000

/**
 * The text half: complete in itself, because some clients show nothing else.
 * The first line classifies, the last lines tell what to do.
 */
export const renderEnvelope = (envelope: Envelope): string => {
  const { code, category, retriable, message, recovery_hint, ...rest } = envelope
  const head = oneLine(`Error ${code} (${category}, ${retriable ? "retriable" : "not retriable"}): ${message}`)
  const tail = oneLine(`Recovery: ${recovery_hint}`)
  const room = MAX_TEXT_CHARS - Math.min(head.length, LINE_MAX) - Math.min(tail.length, LINE_MAX) - 2
  const lines = Object.entries(rest).map(
    ([name, value]) => `${label(name)}: ${clip(oneLine(inline(name, value)), LINE_MAX)}`
  )
  return [clip(head, LINE_MAX), ...fitting(lines, room), clip(tail, LINE_MAX)].join("\n")
}

const LINE_MAX = 2400

const label = (name: string): string => {
  const words = name.replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const inline = (name: string, value: unknown): string => {
  if (name === "validation_issues" && Array.isArray(value)) {
    return value.map((issue) => `${issue.path}: ${issue.message} [${issue.code}]`).join("; ")
  }
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(", ")
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** A line of the text is ours: nothing that was put into a field may look like another one. */
const oneLine = (text: string): string => text.replaceAll(/\s*[\n\r\u2028\u2029]\s*/g, " ")

const clip = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1)}…`)

const MORE = "(more in structuredContent)"

/** All lines, or the shortest of them that fit: what an agent acts on is short, what is long is rather a payload. */
const fitting = (lines: ReadonlyArray<string>, room: number): ReadonlyArray<string> => {
  if (lines.reduce((sum, line) => sum + line.length + 1, 0) <= room) return lines
  const kept = new Set<string>()
  let left = room - MORE.length - 1
  for (const line of lines.toSorted((a, b) => a.length - b.length)) {
    left -= line.length + 1
    if (left < 0) break
    kept.add(line)
  }
  return [...lines.filter((line) => kept.has(line)), MORE]
}
