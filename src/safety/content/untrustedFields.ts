import { trustedFieldNames, untrustedFieldNames, untrustedMapNames } from "./untrustedFieldNames.ts"

/**
 * Returns the patterns of the fields in a result that people wrote: `items[].content`.
 * `[]` is every item of a list, `*` every name in a record, `**` any depth. The list is
 * sorted and bounded: too many patterns become last names (`**.content`), and too many
 * of those become `**`.
 */
export const untrustedFields = (result: unknown): ReadonlyArray<string> => {
  const found = new Set<string>()
  walk(result, top, found)
  return limitPatterns([...found])
}

/** Does the same for a failure in any dialect. Only its preview and the results of plan steps are untrusted. */
export const untrustedInFailure = (failure: unknown): ReadonlyArray<string> => {
  const found = new Set<string>()
  walk(failure, { ...top, trust: "trusted" }, found)
  return limitPatterns([...found])
}

/** The most patterns, and the most characters of all patterns together. */
export const MAX_PATTERNS = 30
const MAX_CHARS = 1000

/** A position in a value: its pattern, its field name, its parent's name, and whether its text is trusted. */
interface Position {
  readonly pattern: string
  readonly name: string
  readonly parent: string
  /** `by_name`: the field name decides. */
  readonly trust: "trusted" | "by_name" | "untrusted"
}

const top: Position = { pattern: "", name: "", parent: "", trust: "by_name" }

const walk = (value: unknown, position: Position, found: Set<string>): void => {
  if (typeof value === "string") {
    if (isUntrusted(value, position)) found.add(position.pattern)
  } else if (Array.isArray(value)) {
    const inside = { ...position, pattern: `${position.pattern}[]` }
    for (const item of value) walk(item, inside, found)
  } else if (typeof value === "object" && value !== null) {
    const trust = position.trust === "by_name" && isEnvelope(value) ? "trusted" : position.trust
    for (const [name, item] of Object.entries(value)) walk(item, below({ ...position, trust }, name), found)
  }
}

const below = ({ name: parent, pattern, trust }: Position, name: string): Position => ({
  name,
  parent,
  pattern: joined(pattern, trust === "untrusted" || !NAME.test(name) ? "*" : name),
  trust:
    trust === "trusted"
      ? resultFields.has(name)
        ? "by_name"
        : "trusted"
      : untrustedMapNames.has(name)
        ? "untrusted"
        : trust
})

/** Fields of a failure that contain results. */
const resultFields: ReadonlySet<string> = new Set(["preview", "report"])

/** Matches a field name, as opposed to an id or a text used as a key. */
const NAME = /^[A-Za-z_]\w{0,39}$/

const joined = (pattern: string, name: string): string => (pattern === "" ? name : `${pattern}.${name}`)

const isUntrusted = (text: string, { parent, name, trust }: Position): boolean => {
  if (trust === "trusted" || text === "" || ID.test(text)) return false
  if (trust === "untrusted") return true
  return (
    untrustedFieldNames.has(name) ||
    untrustedFieldNames.has(`${parent}.${name}`) ||
    (readsAsText(text) && !trustedFieldNames.has(name))
  )
}

const ID = /^\d{17,20}$/

/** Whether a text has several words or non-ASCII characters. Under an unlisted name such a text is untrusted. */
const readsAsText = (text: string): boolean => !/^[\x21-\x7e]*$/.test(text)

/** Whether a value is the failure of a step in a plan's report. */
const isEnvelope = (value: object): boolean =>
  "code" in value && "recovery_hint" in value && typeof value.recovery_hint === "string"

const limitPatterns = (patterns: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (fits(patterns)) return patterns.toSorted()
  const names = [...new Set(patterns.map((pattern) => `**.${pattern.slice(pattern.lastIndexOf(".") + 1)}`))]
  return fits(names) ? names.toSorted() : ["**"]
}

const fits = (patterns: ReadonlyArray<string>): boolean =>
  patterns.length <= MAX_PATTERNS && patterns.join().length <= MAX_CHARS
