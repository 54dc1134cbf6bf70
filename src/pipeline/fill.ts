/** Replaces references by their values, within size limits. */
import { Either } from "effect"
import type { ValidationIssue } from "../errors/fields.ts"
import { formatPath } from "../errors/validationIssues.ts"
import { type Bindings, follow, type Problem, type Reference } from "./reference.ts"
import { type Path, parseTemplate, soleReference, type Template } from "./template.ts"

/** The maximum number of characters after filling: of one value, and of all values together. */
export interface SizeLimit {
  readonly value: number
  readonly all: number
}

/** The limit for the arguments of one call. */
export const CALL_LIMIT: SizeLimit = { value: 100_000, all: 1_000_000 }

/** The limit for a value that is only read, not copied or sent. */
export const NO_LIMIT: SizeLimit = { value: Number.POSITIVE_INFINITY, all: Number.POSITIVE_INFINITY }

/**
 * Replaces every reference in a value by the value of the reference. Inserted values are never
 * parsed again, so text from Discord is never treated as a template.
 */
export const fill = (
  value: unknown,
  path: Path,
  bindings: Bindings,
  limit: SizeLimit = CALL_LIMIT
): Either.Either<unknown, ReadonlyArray<ValidationIssue>> => {
  const issues: Array<ValidationIssue> = []
  const render = renderer(bindings, limit)
  const visit = (node: unknown, at: Path): unknown => {
    if (typeof node === "string") {
      return Either.getOrElse(Either.flatMap(parseTemplate(node), render), (problem) => {
        issues.push({ path: formatPath(at), ...problem })
      })
    }
    if (Array.isArray(node)) return node.map((inner, place) => visit(inner, [...at, place]))
    if (typeof node !== "object" || node === null) return node
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, visit(inner, [...at, key])]))
  }
  const result = visit(value, path)
  return issues.length === 0 ? Either.right(result) : Either.left(issues)
}

/** Makes a renderer for templates that share a limit. Each reference is resolved and measured once. */
const renderer = (bindings: Bindings, limit: SizeLimit) => {
  const cache = new Map<string, Either.Either<Found, Problem>>()
  let left = limit.all
  const find = (reference: Reference): Either.Either<Found, Problem> => {
    const cached = cache.get(reference.text)
    if (cached !== undefined) return cached
    const found = Either.map(follow(reference, bindings), (value) => ({
      value,
      chars: charsWithin(value, limit.value)
    }))
    cache.set(reference.text, found)
    return found
  }
  const charge = <A>(value: A, chars: number): Either.Either<A, Problem> => {
    if (chars > limit.value) return Either.left(tooLarge("this value", limit.value))
    left -= chars
    return left < 0 ? Either.left(tooLarge("the templates of this call", limit.all)) : Either.right(value)
  }
  /** The value of a sole reference keeps its type. Within a text, only scalars are allowed. */
  return (template: Template): Either.Either<unknown, Problem> => {
    const sole = soleReference(template)
    if (sole !== undefined) return Either.flatMap(find(sole), ({ chars, value }) => charge(value, chars))
    if (template.every((piece) => typeof piece === "string")) return Either.right(template.join(""))
    const parts: Array<string> = []
    let chars = 0
    for (const piece of template) {
      const text =
        typeof piece === "string"
          ? Either.right(piece)
          : Either.flatMap(find(piece), ({ value }) => inText(piece, value))
      if (Either.isLeft(text)) return text
      chars += text.right.length
      // The length is checked after each part, because a short template can expand to a very long text.
      if (chars > limit.value) return Either.left(tooLarge("this value", limit.value))
      parts.push(text.right)
    }
    return charge(parts.join(""), chars)
  }
}

interface Found {
  readonly value: unknown
  readonly chars: number
}

const tooLarge = (what: string, max: number): Problem => ({
  message: `${what} would take more than ${max} characters when its templates are filled: refer to less`,
  code: "too_large"
})

/** Estimates the JSON characters of a value. Stops counting beyond the limit. */
const charsWithin = (value: unknown, limit: number): number => {
  let chars = 0
  const count = (node: unknown): void => {
    if (chars > limit) return
    chars += typeof node === "string" ? node.length + 2 : 4
    if (typeof node !== "object" || node === null) return
    for (const [key, inner] of Object.entries(node)) {
      if (chars > limit) return
      if (!Array.isArray(node)) chars += key.length + 3
      count(inner)
    }
  }
  if (limit !== Number.POSITIVE_INFINITY) count(value)
  return chars
}

const inText = ({ text }: Reference, value: unknown): Either.Either<string, Problem> =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? Either.right(String(value))
    : Either.left({
        message: `{{${text}}} is ${value === null ? "null" : Array.isArray(value) ? "a list" : "an object"}: inside a text use only a text, a number, true or false`,
        code: "not_a_scalar"
      })

/** Replaces the references to the item. All other references stay unchanged. */
export const fillItems = (value: unknown, bindings: Bindings): unknown => {
  if (typeof value === "string") {
    return Either.match(parseTemplate(value), {
      onLeft: () => value,
      onRight: (pieces) => fillText(value, pieces, bindings)
    })
  }
  if (Array.isArray(value)) return value.map((inner) => fillItems(inner, bindings))
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillItems(inner, bindings)]))
    : value
}

const fillText = (source: string, template: Template, bindings: Bindings): unknown => {
  const isKnown = (part: Template[number]) => typeof part === "object" && bindings.has(part.root)
  if (!template.some(isKnown)) return source
  const sole = soleReference(template)
  if (sole !== undefined) return Either.getOrElse(follow(sole, bindings), () => source)
  let text = ""
  for (const part of template) {
    text += typeof part === "string" ? part.replaceAll("{{", "\\{{") : textOf(part, bindings)
    // The step reports a text that is too long when the step runs.
    if (text.length > CALL_LIMIT.value) return source
  }
  return text
}

const textOf = (reference: Reference, bindings: Bindings): string => {
  const value = bindings.has(reference.root)
    ? Either.getOrElse(follow(reference, bindings), () => undefined)
    : undefined
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : `{{${reference.text}}}`
}
