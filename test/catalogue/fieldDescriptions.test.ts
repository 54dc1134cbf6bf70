import { assert, describe, it } from "@effect/vitest"
import { Option, SchemaAST } from "effect"
import { catalogue, findTool } from "../../src/catalogue/catalogue.ts"
import { isJson, type Json, portableSchema } from "../../src/tools/dsl/publishedSchema.ts"
import { META } from "../../src/tools/meta/scopes.ts"
import { listingProfiles } from "../../src/tools/meta/surface.ts"
import { toolListing } from "../../src/tools/meta/toolListing.ts"
import { schemasIn } from "../tools/dsl/providers/walk.ts"

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

/** Every description of a schema, with its path. */
const described = (schema: Json): ReadonlyMap<string, string> =>
  new Map(schemasIn(schema).map(([path, { description }]) => [path, String(description ?? "")]))

const fieldsIn = ({ properties }: Json): Readonly<Record<string, Json>> =>
  Object.fromEntries(Object.entries(Object(properties)).filter((entry): entry is [string, Json] => isJson(entry[1])))

/** States what an omitted field becomes. */
const STATES_DEFAULT =
  /\bby default\b|\(default\)|\b(if|when) (omitted|absent|unset|missing)\b|;\s*default\b|\bdefaults? (to|is)\b/i

/** Tools that change something that exists. */
const modifies = (name: string): boolean => /_(modify|edit|update)(_|$)/.test(name)

/** Fields of such tools that may state a default, each with the reason. */
const realDefaults: ReadonlyArray<readonly [field: RegExp, reason: string]> = [
  [/\.allowed_mentions$/, "an edit without it pings as a new message does"],
  [/^guild_modify\.default_message_notifications$/, "the field is a default of Discord's"],
  [/\.view$/, "it is about the result"]
]

const takesDefault = (field: string): boolean => realDefaults.some(([pattern]) => pattern.test(field))

describe("a description in a list of tools", () => {
  for (const [list, { styleOf }] of Object.entries(listingProfiles)) {
    it(`is whole, or ends after a whole sentence and names the tool that says more: ${list}`, () => {
      const cut = catalogue.flatMap((tool) => {
        const whole = described(portableSchema(tool.input))
        return [...described(toolListing(tool, styleOf).inputSchema)].filter(([path, text]) => {
          // A list describes its items.
          if (path === "" || path.endsWith("[]") || text === "") return false
          const full = whole.get(path) ?? ""
          const [, stated = text, other] = /^(.*), as in (\w+)\.?$/s.exec(text) ?? []
          const rest = full.slice(stated.length)
          const namesFields = text.startsWith(full) && /^ \{.*\}$/.test(text.slice(full.length))
          const isReference = other !== undefined && findTool(other) !== undefined && full.startsWith(stated)
          return text !== full && !namesFields && !(isReference && /^(\.( |$)|$)/.test(rest))
        })
      })
      assert.deepStrictEqual(cut, [])
    })
  }
})

describe("the description of an input field", () => {
  it("states no default of a tool that changes something: an omitted field stays", () => {
    const stated = catalogue
      .filter(({ name }) => modifies(name))
      .flatMap(({ input, name }) =>
        Object.entries(fieldsIn(portableSchema(input))).flatMap(([field, { description }]) =>
          STATES_DEFAULT.test(String(description)) ? [`${name}.${field}`] : []
        )
      )
    assert.deepStrictEqual(
      stated.filter((field) => !takesDefault(field)),
      []
    )
    assert.isTrue(realDefaults.every(([pattern]) => stated.some((field) => pattern.test(field))))
  })

  it("differs from that of the tool that creates, if that one states a default", () => {
    const same = catalogue
      .filter(({ name }) => modifies(name))
      .flatMap((tool) => {
        const sibling = findTool(tool.name.replace(/_(modify|edit|update)(?=_|$)/, "_create"))
        if (sibling === undefined) return []
        const created = fieldsIn(portableSchema(sibling.input))
        return Object.entries(fieldsIn(portableSchema(tool.input))).flatMap(([field, { description }]) =>
          !takesDefault(`${tool.name}.${field}`) &&
          created[field]?.description === description &&
          STATES_DEFAULT.test(String(description))
            ? [`${tool.name}.${field}`]
            : []
        )
      })
    assert.deepStrictEqual(same, [])
  })

  it("tells a model to leave __confirm out until it is asked for it", () => {
    const texts = catalogue.flatMap(({ input }) => fieldsIn(portableSchema(input)).__confirm?.description ?? [])
    assert.isAbove(texts.length, 70)
    assert.deepStrictEqual([...new Set(texts)], ["Omit until asked."])
    assert.deepStrictEqual(
      catalogue
        .filter(({ description }) => /\b(put|pass|set|give) __confirm/i.test(description))
        .map(({ name }) => name),
      []
    )
  })

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
