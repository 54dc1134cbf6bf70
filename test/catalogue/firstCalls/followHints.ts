/** Follows the hints of a refusal as a model would, by what they say alone. */
import type { ValidationIssue } from "../../../src/errors/fields.ts"

type Values = Readonly<Record<string, unknown>>

/** What a model knows besides the refusal: the fields of the schema, and the ids it has read. */
export interface Context {
  readonly fields: ReadonlyArray<string>
  readonly ids: ReadonlyArray<string>
}

/** Returns the input that the issues ask for, or `undefined` if they do not say what to send. */
export const followHints = (
  input: Values,
  issues: ReadonlyArray<ValidationIssue>,
  context: Context
): Values | undefined => {
  // An issue of a field that was not sent is about the field that stood for it.
  const isRenamed = issues.some(({ path }) => context.fields.includes(path) && !(path in input))
  const start = isRenamed
    ? Object.fromEntries(Object.entries(input).filter(([name]) => context.fields.includes(name)))
    : input
  const fixed = issues.reduce<unknown>((value, issue) => fix(value, stepsOf(issue.path), issue.message, context), start)
  return fixed === start ? undefined : (fixed as Values) // an object stays one
}

const stepsOf = (path: string): ReadonlyArray<string> => path.split(/[.[\]]+/).filter((step) => step !== "")

/** Changes the place of a path. */
const fix = (value: unknown, [step, ...rest]: ReadonlyArray<string>, message: string, context: Context): unknown => {
  if (step === undefined || typeof value !== "object" || value === null) return value
  const given: unknown = Reflect.get(value, step)
  if (rest.length > 0) {
    const next = fix(given, rest, message, context)
    return Object.is(given, next) ? value : replace(value, step, next)
  }
  for (const [hint, change] of hints) {
    const [found, first = "", second = ""] = hint.exec(message) ?? []
    if (found !== undefined) return change({ object: value, field: step, given, first, second, context })
  }
  return value
}

/** A field with its problem, and the parts of the hint. */
interface Problem {
  readonly object: object
  readonly field: string
  readonly given: unknown
  readonly first: string
  readonly second: string
  readonly context: Context
}

const replace = (object: object, field: string, value: unknown): object =>
  Array.isArray(object) ? object.with(Number(field), value) : { ...object, [field]: value }

const without = ({ field, object }: Problem): object =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== field))

const rename = (problem: Problem): object => ({ ...without(problem), [problem.first]: problem.given })

/** The problem in a message, and the requested value. */
const hints: ReadonlyArray<readonly [RegExp, (problem: Problem) => object]> = [
  [
    /to clear it, send clear: (\[.*?\])/,
    (problem) => ({
      ...without(problem),
      clear: [...[Reflect.get(problem.object, "clear") ?? []].flat(), ...JSON.parse(problem.first)]
    })
  ],
  [/is not a field of this tool; did you mean (\w+)\?/, rename],
  [/is not a field of this tool/, without],
  [/can mean (\w+) or /, rename],
  [/means \w+, which has another value/, without],
  [/cannot be set together with /, without],
  [/, or (\[\]) for none/, ({ field, object }) => replace(object, field, [])],
  [/; did you mean (\w+)\?/, ({ field, first, object }) => replace(object, field, first)],
  [/must be one of ([^\s,]+)/, ({ field, first, object }) => replace(object, field, first)],
  [
    /must be a whole number from (-?\d+) to (-?\d+)/,
    ({ field, first, given, object, second }) =>
      replace(object, field, Math.min(Number(second), Math.max(Number(first), Number(given) || 0)))
  ],
  [
    /such as \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\S+)/,
    ({ field, first, given, object }) => replace(object, field, `${given}${first}`)
  ],
  [
    /Put it in quotes/,
    ({ context, field, given, object }) =>
      replace(object, field, context.ids.find((id) => Number(id) === given) ?? String(given))
  ]
]
