import { Either, Predicate, Schema, Struct } from "effect"
import { describe } from "../errors/DiscordMcpError.ts"
import { Envelope } from "../errors/Envelope.ts"
import { categoryOf, errorTraits } from "../errors/ErrorCode.ts"
import { fromEnvelope } from "../errors/failureEnvelope.ts"
import { type ErrorCategory, errorCategories } from "../errors/fields.ts"
import { displayPreviewLines } from "../errors/preview/renderPreview.ts"
import { labelOf, MAX_TEXT_CHARS, MORE_LINE, reportLines } from "../errors/renderEnvelope.ts"
import { credentialWords, sensitiveWords } from "../text/sanitizeMessage.ts"
import { firstChars, toOneLine } from "../text/words.ts"

/** A violation of the envelope contract. */
export interface Violation {
  readonly rule: "shape" | "code" | "category" | "retriable" | "fields" | "hint" | "text" | "leak"
  readonly problem: string
}

/**
 * Checks a failure against the envelope contract. Returns all violations, or an
 * empty list. With `text`, compares structure and text.
 */
export const checkEnvelope = (envelope: unknown, text?: string): ReadonlyArray<Violation> =>
  Either.match(decode(envelope), {
    onLeft: () => shapeOf(envelope),
    onRight: (decoded) => [
      ...checkFacts(decoded),
      ...checkHint(decoded.recovery_hint).map((problem) => ({ rule: "hint" as const, problem })),
      ...checkLeaks(decoded, text ?? ""),
      ...(text === undefined ? [] : checkText(decoded, text)).map((problem) => ({ rule: "text" as const, problem }))
    ]
  })

const decode = Schema.decodeUnknownEither(Envelope)

/**
 * Reports guaranteed fields that are missing or invalid. If there are none, reports another field
 * with the wrong type.
 */
const shapeOf = (envelope: unknown): ReadonlyArray<Violation> => {
  const fields: Readonly<Record<string, unknown>> = Object(envelope)
  const missing = Object.entries(guaranteed)
    .filter(([name, is]) => !is(fields[name]))
    .map(([name]) => `${name} is ${name in fields ? "invalid" : "missing"}`)
  const problems = missing.length > 0 ? missing : ["a field has the wrong type"]
  return problems.map((problem) => ({ rule: "shape", problem }))
}

const isText = (value: unknown): boolean => typeof value === "string" && value.length > 0

const guaranteed: Readonly<Record<string, (value: unknown) => boolean>> = {
  code: isText,
  retriable: (value) => typeof value === "boolean",
  message: isText,
  recovery_hint: isText,
  category: (value) => errorCategories.some((category) => category === value)
}

const checkFacts = (envelope: Envelope): ReadonlyArray<Violation> => {
  const ofCode = categories.get(envelope.code)
  const category = Either.match(fromEnvelope(envelope), { onLeft: () => ofCode, onRight: categoryOf })
  if (ofCode === undefined) return [{ rule: "code", problem: `${envelope.code} is not a known code` }]
  const violations: Array<Violation> = []
  if (envelope.category !== category) {
    violations.push({ rule: "category", problem: `${envelope.code} is ${category}, not ${envelope.category}` })
  }
  if (envelope.retriable && envelope.outcome_unknown === true) {
    violations.push({ rule: "retriable", problem: "an error with outcome_unknown is not retriable" })
  }
  if (envelope.code === INTERNAL_ERROR) {
    if (envelope.retriable) violations.push({ rule: "retriable", problem: "an internal error is not retriable" })
    if (!isText(envelope.incident_id))
      violations.push({ rule: "fields", problem: "an internal error needs an incident_id" })
    return violations
  }
  return [...violations, ...checkFields(envelope)]
}

const INTERNAL_ERROR = "INTERNAL_ERROR"

const categories: ReadonlyMap<string, ErrorCategory> = new Map([
  ...Object.values(errorTraits).map(({ category, code }) => [code, category] as const),
  [INTERNAL_ERROR, "internal"] as const
])

/** Decodes the envelope to an error and compares its `retriable`. */
const checkFields = (envelope: Envelope): ReadonlyArray<Violation> =>
  Either.match(fromEnvelope(envelope), {
    onLeft: ({ message }) => [{ rule: "fields", problem: `not the fields of ${envelope.code}: ${message}` }],
    onRight: (error) => {
      const { retriable } = describe(error)
      return retriable === envelope.retriable
        ? []
        : [{ rule: "retriable", problem: `with these fields it ${retriable ? "is" : "is not"} retriable` }]
    }
  })

/** Checks that message and hint contain no server internals, and that no field contains a credential. */
const checkLeaks = (envelope: Envelope, text: string): ReadonlyArray<Violation> => {
  const sentences = [envelope.message, envelope.recovery_hint].flatMap(sensitiveWords)
  const anywhere = [...stringsIn(envelope), text].flatMap(credentialWords)
  // The report shows only the start of the word, so that the report does not leak the word again.
  return [...new Set([...sentences, ...anywhere])].map((leak) => ({
    rule: "leak",
    problem: `a word of ${leak.length} characters that starts with ${JSON.stringify(leak.slice(0, 4))}`
  }))
}

const stringsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/**
 * Returns the problems of the text of an envelope. The text must fit the limit, have only known
 * lines, and contain every field of the structure. Long values can be visibly truncated.
 */
const checkText = (envelope: Envelope, text: string): ReadonlyArray<string> => {
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

/** Verbs that a hint can start with. */
export const imperatives: ReadonlySet<string> = new Set(
  `Accept Add Allow Answer Ask Assign Attach Call Cancel Change Check Choose Clear Close Confirm Connect Continue Correct
  Create Delete Disable Disconnect Do Drop Edit Enable End Fetch Fill Find Finish Fix Follow Give Go Grant Include Invite
  Join Keep Leave Let Lift List Look Lower Make Mark Merge Move Name Narrow Omit Open Pass Pick Place Post Provide Publish
  Put Raise Read Reduce Refresh Remove Rename Reopen Repeat Replace Reply Report Request Resend Resize Restore Retry
  Search Select Send Set Shorten Show Shrink Skip Split Start Stop Submit Switch Take Tell Transfer Try Turn Unarchive
  Unban Unlock Unpin Update Upload Use Verify Wait Write`.split(/\s+/)
)

/** Minimum number of words in a hint. */
const MIN_WORDS = 5

/** Returns the problems of a hint. A hint starts with an imperative verb and has at least five words. */
export const checkHint = (hint: string): ReadonlyArray<string> => {
  const words = hint.trim().split(/\s+/)
  const first = (words[0] ?? "").replace(/[:,]$/, "")
  return [
    ...(imperatives.has(first) ? [] : [`it starts with ${JSON.stringify(firstChars(first, 40))}, not with a verb`]),
    ...(words.length < MIN_WORDS ? [`it has ${words.length} words; a next step needs at least ${MIN_WORDS}`] : [])
  ]
}
