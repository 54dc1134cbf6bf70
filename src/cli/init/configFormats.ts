/** The formats of config files: JSON and TOML. */
import { parse as parseToml, patch, stringify, TomlFormat } from "@decimalturn/toml-patch"
import { Either, Option, Predicate } from "effect"
import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  modify,
  type Node,
  type ParseError,
  parse as parseJson,
  parseTree,
  printParseErrorCode
} from "jsonc-parser"
import type { JsonObject } from "../rendering/renderValue.ts"

/** Sets the value at a path. With `item`, appends it to the list at that path. With `remove`, removes the field. */
export interface ConfigChange {
  readonly path: ReadonlyArray<string>
  readonly value: unknown
  readonly item?: true
  readonly remove?: true
}

/** A syntax error. Line and column count from 1. */
interface ParseFailure {
  readonly line: number
  readonly column: number
  readonly problem: string
}

/** A config file format. A change leaves the rest of the text unchanged, including comments and order. */
export interface ConfigFormat {
  readonly read: (text: string) => Either.Either<JsonObject, ParseFailure>
  /** Returns candidate texts, best first. The caller must parse each and check that it equals the new content. */
  readonly change: (text: string, changes: ReadonlyArray<ConfigChange>, content: JsonObject) => ReadonlyArray<string>
}

/** Returns the line and column of an offset. */
const positionAt = (text: string, offset: number): Pick<ParseFailure, "line" | "column"> => {
  const before = text.slice(0, offset).split("\n")
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Returns the line end of a text. */
const lineEndOf = (text: string): string => (/\r\n/.test(text) ? "\r\n" : "\n")

/** The JSON format, with comments and trailing commas, which many clients accept. An empty file has no settings. */
export const json: ConfigFormat = {
  read: (text) => {
    if (text.trim() === "") return Either.right({})
    const errors: Array<ParseError> = []
    const value: unknown = parseJson(text, errors, LENIENT)
    const [error] = errors
    if (error !== undefined) {
      return Either.left({ ...positionAt(text, error.offset), problem: wordsOf(printParseErrorCode(error.error)) })
    }
    return Predicate.isReadonlyRecord(value)
      ? Either.right(value)
      : Either.left({ line: 1, column: 1, problem: "expected an object" })
  },
  change: (text, changes) => [changes.reduce(applyChange, text.trim() === "" ? "{}\n" : text)]
}

const LENIENT = { allowTrailingComma: true, disallowComments: false } as const

/** Converts an error code to words: `CommaExpected` to `comma expected`. */
const wordsOf = (code: string): string => code.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()

const applyChange = (text: string, { item, path, remove, value }: ConfigChange): string => {
  const root = parseTree(text, [], LENIENT)
  const at = (path: ReadonlyArray<string>): Node | undefined => root && findNodeAtLocation(root, [...path])
  const there = at(path)
  if (remove) return withoutField(text, path, there)
  if (there !== undefined && item !== true) {
    const written = valueText(value, unitOf(text), lineEndOf(text), indentAt(text, there.offset))
    return text.slice(0, there.offset) + written + text.slice(there.offset + there.length)
  }
  const container = item ? there : at(path.slice(0, -1))
  // The caller notices that the change is missing.
  return container === undefined ? text : withChild(text, container, item ? undefined : path.at(-1), value)
}

/** Removes a field. Its line break stays for the next field, which `modify` would join to the bracket. */
const withoutField = (text: string, path: ReadonlyArray<string>, value: Node | undefined): string => {
  const field = value?.parent
  const [first, second] = field?.parent?.children ?? []
  if (field === undefined || field !== first || second === undefined) {
    return applyEdits(text, modify(text, [...path], undefined, {}))
  }
  const from = field.offset + field.length
  const scanner = createScanner(text.slice(from), true)
  scanner.scan()
  const rest = text.slice(from + scanner.getTokenOffset() + scanner.getTokenLength())
  return text.slice(0, field.offset) + rest.trimStart()
}

/** Adds a child at the end of an object or a list, after any comments. */
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

/** Returns whether a text of commas and comments contains a comma. */
const hasComma = (text: string): boolean => {
  const scanner = createScanner(text, true)
  scanner.scan()
  return scanner.getTokenLength() > 0
}

/** Returns the indentation of the line at an offset. */
const indentAt = (text: string, offset: number): string => {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset)
  return /^[ \t]*/.exec(line)?.[0] ?? ""
}

/** Returns the indentation unit of the text. */
const unitOf = (text: string): string => /^(\t|[ ]{1,8})"/m.exec(text)?.[1] ?? "  "

/** Returns whether a value has no children: a scalar, or an empty object or list. */
const isLeaf = (value: unknown): boolean => typeof value !== "object" || Object.keys(value ?? {}).length === 0

/** Formats a value on several lines. A list of scalars stays on one line. */
const valueText = (value: unknown, unit: string, end: string, indent: string): string => {
  if (isLeaf(value) || (Array.isArray(value) && value.every(isLeaf))) return inline(value)
  const inner = indent + unit
  const lines = Array.isArray(value)
    ? value.map((item) => valueText(item, unit, end, inner))
    : Object.entries(Object(value)).map(([name, it]) => `${JSON.stringify(name)}: ${valueText(it, unit, end, inner)}`)
  const [open, close] = Array.isArray(value) ? "[]" : "{}"
  return `${open}${end}${lines.map((line) => inner + line).join(`,${end}`)}${end}${indent}${close}`
}

/** Formats a value on one line. */
const inline = (value: unknown): string => {
  if (isLeaf(value)) return JSON.stringify(value)
  return Array.isArray(value)
    ? `[${value.map(inline).join(", ")}]`
    : `{ ${Object.entries(Object(value))
        .map(([name, it]) => `${JSON.stringify(name)}: ${inline(it)}`)
        .join(", ")} }`
}

/**
 * The TOML format. A new server becomes a table at the end of the file. If TOML forbids that
 * (for example after an inline table), and for every other change, the text is patched.
 */
export const toml: ConfigFormat = {
  read: (text) => Either.try({ try: () => Object(parseToml(text)), catch: unreadable }),
  change: (text, changes, content) => [...appended(text, changes), ...patched(text, content)]
}

const patched = (text: string, content: JsonObject): ReadonlyArray<string> =>
  Option.toArray(Option.liftThrowable(() => patch(text, content))())

/** Appends one new server to the text. Returns an empty list for any other change. */
const appended = (text: string, [change, ...more]: ReadonlyArray<ConfigChange>): ReadonlyArray<string> => {
  if (change === undefined || change.remove || more.length > 0 || change.path.length > 2) return []
  const [servers = "", name] = change.path
  const block = stringify({ [servers]: name === undefined ? change.value : { [name]: change.value } }, tables())
  const end = lineEndOf(text)
  const before = text.trim() === "" ? "" : `${text.replace(/\s*$/, "")}${end}${end}`
  return [`${before}${block.replace(`[${servers}]\n\n`, "").trimEnd().replaceAll("\n", end)}${end}`]
}

/** Formats tables under headers, and lists without spaces inside the brackets. */
const tables = (): TomlFormat => {
  const format = TomlFormat.default()
  format.inlineTableStart = 3
  format.bracketSpacing = false
  return format
}

/** Converts an error that the library throws. Its column counts from 0. The last line of its message is the reason. */
const unreadable = (error: unknown): ParseFailure => {
  const { column, line, message }: JsonObject = Object(error)
  return {
    line: typeof line === "number" ? line : 1,
    column: typeof column === "number" ? column + 1 : 1,
    problem: String(message).split("\n").at(-1) ?? ""
  }
}
