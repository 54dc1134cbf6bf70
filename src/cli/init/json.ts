/** JSON, with the comments and trailing commas that many clients take. */
import { Either, Predicate } from "effect"
import {
  createScanner,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode
} from "jsonc-parser"
import type { Change } from "./changes.ts"
import { type Format, lineEndOf, positionAt } from "./Format.ts"

/** The format. A file without content is one without settings. */
export const json: Format = {
  read: (text) => {
    if (text.trim() === "") return Either.right({})
    const errors: Array<ParseError> = []
    const value: unknown = parse(text, errors, LENIENT)
    const [error] = errors
    if (error !== undefined) {
      return Either.left({ ...positionAt(text, error.offset), problem: wordsOf(printParseErrorCode(error.error)) })
    }
    return Predicate.isReadonlyRecord(value)
      ? Either.right(value)
      : Either.left({ line: 1, column: 1, problem: "an object was expected" })
  },
  change: (text, changes) => [changes.reduce(changedOnce, text.trim() === "" ? "{}\n" : text)]
}

const LENIENT = { allowTrailingComma: true, disallowComments: false } as const

/** `CommaExpected` in words. */
const wordsOf = (code: string): string => code.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()

const changedOnce = (text: string, { item, path, value }: Change): string => {
  const root = parseTree(text, [], LENIENT)
  const at = (path: ReadonlyArray<string>): Node | undefined => root && findNodeAtLocation(root, [...path])
  const there = at(path)
  if (there !== undefined && item !== true) {
    const written = valueText(value, unitOf(text), lineEndOf(text), indentAt(text, there.offset))
    return text.slice(0, there.offset) + written + text.slice(there.offset + there.length)
  }
  const container = item ? there : at(path.slice(0, -1))
  // Whoever reads the text again sees that nothing has changed.
  return container === undefined ? text : withChild(text, container, item ? undefined : path.at(-1), value)
}

/** Puts a child at the end of an object or a list, behind the comments that stand there. */
const withChild = (text: string, { children = [], length, offset }: Node, name: string | undefined, value: unknown) => {
  const prefix = name === undefined ? "" : `${JSON.stringify(name)}: `
  const [first] = children
  const last = children.at(-1)
  const close = offset + length - 1
  const from = last === undefined ? offset + 1 : last.offset + last.length
  const rest = text.slice(from, close)
  const comma = last === undefined || hasComma(rest) ? "" : ","
  if (first !== undefined && !text.slice(offset, close).includes("\n")) {
    return `${text.slice(0, from)}${comma}${rest.trimEnd()} ${prefix}${inline(value)}${/\s*$/.exec(rest)?.[0] ?? ""}${text.slice(close)}`
  }
  const end = lineEndOf(text)
  const outer = indentAt(text, offset)
  const inner = first === undefined ? outer + unitOf(text) : indentAt(text, first.offset)
  const child = `${prefix}${valueText(value, unitOf(text), end, inner)}${hasComma(rest) ? "," : ""}`
  return `${text.slice(0, from)}${comma}${rest.trimEnd()}${end}${inner}${child}${end}${outer}${text.slice(close)}`
}

/** Whether a comma stands in a text of nothing but commas and comments. */
const hasComma = (text: string): boolean => {
  const scanner = createScanner(text, true)
  scanner.scan()
  return scanner.getTokenLength() > 0
}

/** The white space that the line of a place begins with. */
const indentAt = (text: string, offset: number): string => {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset)
  return /^[ \t]*/.exec(line)?.[0] ?? ""
}

/** One step of indentation, as the text has it. */
const unitOf = (text: string): string => /^(\t|[ ]{1,8})"/m.exec(text)?.[1] ?? "  "

/** Whether nothing is in it: a word, a number, an empty object. */
const isPlain = (value: unknown): boolean => typeof value !== "object" || Object.keys(value ?? {}).length === 0

/** A value over several lines; a list of words stays on one. */
const valueText = (value: unknown, unit: string, end: string, indent: string): string => {
  if (isPlain(value) || (Array.isArray(value) && value.every(isPlain))) return inline(value)
  const inner = indent + unit
  const lines = Array.isArray(value)
    ? value.map((item) => valueText(item, unit, end, inner))
    : Object.entries(Object(value)).map(([name, it]) => `${JSON.stringify(name)}: ${valueText(it, unit, end, inner)}`)
  const [open, close] = Array.isArray(value) ? "[]" : "{}"
  return `${open}${end}${lines.map((line) => inner + line).join(`,${end}`)}${end}${indent}${close}`
}

/** A value on one line. */
const inline = (value: unknown): string => {
  if (isPlain(value)) return JSON.stringify(value)
  return Array.isArray(value)
    ? `[${value.map(inline).join(", ")}]`
    : `{ ${Object.entries(Object(value))
        .map(([name, it]) => `${JSON.stringify(name)}: ${inline(it)}`)
        .join(", ")} }`
}
