import { named, truncate } from "../text/words.ts"
import type { ValidationIssue } from "./fields.ts"

/** The maximum number of listed issues. An input with more issues takes several rounds to fix. */
export const MAX_ISSUES = 25

/** Returns the first issues and, as a last one, the number of others; `more` counts issues that are not in the list. */
export const limitIssues = (issues: ReadonlyArray<ValidationIssue>, more = 0): ReadonlyArray<ValidationIssue> => {
  const unlisted = Math.max(0, issues.length - MAX_ISSUES) + more
  return unlisted === 0
    ? issues
    : [
        ...issues.slice(0, MAX_ISSUES),
        {
          path: "",
          message: `${unlisted} more ${unlisted === 1 ? "problem is" : "problems are"} not listed`,
          code: "more"
        }
      ]
}

/** Returns how to fix the input. */
export const validationHint = (issues: ReadonlyArray<ValidationIssue>): string => {
  if (issues.length === 0) return "Check the arguments against the tool's input schema, then call again."
  const fixes = issues
    .map(({ message, path }) => {
      const isPredicate = PREDICATE.test(message)
      if (path === "") return isPredicate ? `the input ${message}` : message
      return `${named(path)}${isPredicate ? "" : ":"} ${message}`
    })
    .join("; ")
  return `Fix the arguments: ${fixes}${/[.?!]$/.test(fixes) ? "" : "."} Then call the tool again.`
}

/** Matches a message that goes on the sentence of its field, as in `name is required`. */
const PREDICATE =
  /^(?:is|are|was|must|may|can|cannot|has|have|does|do|needs?|takes?|names?|contains?|belongs?|makes?|would|begins?|ends?|refers?|stands?|sets?|repeats?|asks?|changes?)\b/

/** The maximum length of a field name in a path, and of a message from Discord, in characters. */
const NAME_MAX = 100
const MESSAGE_MAX = 500

/** Flattens Discord's nested `errors` to one issue per leaf (Discord docs, reference, error messages). */
export const flattenIssues = (errors: unknown): ReadonlyArray<ValidationIssue> => {
  const listed: Array<ValidationIssue> = []
  let more = 0
  for (const leaf of leaves(errors, "", 0)) {
    if (listed.length < MAX_ISSUES) listed.push(leaf)
    else more++
  }
  return limitIssues(listed, more)
}

/** Formats the path of an argument: `embeds[0].fields[2].name`. */
export const formatPath = (path: ReadonlyArray<PropertyKey>): string => path.reduce<string>(appendKey, "")

const appendKey = (path: string, key: PropertyKey): string => {
  const name = truncate(String(key), NAME_MAX)
  if (/^\d+$/.test(name)) return `${path}[${name}]`
  return path === "" ? name : `${path}.${name}`
}

function* leaves(node: unknown, path: string, depth: number): Generator<ValidationIssue> {
  if (typeof node !== "object" || node === null || depth > 20) return
  for (const [key, value] of Object.entries(node)) {
    if (key !== "_errors") {
      yield* leaves(value, appendKey(path, key), depth + 1)
    } else if (Array.isArray(value)) {
      for (const leaf of value) {
        yield { path, message: text(leaf?.message) ?? "not accepted", code: text(leaf?.code) ?? "INVALID" }
      }
    }
  }
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" ? truncate(value, MESSAGE_MAX) : typeof value === "number" ? String(value) : undefined
