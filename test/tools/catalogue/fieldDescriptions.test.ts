import { assert, describe, it } from "@effect/vitest"
import { Option, SchemaAST } from "effect"
import { catalogue } from "../../../src/catalogue.ts"
import { META } from "../../../src/tools/meta/scopes.ts"

interface Field {
  /** `messages_send.embeds[].title` */
  readonly path: string
  readonly category: string
  readonly description: string | undefined
}

/** Every input field of a tool, at any depth, also those that the published schema sums up in one description. */
const fieldsOf = ({ category, input, name }: (typeof catalogue)[number]): ReadonlyArray<Field> => {
  const visited = new Set<SchemaAST.AST>()
  const walk = (ast: SchemaAST.AST, path: string): ReadonlyArray<Field> => {
    switch (ast._tag) {
      case "TypeLiteral": {
        if (visited.has(ast)) return []
        visited.add(ast)
        return [
          ...ast.propertySignatures.flatMap((property) => {
            const at = `${path}.${String(property.name)}`
            const description = ownDescription(property) ?? descriptionOf(property.type)
            return [{ path: at, category, description }, ...walk(property.type, at)]
          }),
          ...ast.indexSignatures.flatMap(({ type }) => walk(type, `${path}.*`))
        ]
      }
      case "TupleType":
        return [...ast.elements, ...ast.rest].flatMap(({ type }) => walk(type, `${path}[]`))
      case "Union":
        return ast.types.flatMap((type) => walk(type, path))
      case "Refinement":
        return walk(ast.from, path)
      case "Transformation": {
        // A field with a default can have its description on the side of the decoded value.
        const decoded = ast.to._tag === "TypeLiteral" ? ast.to.propertySignatures : []
        return walk(ast.from, path).map((field) => ({
          ...field,
          description:
            field.description ??
            decoded.filter(({ name }) => field.path === `${path}.${String(name)}`).map(ownDescription)[0]
        }))
      }
      case "Suspend":
        return walk(ast.f(), path)
      case "Declaration":
        return ast.typeParameters.flatMap((type) => walk(type, path))
      default:
        return []
    }
  }
  return walk(input.ast, name)
}

/** The description of a schema: its own, or one of the schemas that it refines or transforms. */
const descriptionOf = (ast: SchemaAST.AST): string | undefined => {
  const own = ownDescription(ast)
  if (own !== undefined) return own
  switch (ast._tag) {
    case "Refinement":
      return descriptionOf(ast.from)
    case "Transformation":
      return descriptionOf(ast.to) ?? descriptionOf(ast.from)
    case "Union":
      return ast.types.map(descriptionOf).find((description) => description !== undefined)
    default:
      return undefined
  }
}

const ownDescription = (annotated: SchemaAST.Annotated): string | undefined => {
  const { description } = Object(Option.getOrUndefined(SchemaAST.getJSONSchemaAnnotation(annotated)))
  const text: unknown = description ?? Option.getOrUndefined(SchemaAST.getDescriptionAnnotation(annotated))
  return typeof text === "string" && !BUILT_IN.has(text) ? text : undefined
}

/** Effect describes its own schemas with these. */
const BUILT_IN: ReadonlySet<string> = new Set([
  "a string",
  "a number",
  "a boolean",
  "a non empty string",
  "a finite number"
])

const fields = catalogue.flatMap(fieldsOf)

/** The fields that break a rule, each once, with their descriptions. */
const breaking = (holds: (description: string) => boolean, exceptCategory?: string) => [
  ...new Set(
    fields
      .filter(({ category, description = "" }) => category !== exceptCategory && !holds(description))
      .map(({ description, path }) => `${path}: ${description}`)
  )
]

describe("the description of an input field", () => {
  it("exists, at any depth", () => {
    assert.isAbove(fields.length, 1000)
    assert.deepStrictEqual(
      breaking((description) => description.trim() !== ""),
      []
    )
  })

  it("is a sentence or ends with the shape of the value", () => {
    assert.deepStrictEqual(
      breaking((description) => /[^.][.?\]})]$/.test(description)),
      []
    )
  })

  it("says nothing of null: a null is an absent field, and `clear` removes a value", () => {
    assert.deepStrictEqual(
      breaking((description) => !/\bnull\b/.test(description), META),
      []
    )
  })
})
