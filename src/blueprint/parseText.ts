/** Reads the text of a blueprint, YAML 1.2 or JSON, to a value with the position of each of its parts. */
import { Effect, Either } from "effect"
import type { CST, ErrorCode, Node } from "yaml"
import type { ValidationIssue } from "../errors/fields.ts"
import { formatPath, MAX_ISSUES } from "../errors/validationIssues.ts"

/** The maximum length of a text in characters, and of what it may contain. A guild of 500 channels has 400,000. */
export const TEXT_MAX = 1_000_000
const VALUES_MAX = 60_000
const LEXEMES_MAX = 200_000
const DEPTH_MAX = 32
const ALIASES_MAX = 100
const TAGS_MAX = 100
/** No list of a blueprint is longer, and no guild has more objects of one kind. */
const ENTRIES_MAX = 1000
const BAD_ESCAPES_MAX = 100

/** A position in a text, from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A problem of a blueprint. A blueprint that is a JSON value has no lines. */
export interface Problem extends ValidationIssue, Partial<Position> {}

/** A value with the positions of its parts, by path. */
export interface ParsedText {
  readonly value: unknown
  readonly problems: ReadonlyArray<Problem>
  readonly positionOf: (path: string) => Position | undefined
}

type Yaml = typeof import("yaml")

let loaded: Yaml | undefined

/** Loads the YAML library with the first blueprint. After that, nothing waits for it. */
export const loadYaml: Effect.Effect<Yaml> = Effect.suspend(() =>
  loaded === undefined
    ? Effect.map(
        Effect.promise(() => import("yaml")),
        (yaml) => (loaded = yaml)
      )
    : Effect.succeed(loaded)
)

/** Reads a text. The size, depth and aliases are checked before it is parsed. */
export const parseText = (source: string): Effect.Effect<ParsedText> =>
  source.length > TEXT_MAX
    ? Effect.succeed(failed([{ path: "", message: `is longer than ${TEXT_MAX} characters`, code: "too_large" }]))
    : Effect.map(loadYaml, (yaml) => parseBounded(yaml, source))

const failed = (problems: ReadonlyArray<Problem>): ParsedText => ({
  value: undefined,
  problems,
  positionOf: () => undefined
})

const parseBounded = (yaml: Yaml, source: string): ParsedText => {
  const lines = new yaml.LineCounter()
  for (let at = 0; at !== -1; at = source.indexOf("\n", at) + 1 || -1) lines.addNewLine(at)
  const positionAt = (offset: number): Position => {
    const { col, line } = lines.linePos(Math.min(offset, source.length))
    return { line, column: Math.max(1, col) }
  }
  const unreadable = [...controlProblems(source, positionAt), ...sizeProblems(yaml, source, positionAt)]
  if (unreadable.length > 0) return failed(unreadable)
  const parsed = Either.try(() =>
    yaml.parseDocument(source, {
      version: "1.2",
      schema: "core",
      merge: false,
      // The library compares each key with all others of its object. `Reading` finds duplicates by a set.
      uniqueKeys: false,
      stringKeys: true,
      prettyErrors: false,
      // `silent` would also silence that there is a second document.
      logLevel: "error"
    })
  )
  // A nesting that no bound has caught exhausts the stack.
  if (Either.isLeft(parsed)) return failed([TOO_DEEP])
  const document = parsed.right
  const reading = new Reading(yaml, positionAt)
  const value = document.contents === null ? undefined : reading.read(document.contents as Node, [], 0) // its type is of the parser
  const syntax = document.errors.map(({ code, pos: [from] }) => ({
    ...positionAt(from),
    path: "",
    message: messages[code] ?? "is not valid YAML",
    code: "syntax"
  }))
  // One mistake often has several errors on its line.
  const firstOfLine = syntax.filter(({ line }, at) => syntax[at - 1]?.line !== line)
  return {
    value,
    problems: [...firstOfLine, ...reading.problems],
    positionOf: (path) => {
      const offset = reading.offsets.get(path)
      return offset === undefined ? undefined : positionAt(offset)
    }
  }
}

const TOO_DEEP: Problem = { path: "", message: `is nested more than ${DEPTH_MAX} levels deep`, code: "too_deep" }

