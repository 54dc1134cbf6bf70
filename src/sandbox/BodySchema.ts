/**
 * Schemas of bodies and queries. Each field has Discord's code and message for invalid values. All problems are
 * reported together.
 */
import { type Effect, Either, Option, ParseResult, Schema, SchemaAST } from "effect"
import { invalidForm, type Problem, type Refusal } from "./discordError.ts"
import { isSnowflake } from "./Snowflakes.ts"

/** Decodes a body or a query. Fails with 50035 and every problem in it. */
export const decodeFields = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = ParseResult.decodeUnknownEither(schema, { errors: "all" })
  return (input: unknown): Effect.Effect<A, Refusal> =>
    Either.mapLeft(decode(input ?? {}), (issue) => invalidForm(problemsOf(issue, [])))
}

/** An optional field. `null` means that it is omitted. */
export const optional = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(schema, { exact: true, nullable: true })

/** An optional field that `null` clears. */
export const clearable = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { exact: true })

interface ProblemText {
  readonly code: string
  readonly message: (actual: unknown) => string
}

const ProblemId = Symbol.for("effect-discord-mcp/sandbox/BodySchema/problem")

/** Annotates a schema with the code and message that Discord sends if a value does not match. */
export const problem = (code: string, message: (actual: unknown) => string) => ({ [ProblemId]: { code, message } })

const notAn = (kind: string): readonly [string, (actual: unknown) => string] => [
  "NUMBER_TYPE_COERCE",
  (actual) => `Value ${JSON.stringify(actual)} is not ${kind}.`
]

/** A string. Its length is counted in code points. */
export const text = (min: number, max: number) =>
  Schema.String.pipe(Schema.filter((value) => within([...value].length, min, max), problem(...length(min, max))))

/** A name. Discord counts its length as sent, then removes spaces at both ends. */
export const name = (min: number, max: number) =>
  Schema.transform(text(min, max), text(min, max), {
    strict: true,
    decode: (value) => value.trim(),
    encode: (value) => value
  })

/** An integer. */
export const integer = (min: number, max: number) =>
  bounded(Schema.Number.annotations(problem(...notAn("int"))), min, max)

/** An integer in a query string. */
export const integerText = (min: number, max: number) =>
  bounded(Schema.NumberFromString.annotations(problem(...notAn("int"))), min, max)

/** A snowflake id. */
export const snowflake = Schema.String.pipe(Schema.filter(isSnowflake, problem(...notAn("snowflake"))))

/** The query fields of a list that is paged by ids. */
export const page = (max: number) => ({
  limit: optional(integerText(1, max)),
  before: optional(snowflake),
  after: optional(snowflake)
})

/** An ISO 8601 time. */
export const time = Schema.String.pipe(
  Schema.filter(
    (value) => !Number.isNaN(Date.parse(value)),
    problem("DATE_TIME_TYPE_PARSE", (actual) => `Could not parse ${actual}. Should be ISO8601.`)
  )
)

/** Permission bits, as a string or as a number. */
export const bits = Schema.Union(Schema.String, Schema.Number)
  .annotations(problem(...notAn("int")))
  .pipe(Schema.filter((value) => /^\d+$/.test(String(value)), problem(...notAn("int"))))

/** An image as a data URI. */
export const picture = Schema.String.pipe(
  Schema.filter(
    (value) => /^data:image\/[\w+]+;base64,/.test(value),
    problem("BASE_TYPE_INVALID_IMAGE", () => "Invalid image data")
  )
)

/** One of these values. */
export const choice = <const L extends ReadonlyArray<string | number>>(...values: L) =>
  Schema.Literal(...values).annotations(
    problem("BASE_TYPE_CHOICES", () => `Value must be one of {${values.join(", ")}}.`)
  )

/** A list of bounded length. */
export const list = <A, I>(item: Schema.Schema<A, I>, min: number, max: number) =>
  Schema.mutable(Schema.Array(item)).pipe(
    Schema.filter((values) => within(values.length, min, max), problem(...length(min, max)))
  )

