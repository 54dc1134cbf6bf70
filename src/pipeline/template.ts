/** Templates: texts of a plan with references. Text from Discord is never parsed. */
import { Either } from "effect"
import type { ValidationIssue } from "../errors/fields.ts"
import { formatPath, MAX_ISSUES } from "../errors/validationIssues.ts"
import { inherited, type Problem, parseReference, type Reference } from "./reference.ts"

/** A parsed text: literal parts and references. */
export type Template = ReadonlyArray<string | Reference>

/** A position in a plan. */
export type Path = ReadonlyArray<PropertyKey>

/**
 * Parses a text in linear time. `\{{` is a literal brace pair. Any other pair must be a reference.
 * Fails with the first problem.
 */
export const parseTemplate = (text: string): Either.Either<Template, Problem> => {
  const parts: Array<string | Reference> = []
  let plain = ""
  let at = 0
  let braces = 0
  for (let open = text.indexOf("{{"); open !== -1; open = text.indexOf("{{", at)) {
    if (++braces > REFERENCES_MAX) return Either.left(tooManyReferences)
    if (open > at && text[open - 1] === "\\") {
      plain += `${text.slice(at, open - 1)}{{`
      at = open + 2
      continue
    }
    const close = text.indexOf("}}", open + 2)
    if (close === -1) return Either.left(UNCLOSED)
    const reference = parseReference(text.slice(open + 2, close))
    if (Either.isLeft(reference)) return Either.left(reference.left)
    plain += text.slice(at, open)
    if (plain !== "") parts.push(plain)
    parts.push(reference.right)
    plain = ""
    at = close + 2
  }
  plain += text.slice(at)
  return Either.right(plain === "" ? parts : [...parts, plain])
}

/** The maximum number of references in a plan. Within one text, literal braces count too. */
export const REFERENCES_MAX = 1000

/** The issue of too many references. */
export const tooManyReferences: Problem = {
  message: `must have at most ${REFERENCES_MAX} references`,
  code: "too_many_references"
}

const UNCLOSED: Problem = {
  message: "has {{ without }}; write \\{{ for braces that are text",
  code: "malformed_reference"
}

/** Returns the reference if the text is exactly one reference, else `undefined`. */
export const soleReference = (template: Template): Reference | undefined => {
  const [only] = template
  return template.length === 1 && typeof only === "object" ? only : undefined
}

/** The references and template issues of a value. */
export interface Inspection {
  readonly references: ReadonlyArray<{ readonly reference: Reference; readonly path: Path }>
  readonly issues: ReadonlyArray<ValidationIssue>
  /** References in the syntax of shells and scripts: `${find.id}`. They are plain text, unless a step has that id. */
  readonly foreign: ReadonlyArray<{ readonly root: string; readonly text: string; readonly path: Path }>
}

/** Collects the references of a value and its template issues. */
export const inspect = (value: unknown, path: Path): Inspection => {
  const references: Array<Inspection["references"][number]> = []
  const issues: Array<ValidationIssue> = []
  const foreign: Array<Inspection["foreign"][number]> = []
  const report = (at: Path, problem: Problem) => issues.push({ path: formatPath(at), ...problem })
  const visit = (node: unknown, at: Path): void => {
    if (at.length > path.length + DEPTH_MAX) {
      report(path, { message: `is nested more than ${DEPTH_MAX} deep`, code: "too_deep" })
      return
    }
    if (typeof node === "string") {
      for (const [, text = "", root = ""] of node.matchAll(FOREIGN)) {
        if (foreign.length < REFERENCES_MAX) foreign.push({ root, text, path: at })
      }
      Either.match(parseTemplate(node), {
        onLeft: (problem) => report(at, problem),
        onRight: (parts) => {
          for (const piece of parts) {
            if (typeof piece === "object" && references.length <= REFERENCES_MAX) {
              references.push({ reference: piece, path: at })
            }
          }
        }
      })
    }
    if (typeof node !== "object" || node === null || issues.length > MAX_ISSUES) return
    for (const [key, inner] of Object.entries(node)) {
      if (inherited.has(key)) report([...at, key], { message: "is not a valid field name", code: "inherited_property" })
      else if (key.includes("{{"))
        report([...at, key], { message: "a name cannot be a template", code: "template_in_name" })
      else visit(inner, [...at, key])
    }
  }
  visit(value, path)
  return { references, issues, foreign }
}

const FOREIGN = /\$\{\s{0,9}((?:steps\.)?([\w-]{1,64})(?:[.[][\w\-.[\]*]{0,200})?)\s{0,9}\}/g

/** No tool has deeper arguments. */
const DEPTH_MAX = 40

/** Returns whether a value contains a reference, so that its final content is unknown. */
export const hasReference = (value: unknown): boolean => {
  if (typeof value === "string") {
    return Either.match(parseTemplate(value), {
      onLeft: () => true,
      onRight: (parts) => parts.some((piece) => typeof piece === "object")
    })
  }
  return typeof value === "object" && value !== null && Object.values(value).some(hasReference)
}