const messages: Partial<Readonly<Record<ErrorCode, string>>> = {
  TAB_AS_INDENT: "has a tab as indentation: use spaces",
  BAD_INDENT: "has an indentation that fits no part above",
  MULTIPLE_DOCS: "begins a second document: a blueprint is one document",
  MISSING_CHAR: "lacks a closing quote or bracket, or a space after a colon",
  BAD_SCALAR_START: "begins with a character that needs quotes",
  BAD_DQ_ESCAPE: "has an unknown escape in double quotes",
  MULTILINE_IMPLICIT_KEY: "has a key of more than one line",
  BLOCK_AS_IMPLICIT_KEY: "has two keys on one line: put the text in quotes",
  NON_STRING_KEY: "has a key that is not a text",
  RESOURCE_EXHAUSTION: "is nested too deeply"
}

/** Characters that no text file has. The parser uses some of them as marks. */
const CONTROL = /(?![\t\n\r\u0085])\p{Cc}/gu

const controlProblems = (source: string, positionAt: (offset: number) => Position): ReadonlyArray<Problem> => {
  const problems: Array<Problem> = []
  for (const { 0: character, index } of source.matchAll(CONTROL)) {
    if (problems.length === MAX_ISSUES) break
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")
    problems.push({ ...positionAt(index), path: "", message: `has the control character U+${code}`, code: "character" })
  }
  return problems
}

/** Counts what a text contains without parsing it: values, aliases, and levels on one line or in brackets. */
const sizeProblems = (yaml: Yaml, source: string, positionAt: (offset: number) => Position): ReadonlyArray<Problem> => {
  const count = { values: 0, aliases: 0, brackets: 0, indicators: 0, tags: 0 }
  let escapes = 0
  let [offset, lexemes] = [0, 0]
  const problem = (message: string, code: string): ReadonlyArray<Problem> => [
    { ...positionAt(offset), path: "", message, code }
  ]
  for (const lexeme of new yaml.Lexer().lex(source)) {
    if (++lexemes > LEXEMES_MAX) return problem(`has more than ${VALUES_MAX} values`, "too_many_values")
    const type = yaml.CST.tokenType(lexeme)
    if (type === "newline") count.indicators = 0
    for (const [name, change] of (type !== null && counted[type]) || []) count[name] = Math.max(0, count[name] + change)
    if (count.values > VALUES_MAX) return problem(`has more than ${VALUES_MAX} values`, "too_many_values")
    if (count.aliases > ALIASES_MAX) {
      return problem(`has more than ${ALIASES_MAX} anchors and aliases`, "too_many_aliases")
    }
    // For each of these, the parser makes an error.
    if (count.tags > TAGS_MAX) return problem(`has more than ${TAGS_MAX} tags and directives`, "too_many_tags")
    if (type === "double-quoted-scalar") escapes += badEscapesIn(lexeme)
    if (escapes > BAD_ESCAPES_MAX)
      return problem(`has more than ${BAD_ESCAPES_MAX} unknown escapes in double quotes`, "syntax")
    if (Math.max(count.brackets, count.indicators) > DEPTH_MAX) return problem(TOO_DEEP.message, TOO_DEEP.code)
    // The lexer marks scalars and documents by a control character.
    if (lexeme.length > 1 || lexeme.search(CONTROL) === -1) offset += lexeme.length
  }
  return []
}

/** Counts the escapes that YAML does not have, up to one more than the maximum. */
const badEscapesIn = (lexeme: string): number => {
  let count = 0
  for (const [, bad] of lexeme.matchAll(ESCAPE)) if (bad !== undefined && ++count > BAD_ESCAPES_MAX) break
  return count
}

