/** References of templates: the result of a step and a path into it. */
import { Either, Predicate } from "effect"
import type { ValidationIssue } from "../errors/fields.ts"
import { counted, truncate } from "../text/words.ts"

/** A reference, the text between the braces: `find.items[*].id`. */
export interface Reference {
  readonly text: string
  /** A step's id, `item` or `index`. */
  readonly root: string
  readonly path: ReadonlyArray<Part>
}

/** An issue of a reference, without its position in the plan. */
export type Problem = Pick<ValidationIssue, "message" | "code">

/** The values that references can name, by root. */
export type Bindings = ReadonlyMap<string, unknown>

/** A field name, an item index, or every item. */
type Part = string | number | typeof EVERY

const EVERY = Symbol("every item")

/** Names that every object inherits. References must not use them. */
export const inherited: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), "prototype"])

/** Parses the text between the braces. */
export const parseReference = (between: string): Either.Either<Reference, Problem> => {
  const text = between.trim()
  if (text.length > TEXT_MAX || !GRAMMAR.test(text)) {
    return problem(
      "malformed_reference",
      `${braced(text)} is not a reference: write {{step.field}}, with [0], [*] or .length where needed, and \\{{ for braces that are text`
    )
  }
  const [root = ""] = text.split(/[.[]/, 1)
  const path = [...text.slice(root.length).matchAll(PART)].map(([, name, place]): Part => {
    if (name !== undefined) return name
    return place === "*" ? EVERY : Number(place)
  })
  const foreign = [root, ...path].find((part) => typeof part === "string" && inherited.has(part))
  return foreign === undefined
    ? Either.right({ text, root, path })
    : problem("inherited_property", `${braced(text)} asks for ${String(foreign)}: use only fields of the result`)
}

/** The maximum number of characters of a reference. */
const TEXT_MAX = 200

const GRAMMAR = /^[\w-]+(\.[\w-]+|\[(\d{1,6}|\*)\])*$/
const PART = /\.([\w-]+)|\[(\d{1,6}|\*)\]/g

/** Resolves a reference to its value. Several `[*]` give one flat list. */
export const follow = (reference: Reference, bindings: Bindings): Either.Either<unknown, Problem> =>
  bindings.has(reference.root)
    ? Either.mapLeft(walk(bindings.get(reference.root), reference.path, reference.root), (lack) => ({
        message: `${braced(reference.text)} names nothing: ${lack}`,
        code: "unresolved"
      }))
    : problem("unresolved", `${braced(reference.text)} names nothing: there is no ${reference.root}`)

/** Follows the rest of a path. Fails with the missing part and its position. */
const walk = (value: unknown, path: ReadonlyArray<Part>, at: string): Either.Either<unknown, string> => {
  const [part, ...rest] = path
  if (part === undefined) return Either.right(value)
  if (part === EVERY) {
    if (!Array.isArray(value)) return Either.left(`${at} is ${kindOf(value)}, not a list`)
    const each = Either.all(
      value.flatMap((item, place) => (hasNoResult(item, rest) ? [] : [walk(item, rest, `${at}[${place}]`)]))
    )
    return rest.includes(EVERY) ? Either.map(each, (lists) => lists.flat()) : each
  }
  if (typeof part === "number") {
    if (!Array.isArray(value)) return Either.left(`${at} is ${kindOf(value)}, not a list`)
    return part < value.length
      ? walk(value[part], rest, `${at}[${part}]`)
      : Either.left(`${at} has ${counted(value.length, "item")}`)
  }
  if (part === "length" && Array.isArray(value)) return walk(value.length, rest, `${at}.length`)
  // Discord counts code points: an emoji is one character, not two.
  if (part === "length" && typeof value === "string") return walk([...value].length, rest, `${at}.length`)
  if (!Predicate.isReadonlyRecord(value)) return Either.left(`${at} is ${kindOf(value)}, which has no field ${part}`)
  return Object.hasOwn(value, part)
    ? walk(value[part], rest, `${at}.${part}`)
    : Either.left(`${at} has no field ${part}${known(value)}`)
}

/** Whether a path asks for the result of an item of a step that failed or was skipped. A list of results leaves it out. */
const hasNoResult = (item: unknown, [field]: ReadonlyArray<Part>): boolean =>
  field === "result" &&
  Predicate.isReadonlyRecord(item) &&
  (item.status === "failed" || item.status === "skipped") &&
  !Object.hasOwn(item, "result")

/** Lists the first fields of a value, for an error message. */
const known = (value: Readonly<Record<string, unknown>>): string => {
  const names = Object.keys(value).filter((name) => FIELD.test(name))
  return names.length === 0 ? "" : `; it has ${names.slice(0, NAMES_MAX).join(", ")}`
}

const NAMES_MAX = 12

/** Matches field names of results and languages. Any other key can be untrusted text. */
const FIELD = /^(?:[a-z][a-z\d_]{0,39}|[a-z]{2}-[A-Z]{2})$/

/** Formats a reference. Truncates the text, because it is arbitrary. */
const braced = (text: string): string => `{{${truncate(text, 80)}}}`

const problem = (code: string, message: string): Either.Either<never, Problem> => Either.left({ message, code })

const kindOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "a list"
  return typeof value === "object" ? "an object" : `a ${typeof value}`
}

/** Returns whether a root is `item` or `index`, which only a step with `for_each` has. */
export const isItemRoot = (root: string): boolean => root === "item" || root === "index"

/** Binds `{{item}}` and `{{index}}`. */
export const itemBindings = (item: unknown, index: number): Bindings =>
  new Map<string, unknown>([
    ["item", item],
    ["index", index]
  ])
