import { Either, Schema } from "effect"
import { describe } from "../errors/describe.ts"
import { Envelope } from "../errors/Envelope.ts"
import { errorFacts } from "../errors/ErrorCode.ts"
import { type ErrorCategory, errorCategories } from "../errors/fields.ts"
import { fromEnvelope } from "../errors/fromEnvelope.ts"
import { credentialWords, sensitiveWords } from "../errors/sanitizeMessage.ts"
import { checkHint } from "./checkHint.ts"
import { checkText } from "./checkText.ts"

/** What can be wrong with a failure that a caller is told. */
export interface Violation {
  readonly rule: "shape" | "code" | "category" | "retriable" | "fields" | "hint" | "text" | "leak"
  readonly problem: string
}

/**
 * Holds a failure to the contract of the envelope and tells all that is wrong
 * with it; an empty list is a pass. With the text, both halves are compared.
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

/** The guaranteed fields, each by itself; else what the schema says of the others. */
const shapeOf = (envelope: unknown): ReadonlyArray<Violation> => {
  const given: Readonly<Record<string, unknown>> = Object(envelope)
  const missing = Object.entries(guaranteed)
    .filter(([name, is]) => !is(given[name]))
    .map(([name]) => `${name} is ${name in given ? "not what it must be" : "missing"}`)
  const problems = missing.length > 0 ? missing : ["a field is not of its type"]
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
  const category = categoryOf.get(envelope.code)
  if (category === undefined) return [{ rule: "code", problem: `${envelope.code} is no code of the union` }]
  const violations: Array<Violation> = []
  if (envelope.category !== category) {
    violations.push({ rule: "category", problem: `${envelope.code} is ${category}, not ${envelope.category}` })
  }
  if (envelope.retriable && envelope.outcome_unknown === true) {
    violations.push({ rule: "retriable", problem: "what may have happened must not be repeated" })
  }
  if (envelope.code === INTERNAL_ERROR) {
    if (envelope.retriable) violations.push({ rule: "retriable", problem: "a bug is not retriable" })
    if (!isText(envelope.incident_id)) violations.push({ rule: "fields", problem: "a bug needs its incident_id" })
    return violations
  }
  return [...violations, ...checkFields(envelope)]
}

const INTERNAL_ERROR = "INTERNAL_ERROR"

const categoryOf: ReadonlyMap<string, ErrorCategory> = new Map([
  ...Object.values(errorFacts).map(({ category, code }) => [code, category] as const),
  [INTERNAL_ERROR, "internal"] as const
])

/** With the fields of its class the envelope is an error again, and that error knows whether it is retriable. */
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

/** Sentences tell nothing from inside the server, and nothing else tells a credential. */
const checkLeaks = (envelope: Envelope, text: string): ReadonlyArray<Violation> => {
  const sentences = [envelope.message, envelope.recovery_hint].flatMap(sensitiveWords)
  const anywhere = [...stringsIn(envelope), text].flatMap(credentialWords)
  // The word itself is not repeated: a report of a leak must not be one.
  return [...new Set([...sentences, ...anywhere])].map((leak) => ({
    rule: "leak",
    problem: `a word of ${leak.length} characters that starts with ${JSON.stringify(leak.slice(0, 4))}`
  }))
}

const stringsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
