/** Reads a blueprint from a text, a file or a JSON value, and reports all of its problems at once. Writes it as YAML. */
import { Effect, Either, ParseResult, Predicate, Schema } from "effect"
import { ValidationError } from "../errors/DiscordMcpError.ts"
import { formatPath, limitIssues } from "../errors/validationIssues.ts"
import { decodeText } from "../text/decodeText.ts"
import { nearestName } from "../text/nearestName.ts"
import { counted, truncate } from "../text/words.ts"
import { checkDocument } from "./checkDocument.ts"
import { Document, SCHEMA_ID, VERSION } from "./document.ts"
import { loadYaml, type ParsedText, type Position, type Problem, parseText } from "./parseText.ts"

/** A blueprint, or what is wrong with it. */
export type ReadDocument = Either.Either<Document, ReadonlyArray<Problem>>

/** The maximum size of a file in bytes: larger than any blueprint whose characters take four bytes. */
export const FILE_BYTES_MAX = 4_000_000

/** Reads a blueprint. A text has lines, and a file is one; a value of JSON has none. */
export const readDocument = (input: unknown): Effect.Effect<ReadDocument> => {
  if (typeof input === "string") return readText(input)
  if (!(input instanceof Uint8Array)) return Effect.sync(() => decode(withoutNulls(input)))
  return Either.match(decodeText(input), {
    onLeft: (message) => Effect.succeed(Either.left([{ path: "", message, code: "encoding" }])),
    onRight: readText
  })
}

/** Reads the value of a blueprint without checking what it has, or what is wrong with its text. */
export const readValue = (input: unknown): Effect.Effect<Either.Either<unknown, ReadonlyArray<Problem>>> => {
  if (typeof input === "string")
    return Effect.map(parseText(input), ({ problems, value }) =>
      problems.length > 0 ? Either.left(problems) : Either.right(value)
    )
  if (!(input instanceof Uint8Array)) return Effect.succeed(Either.right(withoutNulls(input)))
  return Either.match(decodeText(input), {
    onLeft: (message) => Effect.succeed(Either.left([{ path: "", message, code: "encoding" }])),
    onRight: readValue
  })
}

const readText = (text: string): Effect.Effect<ReadDocument> =>
  Effect.map(parseText(text), ({ positionOf, problems, value }) => {
    // A wrong indentation moves fields to other objects, so the rest is not checked.
    const isReadable = !problems.some(({ code }) => code === "syntax") && (value !== undefined || problems.length === 0)
    const read = isReadable ? decode(value) : Either.left([])
    const all = [...problems, ...Either.match(read, { onLeft: (found) => found, onRight: () => [] })]
    return all.length === 0
      ? read
      : Either.left(all.map((problem) => ({ ...nearest(positionOf, problem.path), ...problem })).toSorted(byPosition))
  })

/** The position of a path, or else of the part that it belongs to. */
const nearest = (positionOf: ParsedText["positionOf"], path: string): Position | undefined =>
  positionOf(path) ?? (path === "" ? undefined : nearest(positionOf, path.replace(/(?:^|\.)[^.[\]]*$|\[\d+\]$/, "")))

const byPosition = (a: Problem, b: Problem): number =>
  (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)

/** The failure of a call whose blueprint has problems. `field`: the field of the call. */
export const problemsError = (problems: ReadonlyArray<Problem>, field: string): ValidationError =>
  new ValidationError({
    validation_issues: limitIssues(
      problems.map(({ column, line, message, path, ...issue }) => ({
        ...issue,
        path: path === "" ? field : `${field}.${path}`,
        message: line === undefined ? message : `line ${line}, column ${column}: ${message}`
      }))
    )
  })

/** A problem as a line for people. */
export const problemLine = ({ column, line, message, path }: Problem): string =>
  [...(line === undefined ? [] : [`${line}:${column}`]), ...(path === "" ? [] : [path]), message].join(" ")

const decodeAll = Schema.decodeUnknownEither(Document, { errors: "all", onExcessProperty: "error" })

/** Decodes a value. The parts without a problem are checked, too, so that one round finds all problems. */
const decode = (value: unknown): ReadDocument => {
  if (value === undefined) return Either.left([{ path: "", message: "is empty: it needs `version: 1`", code: "empty" }])
  const problems: Array<Problem> = []
  let sound: unknown = value
  let isWhole = true
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const decoded = decodeAll(sound)
    if (Either.isRight(decoded)) {
      const others = checkDocument(decoded.right, isWhole)
      return problems.length + others.length === 0 ? Either.right(decoded.right) : Either.left([...problems, ...others])
    }
    const issues = ParseResult.ArrayFormatter.formatIssueSync(decoded.left.issue)
    if (round === 0) problems.push(...distinct(issues.slice(0, ISSUES_MAX).map(problemOf)))
    if (issues.length > ISSUES_MAX) return Either.left(problems)
    for (const issue of issues) {
      // An object without a required field is left out as a whole.
      const path = issue._tag === "Missing" ? issue.path.slice(0, -1) : issue.path
      if (path.length === 0 && issue.path[0] !== VERSION_FIELD) return Either.left(problems)
      isWhole &&= issue._tag !== "Missing" || path.length === 0
      if (path.length > 0) sound = without(sound, path)
    }
    sound = Predicate.isRecord(sound) ? { ...Object(withoutHoles(sound)), [VERSION_FIELD]: VERSION } : undefined
  }
  return Either.left(problems)
}