const within = (value: number, min: number, max: number): boolean => value >= min && value <= max

const length = (min: number, max: number): readonly [string, () => string] =>
  min === 0
    ? ["BASE_TYPE_MAX_LENGTH", () => `Must be ${max} or fewer in length.`]
    : ["BASE_TYPE_BAD_LENGTH", () => `Must be between ${min} and ${max} in length.`]

const bounded = <I>(number: Schema.Schema<number, I>, min: number, max: number) =>
  number.pipe(
    Schema.filter(Number.isInteger, problem(...notAn("int"))),
    Schema.filter(
      (value) => value >= min,
      problem("NUMBER_TYPE_MIN", () => `int value should be greater than or equal to ${min}.`)
    ),
    Schema.filter(
      (value) => value <= max,
      problem("NUMBER_TYPE_MAX", () => `int value should be less than or equal to ${max}.`)
    )
  )

const problemsOf = (issue: ParseResult.ParseIssue, path: ReadonlyArray<PropertyKey>): ReadonlyArray<Problem> => {
  switch (issue._tag) {
    case "Pointer":
      return problemsOf(issue.issue, path.concat(issue.path))
    case "Missing":
      return [{ path, code: "BASE_TYPE_REQUIRED", message: "This field is required" }]
    case "Refinement":
      return issue.kind === "From" ? problemsOf(issue.issue, path) : problemAt(issue.ast, issue.actual, path)
    case "Transformation":
      return Option.isSome(annotatedProblem(issue.ast))
        ? problemAt(issue.ast, issue.actual, path)
        : problemsOf(issue.issue, path)
    case "Composite":
      return Option.isSome(annotatedProblem(issue.ast))
        ? problemAt(issue.ast, issue.actual, path)
        : [issue.issues].flat().flatMap((inner) => problemsOf(inner, path))
    case "Type":
      return problemAt(issue.ast, issue.actual, path)
    case "Unexpected":
    case "Forbidden":
      return []
  }
}

const problemAt = (ast: SchemaAST.AST, actual: unknown, path: ReadonlyArray<PropertyKey>): ReadonlyArray<Problem> =>
  Option.match(problemTextOf(ast), {
    onNone: () => [],
    onSome: ({ code, message }) => [{ path, code, message: message(actual) }]
  })

const annotatedProblem = SchemaAST.getAnnotation<ProblemText>(ProblemId)

/** Returns the problem that annotates the schema, or the default problem of its type. `null` has no default problem. */
const problemTextOf = (ast: SchemaAST.AST): Option.Option<ProblemText> =>
  Option.orElse(annotatedProblem(ast), () =>
    Option.fromNullable(SchemaAST.isUnion(ast) ? noChoice(ast.types) : defaultProblems[ast._tag])
  )

/** The problem of a constant by which objects differ. */
const noChoice = (types: ReadonlyArray<SchemaAST.AST>): ProblemText => ({
  code: "BASE_TYPE_CHOICES",
  message: () =>
    `Value must be one of {${types
      .filter(SchemaAST.isLiteral)
      .map(({ literal }) => literal)
      .join(", ")}}.`
})

const defaultProblems: Readonly<Record<string, ProblemText>> = {
  StringKeyword: {
    code: "STRING_TYPE_CONVERT",
    message: (actual) => `Could not interpret ${JSON.stringify(actual)} as string.`
  },
  NumberKeyword: { code: "NUMBER_TYPE_COERCE", message: (actual) => `Value ${JSON.stringify(actual)} is not int.` },
  BooleanKeyword: { code: "BOOLEAN_TYPE_CONVERT", message: () => "Must be either true or false." },
  TupleType: { code: "LIST_TYPE_CONVERT", message: () => "Only iterables may be used in a ListType" },
  TypeLiteral: { code: "DICT_TYPE_CONVERT", message: () => "Only dictionaries may be used in a DictType" }
}
