/** Puts the values that references stand for in their place, within bounds. */
import { Either } from "effect"
import type { ValidationIssue } from "../errors/fields.ts"
import { formatPath } from "../errors/validationIssues.ts"
import { follow, type Problem, type Reference, type Scope } from "./reference.ts"
import { type Path, parseTemplate, soleReference, type Template } from "./template.ts"

/** How many characters templates may stand for: one value, and all values that are filled in together. */
export interface Room {
  readonly value: number
  readonly all: number
}

/** What the templates of one call may stand for. */
export const CALL_ROOM: Room = { value: 100_000, all: 1_000_000 }

/** For a value that is only looked at, and neither copied nor sent. */
export const ANY_ROOM: Room = { value: Number.POSITIVE_INFINITY, all: Number.POSITIVE_INFINITY }

/**
 * The value with every reference replaced by what it refers to. What is put in is
 * not looked at again, so nothing that people wrote is ever taken for a template.
 */
export const fill = (
  value: unknown,
  path: Path,
  scope: Scope,
  room: Room = CALL_ROOM
): Either.Either<unknown, ReadonlyArray<ValidationIssue>> => {
  const issues: Array<ValidationIssue> = []
  const render = renderer(scope, room)
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
  const filled = visit(value, path)
  return issues.length === 0 ? Either.right(filled) : Either.left(issues)
}

/** Renders templates that share their room. Each reference is followed and measured once. */
const renderer = (scope: Scope, room: Room) => {
  const followed = new Map<string, Either.Either<Found, Problem>>()
  let left = room.all
  const find = (reference: Reference): Either.Either<Found, Problem> => {
    const before = followed.get(reference.text)
    if (before !== undefined) return before
    const found = Either.map(follow(reference, scope), (value) => ({ value, chars: charsWithin(value, room.value) }))
    followed.set(reference.text, found)
    return found
  }
  const taken = <A>(value: A, chars: number): Either.Either<A, Problem> => {
    if (chars > room.value) return Either.left(tooLarge("this value", room.value))
    left -= chars
    return left < 0 ? Either.left(tooLarge("the templates of this call", room.all)) : Either.right(value)
  }
  /** A reference alone keeps its type; inside a text only what reads as one can stand. */
  return (template: Template): Either.Either<unknown, Problem> => {
    const sole = soleReference(template)
    if (sole !== undefined) return Either.flatMap(find(sole), ({ chars, value }) => taken(value, chars))
    if (template.every((piece) => typeof piece === "string")) return Either.right(template.join(""))
    const pieces: Array<string> = []
    let chars = 0
    for (const piece of template) {
      const text =
        typeof piece === "string"
          ? Either.right(piece)
          : Either.flatMap(find(piece), ({ value }) => inText(piece, value))
      if (Either.isLeft(text)) return text
      chars += text.right.length
      // Before the next is added: a short text may stand for a very long one.
      if (chars > room.value) return Either.left(tooLarge("this value", room.value))
      pieces.push(text.right)
    }
    return taken(pieces.join(""), chars)
  }
}

interface Found {
  readonly value: unknown
  readonly chars: number
}

const tooLarge = (what: string, max: number): Problem => ({
  message: `${what} would take more than ${max} characters when its templates are filled in: refer to less`,
  code: "too_large"
})

/** About how many characters of JSON a value takes; counting stops past the limit. */
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
        message: `{{${text}}} is ${value === null ? "null" : Array.isArray(value) ? "a list" : "an object"}: inside a text only a text, a number, true or false can stand`,
        code: "not_a_scalar"
      })