const VERSION_FIELD = "version"

/** With more issues, what has none is not checked further. */
const ISSUES_MAX = 100

/** Without a part, its object may have another problem. */
const ROUNDS_MAX = 3

/** The members of a union each have an issue. */
const distinct = (problems: ReadonlyArray<Problem>): ReadonlyArray<Problem> => {
  const paths = new Set<string>()
  return problems.filter(({ path }) => paths.size < paths.add(path).size)
}

const problemOf = ({ _tag, message, path }: ParseResult.ArrayFormatterIssue): Problem => {
  const at = formatPath(path)
  if (_tag === "Missing") return { path: at, message: "is required", code: "required" }
  if (_tag === "Unexpected") {
    const fields = [...message.matchAll(/"([^"]+)"/g)].flatMap((match) => match[1] ?? [])
    const near = nearestName(String(path.at(-1)), fields)
    const hint = near === undefined ? `; the fields here are ${fields.join(", ")}` : `; did you mean ${near}?`
    return { path: at, message: `is not a field${hint}`, code: "unknown_field", ...(near && { fix: { rename: near } }) }
  }
  const [, expected, actual] = /^Expected (.*?), actual (.*)$/s.exec(message) ?? []
  return {
    path: at,
    message:
      expected === undefined
        ? truncate(message, MESSAGE_MAX)
        : expected === "string"
          ? `must be a text: put it in quotes`
          : `must be a ${nouns[expected] ?? "valid value"}, is ${kindOf(actual)}`,
    code: "invalid"
  }
}

const MESSAGE_MAX = 500

const nouns: Readonly<Record<string, string>> = { number: "number", boolean: "true or false" }

const kindOf = (actual: string | undefined): string =>
  actual === undefined || /^[[{]/.test(actual) ? counted(1, "list or object") : truncate(actual, 100)

/** Returns a copy without one part. A list keeps the indexes of the others until `withoutHoles`. */
const without = (value: unknown, [key, ...rest]: ReadonlyArray<PropertyKey>): unknown => {
  if (Array.isArray(value)) {
    return value.map((item, index) => (index !== key ? item : rest.length === 0 ? undefined : without(item, rest)))
  }
  if (!Predicate.isRecord(value) || key === undefined) return value
  const inner = value[key]
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      name !== key ? [[name, item]] : rest.length === 0 ? [] : [[name, without(inner, rest)]]
    )
  )
}

const withoutHoles = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.filter((item) => item !== undefined).map(withoutHoles)
    : Predicate.isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutHoles(item)]))
      : value

/** Null means that a field is absent. */
const withoutNulls = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutNulls)
    : Predicate.isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([name, item]) => (item === null ? [] : [[name, withoutNulls(item)]]))
        )
      : value

/**
 * Writes a blueprint as YAML. The first line names its schema, for editors. Invisible characters are escaped: a result
 * that a model reads has none, and they would be lost.
 */
export const writeDocument = (document: Document): Effect.Effect<string> =>
  Effect.map(loadYaml, ({ Document: YamlDocument, isScalar, visit }) => {
    const yaml = new YamlDocument(document, { version: "1.2", aliasDuplicateObjects: false })
    visit(yaml, {
      Scalar: (_, node) => {
        if (typeof node.value === "string" && NEEDS_QUOTES.test(node.value)) node.type = "QUOTE_DOUBLE"
      },
      Seq: (_, node) => {
        if (node.items.every((item) => isScalar(item))) node.flow = true
      }
    })
    const text = yaml.toString({ lineWidth: 120, flowCollectionPadding: false })
    return `# yaml-language-server: $schema=${SCHEMA_ID}\n${text.replaceAll(INVISIBLE, escaped)}`
  })

/** Texts that older YAML reads as another type, and texts with invisible characters or spaces at their ends. */
const NEEDS_QUOTES =
  /^(?:<<|[~=]|y|n|yes|no|on|off|[-+.\d].*)$|[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029]|^\s|\s$/iu

/** Invisible characters. All texts that have them are in double quotes. */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029]/gu

const escaped = (character: string): string => {
  const point = (character.codePointAt(0) ?? 0).toString(16)
  return point.length > 4 ? `\\U${point.padStart(8, "0")}` : `\\u${point.padStart(4, "0")}`
}
