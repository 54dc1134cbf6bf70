/** Values with references in them: a plan's own texts, and nothing that comes from Discord. */
import { Either } from "effect"
import type { ValidationIssue } from "../errors/fields.ts"
import { formatPath } from "../errors/validationIssues.ts"
import { follow, inherited, type Problem, parseReference, type Reference, type Scope } from "./reference.ts"

/** A text in its pieces: what is text, and what refers to something. */
export type Template = ReadonlyArray<string | Reference>

/** Where something stands in a plan. */
export type Path = ReadonlyArray<PropertyKey>

/** Reads a text. `\{{` stands for braces that are text; any other pair must be a reference. */
export const parseTemplate = (text: string): Either.Either<Template, Problem> =>
  Either.all(
    text
      .split(PIECES)
      .filter((piece) => piece !== "")
      .map((piece): Either.Either<string | Reference, Problem> => {
        if (piece === ESCAPED) return Either.right("{{")
        if (piece.startsWith("{{") && piece.length >= 4 && piece.endsWith("}}"))
          return parseReference(piece.slice(2, -2))
        return piece.startsWith("{{")
          ? Either.left({
              message: "has {{ without }}; write \\{{ for braces that are text",
              code: "malformed_reference"
            })
          : Either.right(piece)
      })
  )

const ESCAPED = "\\{{"

/** The braces of a text, kept apart from what is between them. */
const PIECES = /(\\\{\{|\{\{[\s\S]*?\}\}|\{\{)/

/** The one reference a text consists of; `undefined` where there is more, or none. */
export const soleReference = (template: Template): Reference | undefined => {
  const [only] = template
  return template.length === 1 && typeof only === "object" ? only : undefined
}

/** What a value of a plan consists of, as far as templates go. */
export interface Inspection {
  readonly references: ReadonlyArray<{ readonly reference: Reference; readonly path: Path }>
  readonly issues: ReadonlyArray<ValidationIssue>
}

/** Finds every reference of a value, and all that must not stand in one. */
export const inspect = (value: unknown, path: Path): Inspection => {
  const references: Array<Inspection["references"][number]> = []
  const issues: Array<ValidationIssue> = []
  const complain = (at: Path, problem: Problem) => issues.push({ path: formatPath(at), ...problem })
  const visit = (node: unknown, at: Path): void => {
    if (at.length > path.length + DEPTH_MAX) {
      complain(path, { message: `is nested more than ${DEPTH_MAX} deep`, code: "too_deep" })
      return
    }
    if (typeof node === "string") {
      Either.match(parseTemplate(node), {
        onLeft: (problem) => complain(at, problem),
        onRight: (pieces) => {
          for (const piece of pieces) if (typeof piece === "object") references.push({ reference: piece, path: at })
        }
      })
    }
    if (typeof node !== "object" || node === null) return
    for (const [key, inner] of Object.entries(node)) {
      if (inherited.has(key)) complain([...at, key], { message: "is no name for a field", code: "inherited_property" })
      else if (key.includes("{{"))
        complain([...at, key], { message: "a name cannot be a template", code: "template_in_name" })
      else visit(inner, [...at, key])
    }
  }
  visit(value, path)
  return { references, issues }
}

/** Arguments of no tool are nested deeper. */
const DEPTH_MAX = 40

/** Whether a value has a reference in it: it is not yet what will be sent. */
export const hasReference = (value: unknown): boolean => {
  if (typeof value === "string") {
    return Either.match(parseTemplate(value), {
      onLeft: () => true,
      onRight: (pieces) => pieces.some((piece) => typeof piece === "object")
    })
  }
  return typeof value === "object" && value !== null && Object.values(value).some(hasReference)
}

/**
 * The value with every reference replaced by what it refers to. What is put in is
 * not looked at again, so nothing that people wrote is ever taken for a template.
 */
export const fill = (
  value: unknown,
  path: Path,
  scope: Scope
): Either.Either<unknown, ReadonlyArray<ValidationIssue>> => {
  const issues: Array<ValidationIssue> = []
  const visit = (node: unknown, at: Path): unknown => {
    if (typeof node === "string") {
      return Either.getOrElse(
        Either.flatMap(parseTemplate(node), (pieces) => render(pieces, scope)),
        (problem) => {
          issues.push({ path: formatPath(at), ...problem })
        }
      )
    }
    if (Array.isArray(node)) return node.map((inner, place) => visit(inner, [...at, place]))
    if (typeof node !== "object" || node === null) return node
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, visit(inner, [...at, key])]))
  }
  const filled = visit(value, path)
  return issues.length === 0 ? Either.right(filled) : Either.left(issues)
}

/** A reference alone keeps its type; inside a text only what reads as one can stand. */
const render = (template: Template, scope: Scope): Either.Either<unknown, Problem> => {
  const sole = soleReference(template)
  if (sole !== undefined) return follow(sole, scope)
  return Either.map(
    Either.all(template.map((piece) => (typeof piece === "string" ? Either.right(piece) : inText(piece, scope)))),
    (pieces) => pieces.join("")
  )
}

const inText = (reference: Reference, scope: Scope): Either.Either<string, Problem> =>
  Either.flatMap(follow(reference, scope), (value) =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? Either.right(String(value))
      : Either.left({
          message: `{{${reference.text}}} is ${value === null ? "null" : Array.isArray(value) ? "a list" : "an object"}: inside a text only a text, a number, true or false can stand`,
          code: "not_a_scalar"
        })
  )
