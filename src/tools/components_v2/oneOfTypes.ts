import { Effect, Option, ParseResult, Predicate, Schema, SchemaAST } from "effect"

/** A schema of an object whose `type`, and sometimes `style`, identifies it. */
interface Member extends Schema.Schema.AnyNoContext {
  readonly fields: { readonly type: Literals; readonly style?: unknown }
}

interface Literals {
  readonly ast: SchemaAST.AST
  readonly literals: ReadonlyArray<unknown>
}

/**
 * Makes a union of components. Issues concern only the member that `type` and `style`
 * select; Schema.Union would report the issues of every member.
 */
export const oneOfTypes = <const Members extends ReadonlyArray<Member>>(
  ...members: Members
): Schema.Schema<Schema.Schema.Type<Members[number]>, Schema.Schema.Encoded<Members[number]>> => {
  type Selected = Schema.Schema<Schema.Schema.Type<Members[number]>, Schema.Schema.Encoded<Members[number]>>
  return Schema.declare(
    // Every member decodes to a part of the union.
    members as unknown as ReadonlyArray<Selected>,
    {
      decode:
        (...schemas) =>
        (input, options, ast) =>
          Effect.flatMap(indexOf(members, input, ast), (index) =>
            ParseResult.decodeUnknown(itemAt(schemas, index))(input, options)
          ),
      encode:
        (...schemas) =>
        (input, options, ast) =>
          Effect.flatMap(indexOf(members, input, ast), (index) =>
            ParseResult.encodeUnknown(itemAt(schemas, index))(input, options)
          )
    },
    {
      jsonSchema: anyComponent,
      arbitrary:
        (...arbitraries) =>
        (fc) =>
          // Effect also passes its generation context, after the arbitraries.
          fc.oneof(...arbitraries.flatMap((one) => (typeof one === "function" ? [one(fc)] : [])))
    }
  )
}

/** The published schema of a component. The schema of all types would be larger than that of all other fields together. */
export const anyComponent = {
  type: "object",
  required: ["type"],
  properties: { type: { type: "integer", description: "The component type.", minimum: 1, maximum: 23 } },
  additionalProperties: {}
}

/** Returns the index of the member that an object selects. */
const indexOf = (
  members: ReadonlyArray<Member>,
  input: unknown,
  ast: SchemaAST.AST
): Effect.Effect<number, ParseResult.ParseIssue> => {
  if (!Predicate.isRecord(input)) return Effect.fail(new ParseResult.Type(ast, input, "must be an object with type"))
  const ofType = members.filter(({ fields }) => fields.type.literals.includes(input.type))
  const ofStyle = ofType.filter(
    ({ fields }) => !hasLiterals(fields.style) || fields.style.literals.includes(input.style)
  )
  const [selected = ofStyle[0]] = ofType.length === 1 ? ofType : ofStyle
  if (selected !== undefined) return Effect.succeed(members.indexOf(selected))
  const field = ofType.length === 0 ? "type" : "style"
  const schemas = (ofType.length === 0 ? members : ofType).map(({ fields }) => fields[field]).filter(hasLiterals)
  const numbers = [...new Set(schemas.flatMap(({ literals }) => literals))].join(", ")
  const meaning = schemas.flatMap(({ ast }) => Option.toArray(SchemaAST.getDescriptionAnnotation(ast)))
  const about = field === "style" && meaning.length > 0 ? `. ${meaning.join(" ")}` : ""
  const issue = new ParseResult.Type(ast, input[field], `must be one of ${numbers}${about.replace(/\.$/, "")}`)
  return Effect.fail(new ParseResult.Pointer(field, input, issue))
}

const hasLiterals = (schema: unknown): schema is Literals => Predicate.hasProperty(schema, "literals")

/** `indexOf` found the index in the same list. */
const itemAt = <A>(items: ReadonlyArray<A>, index: number): A => items[index] as A