/** Matches an escape, and captures one that YAML does not have. */
const ESCAPE =
  /\\(?:[0abt\tnvfre "/\\N_LP\r\n]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U(?:000[\da-fA-F]|0010)[\da-fA-F]{4}|([\s\S]))/g

type Counts = ReadonlyArray<readonly ["values" | "aliases" | "brackets" | "indicators" | "tags", number]>

/** What the lexemes of each type add to the counts. */
const counted: Partial<Readonly<Record<CST.TokenType, Counts>>> = {
  "seq-item-ind": [
    ["indicators", 1],
    ["values", 1]
  ],
  "explicit-key-ind": [
    ["indicators", 1],
    ["values", 1]
  ],
  "flow-map-start": [
    ["brackets", 1],
    ["values", 1]
  ],
  "flow-seq-start": [
    ["brackets", 1],
    ["values", 1]
  ],
  "flow-map-end": [["brackets", -1]],
  "flow-seq-end": [["brackets", -1]],
  comma: [["values", 1]],
  "map-value-ind": [["values", 1]],
  tag: [["tags", 1]],
  "directive-line": [["tags", 1]],
  alias: [["aliases", 1]],
  anchor: [["aliases", 1]]
}

/** Converts the nodes of a document. Null means that a field is absent. */
class Reading {
  readonly problems: Array<Problem> = []
  readonly offsets = new Map<string, number>()
  readonly #anchors = new Map<string, Node>()
  readonly #open = new Set<Node>()
  #values = 0
  readonly #yaml: Yaml
  readonly #positionAt: (offset: number) => Position

  constructor(yaml: Yaml, positionAt: (offset: number) => Position) {
    this.#yaml = yaml
    this.#positionAt = positionAt
  }

  read(node: Node, path: ReadonlyArray<string | number>, from: number): unknown {
    const offset = node.range?.[0] ?? from
    const at = formatPath(path)
    this.offsets.set(at, offset)
    if (++this.#values > VALUES_MAX) {
      if (this.#values === VALUES_MAX + 1) {
        this.#report(offset, "", `has more than ${VALUES_MAX} values with its aliases`, "too_many_values")
      }
      return undefined
    }
    if (path.length > DEPTH_MAX) {
      this.#report(offset, at, TOO_DEEP.message, TOO_DEEP.code)
      return undefined
    }
    if (this.#yaml.isAlias(node)) {
      const target = this.#anchors.get(node.source)
      if (target !== undefined && !this.#open.has(target)) return this.read(target, path, offset)
      const message = target === undefined ? "is an alias without an anchor before it" : "is an alias of itself"
      this.#report(offset, at, message, target === undefined ? "unknown_alias" : "cycle")
      return undefined
    }
    if (!this.#yaml.isScalar(node) && !this.#yaml.isCollection(node)) return undefined
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node)
    if (this.#yaml.isScalar(node)) return node.value
    this.#open.add(node)
    if (node.items.length > ENTRIES_MAX) {
      this.#report(offset, at, `has more than ${ENTRIES_MAX} entries`, "too_many_values")
    }
    const value = this.#yaml.isMap(node)
      ? this.#object(node.items.slice(0, ENTRIES_MAX), path)
      : this.#list(node.items.slice(0, ENTRIES_MAX), path, at)
    this.#open.delete(node)
    return value
  }

  #list(items: ReadonlyArray<unknown>, path: ReadonlyArray<string | number>, at: string): ReadonlyArray<unknown> {
    const from = this.offsets.get(at) ?? 0
    return items.flatMap((item, index) => {
      const value = this.#yaml.isNode(item) ? this.read(item, [...path, index], from) : undefined
      if (value === null)
        this.#report(this.offsets.get(formatPath([...path, index])) ?? from, at, "has an empty item", "empty")
      return value ?? []
    })
  }

  #object(items: ReadonlyArray<{ key: unknown; value: unknown }>, path: ReadonlyArray<string | number>): object {
    const seen = new Set<string>()
    return Object.fromEntries(
      items.flatMap(({ key, value }) => {
        if (!this.#yaml.isScalar(key)) return []
        const name = String(key.value ?? "")
        const inner = [...path, name]
        const offset = key.range?.[0] ?? 0
        const at = formatPath(inner)
        if (seen.has(name)) this.#report(offset, at, "is there twice", "duplicate_key")
        else if (name === "<<" && key.type === "PLAIN")
          this.#report(offset, at, "is a merge key: repeat the fields", "merge_key")
        else {
          seen.add(name)
          const read = this.#yaml.isNode(value) ? this.read(value, inner, offset) : null
          // A problem of a field is shown at its name.
          this.offsets.set(at, offset)
          return read === null || read === undefined ? [] : [[name, read] as const]
        }
        return []
      })
    )
  }

  #report(offset: number, path: string, message: string, code: string): void {
    if (this.problems.length < MAX_ISSUES * 4) this.problems.push({ ...this.#positionAt(offset), path, message, code })
  }
}
