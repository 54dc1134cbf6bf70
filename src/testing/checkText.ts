import { Predicate, Struct } from "effect"
import type { Envelope } from "../errors/Envelope.ts"
import { labelOf, MAX_TEXT_CHARS, MORE_LINE } from "../errors/renderEnvelope.ts"
import { reportLines } from "../errors/reportLines.ts"
import { displayPreviewLines } from "../preview/renderPreview.ts"
import { firstChars, toOneLine } from "../text/words.ts"

/**
 * Returns the problems of the text of an envelope. The text must fit the limit, have only known
 * lines, and contain every field of the structure. Long values can be visibly truncated.
 */
export const checkText = (envelope: Envelope, text: string): ReadonlyArray<string> => {
  const { category, code, message, recovery_hint, retriable, ...rest } = envelope
  const fields = Object.fromEntries(Object.entries(rest).filter(([name]) => !structureOnly.has(name)))
  const lines = text.split("\n")
  const head = `Error ${code} (${category}, ${retriable ? "retriable" : "not retriable"}): ${toOneLine(message)}`
  const problems: Array<string> = []
  if (text.length > MAX_TEXT_CHARS) problems.push(`it has ${text.length} characters, more than ${MAX_TEXT_CHARS}`)
  if (!matches(lines[0], head)) problems.push("its first line is not code, category, retriable and message")
  if (!matches(lines.at(-1), `Recovery: ${toOneLine(recovery_hint)}`)) problems.push("its last line is not the hint")
  const shortened = lines.includes(MORE_LINE)
  for (const [name, value] of Object.entries(fields)) {
    const line = lines.find((one) => one.startsWith(`${labelOf(name)}: `))
    if (line !== undefined) problems.push(...missingFacts(name, value, line))
    else if (!shortened || isShort(value)) problems.push(`it does not tell ${name}`)
  }
  // Step results of a plan have separate lines.
  const steps = reportLines(fields.report)
  problems.push(...steps.filter((step) => !shortened && !lines.includes(step)).map((step) => `it lacks: ${step}`))
  const labels = Object.keys(rest).map((name) => `${labelOf(name)}: `)
  const isOurs = (line: string) =>
    line === MORE_LINE || steps.includes(line) || labels.some((label) => line.startsWith(label))
  const foreign = lines.slice(1, -1).filter((line) => !isOurs(line))
  return [...problems, ...foreign.map((line) => `it has a line of no field: ${JSON.stringify(firstChars(line, 40))}`)]
}

/** Fields that describe the structure. In the text, delimiters replace them. */
const structureOnly: ReadonlySet<string> = new Set(["untrusted_fields", "notice"])

/** Maximum JSON length of a field that the text must not omit or truncate. */
const SHORT_CHARS = 100

const isShort = (value: unknown): boolean => JSON.stringify(value).length <= SHORT_CHARS

/** Returns whether a line ends with an ellipsis, before any closing delimiter. */
const isCut = (line: string): boolean => /…(?:<\/[\w-]+ [\da-f]+>)?$/.test(line)

const matches = (line: string | undefined, whole: string): boolean =>
  line === whole || (line !== undefined && isCut(line) && whole.startsWith(line.slice(0, -1)))

const missingFacts = (name: string, value: unknown, line: string): ReadonlyArray<string> =>
  isCut(line) && !isShort(value)
    ? []
    : factsOf(name, value)
        .filter(
          (leaf) => !line.includes(toOneLine(leaf)) && !line.includes(toOneLine(JSON.stringify(leaf).slice(1, -1)))
        )
        .map((leaf) => `its line of ${name} does not say ${JSON.stringify(firstChars(leaf, 40))}`)

/**
 * Returns the facts that a line must contain. For a preview with display lines, the line must
 * contain the display lines instead.
 */
const factsOf = (name: string, value: unknown): ReadonlyArray<string> =>
  (name === "preview" ? displayPreviewLines(value) : undefined) ?? leaves(value)

/** Returns all leaf values as text. The message of a validation issue says in words what its `fix` says as data. */
const leaves = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(leaves)
  if (Predicate.isReadonlyRecord(value)) return Object.values(Struct.omit(value, "fix")).flatMap(leaves)
  return value === undefined ? [] : [String(value)]
}
