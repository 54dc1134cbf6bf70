import { Effect, ParseResult, Predicate, Schema, type SchemaAST } from "effect"

/** An object that tells by its `type`, and sometimes by its `style`, what it is. */
interface Kind extends Schema.Schema.AnyNoContext {
  readonly fields: { readonly type: Words; readonly style?: unknown }
}

interface Words {
  readonly literals: ReadonlyArray<unknown>
}

/**
 * One of several components. What does not fit is told about the one that is
 * meant; a union would complain about all of them.
 */
export const oneOfTypes = <const Kinds extends ReadonlyArray<Kind>>(
  ...kinds: Kinds
): Schema.Schema<Schema.Schema.Type<Kinds[number]>, Schema.Schema.Encoded<Kinds[number]>> => {
  type One = Schema.Schema<Schema.Schema.Type<Kinds[number]>, Schema.Schema.Encoded<Kinds[number]>>
  // Each takes and gives one of the union; which, is seen from the value.
  const members = kinds as unknown as ReadonlyArray<One>
  return Schema.declare(
    members,
    {
      decode:
        (...some) =>
        (input, options, ast) =>
          Effect.flatMap(indexOf(kinds, input, ast), (at) =>
            ParseResult.decodeUnknown(chosen(some, at))(input, options)
          ),
      encode:
        (...some) =>
        (input, options, ast) =>
          Effect.flatMap(indexOf(kinds, input, ast), (at) =>
            ParseResult.encodeUnknown(chosen(some, at))(input, options)
          )
    },
    {
      jsonSchema: { type: "object", additionalProperties: true },
      arbitrary:
        (...some) =>
        (fc) =>
          // Behind the arbitraries stands what they are generated for.
          fc.oneof(...some.flatMap((one) => (typeof one === "function" ? [one(fc)] : [])))
    }
  )
}

/** Which kind an object says it is. */
const indexOf = (
  kinds: ReadonlyArray<Kind>,
  input: unknown,
  ast: SchemaAST.AST
): Effect.Effect<number, ParseResult.ParseIssue> => {
  if (!Predicate.isRecord(input)) return Effect.fail(new ParseResult.Type(ast, input, "must be an object"))
  const ofType = kinds.filter(({ fields }) => fields.type.literals.includes(input.type))
  const styled = ofType.filter(({ fields }) => !hasWords(fields.style) || fields.style.literals.includes(input.style))
  const [only = styled[0]] = ofType.length === 1 ? ofType : styled
  if (only !== undefined) return Effect.succeed(kinds.indexOf(only))
  const field = ofType.length === 0 ? "type" : "style"
  const known = (ofType.length === 0 ? kinds : ofType).flatMap(({ fields }) => {
    const words = fields[field]
    return hasWords(words) ? words.literals : []
  })
  const wrong = new ParseResult.Type(ast, input[field], `must be one of ${[...new Set(known)].join(", ")}`)
  return Effect.fail(new ParseResult.Pointer(field, input, wrong))
}

const hasWords = (field: unknown): field is Words => Predicate.hasProperty(field, "literals")

/** The index was found among these very kinds. */
const chosen = <A>(some: ReadonlyArray<A>, at: number): A => some[at] as A
