import type { Envelope } from "../errors/Envelope.ts"
import { displayPreviewLines } from "../errors/previewLines.ts"
import { labelOf, MAX_TEXT_CHARS, MORE_LINE } from "../errors/renderEnvelope.ts"
import { reportLines } from "../errors/reportLines.ts"
import { toOneLine } from "../errors/sanitizeMessage.ts"
import { firstChars } from "../errors/truncate.ts"

/**
 * What is wrong with the text half: it must fit, have no line but ours, and
 * say of every field what the structure says. What is long may be cut, visibly.
 */
export const checkText = (envelope: Envelope, text: string): ReadonlyArray<string> => {
  const { category, code, message, recovery_hint, retriable, ...rest } = envelope
  const fields = Object.fromEntries(Object.entries(rest).filter(([name]) => !marks.has(name)))
  const lines = text.split("\n")
  const head = `Error ${code} (${category}, ${retriable ? "retriable" : "not retriable"}): ${toOneLine(message)}`
  const problems: Array<string> = []
  if (text.length > MAX_TEXT_CHARS) problems.push(`it has ${text.length} characters, more than ${MAX_TEXT_CHARS}`)
  if (!says(lines[0], head)) problems.push("its first line is not code, category, retriable and message")
  if (!says(lines.at(-1), `Recovery: ${toOneLine(recovery_hint)}`)) problems.push("its last line is not the hint")
  const shortened = lines.includes(MORE_LINE)
  for (const [name, value] of Object.entries(fields)) {
    const line = lines.find((one) => one.startsWith(`${labelOf(name)}: `))
    if (line !== undefined) problems.push(...unsaid(name, value, line))
    else if (!shortened || isShort(value)) problems.push(`it does not tell ${name}`)
  }
  // How the steps of a plan ended has lines of its own.
  const steps = reportLines(fields.report)
  problems.push(...steps.filter((step) => !shortened && !lines.includes(step)).map((step) => `it lacks: ${step}`))
  const labels = Object.keys(rest).map((name) => `${labelOf(name)}: `)
  const isOurs = (line: string) =>
    line === MORE_LINE || steps.includes(line) || labels.some((label) => line.startsWith(label))
  const foreign = lines.slice(1, -1).filter((line) => !isOurs(line))
  return [...problems, ...foreign.map((line) => `it has a line of no field: ${JSON.stringify(firstChars(line, 40))}`)]
}

/** What the structure says of itself: in the text a fence stands for it. */
const marks: ReadonlySet<string> = new Set(["untrusted_fields", "notice"])

/** How long a field is, in characters of JSON, that an agent acts on and that is never left out. */
const SHORT_CHARS = 100

const isShort = (value: unknown): boolean => JSON.stringify(value).length <= SHORT_CHARS

/** Its last sign, but for the mark of a fence around it. */
const isCut = (line: string): boolean => /…(?:<\/[\w-]+ [\da-f]+>)?$/.test(line)

const says = (line: string | undefined, whole: string): boolean =>
  line === whole || (line !== undefined && isCut(line) && whole.startsWith(line.slice(0, -1)))

const unsaid = (name: string, value: unknown, line: string): ReadonlyArray<string> =>
  isCut(line) && !isShort(value)
    ? []
    : factsOf(name, value)
        .filter(
          (leaf) => !line.includes(toOneLine(leaf)) && !line.includes(toOneLine(JSON.stringify(leaf).slice(1, -1)))
        )
        .map((leaf) => `its line of ${name} does not say ${JSON.stringify(firstChars(leaf, 40))}`)

/** A preview that is written for a person to read is told in those words. */
const factsOf = (name: string, value: unknown): ReadonlyArray<string> =>
  (name === "preview" ? displayPreviewLines(Object(value)) : undefined) ?? leaves(value)

/** The facts within a value, as they are written. */
const leaves = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(leaves)
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leaves)
  return value === undefined ? [] : [String(value)]
}
