import { ourFields, peoplesFields, peoplesMaps } from "./fieldNames.ts"

/**
 * Where in a result stands what people wrote, as patterns: `items[].content`. `[]`
 * is every item of a list, `*` every name in a record, and `**` any depth. Sorted,
 * and bounded: of too many, only the last names are told (`**.content`), and of
 * too many of those, that all of it is people's (`**`).
 */
export const untrustedFields = (result: unknown): ReadonlyArray<string> => {
  const found = new Set<string>()
  walk(result, top, found)
  return bounded([...found])
}

/** The same for a failure in any dialect: it is ours but for a preview, and what the steps of a plan gave. */
export const untrustedInFailure = (failure: unknown): ReadonlyArray<string> => {
  const found = new Set<string>()
  walk(failure, { ...top, whose: "ours" }, found)
  return bounded([...found])
}

/** The most patterns there are, and the most characters of them all. */
export const MAX_PATTERNS = 30
const MAX_CHARS = 1000

/** A place in a value: its pattern, the names around it, and whose words stand there. */
interface Place {
  readonly pattern: string
  readonly name: string
  readonly around: string
  /** `by_name`: as the names of fields tell. */
  readonly whose: "ours" | "by_name" | "peoples"
}

const top: Place = { pattern: "", name: "", around: "", whose: "by_name" }

const walk = (value: unknown, place: Place, found: Set<string>): void => {
  if (typeof value === "string") {
    if (isPeoples(value, place)) found.add(place.pattern)
  } else if (Array.isArray(value)) {
    const inside = { ...place, pattern: `${place.pattern}[]` }
    for (const item of value) walk(item, inside, found)
  } else if (typeof value === "object" && value !== null) {
    const whose = place.whose === "by_name" && isEnvelope(value) ? "ours" : place.whose
    for (const [name, item] of Object.entries(value)) walk(item, below({ ...place, whose }, name), found)
  }
}

const below = ({ name: around, pattern, whose }: Place, name: string): Place => ({
  name,
  around,
  pattern: joined(pattern, whose === "peoples" || !NAME.test(name) ? "*" : name),
  whose: whose === "ours" ? (carried.has(name) ? "by_name" : "ours") : peoplesMaps.has(name) ? "peoples" : whose
})

/** Fields of a failure in which something else is shown. */
const carried: ReadonlySet<string> = new Set(["preview", "report"])

/** A name of a field, rather than an id or whatever else somebody made one. */
const NAME = /^[A-Za-z_]\w{0,39}$/

const joined = (pattern: string, name: string): string => (pattern === "" ? name : `${pattern}.${name}`)

const isPeoples = (text: string, { around, name, whose }: Place): boolean => {
  if (whose === "ours" || text === "" || ID.test(text)) return false
  if (whose === "peoples") return true
  return (
    peoplesFields.has(name) || peoplesFields.has(`${around}.${name}`) || (readsAsText(text) && !ourFields.has(name))
  )
}

const ID = /^\d{17,20}$/

/** Several words, or letters that no word of ours has: under a name that nobody has judged yet it is people's. */
const readsAsText = (text: string): boolean => !/^[\x21-\x7e]*$/.test(text)

/** The failure of a step in the report of a plan. */
const isEnvelope = (value: object): boolean =>
  "code" in value && "recovery_hint" in value && typeof value.recovery_hint === "string"

const bounded = (patterns: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (fits(patterns)) return patterns.toSorted()
  const names = [...new Set(patterns.map((pattern) => `**.${pattern.slice(pattern.lastIndexOf(".") + 1)}`))]
  return fits(names) ? names.toSorted() : ["**"]
}

const fits = (patterns: ReadonlyArray<string>): boolean =>
  patterns.length <= MAX_PATTERNS && patterns.join().length <= MAX_CHARS
