import { Either, Schema } from "effect"
import { describe } from "../errors/describe.ts"
import { Envelope } from "../errors/Envelope.ts"
import { categoryOf, errorFacts } from "../errors/ErrorCode.ts"
import { type ErrorCategory, errorCategories } from "../errors/fields.ts"
import { fromEnvelope } from "../errors/fromEnvelope.ts"
import { credentialWords, sensitiveWords } from "../text/sanitizeMessage.ts"
import { checkHint } from "./checkHint.ts"
import { checkText } from "./checkText.ts"

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
  const given: Readonly<Record<string, unknown>> = Object(envelope)
  const missing = Object.entries(guaranteed)
    .filter(([name, is]) => !is(given[name]))
    .map(([name]) => `${name} is ${name in given ? "invalid" : "missing"}`)
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
  ...Object.values(errorFacts).map(({ category, code }) => [code, category] as const),
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
